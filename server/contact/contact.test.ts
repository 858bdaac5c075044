import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { ContactPage } from '#contract/people/contact.ts'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { contactMessages } from '#database/tables/contact-messages.ts'
import { rateLimits } from '#database/tables/identity.ts'
import { mails } from '#database/tables/mails.ts'
import { users } from '#database/tables/users.ts'
import { openBrowser } from '#tests/support/browser/browser.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'

const shop = await openShop({ rateLimit: true })
const { db } = shop
const admin = await shop.admin()

beforeEach(async () => {
  await db.delete(contactMessages)
  await db.delete(mails)
  await db.delete(rateLimits)
})

const question = { name: 'Ann', email: 'Ann@Example.com', message: 'Do you make the T-con board?\n\nBy June?' }

/** Sends a message from a network address. */
const write = (changes: object = {}, address = '192.0.2.1') =>
  openBrowser(shop, { address }).call('POST', '/contact', { ...question, ...changes })

const list = async (query = '') => (await admin.get(`/contact${query}`)).json<ContactPage>()
const mailsToAdmins = () => db.select().from(mails).where(eq(mails.kind, 'contact-message'))

test("a message is stored as typed, with its line breaks, and is in the admins' list", async () => {
  const sent = await write({ name: '  Ann ', message: '  Do you make it?\r\n\r\n<b>By June?</b>\n' })

  expect(sent.statusCode).toBe(200)
  expect(await list()).toEqual({
    count: 1,
    states: { waiting: 1, answered: 0 },
    page: 0,
    messages: [
      {
        _id: sent.json().insertedId,
        name: 'Ann',
        email: 'ann@example.com',
        message: 'Do you make it?\n\n<b>By June?</b>',
        createdAt: expect.any(String),
        answeredAt: null,
      },
    ],
  })
})

test("each admin gets one mail per message, and the visitor's words are only in its text", async () => {
  const other = await shop.admin('other')
  const disabled = await shop.admin('disabled')
  await db
    .update(users)
    .set({ disabledAt: sql`now()` })
    .where(eq(users.id, disabled.userId))

  await write({ name: 'Win\r\nBcc: all@example.com', message: 'First\nKind regards\nTeleforge' })

  const written = await mailsToAdmins()
  expect(written.map(({ recipient }) => recipient).toSorted()).toEqual([admin.email, other.email].toSorted())
  for (const { subject, body } of written) {
    expect(subject).toBe('A message from the contact form')
    expect(body).toContain('Name:   Win Bcc: all@example.com\nEmail:  ann@example.com\n')
    expect(body).toContain('> First\n> Kind regards\n> Teleforge\n')
  }
  await db.update(users).set({ role: '' }).where(eq(users.id, other.userId))
})

test('with ADMIN_EMAIL set, the mail goes only to that address', async () => {
  const owned = await openShop({ env: { ADMIN_EMAIL: 'Owner@example.com' } })
  await owned.admin()

  await owned.visitor.post('/contact', question)

  expect(await owned.db.select({ recipient: mails.recipient }).from(mails)).toEqual([{ recipient: 'owner@example.com' }])
})

test('a message whose mail cannot be queued is not stored, and the visitor gets an error', async () => {
  await db.execute(sql`alter table mails add constraint no_mails check (kind <> 'contact-message') not valid`)

  const answer = await write()
  await db.execute(sql`alter table mails drop constraint no_mails`)

  expect(answer.statusCode).toBe(500)
  expect((await list()).count).toBe(0)
})

test.each([
  ['name', '', 'Your Name is required'],
  ['name', ' \n ', 'Your Name is required'],
  ['name', undefined, 'Your Name is required'],
  ['name', 'A\u0000', 'Your Name is required'],
  ['name', 'x'.repeat(TEXT_LIMITS.name + 1), 'At most 100 characters.'],
  ['name', ['Ann'], 'Your Name is required'],
  ['email', '', 'Invalid email address'],
  ['email', undefined, 'Invalid email address'],
  ['email', 'ann', 'Invalid email address'],
  ['email', 'ann@example.com\r\nBcc: all@example.com', 'Invalid email address'],
  ['email', `${'a'.repeat(250)}@example.com`, 'At most 254 characters.'],
  ['message', '', 'Your Message is required'],
  ['message', '\t\n', 'Your Message is required'],
  ['message', undefined, 'Your Message is required'],
  ['message', 'A\u0000B', 'Your Message is required'],
  ['message', 'x'.repeat(TEXT_LIMITS.contactMessage + 1), 'At most 4,000 characters.'],
  ['message', { text: 'x' }, 'Your Message is required'],
])('a %s of %j is refused under its field, and nothing is kept', async (field, value, message) => {
  const answer = await write({ [field]: value })

  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ code: 'INVALID_INPUT', fields: [{ field, message }] })
  expect([(await list()).count, await mailsToAdmins()]).toEqual([0, []])
})

test('the length limit of a message counts characters', async () => {
  expect((await write({ message: '🛠'.repeat(TEXT_LIMITS.contactMessage) })).statusCode).toBe(200)
})

