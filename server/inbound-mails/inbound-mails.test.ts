import { eq } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import { INBOUND_SIGNATURE } from '#contract/quotes/inbound-mails.ts'
import { LOCK_KEYS, takeKey } from '#database/locks.ts'
import { inboundMails } from '#database/tables/inbound-mails.ts'
import { mails } from '#database/tables/mails.ts'
import { quotes } from '#database/tables/quotes.ts'
import { users } from '#database/tables/users.ts'
import { signWebhook } from '#server/payments/webhook-signature.ts'
import { deliverMails } from '#server/outbox/deliver-mails.ts'
import { openSheet } from '#tests/lists/pdf-page.ts'
import { lockUntilReleased } from '#tests/support/database/lock-waits.ts'
import { stopTheClock } from '#tests/support/runner/stopped-clock.ts'
import { openShop, type Customer } from '#tests/support/shops/open-shop.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { Refusal } from '#readers/refusal.ts'
import { readAuthenticationResults } from '#readers/mails/authentication-results.ts'
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
  expect(await quotesOf(ann)).toMatchObject([{ name: 'From a mail', note: 'Hello,\nKind regards\nAnn' }])
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
  ['its headers do not end', Array.from({ length: 300 }, () => `X-Long: ${'x'.repeat(990)}`)],
  ['it is a bounce', ['Return-Path: <>']],
  [
    'the proof is in a quoted word',
    [`Authentication-Results: ${authserv}; spf=pass smtp.mailfrom="a; dmarc=pass header.from=example.com; b"@other.example.com`],
  ],
  [
    'the proof is in a comment of a comment',
    [`Authentication-Results: ${authserv}; dmarc=fail (a (b) dmarc=pass; dmarc=pass header.from=example.com)`],
  ],
  [
    'a comment ends in a quoted word',
    [
      `Authentication-Results: ${authserv}; spf=pass (of "a); dmarc=pass header.from=example.com (b"@other.example.com) smtp.mailfrom=other.example.com`,
    ],
  ],
  [
    'there are two results of one method',
    [`Authentication-Results: ${authserv}; dmarc=pass header.from=example.com; dmarc=fail header.from=example.com`],
  ],
  ['the name of the provider is a comment', [`Authentication-Results: forged.example (${authserv}); dmarc=pass header.from=example.com`]],
])('a mail is never answered where %s (93)', async (_, headers) => {
  const ann = await shop.customer('ann')

  expect(await answersTo(ann.email, mailFrom(ann.email, { headers }))).toEqual([])
  expect(await quotesOf(ann)).toEqual([])
  expect(await shop.db.select().from(inboundMails)).toMatchObject([{ outcome: 'silent', raw: null, sender: null }])
})

test('a mail that is never answered costs no more than its headers', async () => {
  const ann = await shop.customer('ann')
  const read = vi.spyOn(shop.services.readers, 'read')

  await answersTo(ann.email, mailFrom(ann.email, { headers: ['Precedence: bulk'], text: `${LIST}\n`.repeat(20_000) }))
  await answersTo('stranger-2@example.com', mailFrom('stranger-2@example.com'))

  expect(read.mock.calls.map(([{ kind, bytes }]) => [kind, bytes.length <= 256 * 1024])).toEqual([
    ['mailHead', true],
    ['mailHead', true],
  ])
  read.mockRestore()
})

test('a header of Exchange is no mark of a program, and results with blanks and comments are a proof', async () => {
  const ann = await shop.customer('ann')
  const proof = `Authentication-Results: ${authserv} 1;\r\n\tdmarc = pass (p=NONE; (sp)) header . from = example.com`

  const answers = await answersTo(ann.email, mailFrom(ann.email, { headers: [proof, 'X-Auto-Response-Suppress: DR, OOF, AutoReply'] }))

  expect(answers).toMatchObject([{ kind: 'quote-by-mail' }])
})

test.each(['mailer-daemon@example.com', 'no-reply@example.com', 'orders@localhost'])('a mail from %s is never answered', async (sender) => {
  expect(await answersTo(sender, mailFrom(sender))).toEqual([])
})

test('the shop never answers itself: its own address and its own domain (93)', () => {
  const settings = {
    inboundMail: { secrets: [], authserv },
    mail: { transport: 'smtp', from: 'Sales@Mail.example.com' } as Settings['mail'],
    shopUrl: 'https://parts.example.com',
  }
  const senderOf = (from: string) => {
    const authentication = readAuthenticationResults(`${authserv}; dmarc=pass header.from=${from.split('@')[1]}`)
    return answerableSender({ from: [from], headers: [], authentication }, settings)
  }
  expect(senderOf('ann@buyer.example.com')).toBe('ann@buyer.example.com')
  expect(senderOf('sales@mail.example.com')).toBeUndefined()
  expect(senderOf('robot@parts.example.com')).toBeUndefined()
})

