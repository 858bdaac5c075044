import { beforeAll, expect, test } from 'vitest'
import { messages } from '#contract/basics/messages.ts'
import type { Identity } from '#contract/people/users.ts'
import { openBrowser, type Browser } from '#tests/support/browser/browser.ts'
import { openShop, type TestShop } from '#tests/support/shops/open-shop.ts'

const production = {
  SHOP_MODE: 'production',
  SHOP_URL: 'https://parts.example.com',
  STRIPE_SECRET_KEY: 'sk_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  SMTP_URL: 'smtp://mail.example.com',
  MAIL_FROM: 'shop@example.com',
}

let shop: TestShop

beforeAll(async () => {
  shop = await openShop()
})

async function choose(browser: Browser, choice: Record<string, string>) {
  const { location } = (await browser.call('GET', '/auth/outside/sample/start')).headers
  const state = new URL(String(location), 'http://shop.invalid').searchParams.get('state')!
  return browser.call('GET', `/auth/outside/sample/callback?${new URLSearchParams({ state, ...choice })}`)
}

test('a trial shop offers the sample issuer instead of Google', async () => {
  expect((await shop.visitor.get('/auth/outside')).json()).toEqual({ google: false, oidc: null, sample: true })
})

test('its page says that it is not Google, and offers only accounts of its reserved domain', async () => {
  const page = await shop.visitor.get('/auth/sample-issuer?state=abc')

  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('not Google')
  const emails = page.body.match(/[\w.]+@[\w.]+/g)!
  expect(emails.length).toBeGreaterThan(1)
  for (const email of emails) expect(email).toMatch(/@sample\.example$/)
})

test('its page escapes the text of its URL', async () => {
  const page = await shop.visitor.get(`/auth/sample-issuer?state=${encodeURIComponent('"><script>alert(1)</script>')}`)

  expect(page.body).not.toContain('<script>alert')
})

test('choosing a sample account signs in as that account', async () => {
  const browser = openBrowser(shop)

  const page = await choose(browser, { code: 'ann' })

  expect(page.statusCode).toBe(200)
  const { identity } = (await browser.call('GET', '/auth/get-session')).json<{ identity: Identity }>()
  expect(identity).toMatchObject({ email: 'ann@sample.example', displayName: 'Ann Sample', emailVerified: true })
})

test.each([
  [{ code: 'admin@teleforge.example' }, messages.externalFailed],
  [{ code: 'constructor' }, messages.externalFailed],
  [{}, messages.externalFailed],
  [{ code: 'una' }, messages.externalEmailUnverified],
  [{ code: 'ann', error: 'access_denied' }, messages.externalCancelled],
])('%j signs in no account', async (choice, message) => {
  const browser = openBrowser(shop)

  const page = await choose(browser, choice as Record<string, string>)

  expect(page.body).toContain(message)
  expect((await browser.call('GET', '/auth/get-session')).json()).toEqual({ identity: null })
})

test('with real Google variables there is no sample issuer', async () => {
  const real = await openShop({ env: { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' } })

  expect((await real.visitor.get('/auth/outside')).json()).toEqual({ google: true, oidc: null, sample: false })
  expect((await real.visitor.get('/auth/sample-issuer?state=abc')).statusCode).toBe(404)
  expect((await real.visitor.get('/auth/outside/sample/start')).statusCode).toBe(404)
})

test('production has no sample issuer, with Google and without', async () => {
  for (const google of [{}, { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }]) {
    const live = await openShop({ env: { ...production, ...google } })

    expect((await live.visitor.get('/auth/outside')).json()).toMatchObject({ sample: false })
    expect(live.app.hasRoute({ method: 'GET', url: '/api/auth/sample-issuer' })).toBe(false)
    expect((await live.visitor.get('/auth/outside/sample/start')).statusCode).toBe(404)
    expect((await live.visitor.get('/auth/outside/sample/callback?code=ann&state=x')).statusCode).toBe(404)
  }
})
