import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import type { Papers } from '#contract/payments/papers.ts'
import { creditLimits } from '#database/tables/accounts.ts'
import { invoicesDue } from '#database/tables/invoices.ts'
import { auditLog } from '#database/tables/audit-log.ts'
import { orders } from '#database/tables/orders.ts'
import { soldOutViews } from '#database/tables/searches.ts'
import { users } from '#database/tables/users.ts'
import { transaction } from '#database/transaction.ts'
import { newPerson, openBrowser, registeredBrowser, syncedToken } from '#tests/support/browser/browser.ts'
import { connect } from '#tests/support/procurement/procurement.ts'
import { programOf } from '#tests/support/shops/api-keys.ts'
import { arrives, matchWith, setLimit, takesOnAccount, takeTransfers } from '#tests/support/shops/bank.ts'
import { publishSeller, sampleSeller } from '#tests/support/shops/sellers.ts'
import { clientWith, openShop, type Customer } from '#tests/support/shops/open-shop.ts'
import { expectBooksToBalance, openPaymentOf, payByCard, reportPaid, unpaidOrder } from '#tests/support/shops/payments.ts'
import { saveQuote } from '#tests/support/shops/quotes.ts'
import { addEndpoint, tell } from '#tests/support/shops/webhooks.ts'

const shop = await openShop()
const admin = await shop.admin()

const erase = (by: Customer, { userId, email }: Pick<Customer, 'userId' | 'email'>) => by.post(`/customers/${userId}/erase`, { email })

async function shippedOrder(): Promise<{ buyer: Customer; order: Order }> {
  const { buyer, order } = await unpaidOrder(shop)
  await reportPaid(buyer, order, (await payByCard(shop, await openPaymentOf(buyer, order))).id)
  await admin.put(`/orderShipped/${order._id}`)
  return { buyer, order }
}

