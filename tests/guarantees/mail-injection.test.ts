import { inArray } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { EMAIL_PATTERN } from '#contract/basics/fields.ts'
import { mails } from '#database/tables/mails.ts'
import { deliverMails } from '#server/outbox/deliver-mails.ts'
import { smtpTransport } from '#server/mail/smtp-transport.ts'
import { openBrowser } from '#tests/support/browser/browser.ts'
import { hostileTexts } from '#tests/support/hostile/hostile-text.ts'
import { headersOf, openMailServer, partsOf, type TestMailServer } from '#tests/support/doubles/mail-server.ts'
import { clientWith, openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'

const VICTIM = 'victim@example.org'

/** What could turn one address into two, a header, or a command. */
const separators = [
  ', ',
  ',',
  ';',
  '; ',
  ' ',
  '\t',
  '\r\nBcc: ',
  '\nBcc: ',
  '\rBcc: ',
  '\r\n\r\n',
  '\u0000',
  '\u000b',
  '\u2028',
  '\u0085',
  '%0d%0aBcc: ',
  '>,<',
  '> <',
  '>\r\nRCPT TO:<',
  '\r\nDATA\r\n',
  '\\, ',
  '\u00a0',
  '，',
  '\uff1b',
]
const hostileAddresses = [
  ...separators.flatMap((between) => [`ann@example.com${between}${VICTIM}`, `ann${between}${VICTIM}`, `"ann${between}"@example.com`]),
  `<${VICTIM}>`,
  `Ann <${VICTIM}>`,
  `"Ann" <${VICTIM}>`,
  `ann@example.com <${VICTIM}>`,
  `"${VICTIM}" <ann@example.com>`,
  `<ann@example.com>,<${VICTIM}>`,
  `ann@example.com(${VICTIM})`,
  `group: ${VICTIM};`,
  `mailto:${VICTIM}`,
  `@example.com,@example.org:${VICTIM}`,
  `${VICTIM}%example.com@example.com`,
  `"${VICTIM}"@example.com`,
  `ann@[127.0.0.1]`,
  'ann@[IPv6:::1]',
  'ann@localhost',
  'ann@example',
  'ann@.example.com',
  'ann@example..com',
  'ann@-example.com',
  'ann@example.com.',
  'ann@exämple.com',
  'ännchen@example.com',
  'ann@example.com\u0000',
  'ann@@example.com',
  'ann@',
  '@example.com',
  'ann',
  '',
  ' ',
  '=?utf-8?Q?ann=40example.com?=',
  `=?utf-8?Q?a=2C${VICTIM}?=`,
  `${'a'.repeat(65)}@example.com`,
  `a@${'b'.repeat(250)}.com`,
  `${'('.repeat(60)}a@b.com`,
  '"'.repeat(100),
  `${'a,'.repeat(120)}a@b.com`,
  '-oQ/tmp@example.com x',
  '-X/tmp/x@example.com -be',
  "ann@example.com'; drop table mails; --",
  '${jndi:ldap://x}@example.com',
  '|/bin/sh -c@example.com',
  '`id `@example.com',
  '$(id)@example.com',
  'ann@example.com\u202e',
  'ann@e\u0301xample.com',
  '\ufeffann@example.com',
]

/** Addresses by the HTML standard, with signs that something else might read. */
const oddAddresses = [
  'r&d@parts.example',
  'a/p@parts.example',
  "o'brien+tv@parts.example",
  '#1=sales?yes!@parts.example',
  'user%host@parts.example',
  '{a|b}~^@parts.example',
  '`id`@parts.example',
  '|/bin/sh@parts.example',
  '$HOME*@parts.example',
  'ann@xn--e1afmkfd.xn--p1ai',
  'ann@parts.123',
  'ann@1.2.3.4',
  `${'a'.repeat(64)}@parts.example`,
]

let shop: TestShop
let admin: Customer
let mailServer: TestMailServer
let transport: ReturnType<typeof smtpTransport>

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  mailServer = await openMailServer()
  const mail = { transport: 'smtp' as const, from: 'shop@example.com', server: mailServer.settings }
  transport = smtpTransport({ ...shop.services.settings, mail })
  return async () => {
    transport.close()
    await mailServer.close()
  }
})

beforeEach(async () => {
  await shop.db.delete(mails)
  mailServer.received.length = 0
})

async function deliverAll(): Promise<void> {
  while ((await deliverMails({ ...shop.services, mailTransport: transport })) > 0) continue
}

test('there are at least 100 hostile addresses, and the shop takes none of them for one', () => {
  expect(new Set(hostileAddresses).size).toBe(hostileAddresses.length)
  expect(hostileAddresses.length).toBeGreaterThanOrEqual(100)
  expect(hostileAddresses.filter((address) => address.length <= 254 && new RegExp(EMAIL_PATTERN).test(address))).toEqual([])
})

