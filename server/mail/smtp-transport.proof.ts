import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, expect, test, vi } from 'vitest'
import { HANG_LIMIT_MS } from '#tests/support/runner/hang-limit.ts'
import { loopbackCertificate } from '#tests/support/doubles/loopback-certificate.ts'
import {
  headersOf,
  openMailServer,
  partsOf,
  refusal,
  type TestMailServer,
  type TestMailServerOptions,
} from '#tests/support/doubles/mail-server.ts'
import type { MailServer } from '../platform/settings/mail-server.ts'
import { checkSmtp } from './check-smtp.ts'
import { smtpTransport } from './smtp-transport.ts'
import { MailMayBeSent, MailRefused, ShopRefused, type OutgoingMail } from './transport.ts'

const cleanUp: (() => unknown)[] = []

afterEach(async () => {
  for (const step of cleanUp.splice(0).toReversed()) await step()
})

/** A mail server and the shop's way to it, with what differs from a server without login on this machine. */
async function connected(options: TestMailServerOptions = {}, server: Partial<MailServer> = {}, giveUpMs = HANG_LIMIT_MS) {
  const mailServer = await openMailServer(options)
  cleanUp.push(() => mailServer.close())
  return { mailServer, transport: transportTo({ ...mailServer.settings, ...server }, giveUpMs) }
}

const shopWith = (server: MailServer, shopName = 'Teleforge') => ({
  shopName,
  shopUrl: 'https://parts.example.com',
  mail: { transport: 'smtp' as const, server, from: 'shop@example.com' },
})

const patient = { giveUpMs: HANG_LIMIT_MS }

function transportTo(server: MailServer, giveUpMs = HANG_LIMIT_MS, shopName?: string) {
  const transport = smtpTransport(shopWith(server, shopName), { giveUpMs })
  cleanUp.push(() => transport.close())
  return transport
}

/** Time limits are up when the function is called that comes back. */
function abortingTimeout(): () => void {
  const limit = new AbortController()
  const spy = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
  cleanUp.push(() => spy.mockRestore())
  return () => limit.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))
}

const sampleMail = (changes: Partial<OutgoingMail> = {}): OutgoingMail => ({
  id: randomUUID(),
  kind: 'order-placed',
  queuedAt: new Date('2026-01-31T10:15:30.123Z'),
  to: 'ann@example.com',
  subject: 'We have received your order',
  body: 'Hello,\n\nthank you – danke schön.\n',
  html: '<!doctype html><p>Hello, danke schön</p>',
  ...changes,
})

const errorOf = async (sending: Promise<void>): Promise<Error> =>
  sending.then(
    () => new Error('it was sent'),
    (error: Error) => error,
  )

test('a mail arrives once, as text and as HTML, under an id of its own', async () => {
  const { mailServer, transport } = await connected()
  const sent = sampleMail()

  await transport.send(sent)

  const [mail] = mailServer.received
  expect(mailServer.received).toHaveLength(1)
  expect(mail).toMatchObject({ from: 'shop@example.com', to: ['ann@example.com'] })
  const headers = Object.fromEntries(headersOf(mail!))
  expect(headers).toMatchObject({
    from: 'Teleforge <shop@example.com>',
    to: 'ann@example.com',
    subject: 'We have received your order',
    'message-id': `<${sent.id}@parts.example.com>`,
    date: 'Sat, 31 Jan 2026 10:15:30 +0000',
    'auto-submitted': 'auto-generated',
  })
  expect(headers['content-type']).toMatch(/^multipart\/alternative/)
  expect(partsOf(mail!)).toEqual([
    { type: 'text/plain', text: expect.stringContaining('thank you – danke schön.') },
    { type: 'text/html', text: expect.stringContaining('<p>Hello, danke schön</p>') },
  ])
})

test('a mail that was queued without HTML is text alone', async () => {
  const { mailServer, transport } = await connected()

  await transport.send(sampleMail({ html: '' }))

  expect(Object.fromEntries(headersOf(mailServer.received[0]!))['content-type']).toMatch(/^text\/plain/)
})