/** Tables of the database that contain a text. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await shop.db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and xpath_exists('//row', query_to_xml(
      format('select 1 as found from %I as t where t::text ilike %L limit 1', table_name, ${`%${text}%`}::text), false, false, ''))
    order by 1`)
  return rows.map(({ name }) => name)
}

test('after an erasure the email, name, address and texts of a person stand nowhere, and their orders stay with their figures (86)', async () => {
  const { buyer, order } = await shippedOrder()
  const unique = 'Zwieselhafen'
  await buyer.put(`/users/${buyer.email}`, { displayName: unique, phone: unique, education: unique, address: unique })
  await buyer.post('/addresses', { name: unique, company: '', street: unique, city: 'Bonn', postalCode: '', country: 'DE', phone: '' })
  const unpaid = await shop.placeOrder(buyer, await shop.addPart())
  await buyer.put(`/order/${unpaid._id}/address`, { address: `${unique} 2`, seen: unpaid.address })
  await admin.put(`/order/${unpaid._id}/address`, { address: `${unique} 3`, seen: `${unique} 2` })
  await buyer.post(`/order/${order._id}/messages`, { text: unique })
  await buyer.post('/reviews', { rating: 5, review: 'Good' })
  await shop.visitor.post('/contact', { name: unique, email: buyer.email, message: unique })
  await programOf(shop, buyer, ['orders:read'])
  await connect(buyer, { identity: unique })
  await addEndpoint(buyer, `https://192.0.43.8/${unique}`)
  await tell(shop, buyer, unpaid._id, { unique })
  const part = await shop.addPart({ available: 0 })
  await buyer.put('/customer-part-numbers', { remove: [], add: [{ number: unique, partNumber: part.partNumber }] })
  const quote = await saveQuote(buyer, { lines: [{ text: part.partNumber }], name: unique, note: unique })
  await buyer.post(`/quotes/${quote._id}/request`, { version: 1, text: unique })
  await buyer.post(`/parts/${part._id}/looked-at`)
  await admin.post(`/customers/${buyer.userId}/notes`, { note: unique })
  // Mails to two others about this person, and one to this person about another.
  await shop.db.execute(sql`
    insert into mails (kind, ref, recipient, subject, body)
    select 'large-set-aside', concat_ws(' ', '2026-01-01', subject, recipient), recipient, subject, ${unique}
    from (values (${buyer.email}, 'one@example.com'), (${buyer.email}, 'two@example.com'), ('else@example.com', ${buyer.email})) as told (subject, recipient)`)
  await admin.put(`/user/blocked/${buyer.email}`, { blocked: true })

  const answer = await erase(admin, buyer)

  expect(answer.json()).toEqual({ orders: 2 })
  expect(await tablesWith(unique)).toEqual([])
  // Attempts are counted by address for an hour.
  expect((await tablesWith(buyer.email)).filter((table) => table !== 'rate_limits')).toEqual([])
  const [kept] = await shop.db.select().from(orders).where(eq(orders.id, order._id))
  expect(kept).toMatchObject({ state: 'shipped', quantity: 1_000, displayName: 'Erased customer', address: 'Erased' })
  expect((await admin.get(`/order/${order._id}`)).json()).toMatchObject({ totalPrice: order.totalPrice, displayName: 'Erased customer' })
  expect((await admin.get(`/customers/${buyer.userId}`)).statusCode).toBe(404)
  expect((await admin.get(`/customers?q=${buyer.email}`)).json().count).toBe(0)
  expect((await admin.get('/user')).body).not.toContain(buyer.userId)
  expect((await admin.put(`/user/blocked/${kept!.email}`, { blocked: false })).json()).toEqual({ result: { modifiedCount: 0 } })
  expect(await shop.db.$count(soldOutViews, eq(soldOutViews.userId, buyer.userId))).toBe(0)
  await expectBooksToBalance(shop)
})

test('mails about others stay, and are sent, where their address or words contain the erased one; its own go in any spelling of capitals (86)', async () => {
  const ann = await shop.customer('ann')
  const neighbours = [`jo${ann.email}`, `${ann.email}.example`, `x_${ann.email}`, ann.email.replace('@', '+tv@'), 'clerk@example.com']
  const write = (email: string, message: string) => shop.visitor.post('/contact', { name: 'N', email, message })
  for (const email of neighbours) expect((await write(email, `My colleague ${ann.email} sits beside me.`)).statusCode).toBe(200)
  await write(ann.email.toUpperCase(), 'From Ann herself')
  // As earlier releases kept them: as they were typed.
  const { insertedId } = (await write(ann.email, 'From Ann as well')).json<{ insertedId: string }>()
  await shop.db.execute(sql`update contact_messages set email = upper(email) where id = ${insertedId}::uuid`)
  await shop.db.execute(sql`
    insert into mails (kind, ref, recipient, subject, body) values ('low-stock', ${`2026-01-01 ${ann.email}`}, upper(${ann.email}), 's', 'b'),
      ('low-stock', '', ${ann.email}, 's', 'b')`)
  const exported = (await ann.get(`/customers/${ann.userId}/export`)).json<{ messages: unknown[]; mails: { kind: string }[] }>()

  expect((await erase(admin, ann)).statusCode).toBe(200)

  expect(exported.messages).toHaveLength(2)
  expect(exported.mails.map(({ kind }) => kind)).toContain('low-stock')
  const { rows } = await shop.db.execute<{ body: string; waits: boolean }>(sql`
    select body, run_after is not null as waits from mails where kind = 'contact-message' order by created_at`)
  const about = (email: string) => rows.filter(({ body }) => body.includes(`Email:  ${email.toLowerCase()}\n`))
  for (const email of neighbours) {
    expect(about(email), email).toEqual([{ body: expect.stringContaining(`My colleague ${ann.email} sits beside me.`), waits: true }])
  }
  expect(about(ann.email)).toEqual([])
  expect(rows.filter(({ body, waits }) => body === '' && !waits).length).toBeGreaterThanOrEqual(2)
  expect((await tablesWith(ann.email)).filter((table) => table !== 'rate_limits')).toEqual(['contact_messages', 'mails'])
  const { rows: kept } = await shop.db.execute<{ email: string }>(
    sql`select email from contact_messages where message like ${`%${ann.email}%`} or message like 'From Ann%' order by created_at`,
  )
  expect(kept.map(({ email }) => email)).toEqual(neighbours)
})

test('the mails that told the shop of a paid order lose its address and reference (86)', async () => {
  const { buyer, order } = await unpaidOrder(shop)
  const reference = 'Erlengrund'
  await buyer.put(`/order/${order._id}/reference`, { reference, seen: '' })
  await reportPaid(buyer, order, (await payByCard(shop, await openPaymentOf(buyer, order))).id)
  await admin.put(`/orderShipped/${order._id}`)
  expect(await tablesWith(reference)).toContain('mails')

  expect((await erase(admin, buyer)).statusCode).toBe(200)

  expect(await tablesWith(reference)).toEqual([])
})

test('an erasure keeps invoices and what the bank showed, and removes what stood beside them (86)', async () => {
  await publishSeller(shop, admin)
  takeTransfers(shop)
  const unique = 'Quellwiese'
  const buyer = await shop.customer('ann')
  await buyer.put('/billing', {
    company: `${unique} GmbH`,
    vatId: '',
    address: { street: unique, city: unique, postalCode: '1', country: 'DE' },
  })
  await setLimit(admin, buyer, 1_000)
  const order = await shop.placeOrder(buyer, await shop.addPart())
  const movement = await arrives(shop, admin, { amount: order.totalPrice, text: `${unique} ${order.number}`, payer: unique })
  await matchWith(admin, movement, [{ billId: order._id, amount: order.totalPrice }])
  await admin.put(`/orderShipped/${order._id}`)
  const asked = { pieces: 10, reason: 'damaged', note: unique, pictures: [] }
  await buyer.post(`/order/${order._id}/returns`, asked)
  const [paper] = (await buyer.get('/papers')).json<Papers>().papers
  const document = async () => (await admin.get(`/papers/${paper!._id}/ubl`)).rawPayload
  const before = await document()

  expect((await erase(admin, buyer)).statusCode).toBe(200)

  expect(await tablesWith(unique)).toEqual(['bank_movements', 'invoices'])
  expect((await document()).equals(before)).toBe(true)
  expect(before.toString()).toContain(`${unique} GmbH`)
  expect(await shop.db.$count(creditLimits, eq(creditLimits.userId, buyer.userId))).toBe(0)
})

test('an account is not erased while a bill on account is open; an invoice that waits then is never issued', async () => {
  await publishSeller(shop, admin, { ...sampleSeller, city: undefined })
  const waiting = await shippedOrder()
  const due = () => shop.db.$count(invoicesDue, eq(invoicesDue.billId, waiting.order._id))
  const before = await due()
  const { buyer: owing, order } = await unpaidOrder(shop)
  await setLimit(admin, owing, 10_000)
  await takesOnAccount(owing, order)
  await admin.put(`/orderShipped/${order._id}`)

  const answers = [await erase(admin, owing), await erase(admin, waiting.buyer)]

  expect(answers.map((answer) => answer.json())).toMatchObject([{ code: 'CUSTOMER_HAS_ORDERS' }, { orders: 1 }])
  expect([before, await due()]).toEqual([1, 0])
})

test('an erased person is signed out, cannot sign in, and may register again as somebody new', async () => {
  const { browser, person } = await registeredBrowser(shop)
  const client = clientWith(shop, await syncedToken(browser, person.email))
  const { id } = (await client.get('/me')).json<{ id: string }>()

  await erase(admin, { userId: id, email: person.email })
  const { email, password } = person
  const signIn = await openBrowser(shop).call('POST', '/auth/sign-in/email', { email, password })
  const again = await openBrowser(shop).call('POST', '/auth/sign-up/email', { ...newPerson(), email })

  expect((await client.get('/me')).statusCode).toBe(401)
  expect(signIn.statusCode).toBeGreaterThanOrEqual(400)
  expect(again.statusCode).toBe(200)
})

test('while an order is to be shipped nothing is erased', async () => {
  const { buyer, order } = await unpaidOrder(shop)
  await reportPaid(buyer, order, (await payByCard(shop, await openPaymentOf(buyer, order))).id)

  const refused = await erase(admin, buyer)

  expect(refused.json()).toMatchObject({ code: 'CUSTOMER_HAS_ORDERS' })
  expect((await buyer.get(`/order/${order._id}`)).json()).toMatchObject({ displayName: order.displayName, address: order.address })
})

test('an order whose payment is in progress keeps its person, and nothing of it has ended (86)', async () => {
  const { buyer, order } = await unpaidOrder(shop)
  await openPaymentOf(buyer, order)

  const refused = await erase(admin, buyer)

  expect(refused.json()).toMatchObject({ code: 'CUSTOMER_HAS_ORDERS' })
  expect((await buyer.get(`/order/${order._id}`)).json()).toMatchObject({ paid: false, cancelled: false })
})

test('another email, a person of the shop, and somebody who is erased already are refused', async () => {
  const [ann, clerk, gone] = [await shop.customer('ann'), await shop.customer('clerk'), await shop.customer('gone')]
  await admin.put(`/user/permissions/${clerk.email}`, { permissions: ['look'] })
  await erase(admin, gone)

  const answers = [
    await admin.post(`/customers/${ann.userId}/erase`, { email: clerk.email }),
    await erase(admin, clerk),
    await erase(admin, await shop.admin()),
    await erase(admin, gone),
  ]

  expect(answers.map((answer) => answer.json().code)).toEqual(['INVALID_INPUT', 'CUSTOMER_IS_STAFF', 'CUSTOMER_IS_STAFF', 'NOT_FOUND'])
  expect((await ann.get('/me')).statusCode).toBe(200)
})

test('two erasures at once are one', async () => {
  const ann = await shop.customer('ann')

  const answers = await Promise.all([erase(admin, ann), erase(admin, ann)])

  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 404])
  const entries = await shop.db.select().from(auditLog).where(eq(auditLog.subject, ann.userId))
  expect(entries).toMatchObject([{ action: 'erase-customer', actorId: admin.userId, detail: { orders: 0 } }])
})

test('outside of an erasure events and log stay as they are, and in one nobody else appears in them and nothing goes', async () => {
  const { order } = await shippedOrder()
  const inErasure = (statement: ReturnType<typeof sql>) =>
    transaction(shop.db, async (tx) => {
      await tx.execute(sql`select set_config('shop.erasing', 'on', true)`)
      await tx.execute(statement)
    })
  const refused = { cause: { message: expect.stringMatching(/only added to/) } }

  await expect(shop.db.execute(sql`update order_events set detail = '{}' where order_id = ${order._id}::uuid`)).rejects.toMatchObject(
    refused,
  )
  await expect(shop.db.execute(sql`update audit_log set subject = 'x'`)).rejects.toMatchObject(refused)
  await expect(inErasure(sql`delete from audit_log`)).rejects.toMatchObject(refused)
  await expect(inErasure(sql`update audit_log set action = 'x'`)).rejects.toMatchObject(refused)
  await expect(inErasure(sql`update order_events set kind = 'delivered'`)).rejects.toMatchObject(refused)
  const [person] = await shop.db.select().from(users).where(eq(users.id, admin.userId))
  expect(person?.erasedAt).toBeNull()
})