test('every empty field is reported, and every unexpected field', async () => {
  const empty = await shop.visitor.post('/contact', {})
  const extra = await write({ answeredAt: '2026-01-01T00:00:00Z' })

  expect(empty.json().fields.map(({ field }: { field: string }) => field)).toEqual(['name', 'email', 'message'])
  expect(extra.json().fields).toEqual([{ field: 'answeredAt', message: "'answeredAt' is not expected here." }])
})

test('of concurrent messages from one network, ten an hour are kept', async () => {
  const answers = await Promise.all(
    Array.from({ length: 14 }, (_, index) => write({ email: `ann${index}@example.com` }, `2001:db8::${index}`)),
  )

  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(10)
  const refused = answers.find(({ statusCode }) => statusCode === 429)!
  expect(refused.json().message).toBe('Too many attempts. Please wait a moment and try again.')
  expect((await list()).count).toBe(10)
  expect((await write({}, '192.0.2.9')).statusCode).toBe(200)
})

test('under one email, twenty an hour are kept, from any network', async () => {
  const answers = await Promise.all(Array.from({ length: 24 }, (_, index) => write({}, `198.51.100.${index}`)))

  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(4)
  expect((await write({ email: 'bob@example.com' }, '198.51.100.99')).statusCode).toBe(200)
})

test('the list is newest first, in pages that stay within their bounds', async () => {
  await db.insert(contactMessages).values(
    Array.from({ length: 53 }, (_, index) => ({
      ...question,
      message: `Question ${index}`,
      createdAt: new Date(Date.UTC(2026, 0, 1) + index * 1_000),
    })),
  )

  const first = await list()
  const [second, beyond, before] = [await list('?page=1'), await list('?page=99999999999'), await list('?page=-1&size=0')]

  expect([first.count, first.page, first.messages.length, first.messages[0]?.message]).toEqual([53, 0, 50, 'Question 52'])
  expect([second.page, second.messages.map(({ message }) => message)]).toEqual([1, ['Question 2', 'Question 1', 'Question 0']])
  expect(beyond).toEqual(second)
  expect([before.page, before.messages.length]).toEqual([0, 1])
  expect((await admin.get('/contact?page=abc')).statusCode).toBe(400)
})

test('an admin marks a message as answered and unmarks it; repeating changes nothing', async () => {
  const id = (await write()).json().insertedId
  const mark = async (answered: boolean) => (await admin.put(`/contact/${id}`, { answered })).json()

  const marked = [await mark(true), await mark(true)]
  const answeredAt = (await list()).messages[0]?.answeredAt
  const unmarked = [await mark(false), await mark(false)]

  expect(marked).toEqual([{ modifiedCount: 1 }, { modifiedCount: 0 }])
  expect(answeredAt).toEqual(expect.any(String))
  expect(unmarked).toEqual([{ modifiedCount: 1 }, { modifiedCount: 0 }])
  expect((await list()).messages[0]?.answeredAt).toBeNull()
})

test('messages are found by their words and their writer, among all or those of one state', async () => {
  const id = (await write({ name: 'Zoë 100%', message: 'Wanted: T‑Con boards' })).json().insertedId
  await write({ email: 'bob@example.com' })
  await admin.put(`/contact/${id}`, { answered: true })

  for (const text of ['zoe 100%', 'WANTED: t-con', 'ANN@'])
    expect((await list(`?q=${encodeURIComponent(text)}`)).messages).toMatchObject([{ _id: id }])
  expect(await list('?q=t-con&state=waiting')).toMatchObject({
    count: 1,
    states: { waiting: 1, answered: 1 },
    messages: [{ email: 'bob@example.com' }],
  })
  expect(await list('?q=100%25x')).toMatchObject({ count: 0, messages: [] })
  expect((await admin.get(`/contact/${id}`)).json()).toMatchObject({ _id: id, answeredAt: expect.any(String) })
  expect((await admin.get(`/contact/${randomUUID()}`)).statusCode).toBe(404)
})

test('only an existing message can be marked, and only as answered or not', async () => {
  const id = (await write()).json().insertedId

  expect((await admin.put(`/contact/${randomUUID()}`, { answered: true })).statusCode).toBe(404)
  expect((await admin.put('/contact/1', { answered: true })).statusCode).toBe(400)
  for (const body of [{}, { answered: 'yes' }, { answered: null }, { answered: true, name: 'x' }]) {
    expect((await admin.put(`/contact/${id}`, body)).statusCode).toBe(400)
  }
})

test('only an admin reads and marks messages', async () => {
  const id = (await write()).json().insertedId
  const customer = await shop.customer()

  const statuses = await Promise.all(
    [shop.visitor, customer].flatMap((client) => [client.get('/contact'), client.put(`/contact/${id}`, { answered: true })]),
  )

  expect(statuses.map(({ statusCode }) => statusCode)).toEqual([401, 401, 403, 403])
  expect((await list()).messages[0]?.answeredAt).toBeNull()
})
