import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditLog } from '#database/tables/audit-log.ts'
import { programOf } from '#tests/support/shops/api-keys.ts'
import { openShop, type Customer } from '#tests/support/shops/open-shop.ts'
import { savedQuote } from '#tests/support/shops/order-groups.ts'

const shop = await openShop()
const admin = await shop.admin()

const exported = (by: Customer, { userId }: Customer) => by.get(`/customers/${userId}/export`)

test('an export has what the shop keeps about a person, and neither passwords nor keys', async () => {
  const ann = await shop.customer('ann')
  const part = await shop.addPart()
  const order = await shop.placeOrder(ann, part)
  await ann.post(`/order/${order._id}/messages`, { text: 'When?' })
  await savedQuote(shop.db, ann.userId, [{ part }])
  await ann.post('/addresses', { name: 'Ann', company: '', street: 'Dock 1', city: 'Bonn', postalCode: '', country: 'DE', phone: '' })
  const { key } = await programOf(shop, ann, ['orders:read'])
  await ann.post('/reviews', { rating: 5, review: 'Good' })
  await admin.post(`/customers/${ann.userId}/notes`, { note: 'Pays late' })

  const answer = await exported(admin, ann)

  expect(answer.headers['content-disposition']).toContain('attachment')
  expect(answer.json()).toMatchObject({
    account: [{ email: ann.email }],
    addresses: [{ street: 'Dock 1' }],
    orders: [{ number: order.number, address: order.address, messages: [{ text: 'When?' }] }],
    quotes: [{ lines: [{ part: part.name }] }],
    reviews: [{ review: 'Good' }],
    notes: [{ note: 'Pays late' }],
  })
  expect(answer.body).not.toContain(key.slice(8))
  expect(answer.body).not.toMatch(/password|hash|token/i)
  expect(await shop.db.select().from(auditLog).where(eq(auditLog.subject, ann.email))).toContainEqual(
    expect.objectContaining({ action: 'export-customer', actorId: admin.userId }),
  )
})

test('people export their own data, which nobody logs, and never those of others', async () => {
  const [ann, bob] = [await shop.customer('ann'), await shop.customer('bob')]

  const own = await exported(ann, ann)
  const other = await exported(ann, bob)

  expect(own.json()).toMatchObject({ account: [{ email: ann.email }], orders: [] })
  expect(other.statusCode).toBe(404)
  expect(await shop.db.$count(auditLog, eq(auditLog.subject, ann.email))).toBe(0)
})
