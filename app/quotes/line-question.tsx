import { formatCount } from '#contract/basics/figures.ts'
import { quoteListWords as words } from '#app/words/quote-lists.ts'
import { quoteWords } from '#app/words/quote.ts'
import type { Reading } from '#readers/lists/readings.ts'

type LineQuestionProps = {
  /** The quantity as it was given. */
  asked: string
  readings: Partial<Record<Reading, string>>
  /** Number of the line, from 1. */
  number: number
  /** Lines of the list with such a question. */
  asking: number
  onAnswer: (quantity: string) => void
  /** `done` says that it was done. */
  onAnswerAll: (reading: Reading, done: string) => void
}

/** Asks which of two numbers a quantity means, for this line or for all such lines. */
export function LineQuestion({ asked, readings, number, asking, onAnswer, onAnswerAll }: LineQuestionProps) {
  const choices = Object.entries(readings) as [Reading, string][]
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span>{words.twoReadings(asked)}</span>
      {choices.map(([reading, quantity]) => (
        <button
          key={reading}
          type="button"
          className="min-h-9 px-3 border border-line rounded-box text-ink font-semibold cursor-pointer hover:border-accent hover:bg-accent-tint figures"
          onClick={() => onAnswer(quantity)}
        >
          {words.pieces(shown(quantity))}
          <span className="sr-only">{quoteWords.choose(number)}</span>
        </button>
      ))}
      {asking > 1 && choices.length > 1 && (
        <>
          <span>{words.readAll(asking)}</span>
          {choices.map(([reading, quantity]) => (
            <button
              key={reading}
              type="button"
              className="line-action figures"
              onClick={() => onAnswerAll(reading, words.readAllDone(asking))}
            >
              {words.readAllAs(shown(quantity))}
            </button>
          ))}
        </>
      )}
    </span>
  )
}

/** '2000 x 1,000' as '2,000 x 1,000'. */
const shown = (quantity: string) => quantity.replace(/^\d+/, (digits) => formatCount(Number(digits)))
