import { createServer, type AddressInfo } from 'node:net'
import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { MailQueue } from '#contract/shop/mails.ts'
import type { HealthReport } from '#contract/shop/operations.ts'
import { mails, mailStop } from '#database/tables/mails.ts'
import { checkInvariants } from '#server/run/invariants/check-invariants.ts'
import { openMailServer, refusal, type TestMailServerOptions } from '#tests/support/doubles/mail-server.ts'
import { mayBe, waitSetBy } from '#tests/support/database/wait-set-by.ts'
import { stopTheClock } from '#tests/support/runner/stopped-clock.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import type { MailServer } from '../platform/settings/mail-server.ts'
import { deliverMails } from './deliver-mails.ts'
import { smtpTransport } from '../mail/smtp-transport.ts'

stopTheClock()

const shop = await openShop()
const { db, services } = shop
const admin = await shop.admin()
const cleanUp: (() => unknown)[] = []

beforeEach(async () => {
  await db.delete(mails)
  await db.delete(mailStop)
})
afterEach(async () => {
  for (const step of cleanUp.splice(0).toReversed()) await step()
})

/** A mail server, and one turn of the outbox that sends to it. */
async function open(options: TestMailServerOptions = {}, changes: Partial<MailServer> = {}) {
  const mailServer = await openMailServer(options)
  cleanUp.push(() => mailServer.close())
  return { mailServer, deliver: delivererTo({ ...mailServer.settings, ...changes }) }
}

function delivererTo(server: MailServer) {
  const mailTransport = smtpTransport({
    shopName: 'Teleforge',
    shopUrl: services.settings.shopUrl,
    mail: { transport: 'smtp', from: 'shop@example.com', server },
  })
  cleanUp.push(() => mailTransport.close())
  return () => deliverMails({ ...services, mailTransport })
}

async function queue(...recipients: string[]): Promise<void> {
  for (const recipient of recipients) {
    await db.insert(mails).values({ kind: 'order-placed', ref: randomUUID(), recipient, subject: 'Your order', body: 'Thank you.' })
  }
}

const states = async () => {
  const listed = (await admin.get('/mails')).json<{ recipient: string; state: string }[]>()
  return Object.fromEntries(listed.map(({ recipient, state }) => [recipient, state]))
}
const stopNow = async () => (await admin.get('/mail-queue')).json<MailQueue>().stop
const makeTryDue = () => db.update(mailStop).set({ nextTryAt: sql`now()` })

const refuseSender = (code: number, text: string): TestMailServerOptions => ({
  onMailFrom: (_, __, callback) => callback(refusal(code, text)),
})
const refuseRecipient = (code: number, text: string): TestMailServerOptions => ({
  onRecipient: () => {
    throw refusal(code, text)
  },
})
const refuseMail = (code: number, text: string): TestMailServerOptions => ({
  onMail: () => {
    throw refusal(code, text)
  },
})
const wantLogin: TestMailServerOptions = { authOptional: false, allowInsecureAuth: true }
const login = { user: 'shop', password: 'secret' }
const refuseLogin: TestMailServerOptions = { ...wantLogin, onAuth: (_, __, callback) => callback(refusal(535, 'wrong password')) }

