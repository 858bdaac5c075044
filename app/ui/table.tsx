import { useCallback, useDeferredValue, useLayoutEffect, useMemo, useRef, useState, type Key, type ReactNode } from 'react'
import { useFixedColumns } from '#app/ui/fixed-columns.ts'
import { LongRows } from '#app/ui/long-rows.tsx'
import { useRowHeight } from '#app/ui/row-height.ts'
import { rowsBetween, type Selection } from '#app/ui/selection.ts'
import { TableRow, type Column } from '#app/ui/table-row.tsx'

export type { Column }

export type TableProps<Row> = {
  /** Accessible name of the table. */
  caption: string
  columns: Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => Key
  /** Target of a row: a screen, or a query that opens it beside the table. The cell of the name becomes a link, which covers the row. */
  href?: (row: Row) => string
  /** Has many columns, so it turns into cards at a larger width. */
  wide?: boolean
  /** Puts a box into each row that can be selected. The screen shows a `SelectionBar`. */
  selection?: Selection<Row>
  /** Sorts a list of which the table has only a page; a leading `-` reverses the order. */
  order?: { by: string | undefined; onSort: (by: string) => void }
  /** Rows of one group stand together, at the place of the first, below a line that `renderHead` draws. A row without a group stands alone. */
  groups?: { of: (row: Row) => string | null | undefined; renderHead: (rows: readonly Row[]) => ReactNode } | undefined
  /** A table with more rows keeps only those near the window in the document. */
  longFrom?: number | undefined
}

const LONG_FROM = 200

type Sorting = { title: string; descending: boolean }

/**
 * A table; in a narrow container each row becomes a card with the column titles as labels. Browsers keep the roles of a table that has
 * another layout.
 */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  href,
  wide,
  selection,
  order,
  groups,
  longFrom = LONG_FROM,
}: TableProps<Row>) {
  const [sorting, setSorting] = useState<Sorting>()
  // The heading answers at once; the rows follow in a render that a further press interrupts.
  const applied = useDeferredValue(sorting)
  const groupOf = groups?.of
  const lines = useMemo(() => linesOf(sortRows(rows, columns, applied), groupOf), [rows, columns, applied, groupOf])
  const sorted = useMemo(() => lines.flatMap((line) => ('row' in line ? [line.row] : [])), [lines])
  const isLong = rows.length > longFrom
  const table = useRef<HTMLTableElement>(null)
  const { rowHeight } = useRowHeight()
  useFixedColumns(table, columns.length, isLong)
  const onSelect = useRangeSelect(sorted, selection)

  const renderLine = (line: Line<Row>, place: number) => {
    const rowIndex = isLong ? place + 2 : undefined
    if ('head' in line) {
      return (
        <tr key={`group ${line.group}`} aria-rowindex={rowIndex} className="row-group">
          <td colSpan={columns.length}>{groups?.renderHead(line.head)}</td>
        </tr>
      )
    }
    const { row, index, group } = line
    return (
      <TableRow
        key={rowKey(row)}
        row={row}
        index={index}
        columns={columns}
        to={href?.(row)}
        rowIndex={rowIndex}
        isGrouped={group !== undefined}
        hasBoxes={selection !== undefined}
        selectName={selection?.isSelectable(row) ? selection.nameOf(row) : undefined}
        isSelected={selection?.isSelected(row) ?? false}
        onSelect={onSelect}
      />
    )
  }

  return (
    // Cards where the table would not fit: it is the room beside the menu that counts, not the window.
    <div className="table-frame @container">
      <table
        ref={table}
        className="table"
        data-wide={wide}
        data-rows={rowHeight}
        data-filled={columns.some(({ fills }) => fills) || undefined}
        data-headed={columns.some(({ card }) => card === 'head') || undefined}
        data-long={isLong || undefined}
        aria-rowcount={isLong ? lines.length + 1 : undefined}
      >
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr aria-rowindex={isLong ? 1 : undefined}>
            {columns.map((column) => (
              <Heading
                key={column.title}
                column={column}
                sorting={order ? sortingOf(columns, order.by) : sorting}
                onSort={order ? ({ descending }) => order.onSort(`${descending ? '-' : ''}${column.sortsBy}`) : setSorting}
              />
            ))}
          </tr>
        </thead>
        {isLong ? (
          <LongRows key={rowHeight} rows={lines} columns={columns.length} renderRow={renderLine} />
        ) : (
          <tbody>{lines.map(renderLine)}</tbody>
        )}
      </table>
    </div>
  )
}

/** A row of the table, with its place among the rows, or the line above the rows of a group. */
type Line<Row> = { row: Row; index: number; group: string | undefined } | { group: string; head: readonly Row[] }

function linesOf<Row>(rows: readonly Row[], groupOf: ((row: Row) => string | null | undefined) | undefined): Line<Row>[] {
  const byGroup = Map.groupBy(rows, (row, index) => groupOf?.(row) ?? index)
  let index = 0
  return [...byGroup].flatMap(([key, together]) => {
    const group = typeof key === 'string' ? key : undefined
    const lines = together.map((row) => ({ row, index: index++, group }))
    return group === undefined ? lines : [{ group, head: together }, ...lines]
  })
}

/** Selects a row, or with Shift all from the one before. It stays the same function, so that rows are not drawn again. */
function useRangeSelect<Row>(rows: readonly Row[], selection: Selection<Row> | undefined) {
  const latest = useRef({ rows, selection })
  const before = useRef(0)
  useLayoutEffect(() => {
    latest.current = { rows, selection }
  })
  return useCallback((index: number, isSelected: boolean, isRange: boolean) => {
    const { rows: shown, selection: current } = latest.current
    const changed = rowsBetween(shown, isRange ? before.current : index, index)
    if (current) current.select(changed.filter(current.isSelectable), isSelected)
    before.current = index
  }, [])
}

type HeadingProps<Row> = { column: Column<Row>; sorting: Sorting | undefined; onSort: (sorting: Sorting) => void }

function Heading<Row>({ column: { title, align, screenOnly, fills, card, spare, sort, sortsBy }, sorting, onSort }: HeadingProps<Row>) {
  const sorted = sorting?.title === title ? (sorting.descending ? 'descending' : 'ascending') : undefined
  return (
    <th
      scope="col"
      data-align={align}
      data-screen-only={screenOnly}
      data-fills={fills}
      data-card={card}
      data-spare={spare}
      aria-sort={sorted}
    >
      {sort || sortsBy ? (
        <button type="button" className="sort-button" onClick={() => onSort({ title, descending: sorted === 'ascending' })}>
          {title}
        </button>
      ) : (
        title
      )}
    </th>
  )
}

function sortingOf<Row>(columns: Column<Row>[], by: string | undefined): Sorting | undefined {
  const column = by && columns.find(({ sortsBy }) => sortsBy === by.replace(/^-/, ''))
  return column ? { title: column.title, descending: by.startsWith('-') } : undefined
}

const alphabetical = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

function sortRows<Row>(rows: readonly Row[], columns: Column<Row>[], sorting: Sorting | undefined): readonly Row[] {
  const valueOf = columns.find(({ title }) => title === sorting?.title)?.sort
  if (!sorting || !valueOf) return rows
  const sign = sorting.descending ? -1 : 1
  return rows
    .map((row) => ({ row, value: valueOf(row) }))
    .toSorted(
      ({ value: a }, { value: b }) =>
        sign * (typeof a === 'number' && typeof b === 'number' ? a - b : alphabetical.compare(`${a}`, `${b}`)),
    )
    .map(({ row }) => row)
}
