import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { quoteCalls, type Quote } from '#contract/quotes.ts'
import { isUnknown, LoadFailed } from '#app/failure.tsx'
import { paths } from '#app/paths.ts'
import { queryClient, readOf } from '#app/queries.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Page } from '#app/ui/page.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { quotesWords as words } from '#app/words/quotes.ts'
import { DownloadButtons } from './download-buttons.tsx'
import { QuoteFacts } from './quote-facts.tsx'
import { QuoteLines } from './quote-lines.tsx'

/** What a private link leads to. */
export function SharedQuoteScreen({ secret }: { secret: string }) {
  return <QueryClientProvider client={queryClient}><SharedQuote secret={secret} /></QueryClientProvider>
}

function SharedQuote({ secret }: { secret: string }) {
  const quote = useQuery(readOf(quoteCalls.shared, { params: { secret } }))
  if (quote.data) return <SharedQuotePage quote={quote.data} secret={secret} />
  if (isUnknown(quote.error)) {
    return (
      <Page title={words.sharedGone} lead={words.sharedGoneReason}>
        <ButtonLink to={paths.quote}>{words.makeYourOwn}</ButtonLink>
      </Page>
    )
  }
  return (
    <div className="shell py-10">
      {quote.error ? (
        <LoadFailed error={quote.error} onRetry={() => void quote.refetch()} busy={quote.isFetching} />
      ) : (
        <Spinner />
      )}
    </div>
  )
}

function SharedQuotePage({ quote, secret }: { quote: Quote; secret: string }) {
  return (
    <Page title={quote.name || words.one(quote.number)} lead={words.sharedLead}>
      <div className="grid gap-6">
        {quote.expired && <Notice tone="warning">{words.expired}</Notice>}
        <QuoteFacts quote={quote} />
        {quote.note !== '' && <p className="max-w-prose whitespace-pre-line">{quote.note}</p>}
        <DownloadButtons wanted={{ secret }} name={quote.number} />
        <QuoteLines lines={quote.lines} />
      </div>
    </Page>
  )
}
