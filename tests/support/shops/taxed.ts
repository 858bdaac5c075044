import { sql } from 'drizzle-orm'
import type { TaxDecision } from '#contract/payments/tax.ts'
import { transaction } from '#database/transaction.ts'
import type { TestShop } from './open-shop.ts'

/** Germany's standard rate, as it is decided for a buyer there. */
export const germanTax = {
  category: 'S',
  rateBp: 1_900,
  reason: 'domestic',
  from: 'DE',
  to: 'DE',
  of: 'DE',
  day: '2026-01-01',
} as const satisfies TaxDecision

/** Writes a tax decision to orders as if they were placed with it. */
export async function taxOrders({ db }: Pick<TestShop, 'db'>, orderIds: string[], tax: TaxDecision): Promise<void> {
  await transaction(db, async (tx) => {
    await tx.execute(sql`alter table orders disable trigger orders_check, disable trigger orders_record_tax_change`)
    const ids = sql`id = any (${sql.param(orderIds)}::uuid[])`
    await tx.execute(sql`update orders set tax = ${JSON.stringify(tax)}::jsonb where ${ids}`)
    await tx.execute(sql`select share_group_tax(group_id) from (select distinct group_id from orders where ${ids}) as taxed`)
    await tx.execute(sql`alter table orders enable trigger orders_check, enable trigger orders_record_tax_change`)
  })
}
