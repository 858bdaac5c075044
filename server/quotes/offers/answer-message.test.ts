import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { ContactMessage } from '#contract/people/contact.ts'
import type { Part } from '#contract/parts/parts.ts'
import { messageAnswerMessages } from '#contract/quotes/message-answers.ts'
import type { Quote } from '#contract/quotes/quotes.ts'
import { contactMessages } from '#database/tables/contact-messages.ts'
import { mails } from '#database/tables/mails.ts'
import { quotes } from '#database/tables/quotes.ts'
import { users } from '#database/tables/users.ts'
import { webhookDeliveries, webhooks } from '#database/tables/webhooks.ts'
import { transaction } from '#database/transaction.ts'
import { endPrivateLinks } from '../../identity/end-sessions.ts'
import { admitPerson } from '../../identity/external/admit-person.ts'
import { proveMailbox } from '../../identity/prove-mailbox.ts'
import { queueExpiringQuotes } from '../../webhooks/queue-expiring-quotes.ts'
import { contact, openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { addEndpoint } from '#tests/support/shops/webhooks.ts'

let shop: TestShop
let admin: Customer
let part: Part

beforeAll(async () => {
  shop = await openShop({ watchesLocks: true })
  admin = await shop.admin()
  part = await shop.addPart({ price: 2.5, available: 10_000 })
})

let senders = 0
async function writtenBy(email = `sender${++senders}@example.com`): Promise<{ id: string; email: string }> {
  const message = { name: 'Ann', email, message: 'Do you have 2,000 of these?' }
  const [written] = await shop.db.insert(contactMessages).values(message).returning()
  return { id: written!.id, email }
}
const line = (changes: object = {}) => ({ partsId: part._id, quantity: 2_000, unitPrice: 2.4, ...changes })
const answer = (id: string, changes: object = {}, by = admin) =>
  by.post(`/contact/${id}/quote`, { lines: [line()], terms: 'Two parcels.', validDays: 14, total: 4_800, ...changes })
const message = async (id: string) => (await admin.get(`/contact/${id}`)).json<ContactMessage>()
const mailsTo = (recipient: string) =>
  shop.db
    .select()
    .from(mails)
    .where(and(eq(mails.recipient, recipient), eq(mails.kind, 'message-quoted')))
const quotesOf = async (person: Customer) => (await person.get('/quotes')).json<{ quotes: Quote[] }>().quotes
const secretIn = (body: string) => /shared-quote\/([\w-]{43})/.exec(body)![1]!
const confirm = ({ userId }: Customer) => transaction(shop.db, (tx) => proveMailbox(tx, shop.services.settings, userId))

test('a message is answered with a quote of the account with its confirmed address, which orders it', async () => {
  const buyer = await shop.customer()
  await shop.db.update(users).set({ emailVerified: true }).where(eq(users.id, buyer.userId))
  const { id } = await writtenBy(buyer.email)

  const answered = await answer(id)
  const { quoteId, number } = answered.json<{ quoteId: string; number: string }>()

  expect(answered.json()).toMatchObject({ hasAccount: true })
  expect(await message(id)).toMatchObject({ answeredAt: expect.any(String), quote: { _id: quoteId, number } })
  const quote = (await buyer.get(`/quotes/${quoteId}`)).json<Quote>()
  expect(quote).toMatchObject({
    number,
    total: 4_800,
    orderable: true,
    offer: { terms: 'Two parcels.' },
    lines: [{ quantity: 2_000, unitPrice: 2.4 }],
  })
  const [mail] = await mailsTo(buyer.email)
  expect(mail!.body).toContain(`/dashboard/quotes/${quoteId}`)
  expect((await buyer.post(`/quotes/${quoteId}/order`, { version: 1, total: 4_800, ...contact })).statusCode).toBe(200)
})

test('a sender without an account reads the quote by the link of a mail, and has it once the address is confirmed', async () => {
  const { id, email } = await writtenBy()

  const { quoteId, number } = (await answer(id)).json<{ quoteId: string; number: string }>()

  const [mail] = await mailsTo(email)
  const shared = (await shop.visitor.get(`/shared-quotes/${secretIn(mail!.body)}`)).json<Quote>()
  expect(shared).toMatchObject({ number, total: 4_800, orderable: false })
  expect(await quotesOf(admin)).toEqual([])
  expect((await admin.get(`/allQuotes/${quoteId}`)).json()).toMatchObject({ heldFor: email })
  expect((await admin.get(`/allQuotes?q=${email}`)).json()).toMatchObject({ quotes: [{ number, email, displayName: '' }] })

  const sender = await shop.customer(email.split('@')[0])
  await shop.db.update(users).set({ email, emailVerified: false }).where(eq(users.id, sender.userId))
  expect(await quotesOf(sender)).toEqual([])
  await confirm(sender)

  expect((await shop.db.select().from(quotes).where(eq(quotes.id, quoteId)))[0]).toMatchObject({
    userId: sender.userId,
    heldFor: null,
    deletedAt: null,
  })
  expect((await admin.get(`/allQuotes/${quoteId}`)).json()).not.toHaveProperty('heldFor')
})

test('until the sender confirms the address, the admin who answered neither orders, changes, shares nor deletes the quote', async () => {
  const { id, email } = await writtenBy()
  const { quoteId } = (await answer(id)).json<{ quoteId: string }>()
  const own = `/quotes/${quoteId}`

  const tried = [
    await admin.get(own),
    await admin.post(`${own}/order`, { version: 1, total: 4_800, ...contact }),
    await admin.put(own, { version: 1, name: 'Mine' }),
    await admin.post(`${own}/link`),
    await admin.delete(`${own}/link`),
    await admin.post(`${own}/request`, { version: 1, text: 'Cheaper' }),
    await admin.post(`${own}/decline`, { version: 1, reason: 'price' }),
    await admin.delete(own),
  ]

  expect(tried.map((refused) => refused.json<{ code: string }>().code)).toEqual(tried.map(() => 'NOT_FOUND'))
  const [mail] = await mailsTo(email)
  expect((await shop.visitor.get(`/shared-quotes/${secretIn(mail!.body)}`)).json()).toMatchObject({ total: 4_800, name: '' })
})

test('a quote that is held counts among no quotes of the admin, and its sender is told when it is withdrawn', async () => {
  const clerk = await shop.admin('clerk-of-held')
  const [one, other] = [await writtenBy(), await writtenBy()]
  const quoteId = (await answer(one.id, { validDays: 1 }, clerk)).json<{ quoteId: string }>().quoteId
  await answer(other.id, { total: 4_801, lines: [line({ unitPrice: 2.400_5 })] }, clerk)
  const ofClerk = shop.db.select().from(webhookDeliveries).innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
  await addEndpoint(clerk, 'https://example.com/told', { events: ['quote.offered', 'quote.expiring'] })
  await queueExpiringQuotes(shop.db)
  await clerk.post(`/quotes/${quoteId}/offer`, { version: 1, lines: [], terms: '', validDays: 30, total: 4_800 })

  expect((await clerk.get('/changed-quotes')).json()).toMatchObject({ changed: [] })
  expect((await admin.get(`/customers/${clerk.userId}`)).json()).toMatchObject({ quotes: 0 })
  expect((await clerk.get(`/customers/${clerk.userId}/export`)).json()).toMatchObject({ quotes: [] })
  expect(await ofClerk.where(eq(webhooks.userId, clerk.userId))).toEqual([])

  const told = (recipient: string) => shop.db.$count(mails, and(eq(mails.recipient, recipient), eq(mails.kind, 'quote-withdrawn')))
  const toldEach = () => Promise.all([one.email, other.email, clerk.email].map(told))
  await admin.post(`/quotes/${quoteId}/void`, { version: 2, reason: 'The price was a slip' })
  expect(await toldEach()).toEqual([1, 0, 0])
  const [from, to] = [-1_800_000, 1_800_000].map((ms) => new Date(Date.now() + ms).toISOString())
  await admin.post('/void-quotes', { partsId: part._id, from, to, reason: 'The price was a slip' })
  expect(await toldEach()).toEqual([2, 1, 0]) // its first version was an offer, too
})

test('who first comes by an issuer that vouches for the address has the quote at once, and nobody else has it', async () => {
  const { id, email } = await writtenBy()
  const { quoteId } = (await answer(id)).json<{ quoteId: string }>()
  const vouched = (address: string) => ({ subject: randomUUID(), email: address, emailVerified: true, name: 'Ann' })

  const other = await admitPerson(shop.services, 'sample', vouched(`other-${email}`))
  const sender = await admitPerson(shop.services, 'sample', vouched(email))

  const [quote] = await shop.db.select().from(quotes).where(eq(quotes.id, quoteId))
  expect(quote).toMatchObject({ userId: sender, heldFor: null })
  expect(other).not.toBe(sender)
})

test('a link that the sender has outlives the sessions of the admin, and an offer or a reminder sends a new one', async () => {
  const { id, email } = await writtenBy()
  const { quoteId } = (await answer(id)).json<{ quoteId: string }>()
  const opens = async (body: string) => (await shop.visitor.get(`/shared-quotes/${secretIn(body)}`)).statusCode
  const offer = { version: 1, lines: [{ row: 1, unitPrice: 2.3 }], terms: '', validDays: 30, total: 4_600 }

  const clerk = await shop.admin('clerk')
  const { id: second, email: other } = await writtenBy()
  await answer(second, {}, clerk)
  await transaction(shop.db, (tx) => endPrivateLinks(tx, clerk.userId))
  expect(await opens((await mailsTo(other))[0]!.body)).toBe(200)

  expect((await admin.post(`/quotes/${quoteId}/offer`, offer)).json()).toEqual({ version: 2 })
  expect((await admin.post(`/quotes/${quoteId}/follow-up`, { version: 2 })).json()).toEqual({ modifiedCount: 1 })

  const bodies = (await mailsTo(email)).map(({ body }) => body)
  expect(bodies).toHaveLength(3)
  const opened = await Promise.all(bodies.map((body) => shop.visitor.get(`/shared-quotes/${secretIn(body)}`)))
  expect(opened.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 404, 404])
  expect(opened.find(({ statusCode }) => statusCode === 200)!.json()).toMatchObject({ version: 2, total: 4_600 })
})

