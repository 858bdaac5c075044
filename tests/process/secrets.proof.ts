import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import Stripe from 'stripe'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { Order } from '#contract/orders/orders.ts'
import type { Part } from '#contract/parts/parts.ts'
import screens from '#app/routes.ts'
import { sampleAccounts } from '#server/run/startup/sample-accounts.ts'
import { HANG_LIMIT_MS } from '#tests/support/runner/hang-limit.ts'
import { imageHostKey, openImageHost, type ImageHostDouble } from '#tests/support/doubles/image-host-double.ts'
import { partsOf } from '#tests/support/doubles/mail-server.ts'
import { findMail, openRealWorld, realWorldSecrets, type RealWorld } from '#tests/support/real-world/real-world.ts'
import { databaseAddress, databasePassword } from '#tests/support/real-world/real-world-database.ts'
import { listenToShop, printedBy, type Asked, type ListenedShop, type Output } from '#tests/support/real-world/real-world-listener.ts'
import { NOBODY } from '#tests/support/nobody.ts'
import { s3Account } from '#tests/support/doubles/s3-server.ts'
import { stripeKeys } from '#tests/support/doubles/stripe-double.ts'

const SHOP_URL = 'https://parts.example.com'
const googleSecret = 'canary-google-secret-0a77'

/** Every secret of the configuration, by its variable. */
const secrets = {
  AUTH_SECRET: realWorldSecrets.authSecret,
  STRIPE_SECRET_KEY: stripeKeys.secretKey,
  STRIPE_WEBHOOK_SECRET: stripeKeys.webhookSecret,
  SMTP_URL: realWorldSecrets.mailPassword,
  S3_SECRET_ACCESS_KEY: s3Account.secretAccessKey,
  IMAGE_HOST_KEY: imageHostKey,
  GOOGLE_CLIENT_SECRET: googleSecret,
  OIDC_CLIENT_SECRET: realWorldSecrets.oidcSecret,
  DATABASE_URL: databasePassword,
}

/** Data that people send to the shop and no log may contain. */
const owner = { name: 'Boss', email: 'boss@example.com', password: 'Canary-owner-pass-1' }
const ann = { name: 'Ann', email: 'ann@example.com', password: 'Canary-buyer-pass-2' }
const delivery = { phone: '+49 30 98127634', address: 'Canary Street 17, 20457 Hamburg' }

let world: RealWorld
let host: ImageHostDouble
let production: ListenedShop
let trial: ListenedShop
/** Tokens and cookies that the shops have handed out. */
const handedOut: string[] = []

beforeAll(async () => {
  ;[world, host] = await Promise.all([openRealWorld(), openImageHost()])
  const [ownDatabase, otherDatabase] = await Promise.all([databaseAddress(), databaseAddress()])
  ;[production, trial] = await Promise.all([
    listenToShop({
      ...world.env,
      SHOP_URL,
      ADMIN_EMAIL: owner.email,
      DATABASE_URL: ownDatabase,
      GOOGLE_CLIENT_ID: 'shop',
      GOOGLE_CLIENT_SECRET: googleSecret,
      GOOGLE_ISSUER: world.issuer.server.issuer.url!,
      LOG_LEVEL: 'trace',
    }),
    listenToShop({ ...host.env, SHOP_URL, AUTH_SECRET: secrets.AUTH_SECRET, DATABASE_URL: otherDatabase, LOG_LEVEL: 'trace' }),
  ])
  await Promise.all([useProductionShop(), useTrialShop()])
  await Promise.all([production.stop(), trial.stop()])
})

afterAll(() => Promise.all([production?.stop(), trial?.stop(), world?.stop(), host?.close()]))

/** Everything that a shop does, then everything that can go wrong around it. */
async function useProductionShop(): Promise<void> {
  const boss = await openOffice()
  const buyer = await signIn(production, ann.email, 'sign-up/email', ann)
  const { part, order } = await sell(boss, buyer)
  await useApiKey(buyer)
  await lookAtScreens(production, part._id, order._id, [{}, buyer.headers, boss.headers])
  await tryEveryCall(production, [buyer.headers, boss.headers])
  await failAround(boss, buyer, part)
  await production.ask('POST', '/api/auth/request-password-reset', { body: { email: ann.email }, headers: { origin: SHOP_URL } })
  await vi.waitUntil(() => production.printed().includes('refuses the login'), { timeout: HANG_LIMIT_MS })
}

