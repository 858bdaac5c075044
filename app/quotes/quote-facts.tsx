import type { ReactNode } from 'react'
import type { QuoteSummary } from '#contract/quotes/quotes.ts'
import { Time } from '#app/ui/time.tsx'
import { quotesWords as words } from '#app/words/quotes.ts'
import { formatAmount, formatCount } from '#contract/basics/figures.ts'

/** Total, size and validity of a saved quote. */
export function QuoteFacts({ quote }: { quote: QuoteSummary }) {
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-4 figures">
      <Fact title={words.total} className="text-xl/[1.6]">
        {formatAmount(quote.total)}
      </Fact>
      <Fact title={words.lines}>{formatCount(quote.lineCount)}</Fact>
      <Fact title={words.versions}>{quote.version}</Fact>
      <Fact title={words.pricedAt}>
        <Time value={quote.createdAt} />
      </Fact>
      {quote.withdrawn === null ? (
        <Fact title={words.validUntil}>
          <Time value={quote.validUntil} />
        </Fact>
      ) : (
        <Fact title={words.withdrawn}>
          <Time value={quote.withdrawn.at} />
        </Fact>
      )}
    </dl>
  )
}

function Fact({ title, className = '', children }: { title: string; className?: string; children: ReactNode }) {
  return (
    <div>
      <dt className="label-text">{title}</dt>
      <dd className={`font-semibold ${className}`}>{children}</dd>
    </div>
  )
}