test('many mails share a few connections', async () => {
  const { mailServer, transport } = await connected()

  await Promise.all(Array.from({ length: 40 }, (_, index) => transport.send(sampleMail({ to: `ann${index}@example.com` }))))

  expect(new Set(mailServer.received.map(({ to }) => to[0])).size).toBe(40)
  expect(mailServer.received).toHaveLength(40)
  expect(mailServer.connections()).toBeLessThanOrEqual(5)
})

const HOSTILE_TEXTS = [
  'Ann\r\nBcc: all@example.com',
  'Ann\nBcc: all@example.com',
  'Ann\rBcc: all@example.com',
  'Ann\r\n\r\n<script>alert(1)</script>',
  'Ann\u2028Bcc: all@example.com',
  'Ann\u0085Bcc: all@example.com',
  'Ann, all@example.com',
  'Ann; all@example.com',
  'Ann <all@example.com>',
  '"Ann" <all@example.com>',
  'Ann" <all@example.com>, "Bob',
  "Ann' <all@example.com>",
  'Ann\\" <all@example.com>',
  'group: all@example.com, two@example.com;',
  'Ann (comment) all@example.com',
  '=?utf-8?Q?Ann=0D=0ABcc:_all@example.com?=',
  '=?utf-8?B?QW5uDQpCY2M6IGFsbEBleGFtcGxlLmNvbQ==?=',
  'Ännchen Ωmega 電視 📺',
  '\u202eelpmaxe\u202c',
  '\u0000Ann',
  '.\r\nMAIL FROM:<evil@example.com>',
  'Ann\t\tTab',
  'x',
  'x'.repeat(5_000),
  '📺'.repeat(1_000),
  '"'.repeat(300),
  '<'.repeat(300),
  ','.repeat(300),
  '\\'.repeat(300),
  '%0d%0aBcc: all@example.com',
  '${7*7}{{7*7}}',
  'data:text/html,<script>alert(1)</script>',
  'file:///etc/passwd',
]

const EXPECTED_HEADERS = [
  'from',
  'to',
  'subject',
  'auto-submitted',
  'x-auto-response-suppress',
  'message-id',
  'date',
  'mime-version',
  'content-type',
].toSorted()

/** What every mail must look like, whatever its words are: one recipient, and no header that a stranger wrote. */
function expectUntouched({ received }: Pick<TestMailServer, 'received'>) {
  expect(received).toHaveLength(1)
  const [mail] = received
  expect(mail).toMatchObject({ from: 'shop@example.com', to: ['ann@example.com'] })
  const headers = headersOf(mail!)
  expect(headers.map(([name]) => name).toSorted()).toEqual(EXPECTED_HEADERS)
  const { to, from } = Object.fromEntries(headers)
  expect(to).toBe('ann@example.com')
  // Before the address stands nothing that is read as another one: only a quoted, an encoded or a harmless name.
  const [name, address] = from!.includes('<') ? from!.split(/(?<=^|\s)(?=<[^<>]*>$)/) : ['', from]
  expect(address).toMatch(/^<?shop@example\.com>?$/)
  expect(name).toMatch(/^("(?:[^"\\]|\\.)*" |(?:=\?UTF-8\?[QB]\?[^?\s]*\?= ?)+ ?|[A-Za-z0-9 ]* )?$/i)
}

test.each(HOSTILE_TEXTS)('a subject of %j is no header and no recipient', async (subject) => {
  const { mailServer, transport } = await connected()

  await transport.send(sampleMail({ subject }))

  expectUntouched(mailServer)
})

test.each(HOSTILE_TEXTS)('a shop named %j still writes from its own address alone', async (shopName) => {
  const mailServer = await openMailServer()
  cleanUp.push(() => mailServer.close())

  await transportTo(mailServer.settings, HANG_LIMIT_MS, shopName).send(sampleMail())

  expectUntouched(mailServer)
})

test.each(HOSTILE_TEXTS)('a text of %j stays within the mail', async (text) => {
  const { mailServer, transport } = await connected()

  await transport.send(sampleMail({ body: `${text}\r\n.\r\nMAIL FROM:<evil@example.com>\r\n${text}`, html: text }))

  expect(mailServer.received).toHaveLength(1)
  expectUntouched(mailServer)
})

