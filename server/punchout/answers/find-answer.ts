import { and, desc, eq, inArray, isNotNull, lt } from 'drizzle-orm'
import type { CalendarDay } from '#contract/basics/fields.ts'
import { carriedBy } from '#contract/orders/carriers.ts'
import { orderNumber } from '#contract/orders/orders.ts'
import { lastDay } from '#contract/promises/promise.ts'
import type { Queryable } from '#database/connect.ts'
import { orders, type OrderRow } from '#database/tables/orders.ts'
import { parcels } from '#database/tables/parcels.ts'
import { cxmlAnswers, punchoutConnections, punchoutOrders } from '#database/tables/punchout.ts'

/** A line of a purchase order as it stands: pieces that the buyer gets, by which day they leave, and pieces that do not come. */
export type AnsweredLine = { lineNumber: number; pieces: number; accepted: number; rejected: number; day: CalendarDay | null }

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
    const lines = bought.lines.flatMap(({ orderId, ...line }) => {
      const order = byId.get(orderId)
      return order ? [{ ...line, ...stateOf(order, line.pieces) }] : []
    })
    return { ...known, kind: 'confirmation', updates: await deliveredBefore(db, answer), lines }
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

function stateOf(order: OrderRow, asked: number): Omit<AnsweredLine, 'lineNumber' | 'pieces'> {
  const hasEnded = order.state === 'cancelled' || order.state === 'refunded'
  const accepted = hasEnded ? 0 : Math.min(order.quantity - order.withdrawnPieces, asked)
  const day = order.shipBy ?? (order.promised ? lastDay(order.promised) : undefined)
  return { accepted, rejected: asked - accepted, day: day ?? null }
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
