import { Button } from '#app/ui/button.tsx'
import { ScrollBox } from '#app/ui/scroll-box.tsx'
import { quoteListWords as words } from '#app/words/quote-lists.ts'
import { quoteWords } from '#app/words/quote.ts'
import type { Table } from '#readers/lists/lines.ts'
import type { Columns } from '#readers/lists/recognise-columns.ts'
import type { List } from './use-list.ts'

/** How the last list was read: its columns, which can be changed, and the rows that are not lines; a press turns one into a line. */
export function ListReport({ list: { state, changeColumns, addNotRead } }: { list: List }) {
  if (state.kind !== 'report' || state.tone !== 'success') return null
  const { text, columns, notRead = [] } = state
  return (
    <>
      <p>{text}</p>
      {columns && (
        <p className="flex flex-wrap items-center gap-x-3">
          {columnsSentence(columns)}
          <Button variant="ghost" onClick={changeColumns}>
            {quoteWords.columnsChange}
          </Button>
        </p>
      )}
      {notRead.length > 0 && (
        <ScrollBox label={words.notReadRows(notRead.length)} className="max-h-60">
          <ul aria-label={words.notReadRows(notRead.length)}>
            {notRead.map((row) => (
              <li key={row.row} className="flex flex-wrap items-center justify-between gap-x-3 border-t border-line text-sm">
                <span className="min-w-0 flex-1 basis-40 py-2 wrap-anywhere">{row.whole}</span>
                <span className="text-soft">{words.whyNotRead[row.why]}</span>
                <Button
                  variant="ghost"
                  className="flex-none text-sm/[1.2]"
                  aria-label={words.addNotReadOf(row.whole)}
                  onClick={() => addNotRead(row)}
                >
                  {words.addNotRead}
                </Button>
              </li>
            ))}
          </ul>
        </ScrollBox>
      )}
    </>
  )
}

/** The titles of the columns that were read, or their numbers where there are none. */
function columnsSentence({ table, columns, isCounted }: { table: Table; columns: Columns; isCounted: boolean }): string {
  const { header, above = 0, part, quantity } = columns
  const titleOf = (column: number) => (header && table.rows[above]?.[column]?.trim()) || quoteWords.mapColumn(column + 1, '')
  return quoteWords.columnsRead(
    titleOf(part),
    quantity === undefined ? undefined : titleOf(quantity) + (isCounted ? quoteWords.counted : ''),
  )
}