/** A program of the buyer's does what it may and what it may not, and sends its key where it does not belong. */
async function useApiKey(buyer: Person): Promise<void> {
  await confirmAddress(buyer, ann.email)
  const { key } = await buyer.call<{ key: string }>('POST', '/api-keys', { body: { name: 'Purchasing', scopes: ['orders:read'] } })
  handedOut.push(key)
  const headers = { authorization: `Bearer ${key}` }
  for (const path of [`order?customer=${ann.email}`, `user/${ann.email}`, 'allOrder', key])
    await production.ask('GET', `/api/${path}`, { headers })
  await production.ask('POST', '/api/reviews', { headers, body: '{"cut off' })
}

/** A shop whose pictures go to an image host, which repeats the key. */
async function useTrialShop(): Promise<void> {
  const { email, password } = sampleAccounts.admin
  const tester = await signIn(trial, email, 'sign-in/email', { email, password })
  const repeating = JSON.stringify({ error: { message: `wrong key ${imageHostKey}` } })
  for (const answer of [undefined, { status: 400, body: repeating }, { status: 500, body: imageHostKey }]) {
    host.answer = answer
    await uploadPicture(tester)
  }
  await tryEveryCall(trial, [tester.headers])
}

/** Somebody at a shop; keeps cookies and the access token as a browser does. */
async function signIn(shop: ListenedShop, email: string, by: 'sign-in/email' | 'sign-up/email', body: object) {
  const origin = SHOP_URL
  const { headers } = await shop.ask('POST', `/api/auth/${by}`, { body, headers: { origin } })
  const cookies = headers.getSetCookie().map((line) => line.split(';')[0]!)
  const cookie = cookies.join('; ')
  const { text } = await shop.ask('PUT', `/api/user/${email}`, { body: { email }, headers: { origin, cookie } })
  const { token } = JSON.parse(text) as { token: string }
  expect(token).toHaveLength(43)
  handedOut.push(token, ...cookies.map((pair) => pair.slice(pair.indexOf('=') + 1)))
  const headersOfCall = { origin, authorization: `Bearer ${token}` }
  return {
    headers: { ...headersOfCall, cookie },
    async call<T>(method: string, path: string, asked: Asked = {}): Promise<T> {
      const answer = await shop.ask(method, `/api${path}`, { ...asked, headers: { ...headersOfCall, ...asked.headers } })
      return JSON.parse(answer.text) as T
    },
  }
}
type Person = Awaited<ReturnType<typeof signIn>>

async function uploadPicture(person: Person): Promise<{ data?: { url: string } }> {
  const picture = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#336699' } })
    .png()
    .toBuffer()
  const body = new FormData()
  body.set('image', new File([new Uint8Array(picture)], 'board.png', { type: 'image/png' }))
  return person.call('POST', '/images', { body })
}

/** The owner, an admin once the mailed link has come back. */
async function openOffice(): Promise<Person> {
  const boss = await signIn(production, owner.email, 'sign-up/email', owner)
  await confirmAddress(boss, owner.email)
  return boss
}

async function confirmAddress({ headers }: Person, email: string): Promise<void> {
  const mail = await vi.waitUntil(() => findMail(world.mail, email, /confirm/), { timeout: HANG_LIMIT_MS })
  const token = /token=([^\s&]+)/.exec(mail.text)![1]!
  const body = { token: decodeURIComponent(token) }
  expect((await production.ask('POST', '/api/auth/verify-email', { body, headers })).status).toBe(200)
}

/** From the picture to the paid order. */
async function sell(boss: Person, buyer: Person): Promise<{ part: Part; order: Order }> {
  const { data } = await uploadPicture(boss)
  const details = { name: 'Main Board', price: '2.5', available: 20_000, description: 'A board.', img: data!.url }
  await boss.call('POST', '/parts', { body: details })
  const [part] = await buyer.call<Part[]>('GET', '/allParts')
  const { available, _id, ...shown } = part!
  await buyer.call('PUT', `/inventory/${_id}`, { body: { restAvailable: { ...shown, available: available - 2_000 } } })
  const orderItem = { name: part!.name, partsId: _id, totalPrice: 5_000, orderQuantity: 2_000, ...delivery }
  const order = await buyer.call<Order>('POST', '/inventory', { body: { orderItem } })
  await payAtStripe(buyer, order)
  return { part: part!, order }
}

