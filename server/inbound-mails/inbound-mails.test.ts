import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { INBOUND_SIGNATURE } from '#contract/quotes/inbound-mails.ts'
import { inboundMails } from '#database/tables/inbound-mails.ts'
import { mails } from '#database/tables/mails.ts'
import { quotes } from '#database/tables/quotes.ts'
import { users } from '#database/tables/users.ts'
import { signWebhook } from '#server/payments/webhook-signature.ts'
import { deliverMails } from '#server/mail/deliver-mails.ts'
import { openSheet } from '#tests/lists/pdf-page.ts'
import { stopTheClock } from '#tests/support/runner/stopped-clock.ts'
import { openShop, type Customer } from '#tests/support/shops/open-shop.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { answerMails } from './answer-mails.ts'
import { answerableSender } from './judge-mail.ts'

stopTheClock()

const shop = await openShop()
const { secrets, authserv } = shop.services.settings.inboundMail
const part = await shop.addPart({ available: 50_000 })
const LIST = `Hello,\n${part.partNumber}; 2,000\nNo-Such-Part-77; 500\nKind regards\nAnn`

let messages = 0
beforeEach(async () => {
  await shop.db.delete(inboundMails)
  await shop.db.delete(mails)
})

type File = { name: string; type: string; bytes: Uint8Array }

/** A mail as the provider hands it over: proven, unless `headers` say otherwise. */
function mailFrom(sender: string, { text = LIST, headers = [], file }: { text?: string; headers?: string[]; file?: File } = {}): string {
  const proof = `Authentication-Results: ${authserv}; dmarc=pass header.from=${sender.split('@').at(-1)}`
  const id = `Message-ID: <${(messages += 1)}@buyer.example.com>`
  const head = [
    ...(headers.some((line) => /^authentication-results/i.test(line)) ? [] : [proof]),
    ...headers,
    id,
    `From: "A <b>Buyer</b>" <${sender}>`,
    'To: quotes@example.org',
    'Subject: RFQ',
  ]
  if (!file) return [...head, 'Content-Type: text/plain; charset=utf-8', '', text].join('\r\n')
  const attached = [
    `Content-Type: ${file.type}; name="${file.name}"`,
    `Content-Disposition: attachment; filename="${file.name}"`,
    'Content-Transfer-Encoding: base64',
  ]
  const body = Buffer.from(file.bytes).toString('base64')
  return [
    ...head,
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'Please quote the attached list.',
    '--b',
    ...attached,
    '',
    body,
    '--b--',
    '',
  ].join('\r\n')
}

const hand = (raw: string, { secret = secrets[0]!, seconds }: { secret?: string; seconds?: number } = {}) =>
  shop.app.inject({
    method: 'POST',
    url: '/api/inbound-mails',
    headers: { 'content-type': 'message/rfc822', [INBOUND_SIGNATURE]: signWebhook(raw, secret, seconds) },
    payload: raw,
  })

/** Hands over a mail, and returns the answers to its sender. */
async function answersTo(sender: string, raw: string) {
  expect((await hand(raw)).statusCode).toBe(200)
  await answerMails(shop.services)
  return shop.db.select().from(mails).where(eq(mails.recipient, sender))
}

const quotesOf = (buyer: Customer) => shop.db.select().from(quotes).where(eq(quotes.userId, buyer.userId))

test('a mail with a list is answered with a private quote link, what was found and what was not read', async () => {
  const ann = await shop.customer('ann')

  const [answer, ...more] = await answersTo(ann.email, mailFrom(ann.email))

  expect(more).toEqual([])
  expect(answer).toMatchObject({ kind: 'quote-by-mail', inReplyTo: `<${messages}@buyer.example.com>` })
  expect(answer!.body).toMatch(/Lines with a price:\s+1\s+Lines without one:\s+1\s+Rows not read:\s+3/)
  expect(answer!.body).toContain('> Hello,')
  const secret = /\/shared-quote\/([\w-]{43})/.exec(answer!.body)![1]!
  const shared = (await shop.visitor.get(`/shared-quotes/${secret}`)).json()
  expect(shared.lines).toMatchObject([{ partNumber: part.partNumber, quantity: 2_000 }, { status: 'unknown' }])
  expect(await quotesOf(ann)).toMatchObject([{ name: 'From a mail' }])
})

test('the answer is sent in the thread of the mail, and its secret goes with it', async () => {
  const ann = await shop.customer('ann')
  await answersTo(ann.email, mailFrom(ann.email))
  const before = shop.sentMails.length

  await deliverMails(shop.services)

  expect(shop.sentMails.slice(before)).toMatchObject([{ to: ann.email, inReplyTo: `<${messages}@buyer.example.com>` }])
  const [kept] = await shop.db.select().from(mails).where(eq(mails.recipient, ann.email))
  expect([kept!.body, kept!.html, kept!.blocks]).toEqual(['', '', null])
})

