import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { ORDERS_PAGE_SIZE } from '#contract/limits.ts'
import { formatAmount, formatCount } from '#contract/figures.ts'
import { offerCalls } from '#contract/offers.ts'
import { quoteFilters, voidingCalls, type AdminQuote } from '#contract/voidings.ts'
import { dashboardPaths } from '#app/dashboard-paths.ts'
import { Allowed } from '#app/identity/may.tsx'
import { LoadFailed, Loading } from '#app/failure.tsx'
import { readOf } from '#app/queries.ts'
import { EmailText } from '#app/ui/email-text.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { FilterChips } from '#app/ui/filter-chips.tsx'
import { ListHead } from '#app/ui/list-head.tsx'
import { ListPager, usePage } from '#app/ui/list-pager.tsx'
import { ListSearch, useListSearch } from '#app/ui/list-search.tsx'
import { Status, type Tone } from '#app/ui/status.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { ListSkeleton } from '#app/ui/table-skeleton.tsx'
import { Day } from '#app/ui/time.tsx'
import { allQuotesWords as words } from '#app/words/all-quotes.ts'
import { FollowUp } from './follow-up.tsx'
import { VoidOneQuote } from './void-one-quote.tsx'
import { VoidQuotesOfPart } from './void-quotes-of-part.tsx'

/** All quotes, to find, answer, follow up and withdraw them. */
export function AllQuotesList() {
  const q = useListSearch()
  const [search] = useSearchParams()
  const state = quoteFilters.find((one) => one === search.get('state'))
  const query = { page: usePage(), ...(q !== '' && { q }), ...(state && { state }) }
  const list = useQuery({ ...readOf(voidingCalls.all, { query }), placeholderData: keepPreviousData })
  const { data, error, isPlaceholderData } = list
  const isFiltered = q !== '' || state !== undefined

  if (!data) return <Loading query={list} skeleton={<ListSkeleton wide columns={columns} />} />
  return (
    <section className="grid grid-cols-1 gap-3">
      <ListHead title={q === '' ? words.total(data.count) : words.found(data.count, q)} lead={words.searchHint}>
        <ListSearch label={words.searchLabel} />
      </ListHead>
      <FilterChips
        label={words.filter}
        name="state"
        chips={[
          { value: '', label: words.allStates, count: state ? undefined : data.count },
          ...quoteFilters.map((value) => ({ value, label: words.filters[value], count: data.counts[value] })),
        ]}
      />
      {error && <LoadFailed query={list} />}
      {data.part && (
        <Allowed call={voidingCalls.voidMany}>
          <VoidQuotesOfPart key={data.part.partsId} part={data.part} />
        </Allowed>
      )}
      {data.count === 0 ? (
        <EmptyState title={isFiltered ? words.noneFound : words.none}>{!isFiltered && words.noneMore}</EmptyState>
      ) : (
        <div aria-busy={isPlaceholderData || undefined}>
          <Table
            caption={words.caption}
            columns={columns}
            rows={data.quotes}
            rowKey={({ _id }) => _id}
            href={({ _id }) => dashboardPaths.shopQuote(_id)}
            wide
          />
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
        <span>{number} </span>
        {version > 1 && <span className="font-normal text-soft">{words.version(version)}</span>}
      </>
    ),
  },
  {
    title: words.columns.buyer,
    fills: true,
    multiline: true,
    cell: ({ email, displayName }) => (
      <>
        <EmailText>{email}</EmailText>
        {displayName !== '' && <span className="label-text block">{displayName}</span>}
      </>
    ),
  },
  { title: words.columns.lines, align: 'end', cell: ({ lineCount }) => formatCount(lineCount) },
  { title: words.columns.total, align: 'end', cell: ({ total }) => formatAmount(total) },
  { title: words.columns.validUntil, cell: ({ validUntil }) => <Day value={validUntil} /> },
  { title: words.columns.state, card: 'state', multiline: true, cell: (quote) => <ShopQuoteState quote={quote} /> },
  {
    title: words.columns.followUp,
    card: 'action',
    screenOnly: true,
    cell: (quote) =>
      quote.state === 'open' && (
        <Allowed call={offerCalls.followUp}>
          <FollowUp quote={quote} />
        </Allowed>
      ),
  },
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

function ShopQuoteState({ quote: { state, reason, request, offered, expiring, missed } }: { quote: AdminQuote }) {
  const remarks = [offered && words.isOffer, expiring && words.isExpiring, missed && words.missed[missed], reason].filter(Boolean)
  return (
    <>
      {request === null ? (
        <Status tone={tones[state]}>{words.states[state]}</Status>
      ) : (
        <>
          <Status tone="warning">{words.asks}</Status>
          <span className="label-text quote-request wrap-anywhere">{request}</span>
        </>
      )}
      {remarks.length > 0 && <span className="label-text block wrap-anywhere">{remarks.join(' · ')}</span>}
    </>
  )
}
