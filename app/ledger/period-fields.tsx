import type { usePeriod } from '#app/ledger/use-period.ts'
import { booksWords as words } from '#app/words/books.ts'

/** The months that a screen of the books is about. */
export function PeriodFields({ from, to, choose }: ReturnType<typeof usePeriod>) {
  return (
    <div className="list-filters" data-screen-only>
      {(
        [
          ['from', from, words.from],
          ['to', to, words.to],
        ] as const
      ).map(([name, month, label]) => (
        <label key={name} className="grid min-w-0 flex-1 gap-1 sm:flex sm:flex-none sm:items-center sm:gap-2">
          <span className="text-soft">{label}</span>
          <input
            type="month"
            className="control min-w-0 sm:w-48"
            value={month}
            min="2020-01"
            onChange={({ target }) => choose(name, target.value)}
          />
        </label>
      ))}
    </div>
  )
}
