import { dayTextOf } from '#app/ui/days.ts'
import { Suspense, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import '#app/styles/quote-editor.css'
import { MAXIMUM_ORDERED_LINES } from '#contract/basics/limits.ts'
import { quoteCalls, type Quote } from '#contract/quotes/quotes.ts'
import { callApi } from '#app/api/api.ts'
import { isUnknown, Loading } from '#app/ui/failure.tsx'
import { useIdempotentSender } from '#app/api/idempotent-sender.ts'
import { paths } from '#app/paths.ts'
import { queryClient, readOf } from '#app/api/queries.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { lazyPart } from '#app/ui/lazy-part.ts'
import { useAction } from '#app/api/use-action.ts'
import { Status } from '#app/ui/status.tsx'
import { sampleWords } from '#app/words/samples.ts'
import { quotesWords as words } from '#app/words/quotes.ts'
import { AnswerQuote } from './answer-quote.tsx'
import { ChooseVersion } from './choose-version.tsx'
import { DownloadButtons } from './download-buttons.tsx'
import { EditLines } from './edit-lines.tsx'
import { formatAmount } from '#contract/basics/figures.ts'
import { OfferTerms } from './offer-terms.tsx'
import { OrderQuote } from './order-quote.tsx'
import { OtherOffers } from './other-offers.tsx'
import { QuoteFacts } from './quote-facts.tsx'
import { isProblem, QuoteLines } from './quote-lines.tsx'
import { QuoteWordsForm } from './quote-words-form.tsx'
import { RemoveQuote } from './remove-quote.tsx'
import { ShareQuote } from './share-quote.tsx'

const EditReleases = lazyPart(async () => (await import('./edit-releases.tsx')).EditReleases)

/** One saved quote: read it, change it, share it, order it. Another person's is not found. */
export function OneQuote({ id }: { id: string }) {
  const [search] = useSearchParams()
  const asked = Number(search.get('version'))
  const version = Number.isSafeInteger(asked) && asked > 0 ? asked : undefined
  const quote = useQuery(readOf(quoteCalls.one, { params: { id }, query: version === undefined ? {} : { version } }))

  if (quote.data) return <QuoteScreen key={id} quote={quote.data} />
  if (isUnknown(quote.error)) {
    return (
      <EmptyState title={words.gone} action={<ButtonLink to={paths.quotes}>{words.allQuotes}</ButtonLink>}>
        {words.goneReason}
      </EmptyState>
    )
  }
  return <Loading query={quote} title={words.pageTitle} />
}

/** Totals in dollars before and after new prices were asked for; `version` is the one that has them. */
type Requoted = { version: number; before: number; after: number }

function QuoteScreen({ quote }: { quote: Quote }) {
  const [requoted, setRequoted] = useState<Requoted>()
  const { version, newestVersion, number, expired, withdrawn, lines } = quote
  const isNewest = version === newestVersion
  /** Its prices no longer bind the shop. */
  const isOver = expired || withdrawn !== null
  const problems = lines.filter(isProblem).length
  const isOpen = !isOver && quote.orderable && quote.orderedAt === null
  const canOrder = isOpen && lines.length <= MAXIMUM_ORDERED_LINES
  const [aside, setAside] = useState<HTMLElement | null>(null)
  const canChange = isNewest && !isOver && quote.orderedAt === null && !quote.sample

  return (
    <section className="grid gap-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 className="text-xl">
          <span>{words.one(number)}</span> {quote.sample && <Status tone="neutral">{sampleWords.samples}</Status>}
          {quote.name !== '' && <span className="block text-base font-normal text-soft">{quote.name}</span>}
        </h2>
        {newestVersion > 1 && <ChooseVersion quote={quote} />}
      </div>
      {!isNewest && (
        <Notice
          action={
            <ButtonLink variant="secondary" to={paths.quoteOne(quote._id)}>
              {words.showNewest}
            </ButtonLink>
          }
        >
          {words.older(version, newestVersion)}
        </Notice>
      )}
      <OtherOffers quote={quote} pathOf={(other) => `${paths.quoteOne(quote._id)}?version=${other}`} />
      {requoted?.version === version && <Notice tone="success">{requotedText(requoted)}</Notice>}
      {quote.offer !== null && <OfferTerms offer={quote.offer} />}
      <QuoteFacts quote={quote} />
      {quote.orderedAt !== null && (
        <Notice
          tone="success"
          action={
            <ButtonLink variant="secondary" to={paths.dashboard}>
              {words.toOrders}
            </ButtonLink>
          }
        >
          {words.orderedNotice}
        </Notice>
      )}
      {isOver && quote.orderedAt === null && <PricesOver quote={quote} onRequoted={setRequoted} />}
      {!isOver && isNewest && quote.orderedAt === null && problems > 0 && (
        <Notice tone="warning" action={<EditLines quote={quote} />}>
          {words.attention(problems)}
        </Notice>
      )}
      <div className={canOrder ? BESIDE_SUMMARY : 'grid grid-cols-1 gap-6'}>
        <div className="grid grid-cols-1 gap-6 min-w-0">
          <div className="flex flex-wrap gap-3">
            {problems === 0 || isOver || !isNewest || quote.orderedAt !== null ? <EditLines quote={quote} /> : null}
            {canChange && (
              <Suspense fallback={null}>
                <EditReleases quote={quote} />
              </Suspense>
            )}
            <DownloadButtons wanted={{ id: quote._id, version }} name={`${number}-v${version}`} />
          </div>
          <QuoteLines key={`lines of ${version}`} quote={quote} />
          {canOrder && <OrderQuote key={`order of ${version}`} quote={quote} aside={aside} />}
          {isOpen && !canOrder && <Notice tone="warning">{words.tooManyLines(MAXIMUM_ORDERED_LINES)}</Notice>}
        </div>
        {canOrder && <aside ref={setAside} aria-label={words.summary} className={SUMMARY} />}
        <div className="grid grid-cols-1 gap-6 min-w-0">
          {isNewest && quote.orderedAt === null && <AnswerQuote key={`answer to ${version}`} quote={quote} />}
          <div className="grid items-start gap-6 lg:grid-cols-2">
            <QuoteWordsForm quote={quote} />
            <ShareQuote quote={quote} />
          </div>
          <RemoveQuote quote={quote} />
        </div>
      </div>
    </section>
  )
}

/** The lines and the fields of the order, and what they cost beside or below them, as in the editor; the rest follows. */
const BESIDE_SUMMARY = 'quote-screen grid grid-cols-1 gap-6 xl:grid-cols-[minmax(0,1fr)_17rem] xl:items-start'
const SUMMARY = [
  'contents xl:sticky xl:top-[calc(var(--header-height)+1rem)] xl:row-span-2 xl:grid xl:grid-cols-1 xl:gap-5',
  '[&>.notice]:min-w-0 print:static!',
].join(' ')

/**
 * A quote that expired or was withdrawn is never ordered at today's prices unseen: they are asked for, and shown beside the
 * old ones.
 */
function PricesOver({ quote, onRequoted }: { quote: Quote; onRequoted: (requoted: Requoted) => void }) {
  const navigate = useNavigate()
  const sender = useIdempotentSender<{ version: number }>()
  const requote = useAction({
    send: () =>
      sender(
        { version: quote.newestVersion },
        (request) => callApi(quoteCalls.requote, { params: { id: quote._id }, ...request }),
        quote._id,
      ),
    onDone: (renewed) => {
      onRequoted({ version: renewed.version, before: quote.total, after: renewed.total })
      queryClient.setQueryData(readOf(quoteCalls.one, { params: { id: quote._id }, query: {} }).queryKey, renewed)
      void navigate(paths.quoteOne(quote._id), { replace: true, preventScrollReset: true })
    },
    changes: [quoteCalls.one, quoteCalls.mine],
  })
  const isNewest = quote.version === quote.newestVersion
  return (
    <Notice
      tone="warning"
      action={
        isNewest && (
          <Button busy={requote.isRunning} onClick={() => requote.run()}>
            {words.requote}
          </Button>
        )
      }
    >
      {quote.withdrawn ? words.withdrawnNotice(quote.withdrawn.reason) : words.expiredNotice(dayTextOf(new Date(quote.validUntil)))}
    </Notice>
  )
}

function requotedText({ before, after }: Requoted): string {
  const by = after - before
  const difference = by === 0 ? words.theSame : by > 0 ? words.dearer(formatAmount(by)) : words.cheaper(formatAmount(-by))
  return words.requoted({ before: formatAmount(before), after: formatAmount(after), difference })
}
