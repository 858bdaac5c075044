import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import type { MailPage, MailRecord, MailText } from '#contract/shop/mails.ts'
import { mails } from '#database/tables/mails.ts'
import { users } from '#database/tables/users.ts'
import { registeredBrowser } from '#tests/support/browser/browser.ts'
import { mayBe, waitSetBy, type Wait } from '#tests/support/database/wait-set-by.ts'
import { stopTheClock } from '#tests/support/runner/stopped-clock.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { resetPasswordMail, signInLinkMail, verifyEmailMail } from '../mail/templates/accounts.ts'
import { deliverMails } from './deliver-mails.ts'
import { queueMail, type QueuedMail } from '../mail/queue-mail.ts'
import { MailMayBeSent, MailRefused, type OutgoingMail, type MailTransport } from '../mail/transport.ts'

stopTheClock()

const shop = await openShop()
const { db, services } = shop
const admin = await shop.admin()

beforeEach(async () => {
  // However slow the machine is, no turn ends before its work is done.
  vi.spyOn(performance, 'now').mockReturnValue(0)
  await db.delete(mails)
})

async function queue(mail: Partial<QueuedMail> = {}): Promise<string> {
  const ref = randomUUID()
  await queueMail(db, {
    kind: 'order-placed',
    ref,
    recipient: 'ann@example.com',
    subject: 'Your order',
    body: 'Thank you.',
    html: '<p>Thank you.</p>',
    ...mail,
  })
  const [row] = await db
    .select({ id: mails.id })
    .from(mails)
    .where(eq(mails.ref, mail.ref ?? ref))
  return row!.id
}

const rowOf = async (id: string) => (await db.select().from(mails).where(eq(mails.id, id)))[0]!

const runAfterOf = (id: string) => sql`select run_after from mails where id = ${id}`

const makeDue = () => db.update(mails).set({ runAfter: sql`now()` })

function recordingTransport(): MailTransport & { sent: OutgoingMail[] } {
  const sent: OutgoingMail[] = []
  return { sent, send: async (mail) => void sent.push(mail) }
}

const failingTransport = (error: Error): MailTransport => ({
  send: async () => {
    throw error
  },
})

const stateOf = async (id: string) => (await admin.get('/mails')).json<MailRecord[]>().find((mail) => mail.id === id)!.state

test('a queued mail is sent once, and marked', async () => {
  const mailTransport = recordingTransport()
  const id = await queue()

  const sent = [await deliverMails({ ...services, mailTransport }), await deliverMails({ ...services, mailTransport })]

  expect(sent).toEqual([1, 0])
  expect(mailTransport.sent).toEqual([
    {
      id,
      kind: 'order-placed',
      queuedAt: expect.any(Date),
      to: 'ann@example.com',
      subject: 'Your order',
      body: 'Thank you.',
      html: '<p>Thank you.</p>',
    },
  ])
  expect(await rowOf(id)).toMatchObject({ attempts: 1, lastError: null, sentAt: expect.any(Date), html: '' })
})

test('the HTML of a mail is rendered when it is sent, from what it said when it was queued', async () => {
  const mailTransport = recordingTransport()
  const id = await queue({ html: undefined, blocks: [{ say: 'Five < six' }] })
  const queued = await rowOf(id)

  await deliverMails({ ...services, mailTransport })

  expect(queued.html).toBe('')
  expect(mailTransport.sent.map(({ html }) => html)).toEqual([expect.stringContaining('Five &lt; six')])
  expect(await rowOf(id)).toMatchObject({ blocks: [{ say: 'Five < six' }], html: '' })
})

test('the previous release finds no token beside body and html, which it empties', async () => {
  const email = 'ann@example.com'
  const tokens = ['verify-email', 'reset-password', 'sign-in-link']
  await queueMail(db, verifyEmailMail(services.settings, email, 'secret', 60))
  await queueMail(db, resetPasswordMail(services.settings, email, 'secret', 60, { empties: false }))
  await queueMail(db, signInLinkMail(services.settings, email, 'secret', 60))

  const rows = await db.select().from(mails)

  expect(rows.map(({ kind }) => kind).toSorted()).toEqual(tokens.toSorted())
  for (const row of rows) {
    expect(row.html).toContain('secret')
    expect(JSON.stringify({ ...row, body: '', html: '' })).not.toContain('secret')
  }
})

test('one event makes one mail of a kind', async () => {
  await queue({ ref: 'order-1' })
  await queue({ ref: 'order-1' })
  await queue({ ref: 'order-1', kind: 'order-paid' })

  expect(await deliverMails(services)).toBe(2)
})

