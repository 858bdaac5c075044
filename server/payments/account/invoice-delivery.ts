import { and, eq, ne, sql } from 'drizzle-orm'
import { deliveryNumber, deliveryShare, dueOfShare } from '#contract/payments/delivery-shares.ts'
import { ACCOUNT_PREFIX } from '#contract/payments/payment-means.ts'
import type { InvoiceLine } from '#contract/payments/invoices.ts'
import { orderNumber } from '#contract/orders/orders.ts'
import { missingSellerFields } from '#contract/payments/seller.ts'
import type { Queryable, Transaction } from '#database/connect.ts'
import { openItems } from '#database/tables/accounts.ts'
import { billReceipts } from '#database/tables/bank.ts'
import { invoices } from '#database/tables/invoices.ts'
import { orders, type OrderRow } from '#database/tables/orders.ts'
import { parcels } from '#database/tables/parcels.ts'
import { transaction } from '#database/transaction.ts'
import { invoiceIssuedMail } from '../../mail/templates/invoices.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { addReceipt } from '../add-receipt.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import type { Services } from '../../services.ts'
import { findPublished } from '../../shop-settings/apply-settings.ts'
import { dayOf } from '../../invoices/day-of.ts'
import { draftInvoice, missingOf } from '../../invoices/issue-invoice.ts'
import { writePaper, type IssuedPaper } from '../../invoices/write-paper.ts'

type ParcelRow = typeof parcels.$inferSelect
type ItemRow = typeof openItems.$inferSelect

/** Deliveries that the job reads at once. */
const AT_A_TURN = 100
const DAY_MS = 86_400_000

/**
 * Issues the invoice of a parcel, where its order was taken on account with an invoice for each delivery, and mails it. Its sum leaves the open
 * item of the order for one of its own, whose bill is the parcel; what was paid before pays it. While
 * data of the seller are missing, nothing is written: the job *invoices of deliveries* issues it later. Undefined without an invoice. The order's row is
 * locked by this transaction; call it last: see `writePaper`.
 *
 * Postings: receivable to revenue, freight and tax payable (invoice); of what was paid before, receivable of the parcel to that of the order,
 * through transfer clearing (receipt).
 */
export async function invoiceDelivery(tx: Transaction, settings: Settings, parcelId: string): Promise<IssuedPaper | undefined> {
  const [sent] = await tx
    .select({ parcel: parcels, order: orders, before: earlierPieces.mapWith(Number), earlier: earlierParcels.mapWith(Number) })
    .from(parcels)
    .innerJoin(orders, eq(orders.id, parcels.orderId))
    .where(eq(parcels.id, parcelId))
  if (!sent || sent.order.paidBy !== 'account') return undefined
  const { parcel, order, before } = sent
  const [rest] = await tx
    .select()
    .from(openItems)
    .where(and(eq(openItems.billId, order.groupId ?? order.id), openItems.byDelivery))
    .for('update')
  if (!rest || (await tx.$count(invoices, eq(invoices.billId, parcelId))) > 0) return undefined
  const share = deliveryShare(order, before, parcel.quantity)
  const cents = dueOfShare(share)
  if (cents === 0) return undefined

  const { pieces: quantity, netCents: totalCents, freightCents, taxCents } = share
  const delivered: OrderRow = { ...order, quantity, totalCents, freightCents, taxCents, shippedAt: parcel.shippedAt }
  const dueOn = dayOf(new Date(parcel.shippedAt.getTime() + rest.netDays * DAY_MS))
  const paidCents = Math.min(await receivedFor(tx, rest), cents)
  const number = deliveryNumber(orderNumber(order.position), sent.earlier + 1)
  const { settings: published, draft } = await draftInvoice(
    tx,
    { kind: 'order', id: parcelId, orders: [delivered] },
    { dueOn, paidCents, delivery: { number, ordered: order.quantity, groupId: order.groupId } },
  )
  if (missingOf(published, draft).length > 0) return undefined
  await moveToDelivery(tx, rest, parcel, { cents, paidCents, dueOn })
  const paper = await writePaper(tx, draft, { userId: order.userId, billKind: 'order', billId: parcelId })
  await queueMail(tx, invoiceIssuedMail(settings, paper, orderNumber(order.position), order.email))
  return paper
}

const earlierPieces = sql<number>`(
  select coalesce(sum(earlier.quantity), 0) from parcels as earlier
  where earlier.order_id = ${parcels.orderId} and earlier.position < ${parcels.position})`
const earlierParcels = sql<number>`(
  select count(*) from parcels as earlier where earlier.order_id = ${parcels.orderId} and earlier.position < ${parcels.position})`

