import { expect, test } from 'vitest'
import { newPerson, openBrowser, registeredBrowser } from '#tests/support/browser/browser.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { trustedOrigins } from './trusted-origins.ts'

const shop = await openShop()
/** Signed in; refused requests do not change that. */
const { browser: victim, person: signedIn } = await registeredBrowser(shop)

const foreignPages: Record<string, string | undefined>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: '' },
  { origin: 'http://localhost:3000.evil.example' },
  { origin: 'https://localhost:3000' },
  { origin: 'http://localhost:3001' },
  { origin: 'http://localhost:3000/' },
  { origin: undefined, 'sec-fetch-site': 'cross-site' },
  { origin: undefined, 'sec-fetch-site': 'same-site' },
]

test.each(foreignPages)('a page with %j cannot sign a user out (42)', async (headers) => {
  const answer = await victim.call('POST', '/auth/sign-out', undefined, headers)

  expect(answer.statusCode).toBe(403)
  expect((await victim.call('GET', '/auth/get-session')).json().identity).not.toBeNull()
})

test.each(foreignPages)('a page with %j gets no access token (42)', async (headers) => {
  const answer = await victim.call('PUT', `/user/${signedIn.email}`, { email: signedIn.email }, headers)

  expect(answer.statusCode).toBe(403)
  expect(answer.body).not.toContain('token')
})

test.each(foreignPages)('a page with %j can neither sign in nor register (42)', async (headers) => {
  const credentials = { email: signedIn.email, password: signedIn.password }

  const answers = await Promise.all([
    openBrowser(shop).call('POST', '/auth/sign-in/email', credentials, headers),
    openBrowser(shop).call('POST', '/auth/sign-up/email', newPerson(), headers),
  ])

  expect(answers.map(({ statusCode, cookies }) => [statusCode, cookies.length])).toEqual([
    [403, 0],
    [403, 0],
  ])
})

test.each(['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x'])(
  'a form of the type %s is not read (42)',
  async (type) => {
    const body = `email=${signedIn.email}&password=${signedIn.password}`

    const answer = await victim.call('POST', '/auth/sign-in/email', body, { 'content-type': type })

    expect(answer.statusCode).toBe(415)
  },
)

test.each(['http://localhost:3000', 'http://127.0.0.1:3000'])('a page of the shop at %s may make all these calls', async (origin) => {
  const { browser, person } = await registeredBrowser(shop)

  const sync = await browser.call('PUT', `/user/${person.email}`, { email: person.email }, { origin })
  const signOut = await browser.call('POST', '/auth/sign-out', undefined, { origin })

  expect([sync.statusCode, signOut.statusCode]).toEqual([200, 200])
})

test('a program that keeps cookies and sends no origin may make all these calls', async () => {
  const { browser, person } = await registeredBrowser(shop)

  const sync = await browser.call('PUT', `/user/${person.email}`, { email: person.email }, { origin: undefined })
  const signOut = await browser.call('POST', '/auth/sign-out', undefined, { origin: undefined })

  expect([sync.statusCode, signOut.statusCode]).toEqual([200, 200])
})

test("in production only the shop's own address is a trusted origin (42)", () => {
  const settings = { port: 3000, shopUrl: 'https://parts.example.com' }

  expect(trustedOrigins({ ...settings, mode: 'production' })).toEqual(['https://parts.example.com'])
  expect(trustedOrigins({ ...settings, mode: 'trial' })).toHaveLength(3)
})
