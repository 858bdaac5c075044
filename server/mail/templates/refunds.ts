import { formatCount } from '#contract/basics/figures.ts'
import { leftToSend, type Order } from '#contract/orders/orders.ts'
import type { PaymentMeans } from '#contract/payments/payment-means.ts'
import { oneLine, type Block } from '../rendering/mail-content.ts'
import { orderSummary } from './orders.ts'
import type { MailKind } from '../mail-bounds.ts'
import type { QueuedMail } from '../queue-mail.ts'
import { writeMail, type Shop } from '../rendering/write-mail.ts'

/** `amount` with its dollar sign. `isEnded`: the orders will not be shipped; `withdraws`: pieces of the only one will not. */
type Given = { refundId: string; amount: string; isEnded: boolean; withdraws?: boolean }

/** Reports a refund to its customer; once for each refund. `orders` were paid for, at least one. */
export function orderRefundedMail(shop: Shop, orders: Order[], { refundId, amount, isEnded, withdraws = false }: Given): QueuedMail {
  const first = orders[0]!
  const what = orders.length === 1 ? oneLine(first.name) : `${orders.length} orders`
  const way = wayBack(first.paidBy)
  const subject = isEnded ? `Your order of ${what} is ${way.ended}` : `${amount} ${way.back} your order of ${what}`
  return writeMail(shop, 'order-refunded', refundId, first.email, subject, [
    isEnded ? `Your order has been cancelled after it was ${way.paid}. ${amount} ${way.goes}.` : `${amount} of your ${way.of} ${way.goes}.`,
    ...(withdraws && !isEnded ? [notSentAnyMore(first)] : []),
    ...(orders.length === 1 ? [orderSummary(first)] : []),
    `${way.when} All your orders are here:`,
    { open: `${shop.shopUrl}/dashboard`, label: 'See my orders' },
  ])
}

/** The same for pieces whose price has gone back before. */
export function piecesWithdrawnMail(shop: Shop, order: Order): QueuedMail {
  const ref = `${order._id} ${order.withdrawnPieces}`
  return writeMail(shop, 'order-refunded', ref, order.email, `Pieces of your order of ${oneLine(order.name)} are not sent any more`, [
    notSentAnyMore(order),
    orderSummary(order),
    'All your orders are here:',
    { open: `${shop.shopUrl}/dashboard`, label: 'See my orders' },
  ])
}

/** All that were withdrawn of it, also before. */
function notSentAnyMore(order: Order): string {
  const left = leftToSend(order)
  const others = left === 0 ? 'All others have been sent.' : `${formatCount(left)} are still to be sent.`
  return `${formatCount(order.withdrawnPieces)} of the ${formatCount(order.orderQuantity)} pieces are not sent any more. ${others}`
}

/** How the money of a payment goes back, in words. */
function wayBack(paidBy: PaymentMeans | undefined) {
  if (paidBy === 'account') {
    return {
      paid: 'taken on account',
      ended: 'cancelled',
      back: 'is taken off the bill for',
      of: 'bill',
      goes: 'is taken off what is open',
      when: 'If you have paid more than is left to pay, the difference goes back to your bank account.',
    }
  }
  const paid = { paid: 'paid', ended: 'cancelled and refunded', back: 'goes back for', of: 'payment' }
  return paidBy === 'transfer'
    ? { ...paid, goes: 'goes back to your bank account', when: 'A transfer takes up to five days.' }
    : {
        ...paid,
        goes: 'goes back to your card',
        when: 'Your bank shows it within five to ten days, often as a payment that was taken back.',
      }
}

/** The same for an order whose money the bank has returned before, after a dispute. */
export function orderEndedMail(shop: Shop, order: Order): QueuedMail {
  return writeMail(shop, 'order-refunded', order._id, order.email, `Your order of ${oneLine(order.name)} is cancelled`, [
    'Your order has been cancelled. Your bank has taken the payment for it back, so nothing goes back through us.',
    orderSummary(order),
    'All your orders are here:',
    { open: `${shop.shopUrl}/dashboard`, label: 'See my orders' },
  ])
}

/** `id` of a refund or a dispute; `order` names what was paid for. */
type MoneyFacts = { id: string; intentId: string; order: string; amount: string }

/** Reports a refund that was made in the card processor's dashboard. */
export function refundFoundMail(shop: Shop, reader: string, { isEnded, ...facts }: MoneyFacts & { isEnded: boolean }): QueuedMail {
  const follows = isEnded
    ? 'All of the payment has gone back, so what was not shipped is cancelled and its pieces are in stock again.'
    : 'The order stays as it is. Shipping it asks first.'
  return toThePeople(shop, 'refund-found', reader, facts, 'A refund was made at the card processor', [
    `A payment was refunded in the account with the card processor, not in the shop. ${follows}`,
    'The customer has been told. The orders are here:',
  ])
}

