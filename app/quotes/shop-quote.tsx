import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { customerCalls } from '#contract/people/customers.ts'
import { formatAmount } from '#contract/basics/figures.ts'
import { offerCalls, type ShopQuote } from '#contract/quotes/offers.ts'
import { voidingCalls, type AdminQuote } from '#contract/quotes/voidings.ts'
import { dashboardPaths } from '#app/dashboard-paths.ts'
import { isUnknown, Loading } from '#app/ui/failure.tsx'
import { Allowed, useMay } from '#app/identity/may.tsx'
import { NotFoundText } from '#app/layout/not-found-text.tsx'
import { readOf } from '#app/api/queries.ts'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Time } from '#app/ui/time.tsx'
import { allQuotesWords } from '#app/words/all-quotes.ts'
import { dashboardWords } from '#app/words/dashboard.ts'
import { quoteOfferWords as words } from '#app/words/quote-offers.ts'
import { quotesWords } from '#app/words/quotes.ts'
import { ChooseVersion } from './choose-version.tsx'
import { FollowUp } from './follow-up.tsx'
import { MakeOffer } from './make-offer.tsx'
import { OfferTerms } from './offer-terms.tsx'
import { OtherOffers } from './other-offers.tsx'
import { QuoteFacts } from './quote-facts.tsx'
import { QuoteLines } from './quote-lines.tsx'
import { VoidOneQuote } from './void-one-quote.tsx'

/** A customer's quote for the people of the shop: read it, answer it with an offer, follow it up, withdraw it. */
export function ShopQuoteScreen({ id }: { id: string }) {
  const [search] = useSearchParams()
  const asked = Number(search.get('version'))
  const query = Number.isSafeInteger(asked) && asked > 0 ? { version: asked } : {}
  const quote = useQuery(readOf(offerCalls.one, { params: { id }, query }))
  if (isUnknown(quote.error)) return <NotFoundText />
  return quote.data ? <Screen quote={quote.data} /> : <Loading query={quote} title={quotesWords.pageTitle} />
}

function Screen({ quote }: { quote: ShopQuote }) {
  const { number, version, newestVersion, request, customer } = quote
  const isNewest = version === newestVersion
  const isOpen = (isNewest || quote.offer !== null) && quote.orderedAt === null && quote.withdrawn === null && !quote.expired
  const row: Pick<AdminQuote, '_id' | 'number' | 'version' | 'email'> = { ...quote, email: quote.heldFor ?? customer.email }
  return (
    <section className="grid grid-cols-1 gap-4 text-sm">
      <Breadcrumb above={[{ to: dashboardPaths.allQuotes, label: dashboardWords.allQuotes }]} here={number} />
      <div className="list-head">
        <h2 className="text-xl">
          <span>{quotesWords.one(number)} </span>
          {quote.name !== '' && <span className="text-base font-normal text-soft">{quote.name}</span>}
        </h2>
        <div className="list-head-actions">
          {newestVersion > 1 && <ChooseVersion quote={quote} />}
          {isOpen && (
            <>
              {isNewest && (
                <Allowed call={offerCalls.followUp}>
                  <FollowUp quote={row} />
                </Allowed>
              )}
              <Allowed call={voidingCalls.voidOne}>
                <VoidOneQuote quote={row} />
              </Allowed>
            </>
          )}
        </div>
      </div>
      {request !== null && (
        <Notice tone={request.answered ? 'info' : 'warning'}>
          <strong>{request.answered ? words.wasRequested : words.requested}</strong> · <Time value={request.at} />
          <p className="mt-1 max-w-prose whitespace-pre-line wrap-anywhere">{request.text}</p>
        </Notice>
      )}
      {quote.declinedFor !== null && <Notice tone="warning">{allQuotesWords.missed[quote.declinedFor]}</Notice>}
      {quote.orderedAt !== null && <Notice tone="success">{quotesWords.orderedNotice}</Notice>}
      {quote.withdrawn !== null && <Notice tone="danger">{quotesWords.withdrawnNotice(quote.withdrawn.reason)}</Notice>}
      <OtherOffers quote={quote} pathOf={(other) => `${dashboardPaths.allQuotes}/${quote._id}?version=${other}`} />
      {quote.offer !== null && <OfferTerms offer={quote.offer} isShared />}
      <QuoteFacts quote={quote} />
      <Panel>
        <Facts className="max-w-prose">
          <Fact title={words.customer}>
            {quote.heldFor === undefined ? <CustomerLink customer={customer} /> : words.heldFor(quote.heldFor)}
          </Fact>
          <Fact title={words.listTotal}>{formatAmount(quote.listTotal)}</Fact>
          <Fact title={words.followedUp}>{quote.followedUpAt === null ? words.never : <Time value={quote.followedUpAt} />}</Fact>
          {quote.note !== '' && <Fact title={quotesWords.noteOfBuyer}>{quote.note}</Fact>}
        </Facts>
      </Panel>
      {isNewest && quote.orderedAt === null ? (
        <Allowed call={offerCalls.make} otherwise={<QuoteLines quote={quote} isShared />}>
          <MakeOffer key={`offer on ${version}`} quote={quote} />
        </Allowed>
      ) : (
        <QuoteLines key={`lines of ${version}`} quote={quote} isShared />
      )}
    </section>
  )
}

function CustomerLink({ customer: { _id, email, displayName } }: Pick<ShopQuote, 'customer'>) {
  const text = displayName === '' ? email : `${displayName} · ${email}`
  return useMay()(customerCalls.one) ? (
    <Link to={dashboardPaths.customer(_id)} className="link wrap-anywhere">
      {text}
    </Link>
  ) : (
    <span className="wrap-anywhere">{text}</span>
  )
}
