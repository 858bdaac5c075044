import { counted } from '#contract/basics/figures.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Return } from '#contract/orders/returns.ts'
import type { ReturnState } from '#contract/orders/return-states.ts'
import type { Block } from '../rendering/mail-content.ts'
import { orderSummary } from './orders.ts'
import type { QueuedMail } from '../queue-mail.ts'
import { writeMail, type Shop } from '../rendering/write-mail.ts'

const seeOrder = (shop: Shop, { _id }: Order): Block => ({ open: `${shop.shopUrl}/dashboard/order/${_id}`, label: 'See the order' })
const seeReturns = (shop: Shop): Block => ({ open: `${shop.shopUrl}/dashboard/returns`, label: 'See all returns' })
const piecesOf = ({ pieces, receivedPieces }: Return) => counted(receivedPieces ?? pieces, 'piece')

/** A customer asks to return pieces; to a staff member, once for each return and reader. */
export function returnAskedMail(shop: Shop, reader: string, order: Order, one: Return): QueuedMail {
  return writeMail(shop, 'return-asked', `${one._id} ${reader}`, reader, `A customer wants to return pieces of order ${order.number}`, [
    `A customer wants to return ${piecesOf(one)} and writes:`,
    { quote: one.note },
    orderSummary(order),
    'Accept or decline it here:',
    seeReturns(shop),
  ])
}

export function returnWithdrawnMail(shop: Shop, reader: string, order: Order, one: Return): QueuedMail {
  return writeMail(shop, 'return-withdrawn', `${one._id} ${reader}`, reader, `The return ${one.number} is withdrawn`, [
    `The customer has withdrawn the return of ${piecesOf(one)}. Nothing is to be done.`,
    orderSummary(order),
    seeReturns(shop),
  ])
}

const said: Record<Exclude<ReturnState, 'asked'>, { subject: (number: string) => string; say: (one: Return) => Block[] }> = {
  agreed: {
    subject: (number) => `Please send the pieces of order ${number} back`,
    say: (one) => [`You can return ${piecesOf(one)}. Please do this:`, { quote: one.answer }],
  },
  refused: {
    subject: (number) => `Your return of order ${number} is declined`,
    say: (one) => [`We cannot take ${piecesOf(one)} back. The reason:`, { quote: one.answer }],
  },
  received: {
    subject: (number) => `Your return of order ${number} has arrived`,
    say: (one) => [`${piecesOf(one)} have arrived. We look at them and write again.`],
  },
  refunded: {
    subject: (number) => `Your return of order ${number} is refunded`,
    say: (one) => [`Your return of ${piecesOf(one)} is complete, and the refund is on its way to you.`],
  },
  closed: {
    subject: (number) => `Your return of order ${number} is closed`,
    say: (one) => [`The return of ${piecesOf(one)} is closed without a refund.`, ...(one.outcome === '' ? [] : [{ quote: one.outcome }])],
  },
}

/** What the shop did with a return; to its customer, once for each step. */
export function returnSteppedMail(shop: Shop, order: Order, one: Return): QueuedMail {
  const { subject, say } = said[one.state as Exclude<ReturnState, 'asked'>] // a step leads on from there
  return writeMail(shop, 'return-stepped', `${one._id} ${one.state}`, order.email, subject(order.number), [
    ...say(one),
    orderSummary(order),
    'All about it is on the page of the order:',
    seeOrder(shop, order),
  ])
}
