import { Loading, type Failable } from '#app/ui/failure.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { TableSkeleton, type TableSkeletonProps } from '#app/ui/table-skeleton.tsx'

type LoadingListProps = TableSkeletonProps & {
  query: Failable
  /** Its heading, where the screen has no other. */
  title?: string | undefined
}

/** A list that is being read, or could not be: its heading, and a table of its columns. */
export function LoadingList({ query, title, ...table }: LoadingListProps) {
  return (
    <section className="grid grid-cols-1 gap-3">
      <div className="list-head [&>.spinner]:p-0">
        {title && <h2 className="text-xl wrap-anywhere">{title}</h2>}
        {query.error === null && <Spinner />}
      </div>
      <Loading query={query} skeleton={<TableSkeleton {...table} />} />
    </section>
  )
}
