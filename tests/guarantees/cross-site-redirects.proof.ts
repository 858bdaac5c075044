import { expect, test } from 'vitest'
import { goodPassword, newPerson, openBrowser, registeredBrowser } from '#tests/support/browser/browser.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'

const shop = await openShop()
const { person } = await registeredBrowser(shop)

const hosts = [
  'evil.example',
  'evil.example:443',
  'user:pass@evil.example',
  'localhost:3000@evil.example',
  'localhost:3000.evil.example',
  '[::ffff:1.2.3.4]',
]
const disguises = [
  (host: string) => `https://${host}`,
  (host: string) => `//${host}`,
  (host: string) => `\\\\${host}`,
  (host: string) => `/\\${host}`,
  (host: string) => `/\t/${host}`,
  (host: string) => `///${host}/%2e%2e`,
  (host: string) => `https:${host}`,
  (host: string) => `/%2f${host}`,
  (host: string) => `/.//${host}`,
]
const hostile = [
  ...hosts.flatMap((host) => disguises.map((disguise) => disguise(host))),
  'javascript:alert(1)',
  'JaVaScRiPt://%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  '/\r\nLocation: https://evil.example',
  '/%0d%0aSet-Cookie: a=b',
  '/inventory?next=https://evil.example',
]
const names = ['from', 'callbackURL', 'redirect', 'redirectTo', 'redirect_uri', 'next', 'errorCallbackURL', 'newUserCallbackURL']

test('the table is long enough to mean something (41)', () => {
  expect(hostile.length).toBeGreaterThanOrEqual(60)
})

test.each(hostile)('no sign-in leads to %j, in whatever place it is sent along (41)', async (target) => {
  const query = new URLSearchParams(names.map((name) => [name, target])).toString()
  const browser = openBrowser(shop)
  const started = await browser.call('GET', `/auth/outside/sample/start?${query}`)
  const state = new URL(String(started.headers.location), 'http://localhost').searchParams.get('state')!
  const returned = await browser.call('GET', `/auth/outside/sample/callback?code=ann&state=${state}&${query}`)
  const others = await Promise.all([
    browser.call('GET', `/auth/sample-issuer?state=x&${query}`),
    browser.call('GET', `/auth/get-session?${query}`),
    browser.call('POST', `/auth/sign-out?${query}`),
    browser.call('POST', `/auth/verify-email?${query}`, { token: 'x' }),
    browser.call('POST', `/auth/request-password-reset?${query}`, { email: newPerson().email }),
  ])

  expect(started.headers.location).toBe(`/api/auth/sample-issuer?state=${state}`)
  for (const answer of [returned, ...others]) {
    expect(answer.headers).not.toHaveProperty('location')
    expect(answer.headers).not.toHaveProperty('refresh')
    expect(answer.body).not.toContain('evil.example')
  }
})

test.each(names)('%s is no field of any identity call (41)', async (name) => {
  const bodies = [
    ['/auth/sign-in/email', { email: person.email, password: goodPassword }],
    ['/auth/sign-up/email', newPerson()],
    ['/auth/request-password-reset', { email: person.email }],
    ['/auth/reset-password', { token: 'x', newPassword: goodPassword }],
    ['/auth/verify-email', { token: 'x' }],
    ['/auth/sign-in/link', { token: 'x' }],
  ] as const

  for (const [path, body] of bodies) {
    const answer = await openBrowser(shop).call('POST', path, { ...body, [name]: '//evil.example' })

    expect(answer.json().fields).toEqual([{ field: name, message: `'${name}' is not expected here.` }])
  }
})
