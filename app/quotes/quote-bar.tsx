import type { ReactNode } from 'react'
import { Button } from '#app/ui/button.tsx'
import { quoteWords as words } from '#app/words/quote.ts'
import { centsToDollars } from '#contract/money.ts'
import { formatAmount } from '#contract/figures.ts'
import type { Figures } from './sheet-figures.ts'

/** From this many lines on, a progress bar is shown. */
const LONG_LIST = 100

type QuoteBarProps = {
  figures: Figures
  /** The last added lines, which can be undone while they are priced; undefined without any. */
  onTakeBack: (() => void) | undefined
  children: ReactNode
}

/** The total of all lines, always visible. */
export function QuoteBar({ figures, onTakeBack, children }: QuoteBarProps) {
  const { given, waiting, total, attention } = figures
  const isLong = waiting > 0 && given >= LONG_LIST
  return (
    <div className="quote-bar">
      {isLong && (
        <div className="quote-bar-progress">
          <label className="grid grow gap-1 figures">
            {words.pricing(given - waiting, given)}
            <progress className="quote-progress" value={given - waiting} max={given} />
          </label>
          {onTakeBack && (
            <Button variant="secondary" onClick={onTakeBack}>
              {words.stop}
            </Button>
          )}
        </div>
      )}
      <div className="quote-bar-figures figures">
        <p role="status">
          {words.lineCount(given)}
          {given > 0 && waiting === 0 && (
            <span className={attention > 0 ? 'text-warning' : 'text-success'}>
              {' '}
              · {attention > 0 ? words.attention(attention) : words.allWell}
            </span>
          )}
        </p>
        <p className="quote-bar-total">
          <span className="label-text">{waiting > 0 ? words.totalSoFar : words.total}</span>{' '}
          <output>{formatAmount(centsToDollars(total))}</output>
        </p>
      </div>
      <div className="quote-bar-actions">{children}</div>
    </div>
  )
}
