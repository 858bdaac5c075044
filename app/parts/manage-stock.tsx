import { useQuery } from '@tanstack/react-query'
import { formatCount } from '#contract/figures.ts'
import { partCalls, type Part } from '#contract/parts.ts'
import { Loading } from '#app/failure.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { EditOffer } from '#app/parts/edit-offer.tsx'
import { RemovePart } from '#app/parts/remove-part.tsx'
import { Restock } from '#app/parts/restock.tsx'
import { paths } from '#app/paths.ts'
import { readOf } from '#app/queries.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { useKeptFocus } from '#app/ui/kept-focus.ts'
import { Table, type Column } from '#app/ui/table.tsx'
import { manageStockWords as words } from '#app/words/manage-stock.ts'

export const meta = pageMeta(words.title)

/** Specification section 2, "Manege Product". */
export default function ManageStock() {
  const parts = useQuery(readOf(partCalls.all))
  const heading = useKeptFocus<HTMLHeadingElement>(parts.data?.length ?? 0)

  if (!parts.data) return <Loading query={parts} />
  return (
    <section>
      <h2 ref={heading} tabIndex={-1} className="mb-6 text-xl">
        {words.title}
      </h2>
      {parts.data.length === 0 ? (
        <EmptyState title={words.none} action={<ButtonLink to={paths.addParts}>{words.addParts}</ButtonLink>} />
      ) : (
        <Table caption={words.caption} columns={columns} rows={parts.data} rowKey={({ _id }) => _id} />
      )}
    </section>
  )
}

const columns: Column<Part>[] = [
  { title: words.columns.number, cell: (_, index) => index + 1 },
  { title: words.columns.partName, cell: ({ name }) => name },
  { title: words.columns.stock, align: 'end', cell: ({ available }) => formatCount(available) },
  { title: words.columns.update, form: true, cell: (part) => <Restock part={part} /> },
  { title: words.priceColumn, cell: (part) => <EditOffer part={part} /> },
  { title: words.deleteColumn, cell: (part) => <RemovePart part={part} /> },
]
