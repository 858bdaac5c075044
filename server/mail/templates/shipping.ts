import { weekdayText } from '#contract/basics/day-text.ts'
import { counted, formatCount } from '#contract/basics/figures.ts'
import { piecesToSend, type Order } from '#contract/orders/orders.ts'
import type { OrderStageName } from '#contract/orders/stages.ts'
import { stageText } from '#contract/orders/stage-text.ts'
import type { Parcel } from '#contract/orders/parcels.ts'
import { oneLine, type Block } from '../rendering/mail-content.ts'
import { orderMail, orderSummary } from './orders.ts'
import { PARCEL_FACT } from '../rendering/merged-parcels.ts'
import type { QueuedMail } from '../queue-mail.ts'
import type { Shop } from '../rendering/write-mail.ts'

/** With its last parcel, an order is on its way. `trackingUrl` is its tracking page. */
export function orderShippedMail(shop: Shop, order: Order, trackingUrl: string, parcel?: Parcel): QueuedMail {
  const isWhole = parcel === undefined || parcel.pieces === piecesToSend(order)
  return orderMail(shop, 'order-shipped', order, `Your order of ${order.name} is on its way`, [
    isWhole ? 'Your order has left our warehouse.' : 'The last pieces of your order have left our warehouse.',
    orderSummary(order),
    ...parcelFacts(parcel),
    'You can follow it here:',
    { open: trackingUrl, label: 'Follow my order' },
    'All your orders are here:',
    { open: `${shop.shopUrl}/dashboard`, label: 'See my orders' },
  ])
}

/** A part of an order is on its way; once for each parcel. */
export function parcelSentMail(shop: Shop, order: Order, trackingUrl: string, parcel: Parcel): QueuedMail {
  const mail = orderMail(shop, 'parcel-sent', order, `A part of your order of ${order.name} is on its way`, [
    `${formatCount(parcel.pieces)} of ${formatCount(piecesToSend(order))} pieces have left our warehouse. We will write again when the others do.`,
    orderSummary(order),
    ...parcelFacts(parcel),
    'You can follow it here:',
    { open: trackingUrl, label: 'Follow my order' },
  ])
  return { ...mail, ref: parcel._id }
}

export function orderDeliveredMail(shop: Shop, order: Order, trackingUrl: string): QueuedMail {
  return orderMail(shop, 'order-delivered', order, `Your order of ${order.name} has been delivered`, [
    'All pieces of your order have been delivered. If something is missing, please write to us.',
    orderSummary(order),
    { open: trackingUrl, label: 'See its parcels' },
  ])
}

/** The pieces of an order leave by another day than it was told, or only those before the last ones; once for each press. */
export function deliveryChangedMail(
  shop: Shop,
  order: Order,
  { before, after, ref }: { before: string; after: string; ref: string },
): QueuedMail {
  const mail = orderMail(shop, 'delivery-changed', order, `Your order of ${order.name} leaves by ${weekdayText(after)}`, [
    after === before
      ? `Pieces of your order leave by another day than we said; the last of them still leave by ${weekdayText(after)}. We are sorry where it is later.`
      : `We have to tell you of another day: your order leaves by ${weekdayText(after)}, instead of ${weekdayText(before)}. We are sorry where it is later.`,
    orderSummary(order),
    'If this does not suit you, please answer this mail or write to us on the order:',
    { open: `${shop.shopUrl}/dashboard/order/${order._id}`, label: 'See my order' },
  ])
  return { ...mail, ref }
}

/** How far the shop is with what it makes for an order; once for each press that tells it. */
export function stageChangedMail(shop: Shop, order: Order, ref: string): QueuedMail {
  const stage = order.stage! // only orders with one are told of
  const mail = orderMail(shop, 'stage-changed', order, `Your order of ${order.name}: ${stageText(stage)}`, [
    STAGE_SENTENCES[stage.name],
    { facts: [['Stage', stageText(stage)]] },
    orderSummary(order),
    { open: `${shop.shopUrl}/dashboard/order/${order._id}`, label: 'See my order' },
  ])
  return { ...mail, ref }
}

const STAGE_SENTENCES = {
  planned: 'We have planned what we make for your order.',
  in_production: 'What we make for your order is in production.',
  ready: 'What we make for your order is ready. We will write again when it is on its way.',
} satisfies Record<OrderStageName, string>

/** A mail links only to the shop; the tracking page links to the carrier. */
function parcelFacts(parcel: Parcel | undefined): Block[] {
  if (!parcel) return []
  const { pieces, carrierName, trackingNumber } = parcel
  const facts: [string, string][] = [
    [PARCEL_FACT, counted(pieces, 'piece')],
    ...(carrierName ? [['Carrier', carrierName] satisfies [string, string]] : []),
    ...(trackingNumber ? [['Tracking number', oneLine(trackingNumber)] satisfies [string, string]] : []),
  ]
  return [{ facts }]
}