test('an attached order comes before the text: a PDF and a CSV file', async () => {
  const ann = await shop.customer('ann')
  const sheet = openSheet()
  sheet.line(40, [
    { text: 'Part No.', left: 40 },
    { text: 'Qty', right: 300 },
  ])
  sheet.line(60, [
    { text: part.partNumber, left: 40 },
    { text: '3,000', right: 300 },
  ])
  const pdf = { name: 'order.pdf', type: 'application/pdf', bytes: await sheet.bytes() }
  const csv = { name: 'order.csv', type: 'text/csv', bytes: Buffer.from(`Part;Qty\n${part.partNumber};4000\n`) }

  for (const file of [pdf, csv]) expect(await answersTo(ann.email, mailFrom(ann.email, { file }))).toHaveLength(file === pdf ? 1 : 2)

  const bodies = (await shop.db.select().from(mails)).map(({ body }) => /\/shared-quote\/([\w-]{43})/.exec(body)![1]!)
  const pieces = await Promise.all(
    bodies.map(async (secret) => (await shop.visitor.get(`/shared-quotes/${secret}`)).json().lines[0].quantity),
  )
  expect(pieces.toSorted()).toEqual([3_000, 4_000])
})

test.each([
  ['a scan', { name: 'scan.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF-1.7\n') }, 'cannot be read'],
  [
    'a picture that calls itself a list',
    { name: 'list.xlsx', type: 'text/csv', bytes: Buffer.from('89504e470d0a1a0a', 'hex') },
    'cannot be read',
  ],
])('%s is answered with a plain sentence', async (_, file, sentence) => {
  const ann = await shop.customer('ann')

  const [answer] = await answersTo(ann.email, mailFrom(ann.email, { file }))

  expect(answer).toMatchObject({ kind: 'quote-mail-refused' })
  expect(answer!.body).toContain(sentence)
  expect(await quotesOf(ann)).toEqual([])
})

test('an unknown address, and one that is not confirmed, are asked once a day to register, and nothing is kept', async () => {
  const ann = await shop.customer('ann')
  await shop.db.update(users).set({ emailVerified: false }).where(eq(users.id, ann.userId))

  for (const sender of [ann.email, 'stranger@example.com']) {
    const [first, ...more] = await answersTo(sender, mailFrom(sender))
    const again = await answersTo(sender, mailFrom(sender))

    expect(first!.body).toContain('Register with this address')
    expect(first!.body).not.toContain('Hello,\n>')
    expect([more, again.length]).toEqual([[], 1])
  }
  expect(await quotesOf(ann)).toEqual([])
  expect(await shop.db.$count(inboundMails, eq(inboundMails.outcome, 'quoted'))).toBe(0)
})

test.each([
  ['another provider proves', [`Authentication-Results: forged.example; dmarc=pass header.from=example.com`]],
  ['another domain is proven', [`Authentication-Results: ${authserv}; dmarc=pass header.from=other.example.com`]],
  [
    'the proof failed',
    [`Authentication-Results: ${authserv}; dmarc=fail header.from=example.com; spf=pass smtp.mailfrom=x@other.example.com`],
  ],
  [
    'the proof is written below the own header',
    [`Authentication-Results: ${authserv}; dmarc=none`, `Authentication-Results: ${authserv}; dmarc=pass header.from=example.com`],
  ],
  ['the proof is a comment', [`Authentication-Results: ${authserv}; dmarc=fail (dmarc=pass header.from=example.com)`]],
  ['there is a second sender', ['From: other@example.com']],
  ['a program has answered', ['Auto-Submitted: auto-replied']],
  ['a list has sent it', ['List-Id: <parts.example.com>']],
  ['it is bulk', ['Precedence: bulk']],
  ['it is a bounce', ['Return-Path: <>']],
  ['it asks for no answers', ['X-Auto-Response-Suppress: All']],
])('row 93: a mail is never answered where %s', async (_, headers) => {
  const ann = await shop.customer('ann')

  expect(await answersTo(ann.email, mailFrom(ann.email, { headers }))).toEqual([])
  expect(await quotesOf(ann)).toEqual([])
  expect(await shop.db.select().from(inboundMails)).toMatchObject([{ outcome: 'silent', raw: null, sender: null }])
})

test.each(['mailer-daemon@example.com', 'no-reply@example.com', 'orders@localhost'])('a mail from %s is never answered', async (sender) => {
  expect(await answersTo(sender, mailFrom(sender))).toEqual([])
})

