import { randomInt, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test as base, type Locator, type Page } from '@playwright/test'
import type { CallResponse } from '#contract/basics/call.ts'
import type { identityCalls } from '#contract/people/identity.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Part } from '#contract/parts/parts.ts'
import { totalDollarsAt } from '#contract/parts/pricing.ts'
import { intentIdOf } from '#contract/payments/sandbox.ts'
import type { userCalls } from '#contract/people/users.ts'
import { STORED } from '#app/identity/session-state.ts'
import { sampleAccounts } from '#server/run/startup/sample-accounts.ts'
import { adaptFirefox } from '#tests/support/browser/firefox.ts'
import { watchRequests } from '#tests/support/browser/watch-requests.ts'
import { sampleFields } from '#tests/support/shops/sample-part.ts'

export type Person = { name: string; email: string; password: string }

/** A new person; each journey has its own, so that their order never matters. */
export function newPerson(name = 'Ann Buyer'): Person {
  return { name, email: `ann-${randomUUID().slice(0, 8)}@example.com`, password: 'Journey-pass-1' }
}

type BrowserState = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>

export const sampleAdmin: Person = { ...sampleAccounts.admin, name: sampleAccounts.admin.displayName }

/** The shop that all journeys share; some reach it in another way. */
const sharedShop = () => `http://localhost:${process.env['JOURNEYS_PORT']}`

type Journey = {
  watched: void
  /** An empty page of the sample admin. Sign-ins are limited, so a worker has one session for all its journeys: never sign out. */
  office: Page
}

/** A page that fails the journey when the browser reports a script error or a breach of the security policy. */
export const test = base.extend<Journey, { officeState: BrowserState }>({
  browser: [
    async ({ browser, browserName }, use) => {
      if (browserName === 'firefox') await adaptFirefox(browser)
      browser.on('context', (context) => void context.addInitScript(holdToasts))
      await use(browser)
    },
    { scope: 'worker' },
  ],
  officeState: [
    async ({ browser }, use) => {
      const page = await browser.newPage({ baseURL: sharedShop() })
      await signIn(page, sampleAdmin)
      await use(await page.context().storageState())
      await page.close()
    },
    { scope: 'worker' },
  ],
  office: async ({ browser, officeState }, use) => {
    const page = await browser.newPage({ storageState: officeState, baseURL: sharedShop() })
    // The worker's journeys can take longer than the token of its first sign-in lasts.
    await obtainToken(page, sampleAdmin)
    await use(page)
    await endRoutes(page)
    await page.close()
  },
  watched: [
    async ({ browser, page }, use, testInfo) => {
      const tellRequests = watchRequests(browser)
      const problems: string[] = []
      page.on('pageerror', (error) => {
        // Firefox looks for an icon of the bare file that `obtainToken` opens.
        if (!error.message.includes('/favicon.ico')) problems.push(String(error))
      })
      page.on('console', (message) => {
        if (/content.security.policy|hydrat/i.test(message.text())) problems.push(message.text())
      })
      await use()
      if (testInfo.status !== testInfo.expectedStatus) process.stderr.write(`${testInfo.title}\n${tellRequests()}\n`)
      await endRoutes(page)
      expect(problems).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** A list may be reloaded while a journey ends; the handler of that call fails with the page. */
const endRoutes = async (page: Page) => page.isClosed() || (await page.unrouteAll({ behavior: 'ignoreErrors' }))

/**
 * Stops the timers of toasts, which are animations of a bar: on a slow machine five seconds pass before one is checked. Clicks reach
 * the elements below a toast, because none closes by itself; only its *Try again* can be clicked.
 */
function holdToasts(): void {
  const styles = new CSSStyleSheet()
  styles.replaceSync(`
    [role=progressbar][aria-label="notification timer"] { animation-play-state: paused !important }
    .Toastify__toast { pointer-events: none !important }
    .Toastify__toast button:not(.toast-close) { pointer-events: auto !important }`)
  document.adoptedStyleSheets.push(styles)
}

/** For buying, quoting and the work of admins: `npm run test:proofs` runs these in Firefox besides. */
export const inFirefoxToo = { tag: '@firefox' }

/** Each person has a separate network, because registrations are limited per network and hour. */
const fromOwnNetwork = () => ({ 'x-forwarded-for': ['10', ...Array.from({ length: 3 }, () => randomInt(256))].join('.') })

/**
 * Registers by calls alone and stores the session in the browser, in a fraction of the time. For journeys about other things; the
 * page is still empty.
 */
export async function enter(page: Page, person = newPerson()): Promise<void> {
  const { name, email, password } = person
  const { request } = page
  const headers = fromOwnNetwork()
  const registered = await request.post('/api/auth/sign-up/email', { headers, data: { name, email, password } })
  const { identity } = (await registered.json()) as CallResponse<typeof identityCalls.register>
  await obtainToken(page, person, headers)
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [STORED.identity, JSON.stringify(identity)] as const)
}

/** Gives the page a new access token for its session. */
async function obtainToken(page: Page, { name, email }: Person, headers = {}): Promise<void> {
  const synced = await page.request.put(`/api/user/${encodeURIComponent(email)}`, { headers, data: { email, displayName: name } })
  const obtainedAt = Date.parse(synced.headers()['date']!) // each answer has it
  const { token, expiresAt } = (await synced.json()) as CallResponse<typeof userCalls.sync>

  await page.goto('/favicon.svg')
  await page.evaluate((entries) => entries.forEach(([key, value]) => localStorage.setItem(key, value)), [
    [STORED.times, JSON.stringify({ obtainedAt, expiresAt: Date.parse(expiresAt) })],
    [STORED.token, token],
  ] as const)
}

/** Registers on the screen and waits for the welcome. */
export async function register(page: Page, person: Person): Promise<void> {
  await page.setExtraHTTPHeaders(fromOwnNetwork())
  await page.goto('/register')
  await page.getByLabel('Name', { exact: true }).fill(person.name)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Confirm Password').fill(person.password)
  await page.getByLabel(/terms/).check()
  await page.getByRole('button', { name: 'Register' }).click()
  await expectSignedIn(page)
  await page.setExtraHTTPHeaders({})
}

export async function signIn(page: Page, person: Person): Promise<void> {
  await page.goto('/login')
  await fillLogin(page, person)
  await expectSignedIn(page)
}

export async function fillLogin(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Login' }).click()
}

export const expectSignedIn = (page: Page) => expect(page.getByRole('button', { name: 'Sign Out' }).first()).toBeVisible()

/** The part's screen, found by a search: other journeys add and remove parts, so that no part has a fixed page in the list. */
export async function openPart(page: Page, partName: string): Promise<void> {
  await page.goto(`/inventory?${new URLSearchParams({ q: partName })}`)
  const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: partName }) })
  await card.first().getByRole('link', { name: 'Order Now' }).click()
}

