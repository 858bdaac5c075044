import { formatCount } from '#contract/basics/figures.ts'
import { ORDERS_PAGE_SIZE } from '#contract/basics/limits.ts'
import { partDeskCalls, type RemovedParts as Removed } from '#contract/parts/part-desk.ts'
import { callApi } from '#app/api/api.ts'
import { Allowed } from '#app/identity/may.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { partReads } from '#app/parts/listed-parts.ts'
import { ThumbnailName } from '#app/parts/thumbnail-name.tsx'
import { paths } from '#app/paths.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ListScreen, useList, useListQuery } from '#app/ui/list-screen.tsx'
import type { Column } from '#app/ui/table.tsx'
import { Time } from '#app/ui/time.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/api/use-action.ts'
import { partDeskWords as words } from '#app/words/part-desk.ts'

type Row = Removed['parts'][number]

export const meta = pageMeta(words.removedCaption)

/** Parts that were removed, to bring them back. */
export default function RemovedParts() {
  const query = useListQuery()
  const list = useList(partDeskCalls.removed, { query })
  return (
    <ListScreen
      list={list}
      rows={list.data?.parts}
      paging={list.data}
      rowKey={({ _id }) => _id}
      href={({ _id }) => paths.managedPart(_id)}
      size={ORDERS_PAGE_SIZE}
      words={{
        title: words.removedCaption,
        caption: words.removedCaption,
        pages: words.removedPages,
        none: words.noneRemoved,
        noneFound: words.noneFound,
      }}
      title={words.removedHeading(list.data?.count ?? 0)}
      lead={words.removedLead}
      search={words.findRemoved}
      isFiltered={query.q !== undefined}
      actions={
        <ButtonLink to={paths.manageProduct} variant="secondary">
          {words.toParts}
        </ButtonLink>
      }
      columns={columns}
    />
  )
}

const columns: Column<Row>[] = [
  {
    title: words.removedColumns.name,
    card: 'name',
    fills: true,
    cell: (part) => <ThumbnailName {...part} />,
  },
  { title: words.removedColumns.number, cell: ({ partNumber }) => partNumber },
  { title: words.removedColumns.available, align: 'end', cell: ({ available }) => formatCount(available) },
  { title: words.removedColumns.removedAt, cell: ({ removedAt }) => <Time value={removedAt} /> },
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
