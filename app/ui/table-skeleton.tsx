import { useRowHeight } from '#app/ui/row-height.ts'
import type { Column } from '#app/ui/table-row.tsx'

export type TableSkeletonProps = {
  /** Columns of the table during loading. */
  columns: readonly Pick<Column<never>, 'title' | 'align' | 'card'>[]
  /** Enough that the footer is below the window, before and after. */
  rows?: number
  wide?: boolean
}

/** Placeholder of a table during loading: its head of the same size, and empty rows. */
export function TableSkeleton({ columns, rows = 20, wide }: TableSkeletonProps) {
  const { rowHeight } = useRowHeight()
  return (
    <div className="table-frame @container">
      <table aria-hidden="true" className="table" data-wide={wide} data-rows={rowHeight} data-skeleton>
        <thead>
          <tr>
            {columns.map(({ title, align, card }) => (
              <th key={title} data-align={align} data-card={card}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: rows }, (_, row) => (
            <tr key={row}>
              {columns.map(({ title, card }) => (
                <td key={title} data-card={card}>
                  <div className="skeleton h-4">{'\u00a0'}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