/** From the part list to an unpaid order; ends on My Order. */
export async function orderPart(page: Page, partName: string, quantity = 1_000): Promise<void> {
  await openPart(page, partName)
  await page.getByLabel('Quantity').fill(String(quantity))
  await page.getByRole('button', { name: 'Purchase' }).click()
  await page.getByLabel('Phone').fill('+49 30 1234567')
  await page.getByLabel('Address').fill('Dock Road 1, 20457 Hamburg')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('heading', { name: /My Total Order: \d+/ })).toBeVisible()
}

export async function enterCard(page: Page, number: string): Promise<void> {
  await page.getByLabel(/Card number/).fill(number)
  await page.getByLabel('Expiration date').fill('12 / 34')
  await page.getByLabel('Security code').fill('123')
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
}

/**
 * Opens Make Admin and shows the newest users. Of more than 200 users only the rows near the window are in the document, and other
 * journeys register people, too.
 */
export async function openNewestUsers(office: Page): Promise<void> {
  await office.goto('/dashboard/makeAdmin')
  await expect(office.getByRole('heading', { name: /^Total Users \d+$/ })).toBeVisible()
  await office.evaluate(() => window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))
}

export const orderRow = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

/** The newest mail to an address, from the folder of trial mode. Waits for it. */
export async function mailTo(email: string, subject: RegExp): Promise<string> {
  const folder = join(process.env['JOURNEYS_DATA_DIR']!, 'mail') // set by the configuration
  let found: string | undefined
  await expect(async () => {
    const names = (await readdir(folder)).toSorted()
    const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
    found = mails.findLast((mail) => mail.includes(email) && subject.test(mail))
    expect(found).toBeDefined()
  }).toPass()
  return found!
}

/** Path and query of the first link to the shop in a mail. */
export function linkIn(mail: string, path: string): string {
  const link = new RegExp(`https?://\\S+(${path}\\?\\S+)`).exec(mail)?.[1]
  if (!link) throw new Error(`There is no link to ${path} in the mail`)
  return link
}

/** Confirms the address of the signed-in person, by the mail's token and the call alone. */
export async function confirmAddress(page: Page, { email }: Person): Promise<void> {
  const link = linkIn(await mailTo(email, /confirm/i), '/verify-email')
  const token = new URLSearchParams(link.split('?')[1]).get('token')
  const answer = await page.request.post('/api/auth/verify-email', { data: { token } })
  expect(answer.status()).toBe(200)
}

/** A call that a page made; `path` is below /api, with its query. */
export type MadeCall = { method: string; path: string; body: unknown; authorization: string | undefined }

/** Records every call of the page from now on, in order. A body that is not JSON is undefined. */
export function watchCalls(page: Page): MadeCall[] {
  const calls: MadeCall[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (!pathname.startsWith('/api/')) return
    const headers = request.headers()
    const isJson = headers['content-type'] === 'application/json'
    calls.push({
      method: request.method(),
      path: pathname.slice('/api'.length) + search,
      body: isJson ? request.postDataJSON() : undefined,
      authorization: headers['authorization'],
    })
  })
  return calls
}

