import { quoteWords as words } from '#app/words/quote.ts'
import type { Figures } from './sheet-figures.ts'
import type { Filter, ShownLines } from './use-shown-lines.ts'

type QuoteFilterProps = { figures: Figures; shown: ShownLines }

/** Which lines are shown: all, those that need a decision, or those with a text. */
export function QuoteFilter({ figures, shown }: QuoteFilterProps) {
  const { filter, text, places, choose, search } = shown
  const buttons: [Filter, string, boolean][] = [
    ['all', words.showAll(figures.given), true],
    ['attention', words.showAttention(figures.attention), true],
    ['raised', words.showRaised(figures.raised), figures.raised > 0 || filter === 'raised'],
    ['text', words.showFound(places?.length ?? 0), filter === 'text'],
  ]
  return (
    <div className="flex flex-wrap items-center gap-2" role="group" aria-label={words.show}>
      {buttons.map(
        ([value, label, isOffered]) =>
          isOffered && (
            <button
              key={value}
              type="button"
              className="min-h-11 px-4 border border-edge rounded-[2rem] bg-surface font-semibold cursor-pointer hover:bg-sunken aria-pressed:border-accent aria-pressed:bg-accent aria-pressed:text-on-accent figures"
              aria-pressed={filter === value}
              onClick={() => (value === 'text' ? search(text) : choose(value))}
            >
              {label}
            </button>
          ),
      )}
      <input
        type="search"
        className="control flex-[1_1_12rem] sm:max-w-80 ms-auto"
        aria-label={words.find}
        placeholder={words.find}
        value={text}
        onChange={(event) => search(event.target.value)}
      />
    </div>
  )
}