test('of two deliverers at once, each mail is sent by one', async () => {
  const mailTransport = recordingTransport()
  const ids = await Promise.all(Array.from({ length: 60 }, () => queue()))

  const counts = await Promise.all(Array.from({ length: 4 }, () => deliverMails({ ...services, mailTransport })))

  expect(counts.reduce((sum, count) => sum + count)).toBe(60)
  expect(mailTransport.sent.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
})

test('a mail that is being sent is not sent by another deliverer, and nothing stays locked', async () => {
  let finish = () => {}
  const slow: MailTransport = { send: () => new Promise((resolve) => (finish = resolve)) }
  const id = await queue()
  const first = deliverMails({ ...services, mailTransport: slow })
  await expect.poll(async () => (await rowOf(id)).attempts).toBe(1)

  const second = await deliverMails(services)
  await db.update(mails).set({ subject: 'Not locked' }).where(eq(mails.id, id))
  finish()

  expect([await first, second]).toEqual([1, 0])
})

test('a mail that fails is tried again, later each time, and sent in the end (59)', async () => {
  const id = await queue()
  const fail = () => deliverMails({ ...services, mailTransport: failingTransport(new Error('451 try later')) })
  const waits: Wait[] = []
  for (let attempt = 0; attempt < 9; attempt++) {
    await makeDue()
    waits.push(await waitSetBy(db, fail, runAfterOf(id)))
  }
  const failed = await rowOf(id)
  const early = await deliverMails(services)
  await makeDue()

  const sent = await deliverMails(services)

  for (const [index, seconds] of [30, 60, 120, 240, 480, 960, 1920, 3600, 3600].entries()) {
    expect(mayBe(waits[index]!, seconds), `${seconds} s: ${JSON.stringify(waits[index])}`).toBe(true)
  }
  expect(failed).toMatchObject({ attempts: 9, lastError: '451 try later', sentAt: null })
  expect([early, sent]).toEqual([0, 1])
  expect(await rowOf(id)).toMatchObject({ attempts: 10, lastError: null })
})

test('after very many attempts it still waits an hour', async () => {
  const id = await queue()
  await db.update(mails).set({ attempts: 100_000 })

  const fail = () => deliverMails({ ...services, mailTransport: failingTransport(new Error('no')) })

  expect(mayBe(await waitSetBy(db, fail, runAfterOf(id)), 3_600)).toBe(true)
})

test('one mail that fails holds up no other', async () => {
  const fussy: MailTransport = {
    send: async ({ to }) => {
      if (to.startsWith('bad')) throw new Error('no such mailbox')
    },
  }
  const recipients = Array.from({ length: 30 }, (_, index) => `${index % 2 ? 'bad' : 'good'}@example.com`)
  await Promise.all(recipients.map((recipient) => queue({ recipient })))

  const sent = [1, 2, 3].map(() => deliverMails({ ...services, mailTransport: fussy }))

  expect((await Promise.all(sent)).reduce((sum, count) => sum + count)).toBe(15)
})

test('where nothing gets through, the rest waits for the next turn', async () => {
  await Promise.all(Array.from({ length: 12 }, () => queue()))

  await deliverMails({ ...services, mailTransport: failingTransport(new Error('connection refused')) })

  const rows = await db.select({ attempts: mails.attempts }).from(mails)
  expect(rows.filter(({ attempts }) => attempts > 0)).toHaveLength(5)
})

test('a full outbox is left to the next turn after a while, so that nobody who ends the shop waits for all of it', async () => {
  for (let number = 0; number < 20; number++) await queue()
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const mailTransport: MailTransport = { send: async () => void (now += 400) }

  const turns = [await deliverMails({ ...services, mailTransport }), await deliverMails({ ...services, mailTransport })]

  expect(turns).toEqual([10, 10])
})

test('a mail that is refused for good is not tried again, until an admin says so', async () => {
  const id = await queue()
  const refusing = failingTransport(new MailRefused('550 no such mailbox'))
  await deliverMails({ ...services, mailTransport: refusing })
  const refused = await stateOf(id)

  expect([refused, (await rowOf(id)).runAfter, await deliverMails(services)]).toEqual(['failed', null, 0])
  await admin.put(`/mails/${id}/retry`)
  expect([await stateOf(id), await deliverMails(services), await stateOf(id)]).toEqual(['waiting', 1, 'sent'])
})

test('a mail that may have been sent is not sent again, until an admin says so', async () => {
  const id = await queue()
  const silent = failingTransport(new MailMayBeSent('no answer'))
  await deliverMails({ ...services, mailTransport: silent })
  const unknown = await stateOf(id)

  expect([unknown, (await rowOf(id)).runAfter, await deliverMails(services)]).toEqual(['unknown', null, 0])
  await admin.put(`/mails/${id}/retry`)
  expect([await stateOf(id), await deliverMails(services), await stateOf(id)]).toEqual(['waiting', 1, 'sent'])
})

test('a mail whose shop was killed while sending it is not sent again, and shown as perhaps arrived', async () => {
  const id = await queue()
  // A process that is killed never comes back from here.
  const killed: MailTransport = { send: () => new Promise(() => {}) }
  void deliverMails({ ...services, mailTransport: killed }).catch(() => {})
  await expect.poll(async () => (await rowOf(id)).attempts).toBe(1)
  const during = await stateOf(id)
  await db
    .update(mails)
    .set({ attemptedAt: sql`now() - interval '26 seconds'` })
    .where(eq(mails.id, id))

  expect([during, await stateOf(id), await deliverMails(services)]).toEqual(['sending', 'unknown', 0])
  const { lastError } = (await admin.get('/mails')).json<MailRecord[]>()[0]!
  expect(lastError).toContain('It may have arrived.')
})

test('a late failure does not put a mail back that was tried again since', async () => {
  const { promise, reject } = Promise.withResolvers<void>()
  const slow: MailTransport = { send: () => promise }
  const id = await queue()
  const late = deliverMails({ ...services, mailTransport: slow })
  await expect.poll(async () => (await rowOf(id)).attempts).toBe(1)
  await makeDue()
  await deliverMails({ ...services, mailTransport: failingTransport(new MailMayBeSent('no answer')) })

  reject(new Error('451 try later'))
  await late

  expect(await rowOf(id)).toMatchObject({ attempts: 2, lastError: 'no answer', runAfter: null })
})

test('a mail whose link expires while it is being sent is not put back without it', async () => {
  const { promise, reject } = Promise.withResolvers<void>()
  const slow: MailTransport = { send: () => promise }
  const id = await queue({ kind: 'reset-password', body: 'https://shop.example/?token=secret', linkMinutes: 60 })
  const late = deliverMails({ ...services, mailTransport: slow })
  await expect.poll(async () => (await rowOf(id)).attempts).toBe(1)
  await db.update(mails).set({ linkExpiresAt: sql`now()` })
  await deliverMails(services)

  reject(new Error('451 try later'))
  await late

  expect(await rowOf(id)).toMatchObject({ body: '', runAfter: null, failedAt: expect.any(Date) })
})

test('a mail is not sent once its link is no longer good, and its token is gone', async () => {
  const mailTransport = recordingTransport()
  const id = await queue({ kind: 'reset-password', body: 'https://shop.example/?token=secret', linkMinutes: 60 })
  await deliverMails({ ...services, mailTransport: failingTransport(new Error('451 try later')) })
  await makeDue()
  await db.update(mails).set({ linkExpiresAt: sql`now()` })

  await deliverMails({ ...services, mailTransport })

  expect(mailTransport.sent).toEqual([])
  expect(await rowOf(id)).toMatchObject({
    body: '',
    html: '',
    sentAt: null,
    failedAt: expect.any(Date),
    lastError: '451 try later; its link is no longer good',
  })
  expect((await admin.put(`/mails/${id}/retry`)).json()).toMatchObject({ code: 'LINK_EXPIRED' })
})

test('what went wrong is kept in one short line, without the address', async () => {
  const id = await queue()

  const error = new Error(`550 <ann@example.com>\r\nunknown ${'x'.repeat(500)}`)
  await deliverMails({ ...services, mailTransport: failingTransport(error) })

  const { lastError } = await rowOf(id)
  expect(lastError).toMatch(/^550 \(address\) unknown x+$/)
  expect(lastError).toHaveLength(200)
})

test('a mail with a token keeps nothing of it once it is sent', async () => {
  const link = 'https://shop.example/reset-password?token=secret'
  const id = await queue({ kind: 'reset-password', body: link, html: `<a href="${link}">`, linkMinutes: 60 })

  await deliverMails(services)

  expect(JSON.stringify(await rowOf(id))).not.toContain('secret')
})

test.each([
  'ann@example.com\r\nBcc: all@example.com',
  'ann@example.com, bob@example.com',
  'Ann <ann@example.com>',
  '../../etc/passwd',
  '"a b"@example.com',
  'ann@[127.0.0.1]',
  'ann@localhost',
  '@example.com',
  'ann\u0001@example.com',
  `${'a'.repeat(65)}@example.com`,
  `a@${'b.'.repeat(140)}com`,
  '',
])('no transport sees the recipient %j', async (recipient) => {
  const mailTransport = recordingTransport()
  const id = await queue({ recipient })

  const sent = await deliverMails({ ...services, mailTransport })

  expect([sent, mailTransport.sent]).toEqual([0, []])
  expect(await rowOf(id)).toMatchObject({
    lastError: 'the recipient is not an email address',
    failedAt: expect.any(Date),
  })
})

test('an admin sees the outbox without its texts, nobody else does', async () => {
  await queue({ kind: 'reset-password', body: 'a link with a token' })
  const customer = await shop.customer()

  const listed = await admin.get('/mails')

  expect(listed.json()).toEqual([
    {
      id: expect.any(String),
      kind: 'reset-password',
      recipient: 'ann@example.com',
      subject: 'Your order',
      state: 'waiting',
      createdAt: expect.any(String),
      sentAt: null,
      attempts: 0,
      sentWith: null,
      lastError: null,
    },
  ])
  expect((await customer.get('/mails')).statusCode).toBe(403)
  expect((await shop.visitor.get('/mails')).statusCode).toBe(401)
})

test('mails are found by recipient and subject, in pages, with how many of each state there are', async () => {
  const failed = await queue({ recipient: 'Bob@example.com', subject: 'Order Ö-1' })
  for (let count = 0; count < 3; count++) await queue({ subject: '100% yours' })
  await db
    .update(mails)
    .set({ failedAt: sql`now()`, runAfter: null })
    .where(eq(mails.id, failed))
  const find = async (query: string) => (await admin.get(`/allMails${query}`)).json<MailPage>()

  expect(await find('?q=BOB@')).toMatchObject({ count: 1, states: { failed: 1, waiting: 0 }, mails: [{ id: failed, state: 'failed' }] })
  expect(await find('?q=o-1&state=waiting')).toMatchObject({ count: 0, states: { failed: 1 }, mails: [] })
  expect(await find('?size=3&page=9')).toMatchObject({ count: 4, page: 1, states: { waiting: 3, failed: 1 }, mails: [{ id: failed }] })
  expect((await find('?q=100%25')).count).toBe(3)
  expect((await admin.get(`/mails/${failed}`)).json()).toMatchObject({ id: failed, subject: 'Order Ö-1' })
})

test('a mail is read by admins alone, its HTML by their session, in a page where nothing runs or loads', async () => {
  const hostile = `</p><script>alert(1)</script><img src="https://evil.example/x"><a href="javascript:alert(1)">`
  const id = await queue({ html: undefined, body: 'Five < six', blocks: [{ say: 'Five < six' }, { quote: hostile }] })
  await deliverMails(services)
  const { browser, person } = await registeredBrowser(shop)
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const see = (mail: string) => shop.app.inject({ url: `/mail-pages/${mail}`, headers: { cookie } })
  const become = (rights: Partial<typeof users.$inferInsert>) => db.update(users).set(rights).where(eq(users.email, person.email))

  const refused = [await see(id), await shop.app.inject({ url: `/mail-pages/${id}` })]
  await become({ permissions: ['settings', 'orders', 'money', 'customers'] })
  refused.push(await see(id))
  await become({ role: 'admin' })
  const page = await see(id)
  await become({ disabledAt: new Date(0) })
  refused.push(await see(id))

  expect(refused.map(({ statusCode, headers }) => [statusCode, headers['cache-control']])).toEqual(
    refused.map(() => [404, 'private, no-store']),
  )
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-store',
    'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'; style-src 'unsafe-inline';.* form-action 'none'/),
  })
  expect(page.body).toContain('Five &lt; six')
  expect(page.body).not.toMatch(/<script|<img|href="javascript/)
  expect((await admin.get(`/mails/${id}/text`)).json()).toEqual({ text: 'Five < six', hasHtml: true, isSecret: false, isMerged: false })
})

test.each<Partial<QueuedMail>>([{ kind: 'sign-in-link' }, { kind: 'order-placed', linkMinutes: 60 }])(
  'nobody reads a mail with a link that opens an account, waiting or sent: %j',
  async (mail) => {
    const id = await queue({ ...mail, body: 'secret', html: '<p>secret</p>' })
    const { browser, person } = await registeredBrowser(shop)
    await db.update(users).set({ role: 'admin' }).where(eq(users.email, person.email))
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const read = async () => [
      (await admin.get(`/mails/${id}/text`)).json<MailText>(),
      (await shop.app.inject({ url: `/mail-pages/${id}`, headers: { cookie } })).statusCode,
    ]

    const before = await read()
    await deliverMails(services)

    const nothing = [{ text: null, hasHtml: false, isSecret: true, isMerged: false }, 404]
    expect([before, await read()]).toEqual([nothing, nothing])
    const [row] = await db.select({ body: mails.body, html: mails.html, blocks: mails.blocks }).from(mails).where(eq(mails.id, id))
    expect(row).toEqual({ body: '', html: '', blocks: null })
  },
)
