import { useQuery } from '@tanstack/react-query'
import { partCalls, type Part } from '#contract/parts.ts'
import { Loading } from '#app/failure.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
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
import { Table, type Column } from '#app/ui/table.tsx'
import { ListSkeleton } from '#app/ui/table-skeleton.tsx'
import { manageStockWords as words } from '#app/words/manage-stock.ts'

export const meta = pageMeta(words.title)

/** Specification section 2, "Manege Product". */
export default function ManageStock() {
  const parts = useQuery(readOf(partCalls.all))
  const selection = useSelection({ rows: parts.data, rowKey: idOf, nameOf: ({ name }) => name })
  const chosen = useColumns('parts', columns)
  const heading = useKeptFocus<HTMLHeadingElement>(parts.data?.length ?? 0)

  if (!parts.data) return <Loading query={parts} skeleton={<ListSkeleton wide columns={chosen.columns} />} />
  return (
    <section className="grid grid-cols-1 gap-3">
      <ListHead ref={heading} title={words.title}>
        <ButtonLink to={paths.addParts} variant="secondary">
          {words.addParts}
        </ButtonLink>
        <ColumnMenu of={chosen} />
      </ListHead>
      <SelectionBar selection={selection}>
        <RemoveParts parts={selection.selected} />
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
    </section>
  )
}

const idOf = ({ _id }: Part) => _id

const columns: Column<Part>[] = [
  { title: words.columns.number, card: 'plain', cell: (_, index) => index + 1 },
  { title: words.columns.partName, card: 'name', sort: ({ name }) => name, cell: (part) => <PartName part={part} /> },
  {
    title: words.columns.stock,
    align: 'end',
    sort: ({ available }) => available,
    cell: (part) => <EditStock part={part} />,
  },
  { title: words.columns.update, form: true, cell: (part) => <Restock part={part} /> },
  {
    title: words.partNumberColumn,
    sort: ({ partNumber }) => partNumber,
    cell: ({ partNumber }) => <span className="whitespace-nowrap">{partNumber}</span>,
  },
  { title: words.priceColumn, align: 'end', sort: ({ price }) => price, cell: (part) => <EditOffer part={part} /> },
  { title: words.deleteColumn, card: 'action', cell: (part) => <RemovePart part={part} /> },
]

function PartName({ part: { name, img } }: { part: Part }) {
  return (
    <span className="thumbnail-name">
      <img src={img} alt="" width={32} height={32} loading="lazy" className="thumbnail" />
      {name}
    </span>
  )
}
