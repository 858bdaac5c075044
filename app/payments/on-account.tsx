import { dayText, weekdayText } from '#contract/basics/day-text.ts'
import { formatAmount } from '#contract/basics/figures.ts'
import type { Order, OrderInFull } from '#contract/orders/orders.ts'
import { leadDaysOfOrder, shipDay } from '#contract/parts/lead-time.ts'
import { transferCalls, type PaymentWays } from '#contract/payments/transfers.ts'
import { callApi } from '#app/api/api.ts'
import { useShopCalendar } from '#app/parts/ship-day.tsx'
import { Button } from '#app/ui/button.tsx'
import { ConfirmedAction } from '#app/ui/confirmed-action.tsx'
import { toast } from '#app/ui/toast.ts'
import { paymentWords } from '#app/words/payment.ts'
import { transferWords as words } from '#app/words/transfer.ts'
import { billCalls } from './bill-calls.ts'

/** Takes an order, or its group, on account, after a question with the amount. */
export function OnAccount({ order, due, onAccount }: { order: Order; due: number; onAccount: NonNullable<PaymentWays['onAccount']> }) {
  const shipsBy = weekdayText(shipDay(leadDaysOfOrder(onAccount), useShopCalendar()))
  const isFromDispatch = onAccount.leadDays !== null || onAccount.byDelivery === true
  const consequences = [
    words.onAccountConsequences(shipsBy, onAccount.netDays, isFromDispatch),
    ...(onAccount.byDelivery ? [words.eachDelivery] : []),
  ].join(' ')
  return (
    <div className="grid gap-3">
      <p className="text-soft">{consequences}</p>
      <ConfirmedAction
        renderButton={(ask) => <Button onClick={ask}>{words.onAccount}</Button>}
        tone="primary"
        question={words.onAccountQuestion(formatAmount(due))}
        send={() => callApi(transferCalls.onAccount, { params: { id: order._id }, body: { due } })}
        onDone={() => toast.success(words.takenToast)}
        changes={billCalls}
      >
        {consequences}
      </ConfirmedAction>
    </div>
  )
}

/** What is open of an order on account, and until when it is paid. */
export function openText({ open, dueOn, daysFromDispatch }: NonNullable<OrderInFull['onAccount']>): string {
  if (open === 0) return paymentWords.alreadyPaid
  return `${daysFromDispatch === undefined ? words.taken(dayText(dueOn)) : words.takenFromDispatch(daysFromDispatch)} ${formatAmount(open)}`
}