export function refundFailedMail(shop: Shop, reader: string, facts: MoneyFacts): QueuedMail {
  return toThePeople(shop, 'refund-failed', reader, facts, 'The bank has sent a refund back', [
    "The customer's bank did not take a refund. The money is in your account with the card processor.",
    'Arrange with the customer how it is to go back, or refund the order once more here:',
  ])
}

type OpenedDispute = MoneyFacts & { reason: string; evidenceDueAt: Date | null }

export function disputeOpenedMail(shop: Shop, reader: string, { reason, evidenceDueAt, ...facts }: OpenedDispute): QueuedMail {
  const until = evidenceDueAt ? ` It takes evidence until ${evidenceDueAt.toISOString().slice(0, 10)}.` : ''
  return toThePeople(shop, 'dispute-opened', reader, facts, 'A customer disputes a payment', [
    `The customer's bank has taken the money back until the dispute is decided. Reason: ${oneLine(reason)}.${until}`,
    'Answer it in the account with the card processor. Shipping the order asks first:',
  ])
}

export function disputeDecidedMail(shop: Shop, reader: string, { isWon, ...facts }: MoneyFacts & { isWon: boolean }): QueuedMail {
  const subject = isWon ? 'A dispute is decided for the shop' : 'A dispute is lost'
  return toThePeople(shop, 'dispute-decided', reader, facts, subject, [
    isWon ? 'The money of the payment stays with the shop.' : 'The money of the payment is gone.',
    isWon
      ? 'The order can be shipped as any other:'
      : 'The order is as it was; shipping it asks first. To give its pieces back into stock, refund it here:',
  ])
}

/** Some days before the deadline. */
export function evidenceDueMail(shop: Shop, reader: string, { reason, evidenceDueAt, ...facts }: OpenedDispute): QueuedMail {
  const until = evidenceDueAt!.toISOString().slice(0, 10) // it has a deadline
  return toThePeople(shop, 'evidence-due', reader, facts, 'A dispute waits for your evidence', [
    `The customer's bank takes evidence until ${until}. Reason: ${oneLine(reason)}. Without an answer the money is lost.`,
    'Answer it in the account with the card processor. What was ordered and sent is here:',
  ])
}

type PeoplesKind = 'refund-found' | 'refund-failed' | 'dispute-opened' | 'dispute-decided' | 'evidence-due'

/** A mail to a staff member, once for each refund or dispute and reader. */
function toThePeople(shop: Shop, kind: PeoplesKind, reader: string, facts: MoneyFacts, subject: string, blocks: Block[]): QueuedMail {
  const [first, ...others] = blocks
  const summary: Block = {
    facts: [
      ['Order', facts.order],
      ['Payment', oneLine(facts.intentId)],
      ['Amount', facts.amount],
    ],
  }
  const seeOrders = { open: `${shop.shopUrl}/dashboard/all-order`, label: 'See all orders' }
  return writeMail(shop, kind, `${facts.id} ${reader}`, reader, subject, [first!, summary, ...others, seeOrders])
}

/** A refund. `order` names what was paid for; `reason` is a sentence with the amount. */
type RefundFacts = { intentId: string; order: string; reason: string }

/** Reports a refund to a staff member; once for each payment and reader. */
export function refundDueMail(shop: Shop, recipient: string, refund: RefundFacts): QueuedMail {
  return refundMail(shop, 'refund-due', recipient, refund, 'A payment goes back to the customer', [
    'Money has arrived that pays for nothing, so the shop gives it back. It does so by itself, in full and once.',
    refundSummary(refund),
    'You need not do anything. Should the refund not go through, you get another mail. What is under way is shown here:',
  ])
}

/** Reports a refund that has failed for `lateMinutes`; once for each payment and reader. */
export function refundLateMail(shop: Shop, recipient: string, refund: RefundFacts, lateMinutes: number): QueuedMail {
  return refundMail(shop, 'refund-late', recipient, refund, 'A refund has not gone through', [
    `The money of a customer has not gone back, although the shop has tried again and again for ${lateMinutes} minutes.`,
    refundSummary(refund),
    'The shop goes on trying. Please look the payment up in the account with the card processor; you may refund it there.',
    'What is under way is shown here:',
  ])
}

function refundMail(
  shop: Shop,
  kind: MailKind,
  recipient: string,
  { intentId }: RefundFacts,
  subject: string,
  blocks: Block[],
): QueuedMail {
  const seeHealth = { open: `${shop.shopUrl}/dashboard/health`, label: 'See how the shop is' }
  return writeMail(shop, kind, `${intentId} ${recipient}`, recipient, subject, [...blocks, seeHealth])
}

const refundSummary = ({ intentId, order, reason }: RefundFacts): Block => ({
  facts: [
    ['Order', order],
    ['Payment', oneLine(intentId)],
    ['Why', oneLine(reason)],
  ],
})