test('of two processes that read the same mail at once one answers it (93)', async () => {
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

test('only what the provider has signed within five minutes is taken, and each message once (93)', async () => {
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

test('a mail that is read while another process answers is tried again in seconds, and that counts as no attempt', async () => {
  const ann = await shop.customer('ann')
  await hand(mailFrom(ann.email))
  const release = await lockUntilReleased(shop.db, (tx) => takeKey(tx.$client, LOCK_KEYS.answersToMails, 'wait'))

  expect(await answerMails(shop.services)).toBe(1)
  const [kept] = await shop.db.select().from(inboundMails)
  await release()
  await shop.db.update(inboundMails).set({ runAfter: new Date(0) })
  await answerMails(shop.services)

  expect(kept).toMatchObject({ attempts: 0, handledAt: null })
  expect(kept!.runAfter!.getTime()).toBeGreaterThan(Date.now())
  expect(await quotesOf(ann)).toHaveLength(1)
})

test('what was read before a process died is answered by the next one, once (93)', async () => {
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

test('one address gets fifty answers a day (93)', async () => {
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

const OTHER = { type: 'text/csv', name: 'list.csv', content: `Part,Qty\n${part.partNumber},4000\n` }
const attachment = ({ type, name, content }: { type: string; name: string | undefined; content: string }) =>
  `Content-Type: ${type}\r\nContent-Disposition: attachment${name === undefined ? '' : `; filename="${name}"`}\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(content, 'latin1').toString('base64')}`
const textPart = (content: string) => `Content-Type: text/plain; charset=utf-8\r\n\r\n${content}`
const htmlPart = (content: string) => `Content-Type: text/html; charset=utf-8\r\n\r\n${content}`
const together = (kind: string, ...parts: string[]) =>
  `Content-Type: multipart/${kind}; boundary=cut\r\n\r\n${parts.map((one) => `--cut\r\n${one}\r\n`).join('')}--cut--\r\n`
const written = (one: string, ...more: string[]) => [`${part.partNumber} ${one}`, ...more].join('\n')

/** The pieces of the quote that answers a mail with this content, and what the answer says. */
async function quoted(content: string) {
  const ann = await shop.customer('ann')
  const head = mailFrom(ann.email).split('\r\nSubject:')[0]!
  const [answer] = await answersTo(ann.email, `${head}\r\nMIME-Version: 1.0\r\n${content}`)
  const secret = /\/shared-quote\/([\w-]{43})/.exec(answer!.body)?.[1]
  const lines = secret === undefined ? [] : (await shop.visitor.get(`/shared-quotes/${secret}`)).json().lines
  return { says: answer!.body, pieces: lines.map(({ quantity }: { quantity: number }) => quantity) }
}

const rowOf = (pieces: string) => `<tr><td><p>${part.partNumber}<o:p></o:p></p></td><td><p>${pieces}</p></td></tr>`
const TABLE = `<table><tr><td><p>Part</p></td><td><p>Qty</p></td></tr>${rowOf('2000')}${rowOf('3000')}</table>`
const FLAT = `Part\n\nQty\n\n${part.partNumber}\n\n2000\n\n${part.partNumber}\n\n3000\n`
const OLD_LIST = `On Thu, 26 Nov 2026, Shop wrote:\n> ${part.partNumber} 9000`

test.each<[string, string, number[]]>([
  ['the rows of a table, whatever its flat text is', together('alternative', textPart(FLAT), htmlPart(TABLE)), [2_000, 3_000]],
  ['a table whose cells have paragraphs', htmlPart(`<p>Hello,</p>${TABLE}<p>Regards<br>Ann</p>`), [2_000, 3_000]],
  ['the HTML beside a blank text', together('alternative', textPart(' \n'), htmlPart(TABLE)), [2_000, 3_000]],
  [
    'a text beside an address in a table',
    htmlPart(`<p>${part.partNumber} 2000</p><table><tr><td>Ann</td><td>Purchasing</td></tr></table>`),
    [2_000],
  ],
  ['the lines above an older mail', textPart(`Please quote:\n\n${written('2000', '', OLD_LIST)}`), [2_000]],
  ['an older mail with no lines above it', textPart(`Please quote the list below.\n\n${OLD_LIST}`), [9_000]],
  ['a forwarded mail', textPart(`---------- Forwarded message ---------\nFrom: B\nDate: Friday\nTo: C\n\n${written('2000')}`), [2_000]],
  [
    'the lines above a signature',
    textPart(written('2000', `${part.partNumber} 3000`, '', '-- ', 'Ann', '20457 Hamburg', 'Tel 040 123456')),
    [2_000, 3_000],
  ],
  [
    'a file without a name',
    together('mixed', textPart('Please quote.'), attachment({ ...OTHER, type: 'application/octet-stream', name: undefined })),
    [4_000],
  ],
  [
    'a file in a forwarded mail',
    together('mixed', textPart('FYI'), `Content-Type: message/rfc822\r\n\r\nSubject: List\r\n${attachment(OTHER)}`),
    [4_000],
  ],
  [
    'a forwarded mail with terms',
    `Subject: WG: List\r\n${together('mixed', textPart(`FYI\n\n${OLD_LIST}`), attachment({ type: 'application/pdf', name: 'terms.pdf', content: '%PDF-1.4' }))}`,
    [9_000],
  ],
  [
    'the text of a forwarded mail',
    together('mixed', textPart('FYI'), `Content-Type: message/rfc822\r\n\r\nSubject: List\r\n${textPart(written('2000'))}`),
    [2_000],
  ],
])('a mail is quoted from %s', async (_, content, pieces) => {
  expect((await quoted(content)).pieces).toEqual(pieces)
})

test('an older mail below is told as not read', async () => {
  const { says } = await quoted(textPart(written('2000', OLD_LIST)))

  expect(says).toMatch(/Rows not read:\s+2/)
  expect(says).toContain(`> ${part.partNumber} 9000`)
})

test('an older list is not quoted in place of lines that the shop does not know', async () => {
  const { says, pieces } = await quoted(textPart(`No-Such-Part-77; 500\n\n${OLD_LIST}`))

  expect(pieces).toEqual([])
  expect(says).toContain('No row of your list names a part of ours.')
})

test('an older list is not quoted in place of lines whose columns are not certain', async () => {
  const { says, pieces } = await quoted(textPart(`No-Part-1;No-Part-2;7\nNo-Part-3;No-Part-4;8\n\n${OLD_LIST}`))

  expect(pieces).toEqual([])
  expect(says).toContain('We are not certain which columns')
})

test('the text is quoted where no file is a list, and the files are named with their reasons', async () => {
  const files = [
    attachment({ type: 'application/pdf', name: 'terms.pdf', content: '%PDF-1.4\n%%EOF\n' }),
    attachment({ type: 'application/octet-stream', name: 'winmail.dat', content: 'x' }),
    attachment({ type: 'application/zip', name: 'lists.zip', content: 'PK' }),
  ]

  const { says, pieces } = await quoted(together('mixed', textPart(written('2000')), ...files))

  expect(pieces).toEqual([2_000])
  expect(says).toContain('Not quoted: the file “terms.pdf”. It cannot be read')
  expect(says).toContain('Not quoted: the file “winmail.dat”. Outlook has wrapped')
  expect(says).toContain('Not quoted: the file “lists.zip”. It is an archive.')
})

test('of two lists the second is named, and so is the file that was read', async () => {
  const { says, pieces } = await quoted(together('mixed', textPart('Hello'), attachment(OTHER), attachment({ ...OTHER, name: 'more.csv' })))

  expect(pieces).toEqual([4_000])
  expect(says).toContain('The list is the file “list.csv”. The text of your mail was not read.')
  expect(says).toContain('Not quoted: the file “more.csv”. One list of a mail is quoted.')
})

test('a file that cannot be opened is named with the kinds that are read', async () => {
  const content = '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1'

  const { says } = await quoted(
    together('mixed', textPart('Please quote our list'), attachment({ type: 'application/vnd.ms-excel', name: 'old.xls', content })),
  )

  expect(says).toContain('No file of your mail is quoted.')
  expect(says).toContain('Not quoted: the file “old.xls”.')
  expect(says).toContain('OpenDocument sheets (ODS), CSV and text files')
})

test('a file that ends its reader is named, and not tried again', async () => {
  const { readers } = shop.services
  const { read } = readers
  const lists: number[] = []
  const end = vi.spyOn(readers, 'read').mockImplementation((one) => {
    if (one.kind !== 'list') return read(one)
    lists.push(one.bytes.length)
    return Promise.reject(new Refusal('too-much-inside'))
  })

  const { says } = await quoted(together('mixed', attachment(OTHER)))
  end.mockRestore()

  expect(says).toContain('Not quoted: the file “list.csv”. It contains too much data.')
  expect(lists).toHaveLength(1)
  expect(await shop.db.select().from(inboundMails)).toMatchObject([{ outcome: 'refused', raw: null }])
})

test('a mail whose text ends its reader is answered', async () => {
  const { readers } = shop.services
  const { read } = readers
  const end = vi
    .spyOn(readers, 'read')
    .mockImplementation((one) => (one.kind === 'mail' ? Promise.reject(new Refusal('too-slow')) : read(one)))

  const { says } = await quoted(textPart(written('2000')))
  end.mockRestore()

  expect(says).toContain('Your mail could not be read.')
})
