import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq, like, sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest, LightMyRequestResponse } from 'fastify'
import type { TokenRequestIncomingMessage } from 'oauth2-mock-server'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { messages } from '#contract/basics/messages.ts'
import { verifications } from '#database/tables/identity.ts'
import { users } from '#database/tables/users.ts'
import { openBrowser, registeredBrowser, syncedToken, type Browser } from '#tests/support/browser/browser.ts'
import { withNestedPlans } from '#tests/support/database/nested-plans.ts'
import { openShop, type TestShop } from '#tests/support/shops/open-shop.ts'
import { externalUser, startExternalIssuer, type TestIdentityProvider } from '#tests/support/doubles/external-issuer.ts'
import { comeBack, currentOf, outcomeIn, signInAt, start, visitIssuer } from '#tests/support/doubles/external-sign-in.ts'
import { beginAttempt } from './attempts.ts'

let issuer: TestIdentityProvider
let shop: TestShop

beforeAll(async () => {
  issuer = await startExternalIssuer()
  shop = await openShop({
    env: {
      OIDC_ISSUER: issuer.url,
      OIDC_NAME: 'Acme',
      OIDC_CLIENT_ID: 'shopatacme',
      OIDC_CLIENT_SECRET: 'acme-secret',
      GOOGLE_ISSUER: issuer.url,
      GOOGLE_CLIENT_ID: 'shopatgoogle',
      GOOGLE_CLIENT_SECRET: 'google-secret',
    },
  })
  return () => issuer.stop()
})

beforeEach(() => {
  issuer.claims = externalUser()
  issuer.userInfo = {}
  issuer.answer = () => {}
})

async function expectRefused(page: LightMyRequestResponse, browser: Browser, message: string): Promise<void> {
  expect(outcomeIn(page)).toEqual({ signedIn: false, message })
  expect(page.headers['content-type']).toContain('text/html')
  expect(await currentOf(browser)).toBeNull()
}

test.each(['oidc', 'google'])('signing in at %s starts an identity session for a new, confirmed account', async (id) => {
  const browser = openBrowser(shop)

  const page = await signInAt(browser, id)

  expect(page.statusCode).toBe(200)
  expect(outcomeIn(page)).toEqual({ signedIn: true })
  const { email, name } = issuer.claims as ReturnType<typeof externalUser>
  expect(await currentOf(browser)).toMatchObject({
    email,
    displayName: name,
    emailVerified: true,
    photoURL: null,
    providerData: [{ providerId: id === 'google' ? 'google' : issuer.url }],
  })
  const token = await syncedToken(browser, email)
  const profile = await shop.app.inject({ url: `/api/user/${email}`, headers: { authorization: `Bearer ${token}` } })
  expect(profile.json()).toMatchObject({ email, displayName: name, role: '' })
})

test('the request to the issuer has state, nonce, PKCE S256 and one fixed redirect address', async () => {
  const started = await start(openBrowser(shop))
  const asked = new URL(started.headers.location as string)

  expect(started.statusCode).toBe(302)
  expect(asked.origin + asked.pathname).toBe(`${issuer.url}/authorize`)
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
    response_type: 'code',
    client_id: 'shopatacme',
    scope: 'openid email profile',
    redirect_uri: `${shop.services.settings.shopUrl}/api/auth/outside/oidc/callback`,
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  })
})

test('the code is exchanged with the proof that the same server started the attempt', async () => {
  const browser = openBrowser(shop)
  const started = await start(browser)
  const challenge = new URL(started.headers.location as string).searchParams.get('code_challenge')
  let verifier: string | undefined
  issuer.server.service.once('beforeTokenSigning', (_token: unknown, { body }: TokenRequestIncomingMessage) => {
    verifier = body.code_verifier
  })

  await comeBack(browser, await visitIssuer(started))

  expect(createHash('sha256').update(verifier!).digest('base64url')).toBe(challenge)
})

test('the cookie that binds an attempt to its browser is short-lived and hidden from scripts', async () => {
  const [cookie] = (await start(openBrowser(shop))).cookies

  expect(cookie).toMatchObject({ name: 'teleforge.outside', maxAge: 600, httpOnly: true, sameSite: 'Lax', path: '/' })
})

