import { ORDERS_PAGE_SIZE } from '#contract/basics/limits.ts'
import { formatAmount, formatCount } from '#contract/basics/figures.ts'
import { offerCalls } from '#contract/quotes/offers.ts'
import { quoteFilters, voidingCalls, type AdminQuote } from '#contract/quotes/voidings.ts'
import { dashboardPaths } from '#app/dashboard-paths.ts'
import { Allowed } from '#app/identity/may.tsx'
import { EmailText } from '#app/ui/email-text.tsx'
import { FilterChips, useChoice } from '#app/ui/filter-chips.tsx'
import { ListScreen, useList, useListQuery } from '#app/ui/list-screen.tsx'
import { Status, type Tone } from '#app/ui/status.tsx'
import type { Column } from '#app/ui/table.tsx'
import { Day } from '#app/ui/time.tsx'
import { allQuotesWords as words } from '#app/words/all-quotes.ts'
import { dashboardWords } from '#app/words/dashboard.ts'
import { FollowUp } from './follow-up.tsx'
import { VoidOneQuote } from './void-one-quote.tsx'
import { VoidQuotesOfPart } from './void-quotes-of-part.tsx'

/** All quotes, to find, answer, follow up and withdraw them. */
export function AllQuotesList() {
  const state = useChoice('state', quoteFilters)
  const { page, q } = useListQuery()
  const list = useList(voidingCalls.all, { query: { page, q, state } })
  const { data } = list
  const count = data?.count ?? 0
  return (
    <ListScreen
      list={list}
      rows={data?.quotes}
      paging={data}
      rowKey={({ _id }) => _id}
      href={({ _id }) => dashboardPaths.shopQuote(_id)}
      size={ORDERS_PAGE_SIZE}
      words={{ ...words, title: dashboardWords.allQuotes }}
      title={q === undefined ? words.total(count) : words.found(count, q)}
      lead={words.searchHint}
      search={words.searchLabel}
      isFiltered={q !== undefined || state !== undefined}
      wide
      columns={columns}
      filters={
        data && (
          <>
            <FilterChips
              label={words.filter}
              name="state"
              chips={[
                { value: '', label: words.allStates, count: state ? undefined : count },
                ...quoteFilters.map((value) => ({ value, label: words.filters[value], count: data.counts[value] })),
              ]}
            />
            {data.part && (
              <Allowed call={voidingCalls.voidMany}>
                <VoidQuotesOfPart key={data.part.partsId} part={data.part} />
              </Allowed>
            )}
          </>
        )
      }
    />
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
        {displayName !== '' && <span className="block">{displayName}</span>}
        <span className="label-text">
          <EmailText>{email}</EmailText>
        </span>
      </>
    ),
  },
  { title: words.columns.lines, align: 'end', spare: true, cell: ({ lineCount }) => formatCount(lineCount) },
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
          <span className="label-text line-clamp-2 max-w-72 wrap-anywhere">{request}</span>
        </>
      )}
      {remarks.length > 0 && <span className="label-text block wrap-anywhere">{remarks.join(' · ')}</span>}
    </>
  )
}
