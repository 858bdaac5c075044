import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useRouteLoaderData } from 'react-router'
import { DEFAULT_SHOP_NAME } from '#contract/basics/limits.ts'
import { quoteCalls, type Quote } from '#contract/quotes/quotes.ts'
import { isUnknown, Loading } from '#app/ui/failure.tsx'
import { SoldByPanel } from '#app/layout/sold-by.tsx'
import { paths } from '#app/paths.ts'
import { queryClient, readOf } from '#app/api/queries.ts'
import type { loader as rootLoader } from '#app/root.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Page } from '#app/ui/page.tsx'
import { quotesWords as words } from '#app/words/quotes.ts'
import { DownloadButtons } from './download-buttons.tsx'
import { OfferTerms } from './offer-terms.tsx'
import { QuoteFacts } from './quote-facts.tsx'
import { QuoteLines } from './quote-lines.tsx'

/** The screen of a private link. */
export function SharedQuoteScreen({ secret }: { secret: string }) {
  return (
    <QueryClientProvider client={queryClient}>
      <SharedQuote secret={secret} />
    </QueryClientProvider>
  )
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
      <Loading query={quote} />
    </div>
  )
}

function SharedQuotePage({ quote, secret }: { quote: Quote; secret: string }) {
  const shopName = useRouteLoaderData<typeof rootLoader>('root')?.shopName ?? DEFAULT_SHOP_NAME
  return (
    <Page title={words.one(quote.number)} lead={words.sharedLead(shopName)}>
      <div className="grid grid-cols-1 gap-6">
        {quote.withdrawn !== null && <Notice tone="warning">{words.withdrawnNotice(quote.withdrawn.reason)}</Notice>}
        {quote.expired && <Notice tone="warning">{words.expired}</Notice>}
        {quote.offer !== null && <OfferTerms offer={quote.offer} isShared />}
        <QuoteFacts quote={quote} />
        <BuyersWords quote={quote} />
        <DownloadButtons wanted={{ secret }} name={quote.number} />
        <QuoteLines quote={quote} isShared />
        <SoldByPanel />
      </div>
    </Page>
  )
}

/** The buyer's texts, as plain text under titles that say so, because they are on the shop's page. */
function BuyersWords({ quote: { name, note } }: { quote: Quote }) {
  if (name === '' && note === '') return null
  return (
    <dl className="grid gap-3 border-s-3 border-s-line ps-4">
      {name !== '' && <BuyersText title={words.nameOfBuyer} text={name} />}
      {note !== '' && <BuyersText title={words.noteOfBuyer} text={note} />}
    </dl>
  )
}

function BuyersText({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <dt className="label-text">{title}</dt>
      <dd className="max-w-prose whitespace-pre-line wrap-anywhere">{text}</dd>
    </div>
  )
}
