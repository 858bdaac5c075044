import { globSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { LATE_AFTER_MS } from '#app/ui/told-reads.ts'
import { bankWords } from '#app/words/bank.ts'
import { answerInstead, enter, expect, test, untilReactHas } from '#tests/support/browser/journey.ts'

const BLOGS_SCRIPT = /\/assets\/blogs-[^/]*\.js$/
const TYPED = 'We need 3,000 panels by March'

/** A form with something typed into it, reached from the list of parts, whose script is therefore here. */
async function typeMessage(page: Page): Promise<void> {
  await page.goto('/inventory')
  await press(page, 'Contact Us')
  await messageField(page).fill(TYPED)
}

async function press(page: Page, name: string): Promise<void> {
  await untilReactHas(headerLink(page, name))
  await headerLink(page, name).click()
}

const headerLink = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name })
const messageField = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'The shop cannot be reached.' })
const tryAgain = (page: Page) => notice(page).getByRole('button', { name: 'Try again' }).click()
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const expectTyped = (page: Page) => expect(messageField(page)).toHaveValue(TYPED)

function countPageLoads(page: Page): () => number {
  let count = 0
  page.on('request', (request) => void (request.isNavigationRequest() && count++))
  return () => count
}

test('offline, the page and what was typed stay, and Try again opens the screen once the shop answers (90)', async ({ page, context }) => {
  await typeMessage(page)
  await context.setOffline(true)
  await headerLink(page, 'Blogs').click()

  await expect(notice(page)).toBeVisible()
  await expectTyped(page)
  await expect(page).toHaveURL(/\/contact-us$/)
  const asked = page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD')
  await tryAgain(page)
  await asked
  await expect(notice(page)).toBeVisible()
  await expectTyped(page)

  await context.setOffline(false)
  await tryAgain(page)
  await expect(heading(page, 'Blogs')).toBeVisible()
  await expect(notice(page)).toBeHidden()
})

test('where only the data do not come, the screen opens without loading the page again (90)', async ({ page }) => {
  await typeMessage(page)
  const pageLoads = countPageLoads(page)
  await page.route(/\.data\b/, (route) => route.abort())
  await headerLink(page, 'All Parts').click()

  await expect(notice(page)).toBeVisible()
  await expectTyped(page)
  const askedAgain = page.waitForEvent('requestfailed', (request) => request.url().includes('.data'))
  await tryAgain(page)
  await askedAgain
  await expect(notice(page)).toBeVisible()
  await expect(page).toHaveURL(/\/contact-us$/)

  await page.unrouteAll({ behavior: 'wait' })
  await tryAgain(page)
  await expect(heading(page, 'Our Available Products')).toBeVisible()
  await expect(notice(page)).toBeHidden()
  expect(pageLoads()).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/contact-us$/)
})

test('a screen that can be opened takes the notice away (90)', async ({ page }) => {
  await typeMessage(page)
  await page.route(/\.data\b/, (route) => route.abort())
  await headerLink(page, 'All Parts').click()
  await expect(notice(page)).toBeVisible()

  await headerLink(page, 'About Us').click()
  await expect(page).toHaveURL(/\/about$/)
  await expect(notice(page)).toBeHidden()
})

test('after a release, a look at a link loads nothing, and a press loads the screen as a page, once (90)', async ({ page }) => {
  await typeMessage(page)
  const pageLoads = countPageLoads(page)
  await page.route(BLOGS_SCRIPT, (route) => route.fulfill({ status: 404, body: '' }))
  // React Router reloads the page right after it has said this.
  const missed = page.waitForEvent('console', (message) => message.text().includes('Error loading route module'))
  await headerLink(page, 'Blogs').hover()
  await missed

  await expectTyped(page)
  expect(pageLoads()).toBe(0)
  await headerLink(page, 'Blogs').click()
  await expect(heading(page, 'Blogs')).toBeVisible()
  await expect(page).toHaveURL(/\/blogs$/)
  expect(pageLoads()).toBe(1)
})

test('a page whose own script is missing can be read and does not reload (90)', async ({ page }) => {
  const pageLoads = countPageLoads(page)
  await page.route(BLOGS_SCRIPT, (route) => route.fulfill({ status: 404, body: '' }))
  const missed = page.waitForResponse((response) => BLOGS_SCRIPT.test(response.url()))
  await page.goto('/blogs', { waitUntil: 'load' })
  await missed

  await expect(heading(page, 'Blogs')).toBeVisible()
  expect(pageLoads()).toBe(1)
})

test('a part of a screen whose script does not come leaves the rest as it is, and the page is loaded again when asked (90)', async ({
  page,
}) => {
  await page.route(/\/assets\/quote-editor-[^/]*\.js$/, (route) => route.abort())
  await page.goto('/quote')

  await expect(notice(page)).toBeVisible()
  await expect(heading(page, 'Instant quote')).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await tryAgain(page)
  await expect(page.getByRole('combobox', { name: 'Part, line 1', exact: true })).toBeEnabled()
  await expect(notice(page)).toBeHidden()
})