async function payAtStripe(buyer: Person, { _id, totalPrice }: Order): Promise<void> {
  const { clientSecret } = await buyer.call<{ clientSecret: string }>('POST', '/create-payment-intent', {
    body: { orderId: _id, totalPrice },
  })
  const asBrowser = (path: string, params: Record<string, string>) =>
    fetch(`${world.stripe.url}/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${stripeKeys.publishableKey}` },
      body: new URLSearchParams(params),
    })
  const card = { type: 'card', 'card[number]': '4242424242424242', 'card[exp_month]': '12', 'card[exp_year]': '34', 'card[cvc]': '123' }
  const method = (await (await asBrowser('payment_methods', card)).json()) as { id: string }
  const transactionId = clientSecret.split('_secret_')[0]!
  await asBrowser(`payment_intents/${transactionId}/confirm`, { client_secret: clientSecret, payment_method: method.id })
  await buyer.call('PUT', `/order/${_id}`, { body: { transactionId } })
  expect(await buyer.call('GET', `/order/${_id}`)).toMatchObject({ paid: true })
}

/** Every screen as a page and as the data that the browser fetches when it is already there. */
async function lookAtScreens(shop: ListenedShop, partId: string, orderId: string, visitors: Record<string, string>[]): Promise<void> {
  const pathsBelow = (path: string, entries: RouteConfigEntry[]): string[] =>
    entries.flatMap((entry) => {
      const own = [path, entry.path].filter(Boolean).join('/')
      return [own, ...pathsBelow(own, entry.children ?? [])]
    })
  const paths = pathsBelow('', screens).map((path) => path.replace(':partsId', partId).replace(':id', orderId).replace('*', 'no/such'))
  for (const headers of visitors) {
    for (const path of paths) {
      await shop.ask('GET', `/${path}`, { headers })
      await shop.ask('GET', `/${path || '_root'}.data`, { headers })
    }
  }
  for (const path of ['robots.txt', 'sitemap.xml', 'site.webmanifest', 'api/docs', 'api/openapi.json', 'api/nothing', 'images/x', '%']) {
    await shop.ask('GET', `/${path}`)
  }
}

/** Every call of the API document with bodies that no schema accepts, as every principal. */
async function tryEveryCall(shop: ListenedShop, callers: Record<string, string>[]): Promise<void> {
  const { text } = await shop.ask('GET', '/api/openapi.json')
  const { paths } = JSON.parse(text) as { paths: Record<string, object> }
  let made = 0
  for (const [path, methods] of Object.entries(paths)) {
    // It would end the sessions with which the rest is tried.
    if (path.includes('/auth/sign-out')) continue
    // A stream of events would stay open.
    const address = path
      .replace('/order-changes', '/order-changes?seconds=0')
      .replace('{id}', randomUUID())
      .replace('{email}', 'nobody@example.com')
      .replace('{issuer}', 'oidc')
    for (const method of Object.keys(methods).map((name) => name.toUpperCase())) {
      for (const headers of [{}, { authorization: 'Bearer nonsense' }, ...callers]) {
        const body = method === 'GET' ? undefined : made % 2 === 0 ? { wrong: 'canary' } : '{"cut off'
        const { authorization = '' } = headers as { authorization?: string }
        await shop.ask(method, address, { body, headers: { origin: SHOP_URL, ...(authorization && { authorization }) } })
        made++
      }
    }
  }
  expect(made).toBeGreaterThan(100)
}

/** Each service says no, breaks off, or repeats the secret that it was given. */
async function failAround(boss: Person, buyer: Person, part: Part): Promise<void> {
  const { stripe, s3, issuer } = world
  for (const fault of ['refusal', 'reset', 'truncated'] as const) {
    s3.always = fault
    await uploadPicture(boss)
    await production.ask('GET', `/images/${'0'.repeat(32)}.webp`)
  }
  s3.always = undefined
  const { _id, available, ...shown } = part
  const orderItem = { name: part.name, partsId: _id, totalPrice: 2_500, orderQuantity: 1_000, ...delivery }
  await buyer.call('PUT', `/inventory/${_id}`, { body: { restAvailable: { ...shown, available: available - 3_000 } } })
  const order = await buyer.call<Order>('POST', '/inventory', { body: { orderItem } })
  const refused = (message: string) => ({ error: { type: 'invalid_request_error', message } })
  const mishaps = [
    { status: 401, json: refused(`Invalid API Key provided: ${stripeKeys.secretKey}`) },
    // In other answers Stripe itself leaves the middle of the key out.
    { status: 403, json: refused('The provided key sk_test_***cret does not have the permission.') },
    { status: 500 },
    'reset_before',
  ] as const
  for (const mishap of mishaps) {
    // The shop's jobs ask Stripe as well, at their own times.
    stripe.faults.next = Array.from({ length: 100 }, () => mishap)
    await buyer.call('POST', '/create-payment-intent', { body: { orderId: order._id, totalPrice: order.totalPrice } })
  }
  stripe.faults.next = []
  const payload = JSON.stringify({ id: 'evt_1', type: 'payment_intent.succeeded', data: { object: { id: 'pi_1' } } })
  for (const secret of [stripeKeys.webhookSecret, 'whsec_wrong']) {
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret })
    await production.ask('POST', '/api/payment-webhook', { body: payload, headers: { 'stripe-signature': signature } })
  }
  for (const [id, secret] of [
    ['oidc', secrets.OIDC_CLIENT_SECRET],
    ['google', googleSecret],
  ] as const) {
    issuer.answer = (response) => {
      response.statusCode = 400
      response.body = { error: 'invalid_client', error_description: `${secret} is wrong` }
    }
    await failToSignInAt(id)
  }
  world.refuseLogins()
}

