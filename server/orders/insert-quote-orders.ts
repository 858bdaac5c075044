import { randomUUID } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import type { QuoteOrder } from '#contract/quotes/quotes.ts'
import { awaitedSlices } from '#contract/promises/promise.ts'
import { addressLines, trimmedShipTo, type ShipTo } from '#contract/orders/ship-to.ts'
import { minutesFromNow } from '#database/clock.ts'
import type { Transaction } from '#database/connect.ts'
import { holds, orders } from '#database/tables/orders.ts'
import type { Caller } from '../platform/http/caller.ts'
import { reservePieces } from '../promises/reserve-pieces.ts'
import { textOfAddress } from '../taxes/place-of-address.ts'
import type { Buyer } from '../trust/find-buyer.ts'
import type { TimeToPay } from '../trust/require-unpaid-limit.ts'
import { insertOrders, jsonOfOrders, rowsOfOrders } from './insert-orders.ts'
import { orderKey } from './lines-of-releases.ts'
import { placedAs } from './placed-as.ts'
import type { DecidedLine } from './decide-quote-lines.ts'
import type { Quote, StockedLine } from './require-quote-stock.ts'

/** Whether an admin has offered it, with which terms, and whether its orders are samples. */
export type Offered = { isOffer: boolean; terms: string; isSample: boolean }

type Ordered = Offered & {
  lines: StockedLine[]
  decided: DecidedLine[]
  notes: readonly string[]
}

const destinationOf = (shipTo: ShipTo) => ({ address: addressLines(shipTo), shipTo: trimmedShipTo(shipTo) })

/**
 * Takes the pieces that are not made to order out of stock and writes the group, its holds (already ordered), their rows of the
 * ledger, and the orders, in the order of the quote's lines. Returns the id of the group.
 */
export async function insertQuoteOrders(
  tx: Transaction,
  { network, trust }: Buyer,
  { userId, email, displayName }: Caller,
  quote: Quote,
  request: QuoteOrder,
  { lines, isOffer, terms, isSample, decided, notes }: Ordered,
): Promise<string> {
  const { phone, address, country, reference, shipTo } = request
  const usual = shipTo ? destinationOf(shipTo) : { address: textOfAddress(address, country), shipTo: null }
  const elsewhere = new Map(request.lines?.map((line) => [line.row, destinationOf(line.shipTo)]))
  const decidedOf = new Map(decided.map((line) => [line.key, line]))
  const groupId = randomUUID()
  const placed = lines.map((line) => ({
    ...(elsewhere.get(line.row) ?? usual),
    id: randomUUID(),
    position: null,
    holdId: randomUUID(),
    groupId,
    userId,
    partId: line.partId!, // a matched line has all of these
    partName: line.partName!,
    img: line.img,
    email,
    displayName,
    phone: phone.trim(),
    quantity: line.quantity!,
    unitPrice: line.unitPrice!,
    totalCents: line.totalCents!,
    placedAt: quote.now,
    network,
    payBy: new Date(quote.now.getTime() + trust.allows.unpaidMinutes * 60_000),
    atOnce: false,
    reference: reference?.trim() || null,
    tax: decidedOf.get(orderKey(line))?.tax ?? null,
    placedAs: placedAs(request),
    madePieces: line.made,
    promised: awaitedSlices(line.slices),
    leadDays: isOffer ? line.leadDays : null,
    terms: isOffer ? terms : '',
    freightCents: decidedOf.get(orderKey(line))?.freightCents ?? 0,
    freight: decidedOf.get(orderKey(line))?.freight ?? null,
    note: [quote.note, notes[line.row - 1]].filter(Boolean).join('\n'),
    wishedOn: line.wishedOn,
    isSample,
    release: line.release,
  }))
  await tx.execute(sql`
    with placed as (
      select * from ${rowsOfOrders(sql`${jsonOfOrders(placed)}`)}
    ), taken as (
      update parts set available = available - wanted.pieces
      from (select part_id, sum(quantity - made_pieces) as pieces from placed group by part_id) as wanted
      where parts.id = wanted.part_id
    ), placed_group as (
      insert into order_groups (id, user_id, quote_id, quote_version) values (${groupId}::uuid, ${userId}::uuid, ${quote.id}::uuid, ${quote.version}::int)
    ), held as (
      insert into holds (id, user_id, part_id, quantity, unit_price, state, expires_at, network)
      select hold_id, user_id, part_id, quantity, unit_price, 'ordered', now(), network from placed
    ), moved as (
      insert into stock_moves (part_id, delta, kind, ref)
      select part_id, made_pieces - quantity, 'hold', hold_id from placed where made_pieces < quantity
    )
    ${insertOrders(sql`placed`, sql`true`)}`)
  await reservePieces(
    tx,
    placed.map(({ id: orderId, partId }, index) => ({ orderId, partId, slices: lines[index]!.slices })),
  )
  return groupId
}

export async function markAtOnce(tx: Transaction, groupId: string, { payWithinMinutes }: TimeToPay): Promise<void> {
  const placed = await tx
    .update(orders)
    .set({ atOnce: true, payBy: minutesFromNow(payWithinMinutes) })
    .where(eq(orders.groupId, groupId))
    .returning({ holdId: orders.holdId })
  await tx
    .update(holds)
    .set({ atOnce: true })
    .where(
      inArray(
        holds.id,
        placed.map(({ holdId }) => holdId),
      ),
    )
}
