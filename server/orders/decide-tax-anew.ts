import { and, eq, sql } from 'drizzle-orm'
import type { TaxDecision } from '#contract/payments/tax.ts'
import type { Queryable, Transaction } from '#database/connect.ts'
import { orders, taxedCentsOf, type OrderRow } from '#database/tables/orders.ts'
import { transaction } from '#database/transaction.ts'
import { ProviderUnavailable } from '../errors.ts'
import { taxChangedMail } from '../mail/templates/account-bills.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { endCardPayment, mayTakeMoney } from '../payments/end-card-payment.ts'
import { findTransfer } from '../payments/transfer/find-transfer.ts'
import type { Services } from '../services.ts'
import { applySettings } from '../shop-settings/apply-settings.ts'
import { decideTaxes } from '../taxes/decide-taxes.ts'
import { placeOfAddress } from '../taxes/place-of-address.ts'
import type { Destination } from '../taxes/tax-services.ts'
import { lockBill, readBill, type Bill } from './bill.ts'
import { presentOrder } from './lists/present-order.ts'

type Shop = Pick<Services, 'settings' | 'taxes'> & { db: Queryable }

/** Maximum of payments that are ended for one change: a buyer may open another in the meantime. */
const ROUNDS = 4

/**
 * The tax of an order as it would be decided now, by its own VAT id, at the rates of the day on which it was placed. An external service may
 * calculate it, so no transaction may be open.
 * @throws as `decideTaxes`
 */
export async function taxNowOf(
  shop: Shop,
  { tax, billing, ...priced }: Pick<OrderRow, 'tax' | 'totalCents' | 'freightCents' | 'billing'>,
  to: Destination | undefined,
  fields?: { field: string; countryField: string },
): Promise<TaxDecision | null> {
  await applySettings(shop)
  const [decision] = await decideTaxes(
    shop,
    { vatId: tax?.vatId, day: tax?.day, invoiceAddress: billing?.address },
    [{ netCents: taxedCentsOf(priced), to }],
    fields,
  )
  return decision ?? null
}

/** Where an order goes, as far as tax depends on it; undefined for a text that names no country. */
export const placeOfOrder = ({ shipTo, address }: Pick<OrderRow, 'shipTo' | 'address'>): Destination | undefined =>
  placeOfAddress({ shipTo: shipTo ?? undefined, address })

/** Writes another tax of an unpaid order of a locked bill that takes no money, and tells its buyer when another amount is due. */
export async function writeTax(
  tx: Transaction,
  { settings }: Pick<Services, 'settings'>,
  before: Bill,
  taxes: ReadonlyMap<string, TaxDecision | null>,
) {
  for (const [orderId, tax] of taxes) await tx.update(orders).set({ tax }).where(eq(orders.id, orderId))
  const bill = (await readBill(tx, before.id))! // it is locked
  if (bill.totalCents === before.totalCents) return
  const unpaid = bill.orders.filter(({ state }) => state === 'unpaid').map(presentOrder)
  await queueMail(tx, taxChangedMail(settings, { dueCents: bill.totalCents, dueBeforeCents: before.totalCents }, unpaid))
}

/**
 * Decides the tax of unpaid orders anew whose VAT id the register has answered otherwise since, unless a part of their money has arrived.
 * An open card payment of the former amount is ended.
 * @returns whether another amount is due now.
 * @throws ShopError PAYMENT_UNDERWAY while the bank decides about a payment.
 * @throws ProviderUnavailable
 */
export async function followVatId(services: Services, billId: string): Promise<boolean> {
  let ended: string | undefined
  for (let round = 1; round <= ROUNDS; round++) {
    const taxes = await taxesToFollow(services, await readBill(services.db, billId))
    if (taxes.size === 0) return false
    const followed = await transaction(services.db, (tx) => follow(tx, services, billId, taxes, ended))
    if (typeof followed === 'boolean') return followed
    ended = await endCardPayment(services, followed)
  }
  throw new ProviderUnavailable(`A payment was opened again in each of ${ROUNDS} rounds for bill ${billId}`)
}

/** New decisions of the unpaid orders, by id, where the answer about their VAT id is another one now. */
async function taxesToFollow(services: Services, bill: Bill | undefined): Promise<Map<string, TaxDecision | null>> {
  const taxes = new Map<string, TaxDecision | null>()
  for (const order of bill?.orders ?? []) {
    if (order.state !== 'unpaid' || !order.tax?.vatId) continue
    const tax = await taxNowOf(services, order, placeOfOrder(order))
    if (tax && tax.vatIdStatus !== order.tax.vatIdStatus) taxes.set(order.id, tax)
  }
  return taxes
}

async function follow(
  tx: Transaction,
  services: Services,
  billId: string,
  taxes: Map<string, TaxDecision | null>,
  ended: string | undefined,
): Promise<boolean | Bill> {
  const bill = await lockBill(tx, billId)
  if (!bill || bill.state !== 'unpaid') return false
  const transfer = await findTransfer(tx, billId)
  if (transfer && transfer.receivedCents > 0) return false
  if (mayTakeMoney(bill, ended)) return bill
  const still = new Map([...taxes].filter(([id]) => bill.orders.some((order) => order.id === id && order.state === 'unpaid')))
  await writeTax(tx, services, bill, still)
  const after = await readBill(tx, billId)
  return after?.totalCents !== bill.totalCents
}

/** The bills with unpaid orders that were taxed by another answer about this VAT id. */
export async function billsToFollow(db: Queryable, vatId: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ billId: sql<string>`coalesce(${orders.groupId}, ${orders.id})` })
    .from(orders)
    .where(
      and(
        eq(orders.state, 'unpaid'),
        sql`${orders.tax} ->> 'vatId' = ${vatId}`,
        sql`${orders.tax} ->> 'vatIdStatus' <> (select status from vat_ids where vat_id = ${vatId})`,
      ),
    )
  return rows.map(({ billId }) => billId)
}
