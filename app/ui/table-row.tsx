import { memo, type ReactNode } from 'react'
import { Link } from 'react-router'
import { SelectBox } from '#app/ui/select-box.tsx'
import { OPENS_HERE } from '#app/ui/use-opened.ts'

export type Column<Row> = {
  /** Heading of the column, and label of the cell where the table turns into cards. */
  title: string
  /** Content of a row's cell; `index` is from 0. A cell that takes no `index` is not drawn again when its row moves. */
  cell: (row: Row, index: number) => ReactNode
  /** Value to sort by, which makes the heading a button. Only for tables that have all rows of the list. */
  sort?: (row: Row) => string | number
  /** As `sort`, where the table has only a page of the list: the key that the list is sorted by. */
  sortsBy?: string
  /** Aligns figures at the end. */
  align?: 'start' | 'end'
  /** Contains only buttons, and is not printed. */
  screenOnly?: boolean
  /** May need several lines: it is never cut. */
  multiline?: boolean
  /** Takes the remaining width of the row, which is otherwise the name's. */
  fills?: boolean
  /** Is left out where the table has no room for all columns. A card has it. */
  spare?: boolean
  /** Contains a form, which uses the whole width of a card. */
  form?: boolean
  /**
   * Place on a card: its name and its state are the first line, its actions the last; all others are between, `plain`
   * ones without a label, `line` on a line of its own, `none` not at all. Where a column is the `head`, a card has three lines: heads and state; name, `count` and
   * `amount`; plain ones and actions.
   */
  card?: 'name' | 'state' | 'action' | 'plain' | 'line' | 'none' | 'head' | 'count' | 'amount'
}

type TableRowProps<Row> = {
  row: Row
  index: number
  columns: Column<Row>[]
  /** Target of the row. */
  to: string | undefined
  /** Where the document has only some rows of the table, so that each needs its place. */
  rowIndex: number | undefined
  /** Stands below the line of its group. */
  isGrouped: boolean
  /** Other rows of the table have boxes. */
  hasBoxes: boolean
  /** Names the row's box; a row without a name has none. */
  selectName: string | undefined
  isSelected: boolean
  onSelect: (index: number, isSelected: boolean, isRange: boolean) => void
}

type ContentProps<Row> = Pick<Column<Row>, 'cell'> & { row: Row; index: number }

/** What a cell contains, drawn again only when its row changes: not when the row is selected, nor when the list is sorted. */
const Content = memo(<Row,>({ cell, row, index }: ContentProps<Row>) => {
  const content = cell(row, index)
  // An empty cell is left out of a card, with its label.
  if (content === '') return null
  return typeof content === 'string' || typeof content === 'number' ? <span>{content}</span> : content
}) as <Row>(props: ContentProps<Row>) => ReactNode

function DrawnRow<Row>({ row, index, columns, to, hasBoxes, selectName, isSelected, onSelect, ...place }: TableRowProps<Row>) {
  return (
    <tr
      aria-rowindex={place.rowIndex}
      data-selected={isSelected || undefined}
      data-linked={to !== undefined || undefined}
      data-grouped={place.isGrouped || undefined}
    >
      {columns.map(({ title, cell, align, screenOnly, form, multiline, fills, spare, card }, column) => (
        <td
          key={title}
          data-title={title}
          data-align={align}
          data-screen-only={screenOnly}
          data-form={form}
          data-multiline={multiline}
          data-fills={fills}
          data-spare={spare}
          data-card={card}
        >
          <div>
            {/* In the first cell: the specified columns stay unchanged. */}
            {column === 0 && selectName !== undefined && (
              <SelectBox name={selectName} isSelected={isSelected} onSelect={(...select) => onSelect(index, ...select)} />
            )}
            {column === 0 && selectName === undefined && hasBoxes && <span className="select-box-space" />}
            {to && card === 'name' ? (
              <Link to={to} {...(to.startsWith('?') ? OPENS_HERE : { prefetch: 'intent' })} className="row-link">
                <Content cell={cell} row={row} index={cell.length > 1 ? index : 0} />
              </Link>
            ) : (
              <Content cell={cell} row={row} index={cell.length > 1 ? index : 0} />
            )}
          </div>
        </td>
      ))}
    </tr>
  )
}

/** A row is drawn only once while the list scrolls. */
export const TableRow = memo(DrawnRow) as typeof DrawnRow