test.each<[string, TestMailServerOptions, Partial<MailServer>, RegExp, string]>([
  ['MAIL FROM 550', refuseSender(550, 'not yours'), {}, /refuses the sender MAIL_FROM: 550/, 'Set MAIL_FROM to an address'],
  ['MAIL FROM 553', refuseSender(553, '5.7.1 not owned by you'), {}, /refuses the sender MAIL_FROM: 553/, 'Set MAIL_FROM to an address'],
  [
    'the sender at RCPT TO, as Postfix does',
    refuseRecipient(554, '5.7.1 <shop@example.com>: Sender address rejected: Access denied'),
    {},
    /refuses the sender MAIL_FROM: 554/,
    'Set MAIL_FROM to an address',
  ],
  ['AUTH 530', wantLogin, {}, /refuses mails from this shop: 530/, 'Put user and password of the mail server into SMTP_URL'],
  ['AUTH 535', refuseLogin, { login }, /refuses the login: 535/, 'Check user and password in SMTP_URL'],
  [
    'a relay that is denied',
    refuseRecipient(554, '5.7.1 Relay access denied'),
    {},
    /refuses mails from this shop: 554/,
    'Put user and password',
  ],
  [
    'a relay that is put off',
    refuseRecipient(454, '4.7.1 Relay access denied'),
    {},
    /refuses mails from this shop: 454/,
    'Put user and password',
  ],
  ['an address list', refuseRecipient(550, '5.7.1 Client host blocked'), {}, /refuses mails from this shop: 550/, 'ask its provider'],
  [
    'what cannot be told apart',
    refuseRecipient(554, '5.7.1 Recipient address rejected: Access denied'),
    {},
    /the recipient or the shop: 554/,
    'shop -- check',
  ],
  ['DATA 554', refuseMail(554, '5.7.1 this looks like spam'), {}, /refuses the mail: 554/, 'Ask the mail provider why'],
  ['DATA 552', refuseMail(552, '5.3.4 too big'), {}, /refuses the mail: 552/, 'Ask the mail provider why'],
  ['no STARTTLS', { hideSTARTTLS: true, disabledCommands: ['STARTTLS'] }, { security: 'starttls' }, /offers no STARTTLS/, 'usually 587'],
])('%s stops the outbox with what to do, and no mail is given up (59)', async (_name, options, changes, cause, advice) => {
  const { mailServer, deliver } = await open(options, changes)
  const recipients = Array.from({ length: 12 }, (_, index) => `ann${index}@example.org`)
  await queue(...recipients)

  for (let turn = 0; turn < 4; turn++) await deliver()

  const connections = mailServer.connections()
  expect([await deliver(), mailServer.connections()]).toEqual([0, connections])
  expect(await stopNow()).toMatchObject({ cause: expect.stringMatching(cause), advice: expect.stringContaining(advice) })
  expect(Object.values(await states())).toEqual(recipients.map(() => 'waiting'))
})

