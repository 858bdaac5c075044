import { and, desc, eq, inArray, isNotNull, lt } from 'drizzle-orm'
import type { CalendarDay } from '#contract/basics/fields.ts'
import { carriedBy } from '#contract/orders/carriers.ts'
import { orderNumber } from '#contract/orders/orders.ts'
import { lastDay } from '#contract/promises/promise.ts'
import type { Queryable } from '#database/connect.ts'
import { orders, type OrderRow } from '#database/tables/orders.ts'
import { parcels } from '#database/tables/parcels.ts'
import { cxmlAnswers, punchoutConnections, punchoutOrders, type PurchasedLine } from '#database/tables/punchout.ts'

/** A line of a purchase order as it stands: pieces that the buyer gets, by which day those of each order leave, and pieces that do not come. */
export type AnsweredLine = { lineNumber: number; pieces: number; accepted: AcceptedPieces[]; rejected: number }
export type AcceptedPieces = { pieces: number; day: CalendarDay | null }

/** What an answer says. `updates` is the id of the confirmation that the buyer's system has, which this one replaces. */
export type AnswerFacts = {
  id: string
  url: string
  secret: string
  buyer: { domain: string; identity: string }
  seller: { domain: string; identity: string }
  purchaseOrder: { orderId: string; payloadId: string }
  /** The number of its first order. */
  number: string
  createdAt: Date
} & (
  | { kind: 'confirmation'; updates: string | null; lines: AnsweredLine[] }
  | {
      kind: 'ship-notice'
      shipmentId: string
      sentAt: Date
      carrier: string | null
      trackingNumber: string | null
      lineNumber: number
      pieces: number
    }
)

/** The facts of a claimed answer as they are now; undefined where the connection or its address is gone. */
export async function findAnswer(db: Queryable, id: string): Promise<AnswerFacts | undefined> {
  const [found] = await db
    .select({ answer: cxmlAnswers, bought: punchoutOrders, connection: punchoutConnections })
    .from(cxmlAnswers)
    .innerJoin(punchoutOrders, eq(punchoutOrders.groupId, cxmlAnswers.groupId))
    .innerJoin(punchoutConnections, eq(punchoutConnections.id, punchoutOrders.connectionId))
    .where(eq(cxmlAnswers.id, id))
  if (!found?.connection.answersUrl || !found.connection.answersSecret) return undefined
  const { answer, bought, connection } = found
  const ids = bought.lines.map(({ orderId }) => orderId)
  const rows = await db.select().from(orders).where(inArray(orders.id, ids)).orderBy(orders.position)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const known = {
    id: answer.id,
    url: connection.answersUrl!,
    secret: connection.answersSecret!,
    buyer: { domain: connection.domain ?? '', identity: connection.identity },
    seller: { domain: bought.sellerDomain, identity: bought.sellerIdentity },
    purchaseOrder: { orderId: bought.orderId, payloadId: bought.payloadId },
    number: rows[0] ? orderNumber(rows[0].position) : bought.orderId,
    createdAt: answer.createdAt,
  }
  if (answer.parcelId === null) {
    const lines = Map.groupBy(bought.lines, ({ lineNumber }) => lineNumber)
    return {
      ...known,
      kind: 'confirmation',
      updates: await deliveredBefore(db, answer),
      lines: [...lines.values()].map((its) => answeredLine(its, byId)),
    }
  }
  const [parcel] = await db.select().from(parcels).where(eq(parcels.id, answer.parcelId))
  const line = bought.lines.find(({ orderId }) => orderId === parcel?.orderId)
  if (!parcel || !line) return undefined
  const { carrier, trackingNumber, quantity: pieces, shippedAt: sentAt } = parcel
  return {
    ...known,
    kind: 'ship-notice',
    shipmentId: parcel.id,
    sentAt,
    carrier: carrier && carriedBy({ carrier, trackingNumber: null }),
    trackingNumber,
    lineNumber: line.lineNumber,
    pieces,
  }
}

/** `ofLine`: its orders, several where it has releases. */
function answeredLine(ofLine: PurchasedLine[], placed: ReadonlyMap<string, OrderRow>): AnsweredLine {
  const pieces = sumOf(ofLine)
  const accepted = ofLine.map((line) => acceptedOf(placed.get(line.orderId)!, line.pieces)).filter((its) => its.pieces > 0) // orders are kept
  return { lineNumber: ofLine[0]!.lineNumber, pieces, accepted, rejected: pieces - sumOf(accepted) }
}

const sumOf = (parts: readonly { pieces: number }[]): number => parts.reduce((sum, { pieces }) => sum + pieces, 0)

function acceptedOf(order: OrderRow, asked: number): AcceptedPieces {
  const hasEnded = order.state === 'cancelled' || order.state === 'refunded'
  const day = order.shipBy ?? (order.promised ? lastDay(order.promised) : undefined)
  return { pieces: hasEnded ? 0 : Math.min(order.quantity - order.withdrawnPieces, asked), day: day ?? null }
}

async function deliveredBefore(db: Queryable, { groupId, position }: typeof cxmlAnswers.$inferSelect): Promise<string | null> {
  const [before] = await db
    .select({ id: cxmlAnswers.id })
    .from(cxmlAnswers)
    .where(
      and(
        eq(cxmlAnswers.groupId, groupId),
        eq(cxmlAnswers.kind, 'confirmation'),
        isNotNull(cxmlAnswers.deliveredAt),
        lt(cxmlAnswers.position, position),
      ),
    )
    .orderBy(desc(cxmlAnswers.position))
    .limit(1)
  return before?.id ?? null
}
