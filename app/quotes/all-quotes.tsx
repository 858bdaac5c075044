import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ORDERS_PAGE_SIZE, TEXT_LIMITS } from '#contract/limits.ts'
import { formatAmount } from '#contract/figures.ts'
import { voidingCalls, type AdminQuote } from '#contract/voidings.ts'
import { Allowed } from '#app/identity/may.tsx'
import { LoadFailed, Loading } from '#app/failure.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { readOf } from '#app/queries.ts'
import { EmailText } from '#app/ui/email-text.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ListHead } from '#app/ui/list-head.tsx'
import { ListPager, usePage } from '#app/ui/list-pager.tsx'
import { ListSearch, useListSearch } from '#app/ui/list-search.tsx'
import { Status, type Tone } from '#app/ui/status.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { ListSkeleton } from '#app/ui/table-skeleton.tsx'
import { Time } from '#app/ui/time.tsx'
import { allQuotesWords as words } from '#app/words/all-quotes.ts'
import { dashboardWords } from '#app/words/dashboard.ts'
import { VoidOneQuote } from './void-one-quote.tsx'
import { VoidQuotesOfPart } from './void-quotes-of-part.tsx'

export const meta = pageMeta(dashboardWords.allQuotes)

/** All quotes, to find and withdraw them. */
export default function AllQuotes() {
  const q = useListSearch(TEXT_LIMITS.search)
  const query = { page: usePage(), ...(q !== '' && { q }) }
  const list = useQuery({ ...readOf(voidingCalls.all, { query }), placeholderData: keepPreviousData })
  const { data, error, isPlaceholderData } = list

  if (!data) return <Loading query={list} skeleton={<ListSkeleton wide columns={columns} />} />
  return (
    <section className="grid grid-cols-1 gap-3">
      <ListHead title={q === '' ? words.total(data.count) : words.found(data.count, q)} lead={words.searchHint}>
        <ListSearch label={words.searchLabel} maxLength={TEXT_LIMITS.search} />
      </ListHead>
      {error && <LoadFailed query={list} />}
      {data.part && (
        <Allowed call={voidingCalls.voidMany}>
          <VoidQuotesOfPart key={data.part.partsId} part={data.part} />
        </Allowed>
      )}
      {data.count === 0 ? (
        <EmptyState title={q === '' ? words.none : words.noneFound}>{q === '' && words.noneMore}</EmptyState>
      ) : (
        <div aria-busy={isPlaceholderData || undefined}>
          <Table caption={words.caption} columns={columns} rows={data.quotes} rowKey={({ _id }) => _id} wide />
        </div>
      )}
      <ListPager page={data.page} count={data.count} size={ORDERS_PAGE_SIZE} label={words.pages} />
    </section>
  )
}

const columns: Column<AdminQuote>[] = [
  {
    title: words.columns.number,
    card: 'name',
    cell: ({ number, version }) => (
      <>
        {number} {version > 1 && <span className="font-normal text-soft">{words.version(version)}</span>}
      </>
    ),
  },
  { title: words.columns.buyer, cell: ({ email }) => <EmailText>{email}</EmailText> },
  { title: words.columns.total, align: 'end', cell: ({ total }) => formatAmount(total) },
  { title: words.columns.validUntil, cell: ({ validUntil }) => <Time value={validUntil} /> },
  { title: words.columns.state, card: 'state', multiline: true, cell: (quote) => <State quote={quote} /> },
  {
    title: words.columns.withdraw,
    card: 'action',
    screenOnly: true,
    cell: (quote) =>
      quote.state === 'open' && (
        <Allowed call={voidingCalls.voidOne}>
          <VoidOneQuote quote={quote} />
        </Allowed>
      ),
  },
]

const tones: Record<AdminQuote['state'], Tone> = { open: 'neutral', ordered: 'success', withdrawn: 'danger', expired: 'warning' }

function State({ quote: { state, reason } }: { quote: AdminQuote }) {
  return (
    <>
      <Status tone={tones[state]}>{words.states[state]}</Status>
      {reason !== null && <span className="label-text block wrap-anywhere">{reason}</span>}
    </>
  )
}
