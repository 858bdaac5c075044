import { useMemo, useRef, useState, type Key, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useFixedColumns, useNearby } from '#app/ui/long-table.ts'
import { useRowHeight } from '#app/ui/row-height.ts'

export type Column<Row> = {
  /** Heading of the column, and label of the cell where the table turns into cards. */
  title: string
  /** Content of a row's cell; `index` is from 0. */
  cell: (row: Row, index: number) => ReactNode
  /** Value to sort by, which makes the heading a button. Only for tables that have all rows of the list. */
  sort?: (row: Row) => string | number
  /** Aligns figures at the end. */
  align?: 'start' | 'end'
  /** Contains only buttons, and is not printed. */
  screenOnly?: boolean
  /** May need several lines: it is never cut. */
  multiline?: boolean
  /** Contains a form, which uses the whole width of a card. */
  form?: boolean
  /**
   * Place on a card: its name and its state are the first line, its actions the last; all others stand between, `plain`
   * ones without a label, `none` not at all.
   */
  card?: 'name' | 'state' | 'action' | 'plain' | 'none'
}

type TableProps<Row> = {
  /** Accessible name of the table. */
  caption: string
  columns: Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => Key
  /** Target of a row. The cell of the name becomes a link, which covers the row. */
  href?: (row: Row) => string
  /** Has many columns, so it turns into cards at a larger width. */
  wide?: boolean
}

/** Longer tables keep only the rows near the window in the document. */
const LONG_FROM = 200
const BLOCK_ROWS = 25

type Sorting = { title: string; descending: boolean }

/**
 * A table; in a narrow container each row becomes a card with the column titles as labels. The roles are explicit
 * because some browsers drop them from a table with another layout.
 */
export function Table<Row>({ caption, columns, rows, rowKey, href, wide }: TableProps<Row>) {
  const [sorting, setSorting] = useState<Sorting>()
  const sorted = useMemo(() => sortRows(rows, columns, sorting), [rows, columns, sorting])
  const isLong = rows.length > LONG_FROM
  const table = useRef<HTMLTableElement>(null)
  const { rowHeight } = useRowHeight()
  useFixedColumns(table, isLong)

  const renderRow = (row: Row, index: number) => (
    <tr key={rowKey(row)} role="row" aria-rowindex={isLong ? index + 2 : undefined} data-linked={href !== undefined || undefined}>
      {columns.map(({ title, cell, align, screenOnly, form, multiline, card }) => (
        <td
          key={title}
          role="cell"
          data-title={title}
          data-align={align}
          data-screen-only={screenOnly}
          data-form={form}
          data-multiline={multiline}
          data-card={card}
        >
          <div>
            {href && card === 'name' ? (
              <Link to={href(row)} prefetch="intent" className="row-link">
                {cell(row, index)}
              </Link>
            ) : (
              cell(row, index)
            )}
          </div>
        </td>
      ))}
    </tr>
  )
  return (
    <div className="table-frame">
      <table
        ref={table}
        role="table"
        className="table"
        data-wide={wide}
        data-rows={rowHeight}
        data-long={isLong || undefined}
        aria-rowcount={isLong ? rows.length + 1 : undefined}
      >
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row" aria-rowindex={isLong ? 1 : undefined}>
            {columns.map((column) => (
              <Heading key={column.title} column={column} sorting={sorting} onSort={setSorting} />
            ))}
          </tr>
        </thead>
        {isLong ? (
          blocksOf(sorted).map((start) => <Block key={start} rows={sorted} start={start} renderRow={renderRow} />)
        ) : (
          <tbody role="rowgroup">{sorted.map(renderRow)}</tbody>
        )}
      </table>
    </div>
  )
}

type HeadingProps<Row> = { column: Column<Row>; sorting: Sorting | undefined; onSort: (sorting: Sorting) => void }

function Heading<Row>({ column: { title, align, screenOnly, card, sort }, sorting, onSort }: HeadingProps<Row>) {
  const sorted = sorting?.title === title ? (sorting.descending ? 'descending' : 'ascending') : undefined
  return (
    <th role="columnheader" scope="col" data-align={align} data-screen-only={screenOnly} data-card={card} aria-sort={sorted}>
      {sort ? (
        <button type="button" className="sort-button" onClick={() => onSort({ title, descending: sorted === 'ascending' })}>
          {title}
        </button>
      ) : (
        title
      )}
    </th>
  )
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

const blocksOf = (rows: readonly unknown[]) => Array.from({ length: Math.ceil(rows.length / BLOCK_ROWS) }, (_, block) => block * BLOCK_ROWS)

type BlockProps<Row> = { rows: readonly Row[]; start: number; renderRow: (row: Row, index: number) => ReactNode }

/** Some rows of a long table; an empty space of their height while they are far from the window. */
function Block<Row>({ rows, start, renderRow }: BlockProps<Row>) {
  const end = Math.min(start + BLOCK_ROWS, rows.length)
  const { body, isNear, height } = useNearby(end - start, start === 0)
  return (
    <tbody ref={body} role="rowgroup">
      {isNear ? (
        rows.slice(start, end).map((row, offset) => renderRow(row, start + offset))
      ) : (
        <tr className="row-space" style={{ height }} aria-hidden="true" />
      )}
    </tbody>
  )
}
