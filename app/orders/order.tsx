import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { Link, useParams } from 'react-router'
import { addressCalls } from '#contract/people/addresses.ts'
import { dayText } from '#contract/basics/day-text.ts'
import { formatAmount, formatCount, formatUnitPrice } from '#contract/basics/figures.ts'
import { workingDays } from '#contract/parts/lead-time.ts'
import { orderCardCalls } from '#contract/orders/order-card.ts'
import { orderEventCalls } from '#contract/orders/order-events.ts'
import { orderCalls, orderCan, type Order, type OrderInFull } from '#contract/orders/orders.ts'
import { paperCalls } from '#contract/payments/papers.ts'
import { parcelCalls } from '#contract/orders/parcels.ts'
import { refundCalls } from '#contract/payments/refunds.ts'
import { returnCalls } from '#contract/orders/returns.ts'
import { quoteCalls } from '#contract/quotes/quotes.ts'
import { useMay } from '#app/identity/may.tsx'
import { isUnknown, Loading } from '#app/ui/failure.tsx'
import { useSession } from '#app/identity/session.tsx'
import { NotFoundText } from '#app/layout/not-found-text.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { CancelOrder } from '#app/orders/cancel-order.tsx'
import { ChangeAddress } from '#app/orders/change-address.tsx'
import { EditReference } from '#app/orders/edit-reference.tsx'
import { useOrderChanges } from '#app/orders/order-changes.ts'
import { OrderAgain } from '#app/orders/order-again.tsx'
import { OrderDeadline } from '#app/orders/order-deadline.tsx'
import { OrderMessages } from '#app/orders/order-messages.tsx'
import { OrderRefunds } from '#app/orders/order-refunds.tsx'
import { OrderParcels } from '#app/orders/order-parcels.tsx'
import { OrderStatus } from '#app/orders/order-status.tsx'
import { OrderTimeline } from '#app/orders/order-timeline.tsx'
import { ReduceOrder } from '#app/orders/reduce-order.tsx'
import { RefundOrder } from '#app/orders/refund-order.tsx'
import { SaidOfOrder } from '#app/orders/said-of-order.tsx'
import { Allowed } from '#app/identity/may.tsx'
import { moveCalls } from '#contract/promises/moves.ts'
import { wishedText } from '#contract/promises/promise-text.ts'
import { promiseCalls } from '#contract/promises/promise-calls.ts'
import { PromiseAtRisk } from '#app/orders/promise-at-risk.tsx'
import { PromisedFact, ShipByFact } from '#app/orders/ship-by.tsx'
import { SetStage, StageFact } from '#app/orders/set-stage.tsx'
import { ShipOrder } from '#app/orders/ship-order.tsx'
import { imageAtWidth } from '#contract/parts/images.ts'
import { OrderReturns } from '#app/returns/order-returns.tsx'
import { ExportPapersOfOrder } from '#app/parcels/export-papers.tsx'
import { ShippingPapers } from '#app/parcels/shipping-papers.tsx'
import { OrderPapers } from '#app/invoices/order-papers.tsx'
import { paths } from '#app/paths.ts'
import { readAgain, readOf } from '#app/api/queries.ts'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { FreightFacts } from '#app/freight/freight-facts.tsx'
import { freightWords } from '#app/words/freight.ts'
import { TaxFacts, taxOfOrder } from '#app/taxes/tax-facts.tsx'
import { mailTo } from '#app/ui/mail-to.ts'
import { taxWords } from '#app/words/tax.ts'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { lazyPart } from '#app/ui/lazy-part.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { Day, Time } from '#app/ui/time.tsx'
import { allOrdersWords } from '#app/words/all-orders.ts'
import { myOrdersWords } from '#app/words/my-orders.ts'
import { orderAgainWords } from '#app/words/order-again.ts'
import { orderWords as words } from '#app/words/order.ts'
import { parcelWords } from '#app/words/parcels.ts'
import { transferWords } from '#app/words/transfer.ts'

export const meta = pageMeta(words.pageTitle)

const MoveDelivery = lazyPart(async () => (await import('#app/orders/move-delivery.tsx')).MoveDelivery)

/** Polling interval of the order while changes are not received. */
const REFRESH_MS = 4_000

