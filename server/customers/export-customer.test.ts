import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditLog } from '#database/tables/audit-log.ts'
import { connect } from '#tests/support/procurement/procurement.ts'
import { programOf } from '#tests/support/shops/api-keys.ts'
import { arrives, choosesTransfer, matchWith, sellerAccount, setLimit } from '#tests/support/shops/bank.ts'
import { chargeTax, frenchVatId, germanSeller, saveVatId } from '#tests/support/shops/charging.ts'
import { openShop, type Customer } from '#tests/support/shops/open-shop.ts'
import { savedQuote } from '#tests/support/shops/order-groups.ts'
import { addEndpoint, tell } from '#tests/support/shops/webhooks.ts'

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
  const { secret: shared } = await connect(ann)
  const { secret } = await addEndpoint(ann, 'https://192.0.43.8/hooks')
  await tell(shop, ann, order._id, { number: order.number })
  await ann.put('/customer-part-numbers', { remove: [], add: [{ number: '4711', partNumber: part.partNumber }] })
  await ann.post('/reviews', { rating: 5, review: 'Good' })
  await admin.post(`/customers/${ann.userId}/notes`, { note: 'Pays late' })

  const answer = await exported(admin, ann)

  expect(answer.headers['content-disposition']).toContain('attachment')
  expect(answer.json()).toMatchObject({
    account: [{ email: ann.email }],
    addresses: [{ street: 'Dock 1' }],
    orders: [{ number: order.number, address: order.address, messages: [{ text: 'When?' }] }],
    quotes: [{ lines: [{ part: part.name }] }],
    partNumbers: [{ number: '4711', part: part.partNumber }],
    procurementSystems: [{ kind: 'cxml', name: 'Purchasing', domain: 'DUNS', identity: '123456789' }],
    webhooks: [{ url: 'https://192.0.43.8/hooks' }],
    webhookDeliveries: [{ body: expect.stringContaining(order.number), deliveredAt: null }],
    reviews: [{ review: 'Good' }],
    notes: [{ note: 'Pays late' }],
  })
  expect(answer.body).not.toContain(key.slice(8))
  expect(answer.body).not.toContain(secret)
  expect(answer.body).not.toContain(shared)
  expect(answer.body).not.toMatch(/password|hash|token/i)
  expect(await shop.db.select().from(auditLog).where(eq(auditLog.subject, ann.email))).toContainEqual(
    expect.objectContaining({ action: 'export-customer', actorId: admin.userId }),
  )
})

test('an export has tax, papers, refunds, returns and what was transferred, and nothing of others', async () => {
  const [ann, bob] = [await shop.customer('ann'), await shop.customer('bob')]
  await chargeTax(admin, { charges: 'vat' }, { ...germanSeller, iban: sellerAccount.iban })
  await saveVatId(ann, frenchVatId, 'Ann SARL')
  const part = await shop.addPart({ available: 10_000 })
  for (const buyer of [ann, bob]) {
    const order = await shop.placeOrder(buyer, part)
    await choosesTransfer(buyer, order)
    const { due } = order.tax!
    const movement = await arrives(shop, admin, { amount: due, text: `for ${order.number}`, payer: `${buyer.displayName} Bank` })
    await matchWith(admin, movement, [{ billId: order._id, amount: due }])
    await admin.put(`/orderShipped/${order._id}`)
    await buyer.post(`/order/${order._id}/returns`, { pieces: 10, reason: 'damaged', note: `${buyer.displayName} broke`, pictures: [] })
    await admin.post(`/order/${order._id}/refund`, { reason: 'Dents', amount: 7 })
    await setLimit(admin, buyer, 1_000)
  }

  const { body, json } = await exported(ann, ann)

  expect(json()).toMatchObject({
    billing: [{ company: 'Ann SARL', vat_id: frenchVatId }],
    orders: [{ tax: 475, taxDecision: { reason: 'domestic' }, billing: { company: 'Ann SARL' } }],
    invoices: [
      { kind: 'invoice', buyer: { email: ann.email }, grossCents: 297_500 },
      { kind: 'credit_note', grossCents: 700 },
    ],
    refunds: [{ amount: 7 }],
    returns: [{ note: `${ann.displayName} broke`, pieces: 10, state: 'asked', pictures: [] }],
    transfers: [{ received: 2_975 }],
    creditLimit: [{ limit: 1_000 }],
    received: [{ amount: 2_975, payer: `${ann.displayName} Bank`, payerAccount: expect.any(String) }],
    onAccount: [],
  })
  expect(body).not.toContain(bob.displayName)
  expect(body).not.toContain('Dents')
})

test('people export their own data, which nobody logs, and never those of others', async () => {
  const [ann, bob] = [await shop.customer('ann'), await shop.customer('bob')]

  const own = await exported(ann, ann)
  const other = await exported(ann, bob)

  expect(own.json()).toMatchObject({ account: [{ email: ann.email }], orders: [] })
  expect(other.statusCode).toBe(404)
  expect(await shop.db.$count(auditLog, eq(auditLog.subject, ann.email))).toBe(0)
})
