import { pino } from 'pino'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { messages } from '#contract/basics/messages.ts'
import { openBrowser } from '#tests/support/browser/browser.ts'
import { openShop, type TestShop } from '#tests/support/shops/open-shop.ts'
import { startExternalIssuer, type TestIdentityProvider } from '#tests/support/doubles/external-issuer.ts'
import { comeBack, currentOf, outcomeIn, signInAt, start, visitIssuer } from '#tests/support/doubles/external-sign-in.ts'

let issuer: TestIdentityProvider
let shop: TestShop
let logged: Record<string, unknown>[]

beforeEach(async () => {
  issuer = await startExternalIssuer()
  onTestFinished(() => issuer.stop())
  logged = []
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line)) })
  shop = await openShop({ log, env: { OIDC_ISSUER: issuer.url, OIDC_CLIENT_ID: 'shop', OIDC_CLIENT_SECRET: 'acme-secret' } })
})

const failureLog = () => logged.filter(({ msg }) => msg === 'an outside sign-in failed')

test.each(['ES256', 'PS256', 'EdDSA', 'RS512'])(
  'a sign-in succeeds when the issuer has changed to %s since the last one',
  async (algorithm) => {
    await signInAt(openBrowser(shop))
    await issuer.signWith(algorithm)
    const browser = openBrowser(shop)

    const page = await signInAt(browser)

    expect(outcomeIn(page)).toEqual({ signedIn: true })
    expect(await currentOf(browser)).toMatchObject({ email: issuer.claims['email'] })
  },
)

test('a sign-in succeeds when the issuer changes its key or its algorithm during the sign-in', async () => {
  const browser = openBrowser(shop)
  const returned = [await visitIssuer(await start(browser)), await visitIssuer(await start(browser))]

  await issuer.signWith('RS256')
  const afterKey = await comeBack(browser, returned[0]!)
  await issuer.signWith('ES256')
  const afterAlgorithm = await comeBack(browser, returned[1]!)

  expect([outcomeIn(afterKey), outcomeIn(afterAlgorithm)]).toEqual([{ signedIn: true }, { signedIn: true }])
})

test.each([
  ['an issuer that does not say how it signs them', undefined],
  ['an issuer that says so', ['RS256']],
])('claims in a signed JWT are accepted from %s', async (_, algorithms) => {
  const { sub, ...userInfo } = issuer.claims
  Object.assign(issuer, { claims: { sub }, userInfo })
  issuer.signUserInfo()
  issuer.description = ({ body }) => void Object.assign(body, { userinfo_signing_alg_values_supported: algorithms })
  const browser = openBrowser(shop)

  await signInAt(browser)

  expect(await currentOf(browser)).toMatchObject({ email: userInfo['email'] })
})

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

test.each<[string, string, (token: string) => string]>([
  ['a broken signature', 'JWT signature verification failed', (token) => `${token.slice(0, -10)}AAAAAAAAAA`],
  ['no signature', 'none where RS256 is expected', (token) => `${part({ alg: 'none' })}.${token.split('.')[1]}.`],
  ['a symmetric signature', 'HS256 where RS256 is expected', (token) => `${part({ alg: 'HS256' })}.${token.split('.').slice(1).join('.')}`],
  ['no JWT in them', 'Invalid JWT', () => 'hello'],
])('claims with %s prove nothing, and the log names the check', async (_, reason, spoil) => {
  const { sub, ...userInfo } = issuer.claims
  Object.assign(issuer, { claims: { sub }, userInfo })
  issuer.signUserInfo(spoil)
  const browser = openBrowser(shop)

  const page = await signInAt(browser)

  expect(outcomeIn(page)).toEqual({ signedIn: false, message: messages.externalFailed })
  expect(await currentOf(browser)).toBeNull()
  expect(failureLog()).toMatchObject([{ issuer: issuer.url, reason: expect.stringContaining(reason) }])
})

test.each<[string, string, () => void]>([
  ['another audience', '"aud" (audience)', () => void (issuer.claims['aud'] = 'another-shop')],
  ['a wrong nonce', '"nonce"', () => void (issuer.claims['nonce'] = 'x'.repeat(43))],
  ['another issuer', '"iss" (issuer)', () => void (issuer.claims['iss'] = 'https://accounts.example.com')],
  [
    'an algorithm that it does not announce',
    'RS256 where ES256 is expected',
    () => {
      issuer.description = ({ body }) => void Object.assign(body, { id_token_signing_alg_values_supported: ['ES256'] })
    },
  ],
  [
    'a refusing token endpoint',
    '400 invalid_grant',
    () => {
      issuer.answer = (response) =>
        Object.assign(response, { statusCode: 400, body: { error: 'invalid_grant', error_description: 'acme-secret' } })
    },
  ],
])('the log names the issuer and the failed check for %s, and contains nothing that was sent (66)', async (_, reason, spoil) => {
  const { email, name } = issuer.claims
  spoil()
  const browser = openBrowser(shop)
  const returned = await visitIssuer(await start(browser))

  await comeBack(browser, returned)

  const [line, ...more] = failureLog()
  expect(line).toMatchObject({ issuer: issuer.url, reason: expect.stringContaining(reason) })
  expect(more).toEqual([])
  const text = JSON.stringify(logged)
  for (const secret of [email, name, returned.get('code'), 'acme-secret', 'eyJ']) expect(text).not.toContain(secret)
})

test('a callback without an attempt of the browser is logged (66)', async () => {
  await comeBack(openBrowser(shop), new URLSearchParams({ code: 'the-code', state: 'x'.repeat(43) }))

  expect(failureLog()).toMatchObject([{ issuer: issuer.url, reason: expect.stringContaining('no such attempt') }])
  expect(JSON.stringify(logged)).not.toContain('the-code')
})