/** Waits until React handles clicks on this link or button; before that, a link makes the browser load a page. */
export async function untilReactHas(element: Locator): Promise<void> {
  await expect.poll(() => element.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__reactProps')))).toBe(true)
}

/** Delays the answers of these addresses until the returned function is called. */
export async function holdBack(page: Page, address: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Answers one kind of call instead of the server, which never receives it. */
export async function answerInstead(page: Page, call: `${string} ${string}`, json: unknown, status = 200): Promise<void> {
  const [method, path] = call.split(' ')
  await page.route(`**/api${path}`, (route) => (route.request().method() === method ? route.fulfill({ status, json }) : route.fallback()))
}

/** Makes a call as the person signed in on this page. */
export async function callShop<T>(page: Page, method: string, path: string, body?: object): Promise<T> {
  const token = await page.evaluate((key) => localStorage.getItem(key), STORED.token)
  const answer = await page.request.fetch(`/api${path}`, { method, headers: { authorization: `Bearer ${token}` }, data: body })
  if (answer.status() !== 200) throw new Error(`${method} ${path} was answered ${answer.status()}: ${await answer.text()}`)
  return (await answer.json()) as T
}

/** A separate part for this journey, with a picture of the catalogue. Its name is unique among the journeys. */
export async function addPart(office: Page, part: Partial<Omit<Part, '_id'>> = {}): Promise<Part> {
  const [known] = await callShop<Part[]>(office, 'GET', '/pagesParts?page=0&size=1')
  const complete = {
    ...sampleFields,
    name: `Journey Part ${randomUUID().slice(0, 8)}`,
    img: known!.img,
    partNumber: `JP-${randomUUID().slice(0, 8)}`,
    ...part,
  }
  const { insertedId } = await callShop<{ insertedId: string }>(office, 'POST', '/parts', complete)
  return { _id: insertedId, ...complete }
}

/** An unpaid order of the person on this page, made by calls alone; `more` are further fields. */
export async function placeOrder(page: Page, part: Part, orderQuantity = 1_000, more: object = {}): Promise<Order> {
  const { _id, available, img, name, price, description } = part
  const restAvailable = { img, name, price, description, available: available - orderQuantity }
  await callShop(page, 'PUT', `/inventory/${_id}`, { restAvailable, orderQuantity })
  return callShop(page, 'POST', '/inventory', {
    orderItem: {
      name: part.name,
      partsId: _id,
      totalPrice: totalDollarsAt(part, orderQuantity),
      orderQuantity,
      phone: '+49 30 1234567',
      address: 'Dock Road 1, 20457 Hamburg',
      ...more,
    },
  })
}

/** Pays an order by calls alone; returns the order afterwards. */
export async function payOrder(page: Page, { _id, totalPrice }: Order): Promise<Order> {
  const { clientSecret } = await callShop<{ clientSecret: string }>(page, 'POST', '/create-payment-intent', {
    orderId: _id,
    totalPrice,
  })
  const card = { number: '4242424242424242', expMonth: 12, expYear: 2034, cvc: '123' }
  const billing = { name: 'Ann Buyer', email: 'ann@example.com' }
  const method = await callShop<{ id: string }>(page, 'POST', '/sandbox/payment-methods', { ...card, billing })
  const transactionId = intentIdOf(clientSecret)
  await callShop(page, 'POST', `/sandbox/payment-intents/${transactionId}/confirm`, {
    clientSecret,
    paymentMethod: method.id,
  })
  await callShop(page, 'PUT', `/order/${_id}`, { transactionId })
  return callShop(page, 'GET', `/order/${_id}`)
}

/** Headings of the only table on the page, in order. */
export const columnsOf = (page: Page) => page.getByRole('columnheader')

/** Colour of an element's text as red, green and blue, 0 to 255 each, in any notation of its style. */
export function colourOf(element: Locator): Promise<{ red: number; green: number; blue: number }> {
  return element.evaluate((node) => {
    const canvas = document.createElement('canvas').getContext('2d')!
    canvas.fillStyle = getComputedStyle(node).color
    canvas.fillRect(0, 0, 1, 1)
    const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data
    return { red: red!, green: green!, blue: blue! }
  })
}

export const toastOf = (page: Page, text: string | RegExp) =>
  page
    .getByRole('region', { name: /^Messages/ })
    .getByRole('alert')
    .filter({ hasText: text })

/** The timer of a toast; see `holdToasts`. */
export const timerOf = (toast: Locator) => toast.getByRole('progressbar', { name: 'notification timer' })

/** Waits for a toast, and ends its timer: the same text shown again is another toast. */
export async function expectToast(page: Page, text: string | RegExp, options?: { timeout: number }): Promise<void> {
  const toast = toastOf(page, text)
  await expect(toast).toBeVisible(options)
  await timerOf(toast).evaluate((bar) => bar.getAnimations().forEach((time) => time.finish()))
  await expect(toast).toHaveCount(0)
}
