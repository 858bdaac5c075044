import { formatAmount, formatCount, formatUnitPrice } from '#contract/basics/figures.ts'
import { orderCalls, orderCan, type Order } from '#contract/orders/orders.ts'
import { CancelOrder } from '#app/orders/cancel-order.tsx'
import { OrderStatus } from '#app/orders/order-status.tsx'
import { RefundOrder } from '#app/orders/refund-order.tsx'
import { SaidOfOrder } from '#app/orders/said-of-order.tsx'
import { PromisedFact, ShipByFact } from '#app/orders/ship-by.tsx'
import { StageFact } from '#app/orders/set-stage.tsx'
import { ShipOrder } from '#app/orders/ship-order.tsx'
import { paths } from '#app/paths.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { FreightFacts } from '#app/freight/freight-facts.tsx'
import { freightWords } from '#app/words/freight.ts'
import { TaxFacts, taxOfOrder } from '#app/taxes/tax-facts.tsx'
import { mailTo } from '#app/ui/mail-to.ts'
import { taxWords } from '#app/words/tax.ts'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { RowSheet } from '#app/ui/row-sheet.tsx'
import { ShortId } from '#app/ui/short-id.tsx'
import { Time } from '#app/ui/time.tsx'
import { orderWords } from '#app/words/order.ts'
import { orderSheetWords as words } from '#app/words/order-sheet.ts'
import { parcelWords } from '#app/words/parcels.ts'

type OrderSheetProps = {
  orderId: string
  /** The order, if the list has it. */
  listed: Order | undefined
  onClose: () => void
}

/** An order with all that an admin works with, beside the list. */
export const OrderSheet = ({ orderId, listed, onClose }: OrderSheetProps) => (
  <RowSheet
    listed={listed}
    call={orderCalls.one}
    request={{ params: { id: orderId } }}
    title={words.loading}
    titleOf={({ name }) => name}
    unknown={words.unknown}
    onClose={onClose}
  >
    {(order) => <OrderFacts order={order} />}
  </RowSheet>
)

function OrderFacts({ order }: { order: Order }) {
  const { _id, number, partsId, img, name, displayName, email, phone, address, createdAt, orderQuantity, price, totalPrice } = order
  const { transactionId, payBy, refundedTotal, reference } = order
  return (
    <>
      <img src={img} alt={name} className="h-40 w-full rounded-box object-cover" />
      <div className="flex flex-wrap items-center gap-3">
        <OrderStatus order={order} toShip={orderCan.ship(order) && <ShipOrder order={order} />} />
        <RefundOrder order={order} />
        <CancelOrder order={order} />
      </div>
      <Facts>
        <Fact title={words.order}>{number}</Fact>
        <Fact title={words.id}>
          <ShortId id={_id} />
        </Fact>
        <Fact title={words.ordered}>
          <Time value={createdAt} />
        </Fact>
        <Fact title={words.buyer}>{displayName}</Fact>
        <Fact title={words.email}>
          <a href={mailTo(email)} className="link">
            {email}
          </a>
        </Fact>
        <Fact title={words.phone}>
          <a href={`tel:${phone}`} className="link">
            {phone}
          </a>
        </Fact>
        <Fact title={words.address}>
          <span className="whitespace-pre-line wrap-anywhere">{address}</span>
        </Fact>
        {reference !== '' && <Fact title={orderWords.reference}>{reference}</Fact>}
        <Fact title={words.pieces}>{formatCount(orderQuantity)}</Fact>
        {order.withdrawnPieces > 0 && <Fact title={parcelWords.withdrawn}>{formatCount(order.withdrawnPieces)}</Fact>}
        <ShipByFact order={order} />
        <PromisedFact order={order} />
        <StageFact order={order} />
        <Fact title={words.unitPrice}>{formatUnitPrice(price)}</Fact>
        <Fact title={words.total}>{formatAmount(totalPrice)}</Fact>
        <FreightFacts order={order} due={order.paid ? freightWords.dueWas : freightWords.due} />
        <TaxFacts tax={taxOfOrder(order)} due={order.paid ? taxWords.dueWas : taxWords.due} />
        {order.discount !== undefined && <Fact title={orderWords.discount}>{formatAmount(order.discount)}</Fact>}
        {refundedTotal > 0 && <Fact title={words.refunded}>{formatAmount(refundedTotal)}</Fact>}
        {payBy && (
          <Fact title={words.payBy}>
            <Time value={payBy} />
          </Fact>
        )}
        {transactionId !== '' && <Fact title={words.transaction}>{transactionId}</Fact>}
      </Facts>
      <SaidOfOrder order={order} />
      <div className="flex flex-wrap items-center gap-3">
        <ButtonLink to={paths.order(_id)}>{words.openOrder}</ButtonLink>
        <ButtonLink to={paths.part(partsId)} variant="secondary">
          {words.openPart}
        </ButtonLink>
      </div>
    </>
  )
}
