import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { mails } from '#database/tables/mails.ts'
import { disputes } from '#database/tables/payments.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { paidOrder, tell } from '#tests/support/shops/refunds.ts'
import { remindOfEvidence } from './remind-of-evidence.ts'

const shop = await openShop()
await shop.admin()

/** A disputed payment whose evidence is due in this many days. */
async function disputed(days: number, changed: Partial<typeof disputes.$inferInsert> = {}) {
  const { order, intentId } = await paidOrder(shop)
  await shop.processor.dispute(intentId)
  await tell(shop, intentId)
  await shop.db
    .update(disputes)
    .set({ evidenceDueAt: sql`now() + make_interval(hours => ${Math.round(days * 24)}::int)`, ...changed })
    .where(eq(disputes.intentId, intentId))
  return { order, intentId }
}
const reminders = () => shop.db.select().from(mails).where(eq(mails.kind, 'evidence-due'))

test('admins are reminded once of a dispute whose evidence is due within three days, also by several processes', async () => {
  const { order, intentId } = await disputed(2.9)

  await Promise.all([remindOfEvidence(shop.services), remindOfEvidence(shop.services), remindOfEvidence(shop.services)])
  const again = await remindOfEvidence(shop.services)

  const [mail, ...others] = await reminders()
  expect([again, others]).toEqual([0, []])
  expect(mail!.body).toContain(order.number)
  expect(mail!.body).toContain(intentId)
  expect(mail!.body).toMatch(/takes evidence until 20\d\d-\d\d-\d\d/)
})

test.each([
  ['later', 3.1, {}],
  ['over', -0.1, {}],
  ['answered', 1, { providerState: 'under_review' }],
  ['won', 1, { state: 'won' as const }],
])('of one that is %s nobody is reminded', async (_, days, changed) => {
  await disputed(days, changed)

  expect(await remindOfEvidence(shop.services)).toBe(0)
})
