import { Suspense } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { formatCount } from '#contract/figures.ts'
import { ORDERS_PAGE_SIZE } from '#contract/limits.ts'
import { partDeskCalls, type RemovedParts as Removed } from '#contract/part-desk.ts'
import { callApi } from '#app/api.ts'
import { LoadFailed, Loading } from '#app/failure.tsx'
import { Allowed } from '#app/identity/may.tsx'
import { partReads } from '#app/parts/listed-parts.ts'
import { paths } from '#app/paths.ts'
import { readOf } from '#app/queries.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { lazyPart } from '#app/ui/lazy-part.ts'
import { ListHead } from '#app/ui/list-head.tsx'
import { ListPager, usePage } from '#app/ui/list-pager.tsx'
import { ListSearch, useListSearch } from '#app/ui/list-search.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { ListSkeleton } from '#app/ui/table-skeleton.tsx'
import { Time } from '#app/ui/time.tsx'
import { toast } from '#app/ui/toast.ts'
import { OPENS_HERE, useOpened } from '#app/ui/use-opened.ts'
import { useAction } from '#app/use-action.ts'
import { partDeskWords as words } from '#app/words/part-desk.ts'

const PartSheet = lazyPart(async () => (await import('#app/parts/part-sheet.tsx')).PartSheet)

type Row = Removed['parts'][number]

/** Parts that were removed, to bring them back. */
export function RemovedParts() {
  const { openedId, close } = useOpened()
  const q = useListSearch()
  const list = useQuery({
    ...readOf(partDeskCalls.removed, { query: { page: usePage(), ...(q !== '' && { q }) } }),
    placeholderData: keepPreviousData,
  })
  const { data, error, isPlaceholderData } = list
  if (!data) return <Loading query={list} skeleton={<ListSkeleton columns={columns} />} />
  return (
    <section className="grid grid-cols-1 gap-3" aria-busy={isPlaceholderData || undefined}>
      <ListHead title={words.removedHeading(data.count)} lead={words.removedLead}>
        <ListSearch label={words.findRemoved} />
        <ButtonLink to={paths.manageProduct} variant="secondary">
          {words.toParts}
        </ButtonLink>
      </ListHead>
      {error && <LoadFailed query={list} />}
      {data.count === 0 ? (
        <EmptyState title={q === '' ? words.noneRemoved : words.noneFound} />
      ) : (
        <Table caption={words.removedCaption} columns={columns} rows={data.parts} rowKey={({ _id }) => _id} />
      )}
      {openedId && (
        <Suspense fallback={null}>
          <PartSheet key={openedId} id={openedId} onClose={close} />
        </Suspense>
      )}
      <ListPager page={data.page} count={data.count} size={ORDERS_PAGE_SIZE} label={words.removedPages} />
    </section>
  )
}

const columns: Column<Row>[] = [
  {
    title: words.removedColumns.name,
    card: 'name',
    fills: true,
    cell: ({ name, img }) => (
      <span className="thumbnail-name">
        <img src={img} alt="" width={32} height={32} loading="lazy" className="thumbnail" />
        {name}
      </span>
    ),
  },
  { title: words.removedColumns.number, cell: ({ partNumber }) => partNumber },
  { title: words.removedColumns.available, align: 'end', cell: ({ available }) => formatCount(available) },
  { title: words.removedColumns.removedAt, cell: ({ removedAt }) => <Time value={removedAt} /> },
  {
    title: words.edit,
    card: 'action',
    screenOnly: true,
    cell: ({ _id, name }) => (
      <ButtonLink variant="secondary" to={`?removed&open=${_id}`} {...OPENS_HERE} aria-label={words.editOf(name)}>
        {words.edit}
      </ButtonLink>
    ),
  },
  {
    title: words.removedColumns.bringBack,
    card: 'action',
    screenOnly: true,
    cell: (part) => (
      <Allowed call={partDeskCalls.bringBack}>
        <BringBack part={part} />
      </Allowed>
    ),
  },
]

function BringBack({ part: { _id, name } }: { part: Row }) {
  const bring = useAction({
    send: () => callApi(partDeskCalls.bringBack, { params: { id: _id } }),
    onDone: () => toast.success(words.back(name)),
    changes: [partDeskCalls.removed, ...partReads],
  })
  return (
    <Button variant="secondary" aria-label={words.bringBackOf(name)} busy={bring.isRunning} onClick={() => bring.run()}>
      {words.bringBack}
    </Button>
  )
}
