import { formatAmount, formatCount, formatMoney } from '#contract/basics/figures.ts'
import { payoutCalls, PAYOUTS_PAGE_SIZE, type Payout } from '#contract/payments/payouts.ts'
import { dashboardPaths } from '#app/dashboard-paths.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { PeriodFields } from '#app/ledger/period-fields.tsx'
import { usePeriod } from '#app/ledger/use-period.ts'
import { PayoutState } from '#app/payouts/payout-state.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { ListScreen, useList } from '#app/ui/list-screen.tsx'
import { usePage } from '#app/ui/list-pager.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { Column } from '#app/ui/table.tsx'
import { Day, PlainDay } from '#app/ui/time.tsx'
import { payoutWords as words } from '#app/words/payouts.ts'

export const meta = pageMeta(words.title)

/** The payouts of some months. */
export default function PayoutsScreen() {
  const period = usePeriod()
  const { from, to } = period
  const list = useList(payoutCalls.all, { query: { from, to, page: usePage() } })
  const { data } = list
  return (
    <ListScreen
      list={list}
      rows={data?.payouts}
      paging={data}
      rowKey={({ _id }) => _id}
      href={({ _id }) => dashboardPaths.payout(_id)}
      size={PAYOUTS_PAGE_SIZE}
      words={words}
      actions={
        <ButtonLink variant="secondary" to={`${dashboardPaths.books}?${period.search}`}>
          {words.back}
        </ButtonLink>
      }
      wide
      columns={columns}
      filters={
        <>
          <PeriodFields {...period} />
          {data && data.count > 0 && data.unmatched > 0 && (
            <Notice tone="warning">{words.unmatched(data.unmatched, formatCount(data.unmatched))}</Notice>
          )}
        </>
      }
      sums={
        data && (
          <p role="status" className="text-soft">
            {words.arrived(formatAmount(data.arrived), formatAmount(data.fees)) + (data.unmatched === 0 ? ` ${words.allMatched}` : '')}
          </p>
        )
      }
    />
  )
}

const columns: Column<Payout>[] = [
  { title: words.columns.created, card: 'plain', cell: ({ createdAt }) => <Day value={createdAt} /> },
  { title: words.columns.id, card: 'name', fills: true, cell: ({ _id }) => <span className="wrap-anywhere">{_id}</span> },
  { title: words.columns.status, card: 'state', cell: (payout) => <PayoutState payout={payout} /> },
  { title: words.columns.arrives, cell: ({ arrivesOn }) => <PlainDay value={arrivesOn} /> },
  { title: words.columns.gross, align: 'end', cell: ({ gross, currency }) => formatMoney(gross, currency) },
  { title: words.columns.fees, align: 'end', cell: ({ fees, currency }) => formatMoney(fees, currency) },
  { title: words.columns.amount, align: 'end', cell: ({ amount, currency }) => formatMoney(amount, currency) },
  { title: words.columns.unmatched, align: 'end', cell: ({ unmatched }) => formatCount(unmatched) },
]
