import { useRef, type ReactNode } from 'react'
import { useNearRows, type Range } from '#app/ui/near-rows.ts'
import { tableWords as words } from '#app/words/tables.ts'

type LongRowsProps<Row> = {
  rows: readonly Row[]
  columns: number
  renderRow: (row: Row, index: number) => ReactNode
}

/** The rows of a long table: those near the window, and empty space in place of the others. */
export function LongRows<Row>({ rows, columns, renderRow }: LongRowsProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null)
  const { ranges, line, isPrinted } = useNearRows(body, rows.length)

  const space = (start: number, end: number): ReactNode =>
    end > start && (
      <tr
        key={`before ${end}`}
        // Rows that are drawn in its place must not scroll the window.
        className="row-space [overflow-anchor:none]"
        style={{ height: Math.ceil((end - start) / line.rows) * line.height }}
        aria-hidden="true"
      />
    )
  const drawn = ({ start, end }: Range) => rows.slice(start, end).map((row, offset) => renderRow(row, start + offset))

  const end = ranges.at(-1)!.end // there is always one
  return (
    <tbody ref={body}>
      {/* One flat list: a row that has the focus stays the same element when it is near the window again. */}
      {ranges.flatMap((range, index) => [space(ranges[index - 1]?.end ?? 0, range.start), ...drawn(range)])}
      {isPrinted ? end < rows.length && <NotPrinted rows={rows.length - end} columns={columns} /> : space(end, rows.length)}
    </tbody>
  )
}

const NotPrinted = ({ rows, columns }: { rows: number; columns: number }) => (
  <tr>
    <td colSpan={columns}>{words.notPrinted(rows)}</td>
  </tr>
)
