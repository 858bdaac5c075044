import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { chromium, type BrowserContext } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { reviews } from '#database/tables/reviews.ts'
import { users } from '#database/tables/users.ts'
import { takePort } from '#server/run/startup/take-port.ts'
import { newPerson, openBrowser, syncedToken } from '#tests/support/browser/browser.ts'
import { findBrowser } from '#tests/support/browser/find-browser.ts'
import { HANG_LIMIT_MS } from '#tests/support/runner/hang-limit.ts'
import { openShop, type TestShop } from '#tests/support/shops/open-shop.ts'

let shop: TestShop
let shopUrl: string
let evil: Server
let context: BrowserContext
const victim = newPerson('Victim')

/** A shop on one port, an attacker's page on another, and a browser in which the victim is signed in to the shop. */
beforeAll(async () => {
  const place = await takePort('localhost')
  shopUrl = `http://localhost:${place.port}`
  shop = await openShop({ env: { PORT: String(place.port) } })
  await shop.app.listen(place)
  evil = createServer((_request, response) => response.setHeader('content-type', 'text/html').end('<!doctype html><title>Prizes</title>'))
  evil.listen(0, 'localhost')
  await once(evil, 'listening')
  const { executablePath, args, env } = await findBrowser()
  const browser = await chromium.launch({ executablePath, args, env: { ...(process.env as Record<string, string>), ...env } })
  context = await browser.newContext()
  context.setDefaultTimeout(HANG_LIMIT_MS)
  const page = await context.newPage()
  await page.goto(`${shopUrl}/api/docs/static/index.html`)
  const registered = await page.evaluate(
    async (person) =>
      (
        await fetch('/api/auth/sign-up/email', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(person),
        })
      ).status,
    victim,
  )
  expect(registered).toBe(200)
  await page.close()
  return async () => {
    await browser.close()
    evil.closeAllConnections()
    evil.close()
  }
})

/** What a page could try with nothing but the victim's cookies. */
const attempts = [
  ['POST', '/auth/sign-out', {}],
  ['POST', '/auth/sign-out-everywhere', {}],
  ['PUT', '/auth/password', { currentPassword: 'Attackers-Own-1', newPassword: 'Attackers-Own-2' }],
  ['PUT', `/user/${victim.email}`, { email: victim.email }],
  ['PUT', `/users/${victim.email}`, { phone: '666', education: 'x', address: 'x' }],
  ['POST', '/reviews', { rating: 1, review: 'Forged by another page' }],
  ['PUT', `/user/admin/${victim.email}`, { role: 'admin' }],
  ['POST', '/auth/sign-in/email', { email: 'attacker@example.com', password: 'Attackers-Own-1' }],
  ['POST', '/auth/sign-up/email', { name: 'Attacker', email: 'attacker@example.com', password: 'Attackers-Own-1' }],
  ['POST', '/create-payment-intent', { totalPrice: 1 }],
] as const

// A page on another port is of the same site, so that cookies go along; one under another name is of another.
test.each(['localhost', '127.0.0.1'])(
  'a page at another port of %s changes nothing by forms and fetches, whoever looks at it (42)',
  async (host) => {
    const page = await context.newPage()
    await page.goto(`http://${host}:${(evil.address() as AddressInfo).port}/`).catch(async () => {
      // 'localhost' may be the one loopback address that this machine does not listen on.
      await page.goto(`http://localhost:${(evil.address() as AddressInfo).port}/`)
    })

    const seen = await page.evaluate(
      async ({ attempts: calls, url }) => {
        const results: string[] = []
        for (const [method, path, body] of calls) {
          for (const [mode, type] of [
            ['cors', 'application/json'],
            ['cors', 'text/plain'],
            ['no-cors', 'text/plain'],
            ['no-cors', 'application/x-www-form-urlencoded'],
            ['no-cors', ''],
          ] as const) {
            const made = fetch(`${url}/api${path}`, {
              method: mode === 'no-cors' ? 'POST' : method,
              mode,
              credentials: 'include',
              // Without a type there is no body either: some calls need none.
              ...(type !== '' && { headers: { 'content-type': type }, body: JSON.stringify(body) }),
            })
            results.push(
              await made.then(
                async (answer) => answer.type + (await answer.text()),
                () => 'refused',
              ),
            )
          }
        }
        return results
      },
      { attempts, url: shopUrl },
    )
    for (const [, path, body] of attempts) {
      for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data']) {
        const landed = page.waitForResponse((response) => response.url() === `${shopUrl}/api${path}`)
        await page.evaluate(
          ({ url, type: enctype, text }) => {
            const frame = document.createElement('iframe')
            frame.name = `frame-${document.forms.length}`
            document.body.append(frame)
            const form = document.createElement('form')
            Object.assign(form, { method: 'post', action: url, enctype, target: frame.name })
            const field = document.createElement('input')
            // As text/plain a form sends 'name=value': together the two are JSON.
            Object.assign(field, { name: text.slice(0, -1) + ',"ignored":"', value: '"}' })
            form.append(field)
            document.body.append(form)
            form.submit()
          },
          { url: `${shopUrl}/api${path}`, type, text: JSON.stringify(body) },
        )
        expect([401, 403, 404, 405, 415], `${type} ${path}`).toContain((await landed).status())
      }
    }

    // What the shop answered, the page could not read, and a token least of all.
    expect(new Set(seen)).toEqual(new Set(['refused']))
    await page.close()
    await expectNothingHappened()
  },
)

async function expectNothingHappened(): Promise<void> {
  const cookies = (await context.cookies(shopUrl)).map(({ name, value }) => `${name}=${value}`).join('; ')
  const browser = openBrowser(shop)
  const session = await browser.call('GET', '/auth/get-session', undefined, { cookie: cookies })
  expect(session.json().identity.email).toBe(victim.email)
  const [row] = await shop.db.select().from(users).where(eq(users.email, victim.email))
  expect(row).toMatchObject({ role: '', phone: '', displayName: victim.name })
  expect(await shop.db.select().from(reviews)).toEqual([])
  expect(await shop.db.select().from(users).where(eq(users.email, 'attacker@example.com'))).toEqual([])
}

test("with the cookie alone, nothing but the identity's own calls answers (42)", async () => {
  const cookie = (await context.cookies(shopUrl)).map(({ name, value }) => `${name}=${value}`).join('; ')
  const guarded = shop.app.declaredRoutes().filter(({ policy }) => !['public', 'webhook', 'identity'].includes(policy!))

  const answers = await Promise.all(
    guarded.map(({ method, url }) =>
      shop.app.inject({ method: method as 'GET', url: url.replace(':email', victim.email), headers: { cookie } }),
    ),
  )

  expect(guarded.length).toBeGreaterThan(20)
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([401]))
})

test('the same calls work from a page of the shop, so it was the origin that was refused (42)', async () => {
  const browser = openBrowser(shop)
  const { name, value } = (await context.cookies(shopUrl)).find((cookie) => cookie.name.includes('session'))!
  browser.cookies.set(name, value)

  const token = await syncedToken(browser, victim.email)

  expect(token).toMatch(/^[\w-]{43}$/)
})