/** Cents that were paid for an order before its deliveries were invoiced, and paid none of them yet. */
async function receivedFor(tx: Transaction, { billId }: ItemRow): Promise<number> {
  const [received] = await tx
    .select({ cents: sql`coalesce(sum(${billReceipts.amountCents}), 0)`.mapWith(Number) })
    .from(billReceipts)
    .where(and(eq(billReceipts.billId, billId), ne(billReceipts.kind, 'credit')))
  return Math.max(received!.cents, 0) // a sum has one row
}

type Moved = { cents: number; paidCents: number; dueOn: string }

/** Moves so much of what is open of an order, which is locked, to a delivery of it, with what of it was paid before. */
async function moveToDelivery(tx: Transaction, rest: ItemRow, parcel: ParcelRow, { cents, paidCents, dueOn }: Moved): Promise<void> {
  const { id: parcelId } = parcel
  const money = { kind: 'moved', actorId: null } as const
  if (paidCents > 0) await addReceipt(tx, { ...money, billId: rest.billId, otherBillId: parcelId, amountCents: -paidCents })
  const left = sql`${openItems.openCents} - ${cents}::bigint`
  await tx
    .update(openItems)
    .set({
      amountCents: sql`${openItems.amountCents} - ${cents}::bigint`,
      openCents: left,
      closedAt: sql`case when ${left} = 0 then now() end`,
    })
    .where(eq(openItems.billId, rest.billId))
  await tx.insert(openItems).values({
    billId: parcelId,
    userId: rest.userId,
    partOf: rest.billId,
    transactionId: `${ACCOUNT_PREFIX}${parcelId}`,
    amountCents: cents,
    openCents: cents,
    netDays: rest.netDays,
    dueOn,
  })
  if (paidCents > 0) await addReceipt(tx, { ...money, billId: parcelId, otherBillId: rest.billId, amountCents: paidCents })
}

/**
 * Issues the invoices of deliveries that have none: those that left while data of the seller were missing, or were sent by a process of the
 * release before. The oldest first, in batches; one that cannot be issued keeps none behind it waiting. Returns the number of those that were issued.
 */
export async function invoiceDueDeliveries({ db, settings, log }: Pick<Services, 'db' | 'settings' | 'log'>): Promise<number> {
  let issued = 0
  for (let after = '0'; ;) {
    const { rows: due } = await db.execute<{ id: string; order_id: string; position: string }>(sql`
      select id, order_id, position from deliveries_without_invoice() where position > ${after}::bigint order by position limit ${AT_A_TURN}::int`)
    if (due.length === 0 || missingSellerFields((await findPublished(db)).values).length > 0) return issued
    for (const { id, order_id: orderId } of due) {
      try {
        const paper = await transaction(db, async (tx) => {
          await tx.select({ id: orders.id }).from(orders).where(eq(orders.id, orderId)).for('update')
          return invoiceDelivery(tx, settings, id)
        })
        if (paper) issued += 1
      } catch (error) {
        log.error({ err: error, orderId, parcelId: id }, 'the invoice of a delivery could not be issued and will be tried again')
      }
    }
    if (due.length < AT_A_TURN) return issued
    after = due.at(-1)!.position // it has rows
  }
}

/** The invoice of a delivery, with what is left of it, and what of its freight was given back; cents. */
export type DeliveryInvoice = { billId: string; line: InvoiceLine; leftCents: number; freightBackCents: number }

/** The invoices of an order that is invoiced by delivery, the oldest first; undefined of another order. */
export async function findDeliveryInvoices(db: Queryable, { id, groupId }: OrderRow): Promise<DeliveryInvoice[] | undefined> {
  const ofOrder = and(eq(openItems.billId, groupId ?? id), openItems.byDelivery)
  if ((await db.$count(openItems, ofOrder)) === 0) return undefined
  const { rows } = await db.execute<{ bill_id: string; line: InvoiceLine; left: string; freight: string }>(sql`
    select paper.bill_id, paper.data -> 'lines' -> 0 as line,
      paper.gross_cents - (
        select coalesce(sum(gross_cents + coalesce((data ->> 'roundingCents')::bigint, 0)), 0) from invoices as note where note.invoice_id = paper.id
      ) as left,
      (
        select coalesce(sum(freight_cents), 0) from payment_refunds as refund join invoices as note on note.id = refund.credit_note_id
        where note.invoice_id = paper.id
      ) as freight
    from invoices as paper
    where paper.kind = 'invoice' and paper.bill_id in (select parcels.id from parcels where order_id = ${id}::uuid)
    order by paper.position`)
  return rows.map(({ bill_id: billId, line, left, freight }) => ({
    billId,
    line,
    leftCents: Number(left),
    freightBackCents: Number(freight),
  }))
}
