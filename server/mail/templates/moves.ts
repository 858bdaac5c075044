import { weekdayText } from '#contract/basics/day-text.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { MoveState } from '#contract/promises/moves.ts'
import type { Block } from '../rendering/mail-content.ts'
import { orderMail, orderSummary } from './orders.ts'
import type { QueuedMail } from '../queue-mail.ts'
import { writeMail, type Shop } from '../rendering/write-mail.ts'

type Move = { id: string; wishedOn: string; state: MoveState }

const seeOrder = (shop: Shop, { _id }: Order): Block => ({ open: `${shop.shopUrl}/dashboard/order/${_id}`, label: 'See the order' })

/** What the shop asks of a buyer's delivery, or answered; once for each step. */
export function moveMailToBuyer(shop: Shop, order: Order, { id, wishedOn, state }: Move): QueuedMail {
  const on = weekdayText(wishedOn)
  const said: Record<MoveState, [subject: string, text: string]> = {
    asked: [
      `Another day for your order ${order.number}?`,
      `We would like to deliver this order on ${on}. Please confirm or refuse this day on the order; until then the day stays as it is.`,
    ],
    withdrawn: [`Your order ${order.number} stays on its day`, `We do not ask for ${on} any more. The day stays as it is.`],
    confirmed: [`Your order ${order.number} leaves on ${on}`, `We have confirmed the day that you asked for: your order leaves on ${on}.`],
    refused: [
      `Your order ${order.number} stays on its day`,
      `We cannot deliver this order on ${on}, so its day stays as it is. Please answer this mail if you have a question.`,
    ],
  }
  const [subject, text] = said[state]
  return { ...orderMail(shop, 'delivery-move', order, subject, [text, orderSummary(order), seeOrder(shop, order)]), ref: `${id} ${state}` }
}

/** What a buyer asks of a delivery, or answered; to a staff member, once for each step and reader. */
export function moveMailToShop(shop: Shop, reader: string, order: Order, { id, wishedOn, state }: Move): QueuedMail {
  const on = weekdayText(wishedOn)
  const said: Record<MoveState, [subject: string, text: string]> = {
    asked: [
      `A customer wants order ${order.number} on another day`,
      `The customer asks for ${on}. Please confirm or refuse it on the order.`,
    ],
    withdrawn: [`Order ${order.number} stays on its day`, `The customer does not ask for ${on} any more. Nothing is to be done.`],
    confirmed: [`Order ${order.number} is moved to ${on}`, `The customer has confirmed ${on}.`],
    refused: [`Order ${order.number} stays on its day`, `The customer has refused ${on}.`],
  }
  const [subject, text] = said[state]
  return writeMail(shop, 'delivery-move-for-shop', `${id} ${state} ${reader}`, reader, subject, [
    text,
    orderSummary(order),
    seeOrder(shop, order),
  ])
}
