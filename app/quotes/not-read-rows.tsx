import { Button } from '#app/ui/button.tsx'
import { quoteListWords as words } from '#app/words/quote-lists.ts'
import type { NotRead } from '#lists/read-list.ts'

/** Rows of a list that are not lines, with their texts; a press turns one into a line. */
export function NotReadRows({ rows, onAdd }: { rows: readonly NotRead[]; onAdd: (row: NotRead) => void }) {
  return (
    <details open className="not-read">
      <summary>{words.notReadRows(rows.length)}</summary>
      {/* Focusable, so that it can be scrolled by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul tabIndex={0} aria-label={words.notReadRows(rows.length)}>
        {rows.map((row) => (
          <li key={row.row}>
            <span>{row.whole}</span>
            <Button variant="ghost" aria-label={words.addNotReadOf(row.whole)} onClick={() => onAdd(row)}>
              {words.addNotRead}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}