/** Walks the window's way to the issuer and back, with a code that the issuer then does not change for a token. */
async function failToSignInAt(id: 'oidc' | 'google'): Promise<void> {
  const start = await production.ask('GET', `/api/auth/outside/${id}/start`)
  const cookie = start.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const approved = await fetch(start.headers.get('location')!.replace('/login', '/authorize'), { redirect: 'manual' })
  const { search } = new URL(approved.headers.get('location')!)
  await production.ask('GET', `/api/auth/outside/${id}/callback${search}`, { headers: { cookie } })
}

const SECRET_PATTERNS = /\b(sk|rk)_(live|test)_\w|\btf[kt]_[\w-]{43}|\bwhsec_\w|\bAKIA[0-9A-Z]{16}\b|BEGIN [A-Z ]*PRIVATE KEY/

/** The built files as text, but for pictures and fonts. */
async function filesOf(folder: string): Promise<Output[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.(js|css|svg|json|html|txt|map)$/.test(name))
  return Promise.all(names.map(async (name) => ({ where: join(folder, name), text: await readFile(join(folder, name), 'utf8') })))
}

/** As it is, in an address, in JSON, in hex, and in base64 wherever in a longer text it begins. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const inBase64 = [0, 1, 2].map((offset) =>
    Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6)),
  )
  const forms = [
    secret,
    encodeURIComponent(secret),
    encodeURIComponent(secret).replaceAll('%20', '+'),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString('hex'),
    ...inBase64,
    ...inBase64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  ]
  return [...new Set(forms)]
}

/** Where which of these words is found; where nothing is, the answer is empty. */
const leaksIn = (outputs: Output[], words: Record<string, string>): string[] =>
  Object.entries(words).flatMap(([name, word]) =>
    outputs.filter(({ text }) => formsOf(word).some((form) => text.includes(form))).map(({ where }) => `${name} in ${where}`),
  )

test('the forms of a secret are found wherever they stand', () => {
  const basic = (user: string) => Buffer.from(`${user}:${secrets.SMTP_URL}`).toString('base64')
  const texts = [secrets.SMTP_URL, encodeURIComponent(secrets.SMTP_URL), basic('a'), basic('ab'), basic('abc')]

  expect(
    leaksIn(
      texts.map((text, index) => ({ where: String(index), text: `...${text}...` })),
      { SMTP_URL: secrets.SMTP_URL },
    ),
  ).toHaveLength(5)
})

test('no secret of the configuration is in any page, answer, header, mail or log, whatever fails (31) (66)', () => {
  const mails = world.mail.received.map((mail) => ({
    where: `mail to ${mail.to.join()}`,
    text: [mail.raw, ...partsOf(mail).map(({ text }) => text)].join('\n'),
  }))
  const outputs = [...production.outputs, ...trial.outputs, ...mails]

  expect(mails.length).toBeGreaterThan(3)
  expect(leaksIn(outputs, secrets)).toEqual([])
  // The one answer that hands an API key out.
  expect(outputs.filter(({ text }) => SECRET_PATTERNS.test(text)).map(({ where }) => where)).toEqual(['POST /api/api-keys'])
})

