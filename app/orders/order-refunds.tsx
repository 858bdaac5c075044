import { useQuery } from '@tanstack/react-query'
import { formatAmount, formatCount } from '#contract/basics/figures.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { PaymentMeans } from '#contract/payments/payment-means.ts'
import { isLiveRefund } from '#contract/payments/payment-states.ts'
import { refundCalls, type OrderDispute, type OrderRefund } from '#contract/payments/refunds.ts'
import { LoadFailed } from '#app/ui/failure.tsx'
import { readOf } from '#app/api/queries.ts'
import { Status } from '#app/ui/status.tsx'
import { Day, Time } from '#app/ui/time.tsx'
import { refundWords as words } from '#app/words/refunds.ts'

const LOOK_AGAIN_MS = 4_000

/** Refunds and disputes of an order's payment, made in the shop or at the card processor. Nothing while there are none. */
export function OrderRefunds({ order: { _id: orderId, paidBy = 'card' } }: { order: Pick<Order, '_id' | 'paidBy'> }) {
  const known = useQuery({
    ...readOf(refundCalls.ofOrder, { params: { id: orderId } }),
    // Steps of a refund at the processor are no events of the order.
    refetchInterval: ({ state }) => (state.data?.refunds.some((refund) => refund.state === 'asked') ? LOOK_AGAIN_MS : false),
  })
  if (!known.data) return known.error ? <LoadFailed query={known} /> : null
  const { refunds, disputes } = known.data
  if (refunds.length + disputes.length === 0) return null
  return (
    <ul aria-label={words.list} className="mt-3">
      {refunds.map((refund) => (
        <li key={refund._id} className="grid gap-1 border-t border-line py-3">
          <Refund refund={refund} means={paidBy} />
        </li>
      ))}
      {disputes.map((dispute) => (
        <li key={dispute.openedAt} className="grid gap-1 border-t border-line py-3">
          <Dispute dispute={dispute} />
        </li>
      ))}
    </ul>
  )
}

function Refund({ refund, means }: { refund: OrderRefund; means: PaymentMeans }) {
  const { amount, state, madeBy, ofPayment, pieces, freight, restocked, withdrawn, creditNote, reason, actor, at, isDiscount } = refund
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-semibold figures">
          {isDiscount ? words.discountOf(formatAmount(amount)) : words.refundOfAmount(formatAmount(amount))}
        </span>
        {!isDiscount && (
          <Status tone={isLiveRefund(state) ? (state === 'succeeded' ? 'success' : 'warning') : 'danger'}>
            {words.states[means][state]}
          </Status>
        )}
      </p>
      {creditNote && <p className="figures">{words.creditNote(creditNote)}</p>}
      {pieces !== null && <p className="figures">{words.ofPieces(pieces, formatCount(pieces))}</p>}
      {freight !== undefined && <p className="figures">{words.ofFreight(formatAmount(freight))}</p>}
      {ofPayment && <p className="text-soft">{words.ofPayment}</p>}
      {withdrawn > 0 && <p className="text-soft">{words.withdrawn(formatCount(withdrawn))}</p>}
      {restocked > 0 && <p className="text-soft">{words.restocked(formatCount(restocked))}</p>}
      {reason && <p className="whitespace-pre-line wrap-anywhere">{reason}</p>}
      <p className="text-soft wrap-anywhere">
        <Time value={at} /> <span>{madeBy === 'provider' ? words.byProvider : actor && words.by(actor)}</span>
      </p>
    </>
  )
}

function Dispute({ dispute: { openedAt, amount, state, reason, evidenceDueAt } }: { dispute: OrderDispute }) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-semibold figures">{words.disputeOf(formatAmount(amount))}</span>
        <Status tone={state === 'won' ? 'success' : 'danger'}>{words.disputeStates[state]}</Status>
      </p>
      {reason && <p className="text-soft">{words.disputeReason(reason.replaceAll('_', ' '))}</p>}
      {state === 'open' && evidenceDueAt && (
        <p>
          {words.evidenceUntil} <Day value={evidenceDueAt} />. {words.evidenceWhere}
        </p>
      )}
      <p className="text-soft">
        {words.disputedOn} <Time value={openedAt} />
      </p>
    </>
  )
}
