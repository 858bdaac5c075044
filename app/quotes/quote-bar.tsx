import type { ReactNode } from 'react'
import { Button } from '#app/ui/button.tsx'
import { quoteWords as words } from '#app/words/quote.ts'
import { toCents } from '#contract/basics/money.ts'
import { formatCents } from '#contract/basics/figures.ts'
import type { Figures } from './sheet-figures.ts'

/** From this many lines on, a progress bar is shown. */
const LONG_LIST = 100

/** At the lower edge of the window, unless it is low and the bar would cover the lines; beside them in a wide one. */
const BAR = [
  'quote-bar z-10 bottom-0 flex flex-wrap items-center gap-x-6 gap-y-3 px-5 py-3 border bg-surface',
  'max-xl:[@media(height>=32rem)]:sticky max-xl:border-edge max-xl:rounded-t-box max-xl:[box-shadow:var(--shadow-lift)]',
  'xl:grid xl:border-line xl:rounded-box max-[56rem]:-mx-2 max-[56rem]:px-3 print:static!',
].join(' ')

type QuoteBarProps = Pick<Figures, 'given' | 'total'> &
  Partial<Pick<Figures, 'waiting' | 'attention' | 'leftOut'>> & {
    /** What the total is, where it is not that of the lines alone. */
    title?: string
    /** The last added lines, which can be undone while they are priced; undefined without any. */
    onTakeBack?: (() => void) | undefined
    children?: ReactNode
  }

/** The total of the lines that can be ordered, always visible, with what is done next. */
export function QuoteBar({ given, total, waiting = 0, attention = 0, leftOut = toCents(0), title, onTakeBack, children }: QuoteBarProps) {
  const isLong = waiting > 0 && given >= LONG_LIST
  return (
    <div className={BAR}>
      {isLong && (
        <div className="flex basis-full items-center gap-4">
          <label className="grid grow gap-1 figures">
            {words.pricing(given - waiting, given)}
            <progress className="w-full h-2 accent-accent" value={given - waiting || undefined} max={given} />
          </label>
          {onTakeBack && (
            <Button variant="secondary" onClick={onTakeBack}>
              {words.stop}
            </Button>
          )}
        </div>
      )}
      <div className="flex flex-1 flex-wrap items-baseline justify-between gap-x-6 gap-y-1 xl:grid xl:gap-2 figures">
        <p role="status">
          <span>{words.lineCount(given)}</span>
          {given > 0 && waiting === 0 && (
            <span className={attention > 0 ? 'text-warning' : 'text-success'}>
              {` · ${attention > 0 ? words.attention(attention) : words.allWell}`}
            </span>
          )}
        </p>
        <p className="text-xl font-[650]">
          <span className="label-text">{waiting > 0 ? words.totalSoFar : (title ?? words.total)}</span>{' '}
          <output>{formatCents(total - leftOut)}</output>
        </p>
        {attention > 0 && <p className="label-text basis-full">{words.leftOut(attention, leftOut > 0 ? formatCents(leftOut) : '')}</p>}
      </div>
      <div className="flex gap-3 max-[56rem]:basis-full xl:grid xl:gap-2 max-[56rem]:[&>.button:first-child]:flex-1">{children}</div>
    </div>
  )
}
