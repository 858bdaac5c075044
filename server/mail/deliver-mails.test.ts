import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { mails } from '#database/tables/mails.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { deliverMails } from './deliver-mails.ts'
import { queueMail, type QueuedMail } from './queue-mail.ts'
import type { Letter, MailTransport } from './transport.ts'

const shop = await openShop()
const { db, services } = shop

beforeEach(() => db.delete(mails))

async function queue(mail: Partial<QueuedMail> = {}): Promise<string> {
  const ref = randomUUID()
  await queueMail(db, {
    kind: 'order-placed',
    ref,
    recipient: 'ann@example.com',
    subject: 'Your order',
    body: 'Thank you.',
    ...mail,
  })
  const [row] = await db.select({ id: mails.id }).from(mails).where(eq(mails.ref, mail.ref ?? ref))
  return row!.id
}

const rowOf = async (id: string) => (await db.select().from(mails).where(eq(mails.id, id)))[0]!

/** The seconds from now until a mail is tried again. */
async function secondsUntilRetry(id: string): Promise<number> {
  const [row] = await db
    .select({ seconds: sql<number>`extract(epoch from ${mails.runAfter} - now())::int` })
    .from(mails)
    .where(eq(mails.id, id))
  return row!.seconds
}

const makeDue = () => db.update(mails).set({ runAfter: sql`now()` })

function recordingTransport(): MailTransport & { letters: Letter[] } {
  const letters: Letter[] = []
  return { letters, send: async (letter) => void letters.push(letter) }
}

const failingTransport = (message: string): MailTransport => ({
  send: async () => {
    throw new Error(message)
  },
})

test('a queued mail is sent once, and marked', async () => {
  const mailTransport = recordingTransport()
  const id = await queue()

  const sent = [await deliverMails({ ...services, mailTransport }), await deliverMails({ ...services, mailTransport })]

  expect(sent).toEqual([1, 0])
  expect(mailTransport.letters).toEqual([
    {
      id,
      kind: 'order-placed',
      queuedAt: expect.any(Date),
      to: 'ann@example.com',
      subject: 'Your order',
      body: 'Thank you.',
    },
  ])
  expect(await rowOf(id)).toMatchObject({ attempts: 1, lastError: null, sentAt: expect.any(Date) })
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
  expect(mailTransport.letters.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
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

test('a mail that fails is tried again, later each time, and sent in the end', async () => {
  const id = await queue()
  const waits: number[] = []
  for (let attempt = 0; attempt < 9; attempt++) {
    await makeDue()
    expect(await deliverMails({ ...services, mailTransport: failingTransport('451 try later') })).toBe(0)
    waits.push(await secondsUntilRetry(id))
  }
  const failed = await rowOf(id)
  const early = await deliverMails(services)
  await makeDue()

  const sent = await deliverMails(services)

  expect(waits.map((seconds) => Math.round(seconds / 10) * 10)).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600])
  expect(failed).toMatchObject({ attempts: 9, lastError: '451 try later', sentAt: null })
  expect([early, sent]).toEqual([0, 1])
  expect(await rowOf(id)).toMatchObject({ attempts: 10, lastError: null })
})

test('after very many attempts it still waits an hour', async () => {
  const id = await queue()
  await db.update(mails).set({ attempts: 100_000 })

  await deliverMails({ ...services, mailTransport: failingTransport('no') })

  expect(await secondsUntilRetry(id)).toBeGreaterThan(3_500)
})

test('one mail that fails holds up no other', async () => {
  const fussy: MailTransport = {
    send: async ({ to }) => {
      if (to.startsWith('bad')) throw new Error('no such mailbox')
    },
  }
  await Promise.all(Array.from({ length: 30 }, (_, index) => queue({ recipient: `${index % 2 ? 'bad' : 'good'}@example.com` })))

  expect(await deliverMails({ ...services, mailTransport: fussy })).toBe(15)
})

test('what went wrong is kept in one short line, without the address', async () => {
  const id = await queue()

  await deliverMails({ ...services, mailTransport: failingTransport(`550 <ann@example.com>\r\nunknown ${'x'.repeat(500)}`) })

  const { lastError } = await rowOf(id)
  expect(lastError).toMatch(/^550 \(address\) unknown x+$/)
  expect(lastError).toHaveLength(200)
})

test('the text of a mail with a token is gone once it is sent', async () => {
  const id = await queue({ kind: 'reset-password', body: 'https://shop.example/reset-password?token=secret' })

  await deliverMails(services)

  expect((await rowOf(id)).body).toBe('')
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

  expect([sent, mailTransport.letters]).toEqual([0, []])
  expect((await rowOf(id)).lastError).toBe('the recipient is not an email address')
})

test('an admin sees the outbox without its texts, nobody else does', async () => {
  await queue({ kind: 'reset-password', body: 'a link with a token' })
  const [admin, customer] = [await shop.admin(), await shop.customer()]

  const listed = await admin.get('/mails')

  expect(listed.json()).toEqual([
    {
      id: expect.any(String),
      kind: 'reset-password',
      recipient: 'ann@example.com',
      subject: 'Your order',
      createdAt: expect.any(String),
      sentAt: null,
      attempts: 0,
      lastError: null,
    },
  ])
  expect((await customer.get('/mails')).statusCode).toBe(403)
  expect((await shop.visitor.get('/mails')).statusCode).toBe(401)
})
