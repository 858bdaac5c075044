import { formatMoney } from '#contract/basics/figures.ts'
import { useParams } from 'react-router'
import { payoutCalls, PAYOUTS_PAGE_SIZE, type PayoutInFull, type PayoutLine } from '#contract/payments/payouts.ts'
import { dashboardPaths } from '#app/dashboard-paths.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { OrderLink } from '#app/orders/order-link.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { FilterChips, useChoice } from '#app/ui/filter-chips.tsx'
import { ListScreen, useList } from '#app/ui/list-screen.tsx'
import { usePage } from '#app/ui/list-pager.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Status } from '#app/ui/status.tsx'
import type { Column } from '#app/ui/table.tsx'
import { Time } from '#app/ui/time.tsx'
import { payoutWords as words } from '#app/words/payouts.ts'

export const meta = pageMeta(words.title)

/** A payout with its lines, each with the order that it belongs to; unmatched ones come first. */
export default function PayoutScreen() {
  const { id = '' } = useParams()
  const unmatched = useChoice('show', ['unmatched']) !== undefined
  const list = useList(payoutCalls.one, { params: { id }, query: { page: usePage(), ...(unmatched && { unmatched }) } })
  const payout = list.data?.payout
  return (
    <ListScreen
      list={list}
      rows={list.data?.lines}
      paging={list.data}
      rowKey={({ _id }) => _id}
      size={PAYOUTS_PAGE_SIZE}
      words={{ pages: words.linePages, none: unmatched ? words.noneUnmatched : words.noLines }}
      title={words.payoutTitle(id)}
      lead={payout && leadOf(payout)}
      actions={
        <ButtonLink variant="secondary" to={dashboardPaths.payouts}>
          {words.backToPayouts}
        </ButtonLink>
      }
      wide
      columns={columnsOf(payout?.currency ?? 'usd')}
      filters={
        payout && (
          <>
            {payout.lines > 0 && <Lines payout={payout} />}
            {!payout.isRead && <Notice>{words.notRead}</Notice>}
          </>
        )
      }
    />
  )
}

const leadOf = ({ status, amount, fees, currency }: PayoutInFull['payout']) =>
  words.payoutLead(words.statuses[status], formatMoney(amount, currency), formatMoney(fees, currency))

const Lines = ({ payout: { lines, unmatched } }: Pick<PayoutInFull, 'payout'>) => (
  <FilterChips
    label={words.show}
    name="show"
    chips={[
      { value: '', label: words.showAll, count: lines },
      { value: 'unmatched', label: words.showUnmatched, count: unmatched },
    ]}
  />
)

const columnsOf = (currency: string): Column<PayoutLine>[] => [
  { title: words.lineColumns.at, card: 'plain', cell: ({ at }) => <Time value={at} /> },
  {
    title: words.lineColumns.kind,
    card: 'name',
    cell: ({ kind, isMatched }) => (isMatched ? words.kinds[kind] : <Status tone="warning">{words.isUnmatched}</Status>),
  },
  { title: words.lineColumns.about, fills: true, multiline: true, cell: (line) => <About line={line} /> },
  { title: words.lineColumns.gross, align: 'end', cell: ({ gross }) => formatMoney(gross, currency) },
  { title: words.lineColumns.fee, align: 'end', cell: ({ fee }) => formatMoney(fee, currency) },
  { title: words.lineColumns.net, align: 'end', cell: ({ net }) => formatMoney(net, currency) },
]

/** The order, and the card processor's own ids, by which its dashboard finds the line. */
function About({ line: { orderId, orderNumber, payment, source, type, description } }: { line: PayoutLine }) {
  return (
    <span className="wrap-anywhere">
      {orderId && (
        <span>
          <OrderLink orderId={orderId}>{orderNumber}</OrderLink>
          {' · '}
        </span>
      )}
      <span>{[type, description, payment ?? source].filter(Boolean).join(' · ')}</span>
    </span>
  )
}
