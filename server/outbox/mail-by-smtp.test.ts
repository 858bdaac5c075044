import { eq, isNull, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import type { MailRecord } from '#contract/shop/mails.ts'
import { mails, mailStop } from '#database/tables/mails.ts'
import { openBrowser, registeredBrowser } from '#tests/support/browser/browser.ts'
import { openDoor } from '#tests/support/doubles/door.ts'
import {
  headersOf,
  openMailServer,
  partsOf,
  refusal,
  type TestMailServer,
  type TestMailServerOptions,
} from '#tests/support/doubles/mail-server.ts'
import { NOBODY } from '#tests/support/nobody.ts'
import { stopTheClock } from '#tests/support/runner/stopped-clock.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { deliverMails } from './deliver-mails.ts'
import { smtpTransport } from '../mail/smtp-transport.ts'

stopTheClock()

const shop = await openShop()
const { db, services } = shop
const admin = await shop.admin()
let running: TestMailServer | undefined
/** Where the shop looks for the mail server, which is up only while it is open. */
const door = await openDoor()
const { port } = door

async function open(options: TestMailServerOptions = {}): Promise<TestMailServer> {
  running = await openMailServer(options)
  door.leadTo(running.settings.port)
  return running
}

const transportTo = (host: string, itsPort: number) =>
  smtpTransport({
    shopName: 'Teleforge',
    shopUrl: services.settings.shopUrl,
    mail: { transport: 'smtp', from: 'shop@example.com', server: { host, port: itsPort, security: 'loopback', login: undefined } },
  })
const transport = transportTo('127.0.0.1', port)
const deliver = (mailTransport = transport) => deliverMails({ ...services, mailTransport })
const makeDue = async () => {
  await db.update(mailStop).set({ nextTryAt: sql`now()` })
  await db
    .update(mails)
    .set({ runAfter: sql`now()` })
    .where(sql`${mails.runAfter} is not null`)
}
const listed = async () => (await admin.get('/mails')).json<MailRecord[]>()

beforeEach(async () => {
  await db.delete(mails)
  await db.delete(mailStop)
})
afterEach(async () => {
  door.leadTo(undefined)
  await running?.close()
  running = undefined
})
afterAll(() => {
  transport.close()
  door.close()
})

const queue = (recipients: string[], changes: Partial<typeof mails.$inferInsert> = {}) =>
  db.insert(mails).values(
    recipients.map((recipient, index) => ({
      kind: 'order-placed',
      ref: `order-${index}`,
      recipient,
      subject: 'Your order',
      body: 'Thank you.',
      html: '<p>Thank you.</p>',
      ...changes,
    })),
  )

test('a mail server that is down stops no registration, reset or purchase; their mails come later, once (59)', async () => {
  const { person } = await registeredBrowser(shop)
  const reset = await openBrowser(shop).call('POST', '/auth/request-password-reset', { email: person.email })
  const buyer = await shop.customer()
  const order = await shop.placeOrder(buyer, await shop.addPart())
  const { hostname, port: noPort } = new URL(`smtp://${NOBODY}`)
  const whileDown = await deliver(transportTo(hostname, Number(noPort)))
  const seen = await listed()

  const mailServer = await open()
  const tooEarly = await deliver()
  await makeDue()
  const afterwards = [await deliver(), await deliver()]

  expect([reset.statusCode, order.paid, whileDown, tooEarly, afterwards]).toEqual([200, false, 0, 0, [1, 2]])
  const unreachable = `the mail server ${NOBODY} cannot be reached (ECONNREFUSED).`
  for (const { state, lastError } of seen) expect([state, lastError]).toEqual(['waiting', unreachable])
  const recipients = mailServer.received.map(({ to }) => to.join())
  expect(recipients.toSorted()).toEqual([person.email, person.email, buyer.email].toSorted())
  expect((await listed()).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent'])
})

test('a mail that could not be handed over arrives when its mail server is there again (59)', async () => {
  await queue(['ann@example.com'])
  const whileDown = await deliver()
  const mailServer = await open()
  await makeDue()

  expect([whileDown, await deliver()]).toEqual([0, 1])
  expect(mailServer.received.map(({ to }) => to)).toEqual([['ann@example.com']])
})

/** Turn after turn: one ends by its time, too. */
async function deliverAll(): Promise<number> {
  const sent = await deliver()
  return sent === 0 ? 0 : sent + (await deliverAll())
}

test('of several deliverers at once, each mail reaches the mail server once (59)', async () => {
  const mailServer = await open()
  const recipients = Array.from({ length: 60 }, (_, index) => `ann${index}@example.com`)
  await queue(recipients)

  const counts = await Promise.all([deliverAll(), deliverAll(), deliverAll()])

  expect(counts.reduce((sum, count) => sum + count)).toBe(60)
  expect(mailServer.received.map(({ to }) => to.join()).toSorted()).toEqual(recipients.toSorted())
})

test('each mail is what its server made of it: sent, put off, refused, or perhaps sent (59)', async () => {
  const mailServer = await open({
    onRecipient: (address) => {
      if (address.startsWith('busy')) throw refusal(450, 'try later')
      if (address.startsWith('gone')) throw refusal(550, 'no such mailbox')
    },
    onMail: ({ to }, cut) => {
      if (to[0]!.startsWith('lost')) cut()
    },
  })
  await queue(['ann@example.com', 'busy@example.com', 'gone@example.com', 'lost@example.com'])

  const sent = [await deliver(), await deliver()]
  await makeDue()
  sent.push(await deliver())

  expect(sent).toEqual([1, 0, 0])
  expect(mailServer.received.map(({ to }) => to[0]).toSorted()).toEqual(['ann@example.com', 'lost@example.com'])
  const states = (await listed()).map(({ recipient, state, lastError }) => [recipient, state, lastError])
  expect(states.toSorted()).toEqual([
    ['ann@example.com', 'sent', null],
    ['busy@example.com', 'waiting', 'the mail server refuses the recipient: 450 try later'],
    ['gone@example.com', 'failed', 'the mail server refuses the recipient: 550 no such mailbox'],
    ['lost@example.com', 'unknown', `the mail server 127.0.0.1:${port} ended the connection.`],
  ])
})

test('a mail that may be lost is sent once more when an admin says so, as the same mail', async () => {
  let cutNow = true
  const mailServer = await open({
    onMail: (_, cut) => {
      if (cutNow) cut()
      cutNow = false
    },
  })
  await queue(['ann@example.com'])
  await deliver()
  const [mail] = await listed()

  await admin.put(`/mails/${mail!.id}/retry`)
  await deliver()

  const ids = mailServer.received.map((received) => Object.fromEntries(headersOf(received))['message-id'])
  expect(ids).toEqual([`<${mail!.id}@localhost>`, `<${mail!.id}@localhost>`])
  expect((await listed())[0]).toMatchObject({ state: 'sent', attempts: 2, lastError: null })
})

test('the mail of an order arrives as text and as HTML that say the same', async () => {
  const mailServer = await open()
  const part = await shop.addPart({ name: '<b>T-con</b> & "board"' })
  const order = await shop.placeOrder(await shop.customer(), part)
  await deliver()

  const [text, page] = partsOf(mailServer.received[0]!)
  expect(text!.text).toContain(`Order:     ${order.number}\nPart:      <b>T-con</b> & "board"`)
  expect(page!.text).toContain('&lt;b&gt;T-con&lt;/b&gt; &amp; &quot;board&quot;')
  expect(page!.text).toContain(order.number)
  expect(await db.select({ html: mails.html }).from(mails).where(eq(mails.ref, order._id))).toEqual([{ html: '' }])
})

/** Addresses by the HTML standard's pattern, which an old mail server could take for others. */
const oddAddresses = [
  '%0d%0aann@example.com',
  'ann%0d%0a@example.com',
  'ann|all@example.com',
  'ann&all@example.com',
  'ann%all@example.com',
  'example.com!ann@example.com',
  '`ann`@example.com',
  '=?utf-8?Q?ann?=@example.com',
  'ann@127.0.0.1',
]
/** Dots that only a quoted name may have at its ends. */
const dotted = ['.ann@example.com', 'ann.@example.com']

const hostileAddresses = [
  ...['\r\n', '\n', '\r', '\u2028', '\u0085', '\u0000', '\t', ' ', '\u000b', '%0d%0a'].flatMap((gap) => [
    `ann@example.com${gap}Bcc: all@example.com`,
    `${gap}ann@example.com`,
    `ann${gap}@example.com`,
    `ann@example.com${gap}`,
  ]),
  ...[',', ';', ', ', ' ,', ' ', '|', '&'].flatMap((join) => [
    `ann@example.com${join}all@example.com`,
    `ann${join}all@example.com`,
    `ann@example.com${join}`,
  ]),
  'Ann <ann@example.com>',
  '<ann@example.com>',
  'ann@example.com>',
  '"ann"@example.com',
  '"ann@example.com" <all@example.com>',
  '"a, all@example.com"@example.com',
  'group: ann@example.com;',
  'ann@example.com (comment)',
  'ann(all@example.com)@example.com',
  'ann@@example.com',
  'ann@all@example.com',
  '@example.com',
  'ann@',
  'ann',
  '',
  'ann@localhost',
  'ann@[127.0.0.1]',
  'ann@example.com:25',
  'ann@example.com/../../x',
  'ann@example.com?bcc=all@example.com',
  '@one.example,@two.example:ann@example.com',
  'ännchen@example.com',
  'ann@exämple.com',
  'ann@例え.テスト',
  'ann\u202e@example.com',
  'аnn@example.com',
  'ann\\@example.com',
  "'ann@example.com'",
  '$(ann)@example.com',
  '-oQ/tmp -X/tmp/x@example.com ann',
  'ann..bob@example.com',
  'ann@.example.com',
  'ann@example..com',
  'ann@-example.com',
  `${'a'.repeat(65)}@example.com`,
  `a@${'b'.repeat(64)}.com`,
  `a@${'b.'.repeat(140)}com`,
  `${'a@'.repeat(3_000)}example.com`,
  `${'('.repeat(3_000)}ann@example.com`,
  `${'"'.repeat(3_000)}ann@example.com`,
].filter((address) => !address.includes('\u0000') && !oddAddresses.includes(address)) // PostgreSQL does not keep NUL

test(`${hostileAddresses.length} hostile addresses reach no mail server, and hold nothing up`, async () => {
  const mailServer = await open()
  await queue([...hostileAddresses, 'ann@example.com'])

  for (let turn = 0; turn <= hostileAddresses.length / 5 + 1; turn++) await deliver()

  expect(hostileAddresses.length).toBeGreaterThanOrEqual(90)
  expect(mailServer.received.map(({ to }) => to)).toEqual([['ann@example.com']])
  const sent = await db.select({ recipient: mails.recipient }).from(mails).where(isNull(mails.failedAt))
  expect(sent).toEqual([{ recipient: 'ann@example.com' }])
})

test('an odd address is told to the mail server as it is, as one recipient', async () => {
  const mailServer = await open()
  await queue([...oddAddresses, ...dotted])

  for (let turn = 0; turn < 4; turn++) await deliver()

  const told = mailServer.received.map(({ to }) => to.join())
  expect(told.toSorted()).toEqual([...oddAddresses, '".ann"@example.com', '"ann."@example.com'].toSorted())
})

test('nothing of a mail’s words stands in the log', async () => {
  const lines: string[] = []
  const log = { ...services.log, warn: (...words: unknown[]) => void lines.push(JSON.stringify(words)) }
  await queue(['canary-address@example.com'], { subject: 'canary-subject', body: 'canary-body', html: 'canary-html' })
  await open({
    onRecipient: (address) => {
      throw refusal(550, `<${address}> unknown`)
    },
  })

  await deliverMails({ ...services, mailTransport: transport, log: log as typeof services.log })

  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('550')
  expect(lines[0]).not.toContain('canary')
})