test('a script that does not come within 120 seconds is out of reach (90)', async ({ page }) => {
  await page.clock.install()
  await typeMessage(page)
  const { promise: never, resolve: letCome } = Promise.withResolvers<void>()
  await page.route(BLOGS_SCRIPT, async (route) => {
    await never
    await route.abort()
  })
  const asked = page.waitForRequest(BLOGS_SCRIPT)
  await headerLink(page, 'Blogs').click()
  await asked
  let asks = 0
  await page.route('**/blogs', (route) => {
    if (route.request().method() !== 'HEAD') return route.fallback()
    asks += 1
    return route.abort()
  })

  await page.clock.fastForward(90_000)
  await page.evaluate(() => fetch('/favicon.svg'))
  expect(asks).toBe(0)
  await expect(notice(page)).toBeHidden()
  await page.clock.fastForward(30_000)
  await expect(notice(page)).toBeVisible()
  await expectTyped(page)
  letCome()
})

test('a service worker and the copies of an earlier version are removed', async ({ page }) => {
  // Any script that a worker can run.
  const [script] = globSync('assets/read-file.worker-*.js', { cwd: 'build/client' })
  await page.goto('/about')
  await page.evaluate(async (address) => {
    await navigator.serviceWorker.register(address, { type: 'module' })
    await caches.open('answers of somebody')
  }, `/${script}`)

  await page.reload()
  await expect
    .poll(() => page.evaluate(async () => [(await navigator.serviceWorker.getRegistrations()).length, (await caches.keys()).length]))
    .toEqual([0, 0])
})

test('a screen that waits keeps heading and menu, says after three seconds that it is still trying, and tries again when asked', async ({
  page,
}) => {
  await page.clock.install()
  await enter(page)
  const main = page.getByRole('main')
  let calls = 0
  // The first is never answered.
  await page.route('**/api/order?*', async (route) => {
    calls += 1
    if (calls > 1) await route.continue()
  })
  const asked = page.waitForRequest('**/api/order?*')
  await page.goto('/dashboard')
  await asked

  await expect(main.getByRole('heading', { level: 2, name: 'My Order', exact: true })).toBeVisible()
  await expect(main.getByRole('navigation').getByRole('link', { name: 'My Order' })).toBeVisible()
  await expect(main.getByText('Still trying')).toHaveCount(0)
  await page.clock.fastForward(LATE_AFTER_MS)
  await expect(main.getByText('Still trying')).toBeVisible()
  await main.getByRole('button', { name: 'Try again' }).click()

  await expect(main.getByRole('heading', { name: 'My Total Order: 0' })).toBeVisible()
  await expect(main.getByText('Still trying')).toHaveCount(0)
})

test('a screen of one order has its heading before it is read, also when it is late', async ({ page }) => {
  await page.clock.install()
  await enter(page)
  for (const calls of ['**/api/order/*', '**/api/order/*?*']) await page.route(calls, () => undefined)

  for (const [screen, title] of [
    ['order', 'Order'],
    ['payment', 'Payment'],
  ] as const) {
    const asked = page.waitForRequest('**/api/order/**')
    await page.goto(`/dashboard/${screen}/${crypto.randomUUID()}`)
    await asked
    await expect(page.getByRole('heading', { level: 2, name: title, exact: true })).toBeVisible()
    await page.clock.fastForward(LATE_AFTER_MS)
    await expect(page.getByRole('main').getByText('Still trying')).toBeVisible()
  }
})

test('a list of the bank that cannot be read says so, and not that it is empty', async ({ office }) => {
  for (const [show, nothing, sentence] of [
    ['give-back', [], bankWords.giveBack.none],
    ['part-paid', { shortfallLimit: 1, waiting: 0, bills: [] }, bankWords.partPaid.none],
  ] as const) {
    await answerInstead(office, `GET /bank/${show}`, { code: 'INTERNAL', message: 'Out of order' }, 400)
    await office.goto(`/dashboard/bank?show=${show}`)
    const main = office.getByRole('main')
    await expect(main.getByRole('alert').filter({ hasText: 'PLease try again later' })).toBeVisible()
    await office.unrouteAll({ behavior: 'wait' })
    await answerInstead(office, `GET /bank/${show}`, nothing)
    await main.getByRole('button', { name: 'Try again' }).click()
    await expect(main.getByText(sentence)).toBeVisible()
    await office.unrouteAll({ behavior: 'wait' })
  }
})

test('several reads of a screen that fail are told once, and Try again repeats all of them', async ({ office }) => {
  for (const read of ['openWork', 'sales?*', 'best'])
    await answerInstead(office, `GET /${read}`, { code: 'INTERNAL', message: 'Out of order' }, 400)
  await office.goto('/dashboard')
  const main = office.getByRole('main')

  await expect(main.getByRole('alert').filter({ hasText: 'PLease try again later' })).toHaveCount(1)
  await expect(main.getByText('Loading...')).toHaveCount(0)
  await expect(main.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await expect(main.getByRole('button', { name: 'Try again' })).toHaveCount(1)
  await office.unrouteAll({ behavior: 'wait' })
  await main.getByRole('button', { name: 'Try again' }).click()

  await expect(main.getByRole('heading', { name: 'Sales' })).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Best parts, 12 months' })).toBeVisible()
  await expect(main.getByRole('alert')).toHaveCount(0)
})
