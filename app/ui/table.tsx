import type { Key, ReactNode } from 'react'

export type Column<Row> = {
  /** Heading of the column, and label of the cell where the table turns into cards. */
  title: string
  /** Content of a row's cell; `index` is from 0. */
  cell: (row: Row, index: number) => ReactNode
  /** Aligns figures at the end. */
  align?: 'start' | 'end'
  /** Contains only buttons, and is not printed. */
  screenOnly?: boolean
  /** Contains a form, which uses the whole width of a card. */
  form?: boolean
}

type TableProps<Row> = {
  /** Accessible name of the table. */
  caption: string
  columns: Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => Key
  /** Has long texts in many columns, so it turns into cards at a larger width. */
  wide?: boolean
}

/**
 * A table; in a narrow container each row becomes a card with the column titles as labels. The roles are explicit
 * because some browsers drop them from a table with another layout.
 */
export function Table<Row>({ caption, columns, rows, rowKey, wide }: TableProps<Row>) {
  return (
    <div className="table-frame">
      <table role="table" className="table" data-wide={wide}>
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ title, align, screenOnly }) => (
              <th key={title} role="columnheader" scope="col" data-align={align} data-screen-only={screenOnly}>
                {title}
              </th>
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
