import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { formatAmount, formatCount } from '#contract/figures.ts'
import { payoutCalls, PAYOUTS_PAGE_SIZE, type Payout } from '#contract/payouts.ts'
import { dashboardPaths } from '#app/dashboard-paths.ts'
import { LoadFailed, Loading } from '#app/failure.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { PeriodFields } from '#app/ledger/period-fields.tsx'
import { usePeriod } from '#app/ledger/use-period.ts'
import { payoutAmount } from '#app/payouts/payout-amount.ts'
import { PayoutState } from '#app/payouts/payout-state.tsx'
import { readOf } from '#app/queries.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ListHead } from '#app/ui/list-head.tsx'
import { ListPager, usePage } from '#app/ui/list-pager.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { ListSkeleton } from '#app/ui/table-skeleton.tsx'
import { Day } from '#app/ui/time.tsx'
import { payoutWords as words } from '#app/words/payouts.ts'

export const meta = pageMeta(words.title)

/** What the card processor sent to the bank in some months. */
export default function PayoutsScreen() {
  const period = usePeriod()
  const { from, to } = period
  const list = useQuery({ ...readOf(payoutCalls.all, { query: { from, to, page: usePage() } }), placeholderData: keepPreviousData })
  const { data, error, isPlaceholderData } = list

  if (!data) return <Loading query={list} skeleton={<ListSkeleton wide columns={columns} />} />
  return (
    <section className="grid grid-cols-1 gap-3" aria-busy={isPlaceholderData || undefined}>
      <ListHead title={words.title} lead={words.lead}>
        <ButtonLink variant="secondary" to={`${dashboardPaths.books}?${period.search}`}>
          {words.back}
        </ButtonLink>
      </ListHead>
      <PeriodFields {...period} />
      {error && <LoadFailed query={list} />}
      {data.count === 0 ? (
        <EmptyState title={words.none}>{words.noneMore}</EmptyState>
      ) : (
        <>
          {data.unmatched > 0 && <Notice tone="warning">{words.unmatched(data.unmatched, formatCount(data.unmatched))}</Notice>}
          <Table
            wide
            caption={words.title}
            columns={columns}
            rows={data.payouts}
            rowKey={({ _id }) => _id}
            href={({ _id }) => dashboardPaths.payout(_id)}
          />
          <p role="status" className="text-soft">
            {words.arrived(formatAmount(data.arrived), formatAmount(data.fees)) + (data.unmatched === 0 ? ` ${words.allMatched}` : '')}
          </p>
        </>
      )}
      <ListPager page={data.page} count={data.count} size={PAYOUTS_PAGE_SIZE} label={words.pages} />
    </section>
  )
}

const columns: Column<Payout>[] = [
  { title: words.columns.created, card: 'plain', cell: ({ createdAt }) => <Day value={createdAt} /> },
  { title: words.columns.id, card: 'name', fills: true, cell: ({ _id }) => <span className="wrap-anywhere">{_id}</span> },
  { title: words.columns.status, card: 'state', cell: (payout) => <PayoutState payout={payout} /> },
  { title: words.columns.arrives, cell: ({ arrivesOn }) => <Day value={arrivesOn} /> },
  { title: words.columns.gross, align: 'end', cell: ({ gross, currency }) => payoutAmount(gross, currency) },
  { title: words.columns.fees, align: 'end', cell: ({ fees, currency }) => payoutAmount(fees, currency) },
  { title: words.columns.amount, align: 'end', cell: ({ amount, currency }) => payoutAmount(amount, currency) },
  { title: words.columns.unmatched, align: 'end', cell: ({ unmatched }) => formatCount(unmatched) },
]