test('row 93: the shop never answers itself: its own address and its own domain', () => {
  const settings = {
    inboundMail: { secrets: [], authserv },
    mail: { transport: 'smtp', from: 'Sales@Mail.example.com' } as Settings['mail'],
    shopUrl: 'https://parts.example.com',
  }
  const senderOf = (from: string) => {
    const value = `${authserv}; dmarc=pass header.from=${from.split('@')[1]!.toLowerCase()}`
    return answerableSender({ from: [from], headers: [{ key: 'authentication-results', value }] }, settings)
  }
  expect(senderOf('ann@buyer.example.com')).toBe('ann@buyer.example.com')
  expect(senderOf('sales@mail.example.com')).toBeUndefined()
  expect(senderOf('robot@parts.example.com')).toBeUndefined()
})

test('row 93: of two processes that read the same mail at once one answers it', async () => {
  const ann = await shop.customer('ann')
  await hand(mailFrom(ann.email))
  const first = answerMails(shop.services)
  await expect.poll(() => shop.db.$count(inboundMails, eq(inboundMails.attempts, 1)), { interval: 1 }).toBe(1)
  // As if the first one were thought to be dead.
  await shop.db.update(inboundMails).set({ runAfter: new Date(0) })

  await Promise.all([first, answerMails(shop.services)])

  expect(await quotesOf(ann)).toHaveLength(1)
  expect(await shop.db.$count(mails, eq(mails.recipient, ann.email))).toBe(1)
})

test('row 93: only what the provider has signed within five minutes is taken, and each message once', async () => {
  const raw = mailFrom('someone@example.com')
  const old = Math.floor(Date.now() / 1_000) - 400

  expect((await hand(raw, { secret: 'another secret' })).statusCode).toBe(400)
  expect((await hand(raw, { seconds: old })).statusCode).toBe(400)
  expect(await shop.db.$count(inboundMails)).toBe(0)
  expect((await hand(raw)).json()).toEqual({ received: true })
  expect((await hand(`${raw}\r\nAnother row`)).json()).toEqual({ received: true })
  expect(await shop.db.$count(inboundMails)).toBe(1)
})

test('a shop without the secret takes no mails', async () => {
  const other = await openShop()
  other.services.settings.inboundMail = { secrets: [], authserv: '' }
  const raw = mailFrom('someone@example.com')

  const answer = await other.app.inject({
    method: 'POST',
    url: '/api/inbound-mails',
    headers: { [INBOUND_SIGNATURE]: signWebhook(raw, '') },
    payload: raw,
  })

  expect(answer.json().code).toBe('SIGNATURE_WRONG')
})

test('two processes, and a second run, answer a mail once', async () => {
  const ann = await shop.customer('ann')
  await hand(mailFrom(ann.email))

  await Promise.all([answerMails(shop.services), answerMails(shop.services)])
  await shop.db.update(inboundMails).set({ attempts: 1 })
  await answerMails(shop.services)

  expect(await shop.db.$count(mails, eq(mails.recipient, ann.email))).toBe(1)
  expect(await quotesOf(ann)).toHaveLength(1)
})

test('row 93: what was read before a process died is answered by the next one, once', async () => {
  const ann = await shop.customer('ann')
  await hand(mailFrom(ann.email))
  // As a process leaves it that died after it had claimed the mail.
  await shop.db.update(inboundMails).set({ attempts: 1, runAfter: new Date(Date.now() - 1_000) })

  await answerMails(shop.services)

  expect(await shop.db.$count(mails, eq(mails.recipient, ann.email))).toBe(1)
  expect(await quotesOf(ann)).toHaveLength(1)
})

test('a mail that takes its readers with it is given up', async () => {
  const ann = await shop.customer('ann')
  await hand(mailFrom(ann.email))
  await shop.db.update(inboundMails).set({ attempts: 3 })

  await answerMails(shop.services)

  expect(await shop.db.select().from(inboundMails)).toMatchObject([{ outcome: 'silent', raw: null }])
})

test('row 93: one address gets fifty answers a day', async () => {
  const ann = await shop.customer('ann')
  await shop.db.insert(inboundMails).values(
    Array.from({ length: 50 }, (_, index) => ({
      ref: `r${index}`,
      sender: ann.email,
      outcome: 'refused' as const,
      handledAt: new Date(),
      runAfter: null,
    })),
  )

  expect(await answersTo(ann.email, mailFrom(ann.email))).toEqual([])
  expect(await quotesOf(ann)).toEqual([])
})

test('a blocked account gets no quote', async () => {
  const ann = await shop.customer('ann')
  await shop.db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, ann.userId))

  await answersTo(ann.email, mailFrom(ann.email))

  expect(await quotesOf(ann)).toEqual([])
})

test('no markup of a mail reaches an answer', async () => {
  const ann = await shop.customer('ann')
  const text = `<img src=x onerror=alert(1)>\n${part.partNumber}; 2,000\n<b>bold</b>, dear friends\n${part.partNumber}; 3,000`

  const [answer] = await answersTo(ann.email, mailFrom(ann.email, { text }))

  expect(answer!.html).not.toMatch(/<img src=x|<b>bold/)
  expect(answer!.html).toContain('&lt;')
})