test.each([550, 553, 552, 521])('a recipient refused with %i is refused for good', async (code) => {
  const { mailServer, transport } = await connected({
    onRecipient: () => {
      throw refusal(code, 'no such mailbox')
    },
  })

  const error = await errorOf(transport.send(sampleMail()))

  expect(error).toBeInstanceOf(MailRefused)
  expect(error.message).toBe(`the mail server refuses the recipient: ${code} no such mailbox`)
  expect(mailServer.received).toEqual([])
})

test('a mail refused after it was transmitted is refused for its content: the shop stops, the mail is not given up', async () => {
  const { transport } = await connected({
    onMail: () => {
      throw refusal(554, 'this looks like spam')
    },
  })

  const error = await errorOf(transport.send(sampleMail()))

  expect(error).toBeInstanceOf(ShopRefused)
  expect(error.message).toBe('the mail server refuses the mail: 554 this looks like spam')
})

test.each([450, 451, 452, 530, 535])('a recipient put off with %i is tried again', async (code) => {
  const { transport } = await connected({
    onRecipient: () => {
      throw refusal(code, 'not now')
    },
  })

  const error = await errorOf(transport.send(sampleMail()))

  expect(error).not.toBeInstanceOf(MailRefused)
  expect(error).not.toBeInstanceOf(MailMayBeSent)
  expect(error.message).toContain(`${code} not now`)
})

test.each([450, 421])('a mail put off with %i after it was transmitted is tried again', async (code) => {
  const { transport } = await connected({
    onMail: () => {
      throw refusal(code, 'not now')
    },
  })

  const error = await errorOf(transport.send(sampleMail()))

  expect(error).not.toBeInstanceOf(MailRefused)
  expect(error).not.toBeInstanceOf(MailMayBeSent)
})

test('a sender that is refused is the shop’s own trouble: the mail is tried again', async () => {
  const { transport } = await connected({ onMailFrom: (_, __, callback) => callback(refusal(550, 'who are you')) })

  const error = await errorOf(transport.send(sampleMail()))

  expect(error).not.toBeInstanceOf(MailRefused)
  expect(error.message).toBe('the mail server refuses the sender MAIL_FROM: 550 who are you')
})

test('a connection that is lost before the mail was handed over means that it was not sent', async () => {
  const { mailServer, transport } = await connected({ onRecipient: (_, cut) => cut() })

  const error = await errorOf(transport.send(sampleMail()))

  expect(error).not.toBeInstanceOf(MailMayBeSent)
  expect(error.message).toMatch(/ended the connection\.$/)
  expect(mailServer.received).toEqual([])
})

test('a connection that is lost after the mail was handed over leaves open whether it was sent', async () => {
  const { mailServer, transport } = await connected({ onMail: (_, cut) => cut() })

  const error = await errorOf(transport.send(sampleMail()))

  expect(error).toBeInstanceOf(MailMayBeSent)
  expect(mailServer.received).toHaveLength(1)
})

test('the next mail goes over a new connection when the old one has died meanwhile', async () => {
  const cuts: (() => void)[] = []
  const { mailServer, transport } = await connected({ onMail: (_, cut) => void cuts.push(cut) })
  await transport.send(sampleMail())
  cuts[0]!()
  // The socket closes at the end of a turn of the event loop, and the other end hears of it in the next.
  for (let turn = 0; turn < 5; turn++) await nextTurn()

  await transport.send(sampleMail({ to: 'bob@example.com' }))

  expect(mailServer.received.map(({ to }) => to[0])).toEqual(['ann@example.com', 'bob@example.com'])
  expect(mailServer.connections()).toBe(2)
})

test('a connection that dies with the next mail on it, before its content, is replaced at once', async () => {
  let recipients = 0
  const { mailServer, transport } = await connected({
    onRecipient: (_, cut) => {
      if (++recipients === 2) cut()
    },
  })
  await transport.send(sampleMail())

  await transport.send(sampleMail({ to: 'bob@example.com' }))

  expect(mailServer.received.map(({ to }) => to[0])).toEqual(['ann@example.com', 'bob@example.com'])
})

