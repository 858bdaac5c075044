import { lazy, Suspense, useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { formatCount, formatUnitPrice } from '#contract/figures.ts'
import { orderCalls } from '#contract/orders.ts'
import { partDeskCalls } from '#contract/part-desk.ts'
import { priceChangeCalls } from '#contract/price-changes.ts'
import { partCalls, type Part } from '#contract/parts.ts'
import { useMay } from '#app/identity/may.tsx'
import { Loading } from '#app/failure.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { ChangePrices } from '#app/parts/change-prices.tsx'
import { EditOffer } from '#app/parts/edit-offer.tsx'
import { EditStock } from '#app/parts/edit-stock.tsx'
import { RemovePart, RemoveParts } from '#app/parts/remove-part.tsx'
import { Restock } from '#app/parts/restock.tsx'
import { paths } from '#app/paths.ts'
import { readOf } from '#app/queries.ts'
import { ColumnMenu } from '#app/ui/column-menu.tsx'
import { useColumns } from '#app/ui/hidden-columns.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { useKeptFocus } from '#app/ui/kept-focus.ts'
import { ListHead } from '#app/ui/list-head.tsx'
import { SelectionBar } from '#app/ui/select-box.tsx'
import { useSelection } from '#app/ui/selection.ts'
import { Spinner } from '#app/ui/spinner.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { ListSkeleton } from '#app/ui/table-skeleton.tsx'
import { OPENS_HERE, useOpened } from '#app/ui/use-opened.ts'
import { manageStockWords as words } from '#app/words/manage-stock.ts'
import { partDeskWords } from '#app/words/part-desk.ts'
import { priceChangeWords } from '#app/words/price-changes.ts'

export const meta = pageMeta(words.title)

/** Loaded by those who edit. */
const PartSheet = lazy(() => import('#app/parts/part-sheet.tsx').then(({ PartSheet: Sheet }) => ({ default: Sheet })))
const PriceChanges = lazy(() => import('#app/parts/price-changes.tsx').then(({ PriceChanges: Changes }) => ({ default: Changes })))
const RemovedParts = lazy(() => import('#app/parts/removed-parts.tsx').then(({ RemovedParts: Removed }) => ({ default: Removed })))

/** Specification section 2, "Manege Product". */
export default function ManageStock() {
  const [search] = useSearchParams()
  if (!search.has('removed') && !search.has('prices')) return <Parts />
  return <Suspense fallback={<Spinner />}>{search.has('removed') ? <RemovedParts /> : <PriceChanges />}</Suspense>
}

function Parts() {
  const { openedId, close } = useOpened()
  const parts = useQuery(readOf(partCalls.all))
  const selection = useSelection({ rows: parts.data, rowKey: idOf, nameOf: ({ name }) => name })
  const may = useMay()
  const chosen = useColumns(
    'parts',
    useMemo(() => columnsFor(may), [may]),
  )
  const heading = useKeptFocus<HTMLHeadingElement>(parts.data?.length ?? 0)

  if (!parts.data) return <Loading query={parts} skeleton={<ListSkeleton wide columns={chosen.columns} />} />
  return (
    <section className="grid grid-cols-1 gap-3">
      <ListHead ref={heading} title={words.title}>
        {may(partCalls.add) && (
          <ButtonLink to={paths.addParts} variant="secondary">
            {words.addParts}
          </ButtonLink>
        )}
        {may(priceChangeCalls.all) && (
          <ButtonLink to="?prices" variant="secondary">
            {priceChangeWords.list}
          </ButtonLink>
        )}
        {may(partDeskCalls.removed) && (
          <ButtonLink to="?removed" variant="secondary">
            {partDeskWords.showRemoved}
          </ButtonLink>
        )}
        <ColumnMenu of={chosen} />
      </ListHead>
      <SelectionBar selection={selection}>
        {may(priceChangeCalls.make) && <ChangePrices parts={selection.selected} />}
        {may(partCalls.remove) && <RemoveParts parts={selection.selected} />}
      </SelectionBar>
      {parts.data.length === 0 ? (
        <EmptyState title={words.none} action={<ButtonLink to={paths.addParts}>{words.addParts}</ButtonLink>} />
      ) : (
        <Table
          wide
          caption={words.caption}
          columns={chosen.columns}
          rows={parts.data}
          rowKey={idOf}
          href={({ _id }) => paths.part(_id)}
          selection={selection}
        />
      )}
      {openedId && (
        <Suspense fallback={null}>
          <PartSheet key={openedId} id={openedId} onClose={close} />
        </Suspense>
      )}
    </section>
  )
}

const idOf = ({ _id }: Part) => _id

const columnsFor = (may: ReturnType<typeof useMay>): Column<Part>[] => [
  { title: words.columns.number, card: 'plain', cell: (_, index) => index + 1 },
  { title: words.columns.partName, card: 'name', sort: ({ name }) => name, cell: (part) => <PartName part={part} /> },
  {
    title: words.columns.stock,
    align: 'end',
    sort: ({ available }) => available,
    cell: (part) => (may(orderCalls.changeStock) ? <EditStock part={part} /> : formatCount(part.available)),
  },
  ...(may(orderCalls.changeStock) ? [{ title: words.columns.update, form: true, cell: (part: Part) => <Restock part={part} /> }] : []),
  {
    title: words.partNumberColumn,
    sort: ({ partNumber }) => partNumber,
    cell: ({ partNumber }) => <span className="whitespace-nowrap">{partNumber}</span>,
  },
  {
    title: words.priceColumn,
    align: 'end',
    sort: ({ price }) => price,
    cell: (part) => (may(partCalls.changeOffer) ? <EditOffer part={part} /> : formatUnitPrice(part.price)),
  },
  ...(may(partDeskCalls.one)
    ? [
        {
          title: partDeskWords.edit,
          card: 'action' as const,
          screenOnly: true,
          cell: ({ _id, name }: Part) => (
            <ButtonLink variant="secondary" to={`?open=${_id}`} {...OPENS_HERE} aria-label={partDeskWords.editOf(name)}>
              {partDeskWords.edit}
            </ButtonLink>
          ),
        },
      ]
    : []),
  ...(may(partCalls.remove)
    ? [{ title: words.deleteColumn, card: 'action' as const, cell: (part: Part) => <RemovePart part={part} /> }]
    : []),
]

function PartName({ part: { name, img } }: { part: Part }) {
  return (
    <span className="thumbnail-name">
      <img src={img} alt="" width={32} height={32} loading="lazy" className="thumbnail" />
      {name}
    </span>
  )
}