test('no call takes a hostile address, and nothing is mailed (53)', async () => {
  const browser = openBrowser(shop)
  for (const email of hostileAddresses) {
    const answers = [
      await shop.visitor.post('/contact', { name: 'Ann', email, message: 'Hello' }),
      await browser.call('POST', '/auth/sign-up/email', { name: 'Ann', email, password: 'Soldering-Iron-7' }),
      await browser.call('POST', '/auth/request-password-reset', { email }),
    ]
    expect(
      answers.map(({ statusCode }) => statusCode),
      email,
    ).toEqual([400, 400, 400])
  }
  await deliverAll()

  expect(await shop.db.$count(mails)).toBe(0)
  expect(mailServer.received).toEqual([])
})

test('a hostile address that got into the outbox all the same is not sent to (53)', async () => {
  const recipients = hostileAddresses.filter((address) => !address.includes('\u0000'))
  const queued = recipients.map((recipient, index) => ({
    kind: 'order-placed',
    ref: `${index}`,
    recipient,
    subject: 'Your order',
    body: 'Hello',
    html: '',
  }))
  await shop.db.insert(mails).values(queued)
  for (let round = 0; round < recipients.length; round += 5) await deliverAll()

  const waiting = await shop.db
    .select({ sentAt: mails.sentAt, failedAt: mails.failedAt })
    .from(mails)
    .where(inArray(mails.recipient, recipients))
  expect(waiting.filter(({ sentAt, failedAt }) => sentAt !== null || failedAt === null)).toEqual([])
  expect(mailServer.received).toEqual([])
})

test('an address whose dots stand anywhere is one by the HTML standard, too; whether mail arrives is up to its mail server', async () => {
  const sent = await shop.visitor.post('/contact', { name: 'Ann', email: '.a..b.@parts.example', message: 'Hello' })

  expect(sent.statusCode).toBe(200)
})

test.each(oddAddresses)('%s is one address: it registers, signs in, is found, and is sent to alone (53)', async (email) => {
  const [browser, password] = [openBrowser(shop), 'Soldering-Iron-7']
  const registered = await browser.call('POST', '/auth/sign-up/email', { name: 'Ann', email, password })
  const wrong = await openBrowser(shop).call('POST', '/auth/sign-in/email', { email, password: 'Wrong-Guess-1' })
  const signedIn = await browser.call('POST', '/auth/sign-in/email', { email, password })
  const { token } = (await browser.call('PUT', `/user/${encodeURIComponent(email)}`, { email })).json<{ token: string }>()
  const profile = await clientWith(shop, token).get(`/user/${encodeURIComponent(email)}`)
  const orders = await clientWith(shop, token).get(`/order?customer=${encodeURIComponent(email)}`)
  const reset = await browser.call('POST', '/auth/request-password-reset', { email })
  await deliverAll()

  expect([registered, wrong, signedIn, profile, orders, reset].map(({ statusCode }) => statusCode)).toEqual([200, 401, 200, 200, 200, 200])
  expect(signedIn.json()).toMatchObject({ identity: { email: email.toLowerCase() } })
  // The server in the test shows names of domains as people write them.
  const sentTo = email.toLowerCase().replace('xn--e1afmkfd.xn--p1ai', 'пример.рф')
  expect(mailServer.received.map(({ to }) => to)).toEqual([[sentTo], [sentTo]])
})

test('hostile names and texts stay words of one mail to one person (53)', async () => {
  const names = [
    ...separators.filter((between) => between !== '\u0000').map((between) => `Ann${between}${VICTIM}`),
    ...hostileTexts.slice(0, 20),
  ]
  for (const name of names) {
    const answer = await shop.visitor.post('/contact', {
      name,
      email: 'ann@example.com',
      message: `${name}\r\n.\r\nMAIL FROM:<evil@example.com>`,
    })
    expect(answer.statusCode, name).toBe(200)
  }
  await deliverAll()

  expect(mailServer.received).toHaveLength(names.length)
  for (const mail of mailServer.received) {
    expect(mail).toMatchObject({ from: 'shop@example.com', to: [admin.email] })
    const headers = headersOf(mail)
    expect(
      headers
        .map(([header]) => header)
        .filter((header) => ['to', 'cc', 'bcc', 'from', 'reply-to', 'sender'].includes(header))
        .toSorted(),
    ).toEqual(['from', 'to'])
    expect(JSON.stringify(headers)).not.toContain(VICTIM)
    expect(partsOf(mail).map(({ type }) => type)).toEqual(['text/plain', 'text/html'])
  }
})

test('an order of a part with a hostile name is mailed to its buyer alone (53)', async () => {
  const buyer = await shop.customer()
  for (const name of [`Tuner\r\nBcc: ${VICTIM}`, `Tuner\u2028Bcc: ${VICTIM}`, `=?utf-8?Q?Tuner=0D=0ABcc:_${VICTIM}?=`]) {
    await shop.placeOrder(buyer, await shop.addPart({ name }))
  }
  await deliverAll()

  expect(mailServer.received).toHaveLength(3)
  for (const mail of mailServer.received) {
    expect(mail.to).toEqual([buyer.email])
    expect(headersOf(mail).map(([header]) => header)).not.toContain('bcc')
  }
})