test('a second sign-in finds the same account, even after the address has changed at the issuer', async () => {
  await signInAt(openBrowser(shop))
  const { sub, email } = issuer.claims
  issuer.claims = { ...externalUser('renamed'), sub, email_verified: false }
  const browser = openBrowser(shop)

  await signInAt(browser)

  expect(await currentOf(browser)).toMatchObject({ email })
})

test('the same subject at two issuers is two accounts (41)', async () => {
  await signInAt(openBrowser(shop), 'google')
  const { sub } = issuer.claims
  issuer.claims = { ...externalUser('other'), sub }
  const browser = openBrowser(shop)

  await signInAt(browser, 'oidc')

  expect(await currentOf(browser)).toMatchObject({ email: issuer.claims.email })
})

test('twelve concurrent first sign-ins of one user make one account', async () => {
  const browsers = Array.from({ length: 12 }, () => openBrowser(shop))
  const returns = await Promise.all(browsers.map(async (browser) => visitIssuer(await start(browser))))

  const pages = await Promise.all(browsers.map((browser, index) => comeBack(browser, returns[index]!)))

  for (const page of pages) expect(outcomeIn(page)).toEqual({ signedIn: true })
  const identities = await Promise.all(browsers.map(currentOf))
  expect(new Set(identities.map((identity) => identity?.uid)).size).toBe(1)
})

test('two concurrent attempts of one browser, in two tabs, both succeed', async () => {
  const browser = openBrowser(shop)
  const returns = [await visitIssuer(await start(browser)), await visitIssuer(await start(browser))]

  const pages = [await comeBack(browser, returns[0]!), await comeBack(browser, returns[1]!)]

  expect(pages.map(outcomeIn)).toEqual([{ signedIn: true }, { signedIn: true }])
})

test("the browser's earlier session ends", async () => {
  const { browser, person } = await registeredBrowser(shop)
  const token = await syncedToken(browser, person.email)

  await signInAt(browser)

  const answer = await shop.app.inject({ url: `/api/user/${person.email}`, headers: { authorization: `Bearer ${token}` } })
  expect(answer.statusCode).toBe(401)
  expect(await currentOf(browser)).toMatchObject({ email: issuer.claims.email })
})

test('a wrong, missing, doubled or reused state is refused (41)', async () => {
  const browser = openBrowser(shop)
  const query = await visitIssuer(await start(browser))
  const changed = (state: string) => new URLSearchParams({ code: query.get('code')!, state })

  await expectRefused(await comeBack(browser, changed('x'.repeat(43))), browser, messages.externalFailed)
  await expectRefused(await comeBack(browser, changed('')), browser, messages.externalFailed)
  await expectRefused(await comeBack(browser, new URLSearchParams()), browser, messages.externalFailed)
  const used = openBrowser(shop)
  const usedQuery = await visitIssuer(await start(used))
  expect(outcomeIn(await comeBack(used, usedQuery))).toEqual({ signedIn: true })
  expect(outcomeIn(await comeBack(used, usedQuery))).toEqual({ signedIn: false, message: messages.externalFailed })
  const doubled = openBrowser(shop)
  const doubledQuery = await visitIssuer(await start(doubled))
  doubledQuery.append('state', doubledQuery.get('state')!)
  await expectRefused(await comeBack(doubled, doubledQuery), doubled, messages.externalFailed)
})