test('of two admins who answer at once one wins, the other is told, and nothing of theirs is kept', async () => {
  const { id, email } = await writtenBy()
  const second = await shop.admin('second')

  const answers = await Promise.all([admin, second].map((one) => answer(id, {}, one)))

  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  expect(answers.find(({ statusCode }) => statusCode === 409)!.json()).toMatchObject({ code: 'MESSAGE_ANSWERED' })
  expect(await shop.db.$count(quotes, eq(quotes.heldFor, email))).toBe(1)
  expect(await mailsTo(email)).toHaveLength(1)
})

test('a message that is marked as answered is opened again before it is answered with a quote', async () => {
  const { id } = await writtenBy()
  await admin.put(`/contact/${id}`, { answered: true })

  expect((await answer(id)).json()).toMatchObject({ code: 'MESSAGE_ANSWERED' })
  await admin.put(`/contact/${id}`, { answered: false })
  expect((await answer(id)).statusCode).toBe(200)
})

test.each<[string, () => object, object]>([
  ['no line', () => ({ lines: [], total: 0 }), { fields: [{ field: 'lines', message: messageAnswerMessages.noLines }] }],
  [
    'a part that is not on sale',
    () => ({ lines: [line({ partsId: randomUUID() })] }),
    { fields: [{ field: 'lines.0.partsId', message: messageAnswerMessages.noPart }] },
  ],
  ['a price of five decimal places', () => ({ lines: [line({ unitPrice: 2.400_01 })] }), { fields: [{ field: 'lines.0.unitPrice' }] }],
  ['another sum than the admin saw', () => ({ total: 4_700 }), { code: 'TOTAL_CHANGED', currentTotal: 4_800 }],
  ['more than is in stock', () => ({ lines: [line({ quantity: 20_000 })], total: 48_000 }), { code: 'STOCK_TOO_LOW' }],
  ["a price far below today's", () => ({ lines: [line({ unitPrice: 0.5 })], total: 1_000 }), { code: 'PRICE_FALL' }],
])('an answer with %s is refused, and the message waits on', async (_, changes, refusal) => {
  const { id } = await writtenBy()

  expect((await answer(id, changes())).json()).toMatchObject(refusal)
  expect((await message(id)).answeredAt).toBeNull()
})

test('what is missing is made for the order, and a low price is meant, where the admin says so', async () => {
  const { id } = await writtenBy()
  const lines = [line({ quantity: 20_000, unitPrice: 0.5 })]

  const { quoteId } = (await answer(id, { lines, total: 10_000, confirmed: true, madeToOrder: true })).json<{ quoteId: string }>()

  expect((await admin.get(`/allQuotes/${quoteId}`)).json()).toMatchObject({ lines: [{ notes: ['made-to-order'], leadDays: 15 }] })
})

test('an answer is an entry of the audit log, and an unknown message has none', async () => {
  const { id } = await writtenBy()
  const { number } = (await answer(id)).json<{ number: string }>()

  const { rows } = await shop.db.execute(sql`select detail from audit_log where action = 'quote-message' and subject = ${id}`)
  expect(rows).toEqual([{ detail: { quote: number, total: '$4,800.00', validDays: 14 } }])
  expect((await answer(randomUUID())).statusCode).toBe(404)
})
