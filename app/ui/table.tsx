import type { Key, ReactNode } from 'react'

export type Column<Row> = {
  /** Heading of the column, and label of the cell where the table turns into cards. */
  title: string
  /** What stands in a row's cell; `index` counts from 0. */
  cell: (row: Row, index: number) => ReactNode
  /** Figures line up at the end. */
  align?: 'start' | 'end'
  /** Holds nothing but buttons, and is left out on paper. */
  screenOnly?: boolean
  /** Holds a form, which takes the whole width of a card. */
  form?: boolean
}

type TableProps<Row> = {
  /** Says what the table holds, for those who do not see the heading above it. */
  caption: string
  columns: Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => Key
  /** Has long texts in many columns, and so turns into cards sooner. */
  wide?: boolean
}

/**
 * A plain table; where it has too little room each row becomes a card with the column titles as labels.
 * The roles are spelled out because a table that is not laid out as one loses them in some browsers.
 */
export function Table<Row>({ caption, columns, rows, rowKey, wide }: TableProps<Row>) {
  return (
    <div className="table-frame">
      <table role="table" className="table" data-wide={wide}>
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ title, align, screenOnly }) => (
              <th key={title} role="columnheader" scope="col" data-align={align} data-screen-only={screenOnly}>{title}</th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row, index) => (
            <tr key={rowKey(row)} role="row">
              {columns.map(({ title, cell, align, screenOnly, form }) => (
                <td key={title} role="cell" data-title={title} data-align={align} data-screen-only={screenOnly} data-form={form}>
                  <div>{cell(row, index)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