test('of twenty concurrent callbacks with one state, one signs in', async () => {
  const browser = openBrowser(shop)
  const query = await visitIssuer(await start(browser))

  const pages = await Promise.all(Array.from({ length: 20 }, () => comeBack(browser, query)))

  expect(pages.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
})

test('an attempt is not valid in another browser, at another issuer, or after it expired (41)', async () => {
  const query = await visitIssuer(await start(openBrowser(shop)))
  const other = openBrowser(shop)
  await start(other)
  await expectRefused(await comeBack(other, query), other, messages.externalFailed)

  const browser = openBrowser(shop)
  await expectRefused(await comeBack(browser, await visitIssuer(await start(browser)), 'google'), browser, messages.externalFailed)

  const late = await visitIssuer(await start(browser))
  await shop.db.update(verifications).set({ expiresAt: sql`now() - interval '1 second'` })
  await expectRefused(await comeBack(browser, late), browser, messages.externalFailed)
})

test("another site's page cannot start an attempt (41)", async () => {
  const answer = await openBrowser(shop).call('GET', '/auth/outside/oidc/start', undefined, {
    origin: undefined,
    'sec-fetch-site': 'cross-site',
  })

  expect(answer.statusCode).toBe(403)
})

test.each([
  ['no nonce', { nonce: undefined }],
  ['a wrong nonce', { nonce: 'x'.repeat(43) }],
  ['another audience', { aud: 'another-shop' }],
  ['several audiences and another party', { aud: ['shopatacme', 'another-shop'], azp: 'another-shop' }],
  ['another issuer', { iss: 'https://accounts.example.com' }],
  ['an expiry that has passed', { exp: Math.floor(Date.now() / 1000) - 120 }],
  ['no expiry', { exp: undefined }],
  ['no subject', { sub: undefined }],
])('an ID token with %s proves nothing', async (_, claims) => {
  issuer.claims = { ...issuer.claims, ...claims }
  const browser = openBrowser(shop)

  const page = await signInAt(browser)

  expect(page.statusCode).toBe(400)
  await expectRefused(page, browser, messages.externalFailed)
})

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const payloadOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as object

test.each<[string, (token: string) => string | undefined]>([
  ['alg none', (token) => `${part({ alg: 'none', typ: 'JWT' })}.${token.split('.')[1]}.`],
  ['alg none, signature kept', (token) => `${part({ alg: 'none' })}.${token.split('.').slice(1).join('.')}`],
  ['a symmetric algorithm', (token) => `${part({ alg: 'HS256' })}.${token.split('.').slice(1).join('.')}`],
  [
    'another payload under the old signature',
    (token) => {
      const [header, , signature] = token.split('.')
      return `${header}.${part({ ...payloadOf(token), email: 'boss@example.com' })}.${signature}`
    },
  ],
  ['a broken signature', (token) => `${token.slice(0, -10)}AAAAAAAAAA`],
  ['no token', () => undefined],
  ['no JWT', () => 'hello'],
])('%s proves nothing', async (_, forge) => {
  issuer.answer = ({ body }) => {
    if (body !== '') body['id_token'] = forge(String(body['id_token']))
  }
  const browser = openBrowser(shop)

  const page = await signInAt(browser)

  await expectRefused(page, browser, messages.externalFailed)
})

test('a token signed with a key that the issuer does not publish proves nothing', async () => {
  const other = await startExternalIssuer()
  other.server.issuer.url = issuer.url
  const key = other.server.issuer.keys.toJSON(true)[0]!
  const forged = async (claims: object) =>
    other.server.issuer.buildToken({ kid: key.kid, scopesOrTransform: (_header, payload) => void Object.assign(payload, claims) })
  const browser = openBrowser(shop)
  const started = await start(browser)
  const nonce = new URL(started.headers.location as string).searchParams.get('nonce')
  const token = await forged({ ...issuer.claims, aud: 'shopatacme', nonce })
  issuer.answer = ({ body }) => {
    if (body !== '') body['id_token'] = token
  }

  const page = await comeBack(browser, await visitIssuer(started))

  await expectRefused(page, browser, messages.externalFailed)
  await other.stop()
})

test('an address that is unconfirmed at the issuer is refused, and no account is added (41)', async () => {
  for (const email_verified of [false, undefined, 'false', 1]) {
    issuer.claims = { ...externalUser(), email_verified }
    const browser = openBrowser(shop)

    await expectRefused(await signInAt(browser), browser, messages.externalEmailUnverified)

    expect(
      await shop.db
        .select()
        .from(users)
        .where(eq(users.email, String(issuer.claims.email))),
    ).toEqual([])
  }
})

test.each([undefined, '', 'no address', "o'neil@müller.example", 'a@b', 42])('an address such as %j cannot be used', async (email) => {
  issuer.claims = { ...externalUser(), email }
  const browser = openBrowser(shop)

  await expectRefused(await signInAt(browser), browser, messages.externalEmailUnusable)
})

test('a password account with a confirmed address is linked: one account, two ways to sign in (41)', async () => {
  const { browser, person } = await registeredBrowser(shop)
  const { uid } = (await currentOf(browser))!
  await shop.db.update(users).set({ emailVerified: true }).where(eq(users.email, person.email))
  issuer.claims = { ...externalUser(), email: person.email.toUpperCase() }
  const other = openBrowser(shop)

  await signInAt(other)

  expect(await currentOf(other)).toMatchObject({
    uid,
    displayName: person.name,
    providerData: [{ providerId: 'password' }, { providerId: issuer.url }],
  })
})

const byPassword = ({ email, password }: { email: string; password: string }) =>
  openBrowser(shop).call('POST', '/auth/sign-in/email', { email, password })

test('a confirmed account keeps its password and its sessions when it is linked (41)', async () => {
  const { browser, person } = await registeredBrowser(shop)
  await shop.db.update(users).set({ emailVerified: true }).where(eq(users.email, person.email))
  issuer.claims = { ...externalUser(), email: person.email }

  await signInAt(openBrowser(shop))

  expect(await currentOf(browser)).toMatchObject({ email: person.email })
  expect((await byPassword(person)).statusCode).toBe(200)
})

test('each new attempt deletes at most twenty expired ones, whatever the query plan', async () => {
  const abandoned = Array.from({ length: 50 }, (_, at) => ({ identifier: `abandoned-${at}`, value: '{}', expiresAt: new Date(0) }))
  await shop.db.delete(verifications)
  await shop.db.insert(verifications).values(abandoned)
  const reply = { header: () => {} } as unknown as FastifyReply

  const request = { headers: {} } as FastifyRequest
  await withNestedPlans(shop.db, (db) => beginAttempt(db, { request, reply }, shop.services.settings.shopUrl, 'oidc'))

  expect(await shop.db.$count(verifications, like(verifications.identifier, 'abandoned-%'))).toBe(30)
})

test('a disabled account cannot sign in', async () => {
  const { email } = issuer.claims
  await signInAt(openBrowser(shop))
  await shop.db
    .update(users)
    .set({ disabledAt: sql`now()` })
    .where(eq(users.email, String(email)))
  const browser = openBrowser(shop)

  const page = await signInAt(browser)

  expect(page.statusCode).toBe(403)
  await expectRefused(page, browser, messages.accountDisabled)
})

test('declining at the issuer is answered as a cancelled sign-in', async () => {
  const browser = openBrowser(shop)
  const { location } = (await start(browser)).headers
  const state = new URL(location as string).searchParams.get('state')!

  const page = await comeBack(browser, new URLSearchParams({ error: 'access_denied', state }))

  await expectRefused(page, browser, messages.externalCancelled)
})

test('claims that an issuer returns only from its user info endpoint are requested there', async () => {
  const { sub, ...userInfo } = issuer.claims
  Object.assign(issuer, { claims: { sub }, userInfo })
  const browser = openBrowser(shop)

  await signInAt(browser)

  expect(await currentOf(browser)).toMatchObject({ email: userInfo['email'] })
})

test('user info about another subject is refused', async () => {
  const { sub, ...userInfo } = issuer.claims
  Object.assign(issuer, { claims: { sub }, userInfo: { ...userInfo, sub: 'somebody-else' } })
  const browser = openBrowser(shop)

  await expectRefused(await signInAt(browser), browser, messages.externalFailed)
})

test('the secret is sent in the way that the issuer asks for', async () => {
  const ways: unknown[] = []
  const posting = await startExternalIssuer()
  onTestFinished(() => posting.stop())
  posting.description = ({ body }) => void Object.assign(body, { token_endpoint_auth_methods_supported: ['client_secret_post'] })
  for (const { server } of [issuer, posting]) {
    server.service.once('beforeTokenSigning', (_token: unknown, { headers, body }: TokenRequestIncomingMessage) => {
      ways.push([headers.authorization, (body as { client_secret?: string }).client_secret])
    })
  }
  const other = await openShop({ env: { OIDC_ISSUER: posting.url, OIDC_CLIENT_ID: 'shop', OIDC_CLIENT_SECRET: 'posted' } })

  await signInAt(openBrowser(shop))
  const page = await signInAt(openBrowser(other))

  expect(outcomeIn(page)).toEqual({ signedIn: true })
  expect(ways).toEqual([
    [expect.stringMatching(/^Basic /), undefined],
    [undefined, 'posted'],
  ])
})

test('a refusal by the token endpoint is no success', async () => {
  issuer.answer = (response) => {
    response.statusCode = 400
    response.body = { error: 'invalid_grant' }
  }
  const browser = openBrowser(shop)

  await expectRefused(await signInAt(browser), browser, messages.externalFailed)
})

test('an issuer that is down, or fails during the callback, is reported within seconds', async () => {
  issuer.answer = (response) => {
    response.statusCode = 500
  }
  const browser = openBrowser(shop)
  const failing = await signInAt(browser)
  expect(failing.statusCode).toBe(503)
  await expectRefused(failing, browser, messages.externalUnavailable)

  const elsewhere = await openShop({
    env: { OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'shop', OIDC_CLIENT_SECRET: 'secret' },
  })
  const page = await start(openBrowser(elsewhere))
  expect(page.statusCode).toBe(503)
  expect(outcomeIn(page)).toEqual({ signedIn: false, message: messages.externalUnavailable })
})

test('a request to an unresponsive issuer ends within ten seconds', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  onTestFinished(() => {
    silent.closeAllConnections()
    silent.close()
  })
  await once(silent, 'listening')
  const slow = await openShop({
    env: {
      OIDC_ISSUER: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
      OIDC_CLIENT_ID: 'shop',
      OIDC_CLIENT_SECRET: 'secret',
    },
  })
  const [limit, timeout] = [new AbortController(), AbortSignal.timeout.bind(AbortSignal)]
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => (ms === 8_000 ? limit.signal : timeout(ms)))

  const [page] = await Promise.all([
    start(openBrowser(slow)),
    once(silent, 'request').then(() => limit.abort(new DOMException('The time is up', 'TimeoutError'))),
  ])

  expect(outcomeIn(page)).toEqual({ signedIn: false, message: messages.externalUnavailable })
})