/** One order for its buyer and for admins, with the actions of each; also a cancelled one. */
export default function OneOrder() {
  const { id = '' } = useParams()
  const refetchInterval = useOrderChanges() ? false : REFRESH_MS
  const order = useQuery(readOf(orderCalls.one, { params: { id }, query: { cancelled: true } }))
  const timeline = useQuery({ ...readOf(orderEventCalls.ofOrder, { params: { id } }), refetchInterval })
  const happened = timeline.data?.events.length
  const { refetch } = order

  useEffect(() => {
    if (happened === undefined) return
    void refetch()
    void readAgain(moveCalls.ofOrder, parcelCalls.ofOrder, refundCalls.ofOrder, returnCalls.ofOrder, paperCalls.ofOrder)
  }, [happened, refetch])

  // Rendered with its timeline, so that the layout does not shift when that is loaded.
  if (order.data && !timeline.isPending)
    return (
      <OrderScreen
        order={order.data}
        timeline={<OrderTimeline timeline={timeline} due={order.data.onAccount && dueText(order.data.onAccount)} />}
        refetchInterval={refetchInterval}
      />
    )
  if (isUnknown(order.error)) return <NotFoundText />
  const title = order.data ? words.title(order.data.number) : words.pageTitle
  return <Loading query={order.data ? timeline : order} title={title} skeleton={<Skeleton rows={6} />} />
}

function OrderScreen({
  order,
  timeline,
  refetchInterval,
}: {
  order: OrderInFull
  timeline: React.ReactNode
  refetchInterval: number | false
}) {
  const { isAdmin, identity } = useSession()
  const may = useMay()
  const isOwn = order.email === identity?.email
  const list = may(orderCalls.all)
    ? { to: paths.allOrder, label: allOrdersWords.title }
    : { to: paths.dashboard, label: myOrdersWords.title }
  return (
    <section className="grid grid-cols-1 gap-4 text-sm">
      <Breadcrumb above={[list]} here={order.number} />
      <div className="list-head">
        <h2 className="flex flex-wrap items-center gap-3 text-xl">
          {words.title(order.number)} <OrderStatus order={order} />
        </h2>
        <div className="list-head-actions">
          <ShipOrder order={order} variant="primary" />
          {!isAdmin && isOwn && orderCan.pay(order) && <ButtonLink to={paths.payment(order._id)}>{words.payNow}</ButtonLink>}
          <ShippingPapers orders={[order]} />
          <ExportPapersOfOrder order={order} />
          <RefundOrder order={order} />
          {(isOwn || may(orderCalls.reduce)) && orderCan.reduce(order) && <ReduceOrder order={order} />}
          {isOwn && <OrderAgain orders={[order]} />}
          {orderCan.cancel(order) && <CancelOrder order={order} />}
        </div>
      </div>
      <OrderDeadline order={order} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <div className="grid grid-cols-1 gap-4">
          <OrderedPart order={order} />
          <OrderParcels order={order} />
          <Delivery order={order} mayChange={isOwn || may(addressCalls.ofOrder)} />
          <Payment order={order} />
          {(order.shipped || order.parceledPieces > 0) && <OrderReturns order={order} isOwn={isOwn} />}
        </div>
        <div className="grid grid-cols-1 gap-4">
          <Panel>
            <h3 className="mb-2 text-base font-semibold">{words.timeline}</h3>
            {timeline}
          </Panel>
          <OrderMessages orderId={order._id} isCustomer={isOwn} refetchInterval={refetchInterval} />
        </div>
      </div>
      {order.groupId && <OrderedTogether order={order} groupId={order.groupId} isOwn={isOwn} />}
    </section>
  )
}

function OrderedPart({ order }: { order: OrderInFull }) {
  return (
    <Panel>
      {order.promised && (
        <Allowed call={promiseCalls.ofOrder}>
          <PromiseAtRisk order={order} />
        </Allowed>
      )}
      <div className="mb-3 flex items-start gap-4">
        <img src={imageAtWidth(order.img, 480)} alt="" width={480} height={360} className="aspect-4/3 w-28 rounded-box object-cover" />
        <p className="min-w-0 text-lg font-semibold wrap-anywhere">
          <Link to={paths.part(order.partsId)} prefetch="intent" className="link">
            {order.name}
          </Link>
          <span className="block text-sm font-normal text-soft">{order.partNumber}</span>
        </p>
      </div>
      <Facts>
        <Fact title={words.pieces}>{formatCount(order.orderQuantity)}</Fact>
        {order.withdrawnPieces > 0 && <Fact title={parcelWords.withdrawn}>{formatCount(order.withdrawnPieces)}</Fact>}
        {order.madeToOrder && <Fact title={words.madeToOrder}>{words.leftToMake(order.madeToOrder, order.leftToMake ?? 0)}</Fact>}
        {order.leadDays !== undefined && <Fact title={words.leadTime}>{workingDays(order.leadDays)}</Fact>}
        <ShipByFact order={order} />
        <PromisedFact order={order} />
        <StageFact order={order} />
        <Fact title={words.unitPrice}>{formatUnitPrice(order.price)}</Fact>
        <Fact title={words.total}>{formatAmount(order.totalPrice)}</Fact>
        <FreightFacts order={order} due={order.paid ? freightWords.dueWas : freightWords.due} />
        <TaxFacts tax={taxOfOrder(order)} due={order.paid ? taxWords.dueWas : taxWords.due} />
      </Facts>
      <SetStage order={order} />
      <SaidOfOrder order={order} />
      {order.release && (
        <Suspense fallback={null}>
          <MoveDelivery order={order} />
        </Suspense>
      )}
    </Panel>
  )
}