test('no answer to the recipient in time: it was not sent', async () => {
  const timeUp = abortingTimeout()
  const { transport } = await connected({ onRecipient: () => (timeUp(), new Promise(() => {})) })

  const error = await errorOf(transport.send(sampleMail()))

  expect(error.message).toMatch(/did not answer in time\.$/)
  expect(error).not.toBeInstanceOf(MailMayBeSent)
})

test('no answer to the mail in time: nobody knows whether it was sent', async () => {
  const timeUp = abortingTimeout()
  const { mailServer, transport } = await connected({ onMail: () => (timeUp(), new Promise(() => {})) })

  const error = await errorOf(transport.send(sampleMail()))

  expect(error).toBeInstanceOf(MailMayBeSent)
  expect(mailServer.received).toHaveLength(1)
})

test('a server that never greets, and one that is not there, cost no mail', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  cleanUp.push(() => silent.close())
  await new Promise((resolve) => silent.once('listening', resolve))
  const { port } = silent.address() as AddressInfo
  const server: MailServer = { host: '127.0.0.1', port, security: 'loopback', login: undefined }

  const [ungreeted, absent] = await Promise.all([
    errorOf(transportTo(server, 300).send(sampleMail())),
    errorOf(transportTo({ ...server, port: 1 }).send(sampleMail())),
  ])

  expect(ungreeted.message).toBe(`the mail server 127.0.0.1:${port} did not answer in time.`)
  expect(absent.message).toBe('the mail server 127.0.0.1:1 cannot be reached (ECONNREFUSED).')
  for (const error of [ungreeted, absent]) expect(error).not.toBeInstanceOf(MailMayBeSent)
})

test('the check gives up, as a mail does, on a server that never greets, or never answers', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  const mute = createServer((socket) => socket.write('220 welcome\r\n')).listen(0, '127.0.0.1')
  cleanUp.push(
    () => silent.close(),
    () => mute.close(),
  )
  await Promise.all([silent, mute].map((server) => once(server, 'listening')))
  const portOf = (server: typeof silent) => (server.address() as AddressInfo).port

  const checks = await Promise.all(
    [silent, mute].map((server) =>
      checkSmtp(shopWith({ host: '127.0.0.1', port: portOf(server), security: 'loopback', login: undefined }), { giveUpMs: 300 }),
    ),
  )

  expect(checks).toEqual([silent, mute].map((server) => `the mail server 127.0.0.1:${portOf(server)} did not answer in time.`))
})

test('a mail that waits in vain for a free connection was not sent', async () => {
  const timeUp = abortingTimeout()
  let mails = 0
  const { transport } = await connected({ onMail: () => (++mails === 5 && timeUp(), new Promise(() => {})) })

  const errors = await Promise.all(Array.from({ length: 6 }, () => errorOf(transport.send(sampleMail()))))

  expect(errors.filter((error) => error instanceof MailMayBeSent)).toHaveLength(5)
})

const login = { user: 'shop', password: 'pa:ss word/ü' }
const withLogin: TestMailServerOptions = {
  authOptional: false,
  allowInsecureAuth: true,
  onAuth: ({ username, password }, _, callback) =>
    username === login.user && password === login.password
      ? callback(null, { user: username })
      : callback(refusal(535, `${password} ${Buffer.from(`\0${username}\0${password}`).toString('base64')} is wrong`)),
}

test('the shop logs in where it has a login', async () => {
  const { mailServer, transport } = await connected(withLogin, { login })

  await transport.send(sampleMail())

  expect(mailServer.received).toHaveLength(1)
  expect(await checkSmtp(shopWith({ ...mailServer.settings, login }), patient)).toBeUndefined()
})

