import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import { payoutCalls, PAYOUTS_PAGE_SIZE, type PayoutInFull, type PayoutLine } from '#contract/payouts.ts'
import { dashboardPaths } from '#app/dashboard-paths.ts'
import { LoadFailed, Loading } from '#app/failure.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { OrderLink } from '#app/orders/order-link.tsx'
import { payoutAmount } from '#app/payouts/payout-amount.ts'
import { readOf } from '#app/queries.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { FilterChips } from '#app/ui/filter-chips.tsx'
import { ListHead } from '#app/ui/list-head.tsx'
import { ListPager, usePage } from '#app/ui/list-pager.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Status } from '#app/ui/status.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { ListSkeleton } from '#app/ui/table-skeleton.tsx'
import { Time } from '#app/ui/time.tsx'
import { payoutWords as words } from '#app/words/payouts.ts'

export const meta = pageMeta(words.title)

/** A payout with its lines, each with the order that it belongs to; those that belong to nothing come first. */
export default function PayoutScreen() {
  const { id = '' } = useParams()
  const [search] = useSearchParams()
  const unmatched = search.get('show') === 'unmatched'
  const found = useQuery({
    ...readOf(payoutCalls.one, { params: { id }, query: { page: usePage(), ...(unmatched && { unmatched }) } }),
    placeholderData: keepPreviousData,
  })
  const { data, error, isPlaceholderData } = found

  if (!data) return <Loading query={found} skeleton={<ListSkeleton wide columns={columnsOf('usd')} />} />
  const { payout, lines } = data
  const { status, amount, fees, currency } = payout
  return (
    <section className="grid grid-cols-1 gap-3" aria-busy={isPlaceholderData || undefined}>
      <ListHead
        title={words.payoutTitle(payout._id)}
        lead={words.payoutLead(words.statuses[status], payoutAmount(amount, currency), payoutAmount(fees, currency))}
      >
        <ButtonLink variant="secondary" to={dashboardPaths.payouts}>
          {words.backToPayouts}
        </ButtonLink>
      </ListHead>
      {payout.lines > 0 && <Lines payout={payout} />}
      {error && <LoadFailed query={found} />}
      {!payout.isRead && <Notice>{words.notRead}</Notice>}
      {lines.length === 0 ? (
        <EmptyState title={unmatched ? words.noneUnmatched : words.noLines} />
      ) : (
        <Table wide caption={words.payoutTitle(payout._id)} columns={columnsOf(currency)} rows={lines} rowKey={({ _id }) => _id} />
      )}
      <ListPager page={data.page} count={data.count} size={PAYOUTS_PAGE_SIZE} label={words.linePages} />
    </section>
  )
}

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
  { title: words.lineColumns.gross, align: 'end', cell: ({ gross }) => payoutAmount(gross, currency) },
  { title: words.lineColumns.fee, align: 'end', cell: ({ fee }) => payoutAmount(fee, currency) },
  { title: words.lineColumns.net, align: 'end', cell: ({ net }) => payoutAmount(net, currency) },
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
