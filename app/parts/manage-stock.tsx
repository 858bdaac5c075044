import { useQuery } from '@tanstack/react-query'
import { partCalls, type Part } from '#contract/parts.ts'
import { LoadFailed } from '#app/failure.tsx'
import { AdminOnly } from '#app/identity/guards.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { RemovePart } from '#app/parts/remove-part.tsx'
import { Restock } from '#app/parts/restock.tsx'
import { paths } from '#app/paths.ts'
import { readOf } from '#app/queries.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { useKeptFocus } from '#app/ui/kept-focus.ts'
import { Spinner } from '#app/ui/spinner.tsx'
import { Table, type Column } from '#app/ui/table.tsx'

export const meta = pageMeta('Manege Product')

/** Specification section 2, "Manege Product". */
export default function ManageStock() {
  return <AdminOnly><Parts /></AdminOnly>
}

function Parts() {
  const parts = useQuery(readOf(partCalls.all))
  const heading = useKeptFocus<HTMLHeadingElement>(parts.data?.length ?? 0)

  if (!parts.data) {
    return parts.error ? (
      <LoadFailed error={parts.error} onRetry={() => void parts.refetch()} busy={parts.isFetching} />
    ) : (
      <Spinner />
    )
  }
  return (
    <section>
      <h2 ref={heading} tabIndex={-1} className="mb-6 text-xl">Manege Product</h2>
      {parts.data.length === 0 ? (
        <EmptyState
          title="There are no parts in the shop yet."
          action={<ButtonLink to={paths.addParts}>Add A Parts</ButtonLink>}
        />
      ) : (
        <Table caption="Parts and their stock" columns={columns} rows={parts.data} rowKey={({ _id }) => _id} />
      )}
    </section>
  )
}

const columns: Column<Part>[] = [
  { title: 'SN', cell: (_, index) => index + 1 },
  { title: 'Parts Name', cell: ({ name }) => name },
  { title: 'Quality', align: 'end', cell: ({ available }) => available },
  { title: 'Update Quantity', cell: (part) => <Restock part={part} /> },
  { title: 'Delete', cell: (part) => <RemovePart part={part} /> },
]