test("the window's pages run only their own script, keep the link to their opener, and are not cached", async () => {
  const browser = openBrowser(shop)
  const page = await signInAt(browser)

  const policy = String(page.headers['content-security-policy'])
  expect(policy).toMatch(/default-src 'none'; script-src 'sha256-[\w+/=]+'; style-src 'sha256-[\w+/=]+';/)
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe')
  expect(page.headers).toMatchObject({
    'cross-origin-opener-policy': 'unsafe-none',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  })
})

test('no page contains secrets, tokens or what the issuer sent', async () => {
  issuer.answer = (response) => {
    response.statusCode = 400
    response.body = { error: '<script>alert(1)</script>', error_description: 'acme-secret' }
  }
  const page = await signInAt(openBrowser(shop))

  expect(page.body).not.toContain('acme-secret')
  expect(page.body).not.toContain('alert(1)')
})

test('an unknown issuer is answered with a page that says so', async () => {
  const without = await openShop({ env: { SHOP_MODE: 'trial' } })

  for (const id of ['google', 'oidc']) {
    const page = await start(openBrowser(without), id)
    expect(page.statusCode).toBe(404)
    expect(outcomeIn(page)).toEqual({ signedIn: false, message: messages.externalNotSetUp })
  }
  expect((await start(openBrowser(without), 'facebook')).statusCode).toBe(400)
})

test('attempts from one network are limited', async () => {
  const limited = await openShop({ rateLimit: true })
  const browser = openBrowser(limited, { address: '203.0.113.7' })
  const pages = await Promise.all(Array.from({ length: 310 }, () => start(browser, 'sample')))

  expect(pages.filter(({ statusCode }) => statusCode === 429)).toHaveLength(10)
  expect((await start(openBrowser(limited, { address: '203.0.113.8' }), 'sample')).statusCode).toBe(302)
})