test('a refused login is told without the password, also when the server repeats it', async () => {
  const wrong = { user: 'shop', password: 'hunter-2!' }
  const { mailServer, transport } = await connected(withLogin, { login: wrong })

  const error = await errorOf(transport.send(sampleMail()))
  const checked = await checkSmtp(shopWith({ ...mailServer.settings, login: wrong }), patient)

  expect(error).not.toBeInstanceOf(MailRefused)
  const { port } = mailServer.settings
  const trouble = `the mail server 127.0.0.1:${port} refuses the login: 535 (secret) (secret) is wrong`
  const advice = 'Check user and password in SMTP_URL; many providers want an app password.'
  expect([error.message, checked]).toEqual([trouble, `${trouble}. ${advice}`])
})

test('a login that is set up but not offered is not left out', async () => {
  const { mailServer, transport } = await connected({ disabledCommands: ['AUTH'] }, { login })

  const error = await errorOf(transport.send(sampleMail()))

  expect(error.message).toMatch(/refuses the login/)
  expect(mailServer.received).toEqual([])
})

test('where the server wants a login and the shop has none, it says so', async () => {
  const { transport } = await connected(withLogin)

  const error = await errorOf(transport.send(sampleMail()))

  expect(error).not.toBeInstanceOf(MailRefused)
  expect(error.message).toMatch(/530/)
})

test('STARTTLS is wanted from every server that is not on this machine, and without it nothing is said', async () => {
  const options = { ...withLogin, hideSTARTTLS: true, disabledCommands: ['STARTTLS'] }
  const { mailServer, transport } = await connected(options, { security: 'starttls', login })

  const error = await errorOf(transport.send(sampleMail()))

  expect(error.message).toMatch(/offers no STARTTLS, so nothing was sent/)
  expect(mailServer.received).toEqual([])
})

test.each(['starttls', 'tls'] as const)('by %s, an unknown certificate ends it before the login', async (security) => {
  let logins = 0
  const { mailServer, transport } = await connected(
    { ...withLogin, secure: security === 'tls', onAuth: () => void logins++ },
    { security, login },
  )

  const error = await errorOf(transport.send(sampleMail()))

  expect(error.message).toMatch(/cannot be secured \(DEPTH_ZERO_SELF_SIGNED_CERT\)/)
  expect([logins, mailServer.received]).toEqual([0, []])
  expect(await checkSmtp(shopWith({ ...mailServer.settings, security, login }), patient)).toMatch(/cannot be secured/)
})

test.each(['starttls', 'tls'] as const)('by %s, login and mail go through a secured connection', async (security) => {
  const known = getCACertificates('default')
  setDefaultCACertificates([...known, loopbackCertificate.cert])
  cleanUp.push(() => setDefaultCACertificates(known))
  const secured: boolean[] = []
  const { mailServer, transport } = await connected(
    {
      ...withLogin,
      allowInsecureAuth: false,
      secure: security === 'tls',
      onMailFrom: (_, session, callback) => callback(secured.push(session.secure) > 0 ? null : undefined),
    },
    { security, login },
  )

  await transport.send(sampleMail())

  expect([secured, mailServer.received.length]).toEqual([[true], 1])
})

test('a server on this machine may have a certificate of its own, or none', async () => {
  const offering = await connected()
  const plain = await connected({ hideSTARTTLS: true })

  await offering.transport.send(sampleMail())
  await plain.transport.send(sampleMail())

  expect([offering.mailServer.received.length, plain.mailServer.received.length]).toEqual([1, 1])
})

test('the check says in one line what is wrong, or nothing', async () => {
  const { mailServer } = await connected()
  const check = (changes: Partial<MailServer> = {}) => checkSmtp(shopWith({ ...mailServer.settings, ...changes }), patient)

  expect(await check()).toBeUndefined()
  expect(await check({ port: 1 })).toMatch(/^the mail server 127.0.0.1:1 cannot be reached \(ECONNREFUSED\). Check host and port/)
  expect(await check({ host: 'no-such-host.invalid' })).toMatch(/^the mail server no-such-host.invalid is not found. Check the host name/)
  expect(await checkSmtp({ shopUrl: 'http://localhost', mail: { transport: 'folder' } })).toBe('SMTP_URL is not set.')
  expect(mailServer.received).toEqual([])
})
