import { Button } from '#app/ui/button.tsx'
import { quoteListWords as words } from '#app/words/quote-lists.ts'
import type { NotRead } from '#readers/lists/read-list.ts'

/** Rows of a list that are not lines, with their texts; a press turns one into a line. */
export function NotReadRows({ rows, onAdd }: { rows: readonly NotRead[]; onAdd: (row: NotRead) => void }) {
  return (
    <details open className="border border-line rounded-box bg-surface">
      <summary className="px-4 py-2.5 font-semibold cursor-pointer">{words.notReadRows(rows.length)}</summary>
      {/* Focusable, so that it can be scrolled by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul tabIndex={0} className="max-h-60 overflow-y-auto" aria-label={words.notReadRows(rows.length)}>
        {rows.map((row) => (
          <li key={row.row} className="flex items-center justify-between gap-3 ps-4 border-t border-t-line text-sm text-soft">
            <span className="min-w-0 py-2 wrap-anywhere">{row.whole}</span>
            <Button
              variant="ghost"
              className="flex-none text-sm/[1.2]"
              aria-label={words.addNotReadOf(row.whole)}
              onClick={() => onAdd(row)}
            >
              {words.addNotRead}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}