test('a greeting of 554 stops the outbox (59)', async () => {
  const server = createServer((socket) => socket.end('554 5.7.1 no mails from your network\r\n'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanUp.push(() => server.close())
  const { port } = server.address() as AddressInfo
  await queue('ann@example.org', 'bob@example.org')

  await delivererTo({ host: '127.0.0.1', port, security: 'loopback', login: undefined })()

  expect(await stopNow()).toMatchObject({
    cause: expect.stringMatching(/refuses the shop: 554/),
    advice: expect.stringContaining('ask its provider'),
  })
  expect(await states()).toEqual({ 'ann@example.org': 'waiting', 'bob@example.org': 'waiting' })
})

test.each<[string, TestMailServerOptions]>([
  ['RCPT TO 451', refuseRecipient(451, '4.3.0 try later')],
  ['RCPT TO 421', refuseRecipient(421, '4.3.2 closing')],
  ['DATA 451', refuseMail(451, '4.3.0 try later')],
])('%s is tried again later and stops nothing (59)', async (_, options) => {
  const { deliver } = await open(options)
  await queue('ann@example.org')

  await deliver()

  expect([await stopNow(), await states()]).toEqual([null, { 'ann@example.org': 'waiting' }])
})

test.each([
  [550, '5.1.1 <ann@example.org>: Recipient address rejected: User unknown in virtual mailbox table'],
  [550, '5.1.2 <relay@sender.example>: Domain not found'],
  [550, 'no such mailbox'],
  [552, '5.2.2 mailbox full'],
  [556, '5.1.10 does not accept mail (nullMX)'],
])('a recipient refused with %i %s fails alone (59)', async (code, text) => {
  const { deliver } = await open({
    onRecipient: (address) => {
      if (address === 'ann@example.org') throw refusal(code, text)
    },
  })
  await queue('ann@example.org', 'bob@example.org')

  await deliver()

  expect([await stopNow(), await states()]).toEqual([null, { 'ann@example.org': 'failed', 'bob@example.org': 'sent' }])
})

test('once the cause is gone, the outbox goes on by itself and every mail arrives once (59)', async () => {
  let refused = true
  const { mailServer, deliver } = await open({
    onMailFrom: (_, __, callback) => callback(refused ? refusal(550, 'not yours') : null),
  })
  const recipients = Array.from({ length: 12 }, (_, index) => `ann${index}@example.org`)
  await queue(...recipients)
  await deliver()
  refused = false
  const early = await deliver()

  await makeTryDue()
  const sent = [await deliver(), await deliver()]

  expect([early, sent, await stopNow()]).toEqual([0, [1, 11], null])
  expect(mailServer.received.map(({ to }) => to.join()).toSorted()).toEqual(recipients.toSorted())
})

test('a single mail that is refused for its content holds up the others for one turn only (59)', async () => {
  const { deliver } = await open({
    onMail: ({ to }) => {
      if (to[0] === 'spam@example.org') throw refusal(554, '5.7.1 spam')
    },
  })
  await queue('spam@example.org')
  await deliver()
  await db.update(mails).set({ runAfter: sql`now() - interval '1 minute'` }) // due again, and before all others
  await queue('ann@example.org', 'bob@example.org')

  const first = [await deliver(), await stopNow()]
  await deliver()

  expect(first).toEqual([1, null])
  expect(await states()).toEqual({ 'spam@example.org': 'waiting', 'ann@example.org': 'sent', 'bob@example.org': 'sent' })
})

test('without a mail to try, the shop asks about its own address, and the stop ends (59)', async () => {
  let refused = true
  const { mailServer, deliver } = await open({
    onMailFrom: (_, __, callback) => callback(refused ? refusal(550, 'not yours') : null),
  })
  await queue('ann@example.org')
  await deliver()
  await db.delete(mails)
  await makeTryDue()
  await deliver()
  const still = await stopNow()
  refused = false

  await makeTryDue()
  await deliver()

  expect([still?.cause, await stopNow()]).toEqual([expect.stringMatching(/550/), null])
  expect(mailServer.received).toEqual([])
})

test('tries of a stopped outbox come less and less often, and an admin has one made at once (59)', async () => {
  const { deliver } = await open(refuseSender(550, 'not yours'))
  await queue('ann@example.org')
  for (const seconds of [30, 30, 60, 120, 240, 300]) {
    const wait = await waitSetBy(db, deliver, sql`select ${mailStop.nextTryAt} from ${mailStop}`)
    expect(mayBe(wait, seconds), `${seconds} s: ${JSON.stringify(wait)}`).toBe(true)
    await makeTryDue()
  }
  await deliver()

  const answer = await admin.put('/mail-queue/try')

  const [stop] = await db.select({ isDue: sql<boolean>`${mailStop.nextTryAt} <= now()` }).from(mailStop)
  expect([answer.json(), stop]).toEqual([{ modifiedCount: 1 }, { isDue: true }])
})

test('health, figures and invariants tell of a stopped outbox (59)', async () => {
  const { deliver } = await open(refuseSender(550, 'not yours'))
  await queue('ann@example.org')
  await deliver()
  await db.update(mails).set({ runAfter: sql`now() - interval '1 hour'` })

  const { mails: told } = (await admin.get('/health-report')).json<HealthReport>()
  const figures = (await shop.app.inject({ url: '/metrics' })).body

  expect(told).toMatchObject({ waiting: 1, stop: { cause: expect.stringMatching(/sender MAIL_FROM: 550 not yours/) } })
  expect(figures).toMatch(/^teleforge_mails_stopped 1$/m)
  const overdue = async () => (await checkInvariants(db)).find(({ name }) => name === 'nothingIsOverdue')!.count
  expect(await overdue()).toBe(0)
  // A stop that nothing tries to end is a fault of the shop.
  await db.update(mailStop).set({ nextTryAt: sql`now() - interval '1 hour'` })
  expect(await overdue()).toBe(1)
  await db
    .update(mails)
    .set({ sentAt: sql`now()` })
    .where(eq(mails.recipient, 'ann@example.org'))
})