test('every service has failed, and the log says so', () => {
  const words = [
    'the secret key is not accepted',
    'StripePermissionError',
    'answered writing with 500',
    'UND_ERR_SOCKET',
    'invalid_client',
    'refuses the login: 535 (secret)',
    'wrong key (the key)',
  ]
  const printed = production.printed() + trial.printed()

  expect(words.filter((word) => !printed.includes(word))).toEqual([])
  const payments = production.outputs.filter(({ where }) => where === 'POST /api/create-payment-intent').map(({ text }) => text)
  expect(payments.filter((text) => text.includes('"PAYMENT_UNAVAILABLE"'))).toHaveLength(2)
})

test('passwords, tokens, cookies, cards and addresses of people are in no log (66)', () => {
  const printed = [...production.outputs, ...trial.outputs].filter(({ where }) => where === 'the process')
  const words = { owner: owner.password, ann: ann.password, ...delivery, card: '4242424242424242' }

  expect(printed).toHaveLength(2)
  expect(handedOut.length).toBeGreaterThanOrEqual(6)
  expect(leaksIn(printed, words)).toEqual([])
  expect(leaksIn(printed, Object.fromEntries(handedOut.map((text, index) => [`handed out ${index}`, text])))).toEqual([])
})

test('a client is told what went wrong by a code, a sentence and the number of its request, never by a stack (66)', () => {
  const answers = [...production.outputs, ...trial.outputs].filter(({ where }) => where.includes(' /api/') && !where.includes('/api/docs'))

  expect(answers.filter(({ text }) => /\n\s+at |node_modules|\.ts:\d+/.test(text)).map(({ where }) => where)).toEqual([])
})

test('the built storefront holds no secret and nothing that looks like one, and reads no variables (31)', async () => {
  const [client, server] = await Promise.all([filesOf('build/client'), filesOf('build/server')])
  const sources = (await Promise.all(['app', 'contract', 'readers'].map(sourcesOf))).flat()

  expect(client.length).toBeGreaterThan(20)
  expect(leaksIn([...client, ...server], secrets)).toEqual([])
  expect([...client, ...server].filter(({ text }) => SECRET_PATTERNS.test(text)).map(({ where }) => where)).toEqual([])
  // Whether a file runs on the server is known when it is built: it is no variable. The list of screens is read by the build.
  expect(sources.filter(({ text }) => /process\.env|import\.meta\.env(?!\.(?:SSR|PROD)\b)/.test(text)).map(({ where }) => where)).toEqual([
    'app/routes.ts',
  ])
})

async function sourcesOf(folder: string): Promise<Output[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.tsx?$/.test(name))
  return Promise.all(names.map(async (name) => ({ where: join(folder, name), text: await readFile(join(folder, name), 'utf8') })))
}

test('a configuration that is refused, and services that cannot be reached, are told without their secrets (31)', async () => {
  const everythingWrong = {
    SHOP_MODE: 'production',
    AUTH_SECRET: 'canary-too-short',
    SMTP_URL: `smtp://shop:${secrets.SMTP_URL}@mail.example.com`,
    MAIL_FROM: 'shop',
    STRIPE_SECRET_KEY: `pk_${secrets.STRIPE_SECRET_KEY}`,
    STRIPE_PUBLISHABLE_KEY: secrets.STRIPE_SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: `x${secrets.STRIPE_WEBHOOK_SECRET}`,
    DATABASE_URL: `postgres://shop:${databasePassword}/#@${NOBODY}/none`,
    S3_ENDPOINT: `https://shop:${s3Account.secretAccessKey}@${NOBODY}`,
    S3_SECRET_ACCESS_KEY: s3Account.secretAccessKey,
    IMAGE_HOST_URL: `http://pictures.example.com/?key=${imageHostKey}`,
    IMAGE_HOST_KEY: imageHostKey,
    OIDC_CLIENT_SECRET: secrets.OIDC_CLIENT_SECRET,
  }
  const unreachable = { ...world.env, SHOP_URL, DATABASE_URL: `postgres://shop:${databasePassword}@${NOBODY}/none`, LOG_LEVEL: 'trace' }

  const printed = await Promise.all([
    printedBy('server/main.ts', [], everythingWrong),
    printedBy('server/main.ts', [], unreachable),
    printedBy('server/run/commands/shop.ts', ['check'], unreachable),
  ])

  expect(printed[0]!.split('\n').length).toBeGreaterThan(8)
  expect(printed[1]).toContain('cannot be used')
  expect(printed[2]).toContain('test cards')
  const outputs = printed.map((text, index) => ({ where: `program ${index}`, text }))
  expect(leaksIn(outputs, { ...secrets, short: 'canary-too-short' })).toEqual([])
})