function Delivery({ order, mayChange }: { order: Order; mayChange: boolean }) {
  return (
    <Panel>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-base font-semibold">{words.buyer}</h3>
        {mayChange && <ChangeAddress order={order} />}
      </div>
      <Facts>
        <Fact title={words.name}>{order.displayName}</Fact>
        <Fact title={words.email}>
          <a href={mailTo(order.email)} className="link">
            {order.email}
          </a>
        </Fact>
        <Fact title={words.phone}>{order.phone}</Fact>
        <Fact title={words.shipTo}>
          <span className="whitespace-pre-line">{order.address}</span>
        </Fact>
        {order.shipTo && order.shipTo.phone !== '' && <Fact title={words.phoneThere}>{order.shipTo.phone}</Fact>}
        <Fact title={words.reference}>{mayChange ? <EditReference order={order} /> : order.reference}</Fact>
      </Facts>
    </Panel>
  )
}

function Payment({ order }: { order: OrderInFull }) {
  // It never changes, and the order is complete without it.
  const { data } = useQuery({
    ...readOf(orderCardCalls.ofOrder, { params: { id: order._id } }),
    enabled: order.paidBy === 'card',
    staleTime: Infinity,
    retry: false,
  })
  const card = data?.card
  return (
    <Panel>
      <h3 className="mb-2 text-base font-semibold">{words.payment}</h3>
      <Facts>
        {order.payBy && (
          <Fact title={words.payBy}>
            <Time value={order.payBy} />
          </Fact>
        )}
        <Fact title={words.transaction}>
          <span className="wrap-anywhere">{order.transactionId || words.notPaid}</span>
        </Fact>
        <OtherMoney order={order} />
        {order.paidBy === 'card' && <Fact title={words.card}>{card ? words.cardOf(card) : words.cardUnknown}</Fact>}
        {order.discount !== undefined && <Fact title={words.discount}>{formatAmount(order.discount)}</Fact>}
        {order.refundedTotal > 0 && <Fact title={words.refunded}>{formatAmount(order.refundedTotal)}</Fact>}
      </Facts>
      {order.paid && <OrderRefunds order={order} />}
      <OrderPapers orderId={order._id} />
    </Panel>
  )
}

/** 'Pay by Dec 28, 2026', or 'Due 30 days after dispatch'. */
const dueText = ({ dueOn, daysFromDispatch }: NonNullable<OrderInFull['onAccount']>) =>
  daysFromDispatch === undefined ? `${transferWords.facts.dueOn} ${dayText(dueOn)}` : transferWords.fromDispatch(daysFromDispatch)

/** A bill on account, or a transfer. */
const OtherMoney = ({ order: { onAccount, transfer } }: { order: OrderInFull }) => (
  <>
    {onAccount && (
      <Fact title={transferWords.facts.onAccount}>
        {onAccount.open === 0 ? transferWords.facts.paidBack : `${formatAmount(onAccount.open)} · ${dueText(onAccount)}`}
      </Fact>
    )}
    {transfer && <Fact title={transferWords.facts.reference}>{transfer.reference}</Fact>}
    {transfer && transfer.received > 0 && <Fact title={transferWords.facts.received}>{formatAmount(transfer.received)}</Fact>}
  </>
)

/** The other orders of the quote, which are paid together with this one. Nothing after all of them were cancelled. */
function OrderedTogether({ order, groupId, isOwn }: { order: Order; groupId: string; isOwn: boolean }) {
  const group = useQuery(readOf(quoteCalls.group, { params: { id: groupId } }))
  if (isUnknown(group.error)) return null
  if (!group.data) return <Loading query={group} skeleton={<Skeleton rows={2} />} />
  const others = group.data.orders.filter(({ _id }) => _id !== order._id)
  return (
    <Panel>
      <h3 className="mb-2 text-base font-semibold">
        {words.orderedTogether} <span className="font-normal text-soft">{`${words.quote} ${group.data.quoteNumber}`}</span>
      </h3>
      <ul className="divide-y divide-line">
        {others.map((other) => (
          <li key={other._id} className="flex flex-wrap items-baseline justify-between gap-x-5 py-2">
            <Link to={paths.order(other._id)} prefetch="intent" className="link min-w-0 wrap-anywhere">
              {other.number} {other.name}
            </Link>
            {other.release && other.wishedOn && <span className="figures">{wishedText(other.wishedOn, other.release)}</span>}
            <span className="figures text-soft">
              {formatCount(other.orderQuantity)} · {formatAmount(other.totalPrice)} · <Day value={other.createdAt} />
            </span>
          </li>
        ))}
      </ul>
      {isOwn && (
        <div className="mt-2">
          <OrderAgain orders={group.data.orders} label={orderAgainWords.all} />
        </div>
      )}
    </Panel>
  )
}
