import type { Page } from '@playwright/test'
import type { Part } from '#contract/parts.ts'
import { STORED } from '#app/identity/session-state.ts'
import {
  addPart,
  enter,
  expect,
  expectSignedIn,
  fillLogin,
  newPerson,
  orderRow,
  placeOrder,
  test as base,
  untilReactHas,
  type Person,
} from '#tests/support/browser/journey.ts'
import { openLossyProxy, type LossyProxy } from '#tests/support/doubles/lossy-proxy.ts'

/** The shop behind a connection that can be cut. */
const test = base.extend<{ shop: LossyProxy }>({
  // oxlint-disable-next-line no-empty-pattern -- the first argument has to be a pattern
  shop: async ({}, use) => {
    const shop = await openLossyProxy(`http://localhost:${process.env['JOURNEYS_PORT']}`)
    await use(shop)
    await shop.close()
  },
  baseURL: ({ shop }, use) => use(shop.url),
  serviceWorkers: 'allow',
})

const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'You are offline.' })
const SHOWN_FROM = /You are offline\. This is what was here at \d\d:\d\d\./

/** Opens a page and waits until the service worker has a copy of it. */
async function openKept(page: Page, path: string, name = path): Promise<void> {
  await page.goto(path)
  await untilKept(page, name)
}

const untilKept = (page: Page, name: string) =>
  expect.poll(() => page.evaluate(async (copy) => (await caches.match(copy)) !== undefined, name)).toBe(true)

const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' }).click()
/** A page that notices by itself that the network is back reads again without the button. */
const tryAgainUnlessItHas = (page: Page) =>
  page.getByRole('button', { name: 'Try again' }).evaluateAll((buttons: HTMLElement[]) => buttons.forEach((button) => button.click()))
/** Waits until the page knows that the shop does not answer. */
async function tryAgainInVain(page: Page): Promise<void> {
  const asked = page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD')
  await tryAgain(page)
  await asked
  await expect(notice(page)).toBeVisible()
}
const messageField = (page: Page) => page.getByRole('textbox', { name: 'Message' })

const keptAnswers = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('answers of '))
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return kept.flat().map(({ url }) => decodeURIComponent(url))
  })

const untilNothingIsKept = (page: Page) => expect.poll(() => keptAnswers(page)).toEqual([])

/** My Order of a person with one order, as it can be shown without a network. */
async function openMyOrders(page: Page, office: Page, person: Person): Promise<Part> {
  await enter(page, person)
  const part = await addPart(office)
  await placeOrder(page, part, 1_234)
  await openKept(page, '/dashboard')
  await expect(orderRow(page, '1,234')).toBeVisible()
  await expect
    .poll(() => keptAnswers(page))
    .toEqual(expect.arrayContaining([expect.stringContaining('"/order"'), expect.stringContaining('"/admin/')]))
  return part
}

test('row 90: an address without a page is loaded whole, also after pages that were kept', async ({ page }) => {
  for (let visit = 0; visit < 5; visit++) {
    await openKept(page, '/register')
    await page.goto(`/no-such-page-${visit}`, { waitUntil: 'load' })
    await untilReactHas(page.getByRole('link', { name: 'Skip to content' }))
  }
})

test('row 90: without a network, a public page is shown as it was, and Try again brings the new one', async ({ page, shop }) => {
  await openKept(page, '/inventory')
  const first = await page.getByRole('article').first().innerText()
  shop.setReachable(false)

  await page.reload()
  await expect(notice(page)).toContainText(SHOWN_FROM)
  expect(await page.getByRole('article').first().innerText()).toBe(first)

  await tryAgainInVain(page)
  shop.setReachable(true)
  const before = shop.documents()
  await tryAgain(page)
  await expect(notice(page)).toBeHidden()
  await expect(page.getByRole('article')).toHaveCount(9)
  expect(shop.documents()).toBe(before + 1)
})

test('row 90: without a network, a link leads to the copy of a page, and an address without a copy to a page of the shop', async ({
  page,
  shop,
}) => {
  await openKept(page, '/')
  const about = page.getByRole('banner').getByRole('link', { name: 'About Us' })
  await untilReactHas(about)
  await about.click()
  await untilKept(page, '/about')
  shop.setReachable(false)

  await page.getByRole('banner').getByRole('link', { name: 'Home', exact: true }).click()
  await expect(notice(page)).toContainText(SHOWN_FROM)
  await expect(page).toHaveURL(/\/$/)
  await page.goto('/track/no-such-secret')
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()

  shop.setReachable(true)
  await page.getByRole('main').getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeHidden()
  await expect(page).toHaveURL(/\/track\/no-such-secret$/)
})

test('row 90: an answer of the shop, even a refusal, is never replaced by a copy', async ({ page, shop }) => {
  await openKept(page, '/inventory')
  shop.lose(/^\/inventory$/, [{ status: 503 }], { always: true })

  // The text of an error is no page: the browser does not always say that it has loaded.
  await page.reload({ waitUntil: 'commit' })

  await expect(page.getByText('lost')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
})

test('row 90: what is typed into the copy of a form stays when the network is back', async ({ page, shop }) => {
  await openKept(page, '/contact-us')
  shop.setReachable(false)
  await page.reload()
  await expect(notice(page)).toBeVisible()
  await untilReactHas(messageField(page))
  await messageField(page).fill('We need 3,000 panels by March')

  await tryAgainInVain(page)
  shop.setReachable(true)
  await tryAgain(page)

  await expect(notice(page)).toBeHidden()
  await expect(messageField(page)).toHaveValue('We need 3,000 panels by March')
})

test('row 90: without a network, My Order is shown as it was read, and Try again reads it', async ({ page, office, shop, browser }) => {
  const ann = newPerson()
  const part = await openMyOrders(page, office, ann)
  const elsewhere = await browser.newPage({ baseURL: `http://localhost:${process.env['JOURNEYS_PORT']}` })
  await elsewhere.goto('/login')
  await fillLogin(elsewhere, ann)
  await expectSignedIn(elsewhere)
  shop.setReachable(false)

  await page.reload()
  await expect(orderRow(page, '1,234')).toBeVisible()
  await expect(notice(page)).toContainText(SHOWN_FROM)

  await placeOrder(elsewhere, part, 5_678)
  shop.setReachable(true)
  await tryAgainUnlessItHas(page)
  await expect(orderRow(page, '5,678')).toBeVisible()
  await expect(notice(page)).toBeHidden()
})

test('row 90: a sign-out removes what was kept, and the next person finds nothing', async ({ page, office, shop }) => {
  await openMyOrders(page, office, newPerson())
  await page.getByRole('button', { name: 'Sign Out' }).first().click()
  await untilNothingIsKept(page)

  await enter(page)
  await page.goto('/favicon.svg')
  shop.setReachable(false)
  await page.goto('/dashboard')

  await expect(notice(page)).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'later' }).first()).toBeVisible()
  await expect(orderRow(page, '1,234')).toBeHidden()
})

test('row 90: who signs in on a browser that was left signed in removes what was kept of the person before', async ({ page, office }) => {
  const bob = newPerson('Bob Buyer')
  await enter(page, bob)
  await openMyOrders(page, office, newPerson())
  await page.evaluate((key) => localStorage.removeItem(key), STORED.token)

  await page.goto('/login')
  await untilReactHas(page.getByRole('button', { name: 'Login' }))
  expect(await keptAnswers(page)).not.toEqual([])
  await fillLogin(page, bob)
  await expectSignedIn(page)

  await expect.poll(async () => (await keptAnswers(page)).filter((answer) => answer.includes('"/order"'))).toEqual([])
})

test('row 90: a session that was ended elsewhere takes what was kept with it', async ({ page, office }) => {
  await openMyOrders(page, office, newPerson())
  await page.request.post('/api/auth/sign-out', { data: {} })
  await page.evaluate((key) => localStorage.setItem(key, 'refused'), STORED.token)

  await page.goto('/dashboard')

  await expect(page).toHaveURL(/\/login$/)
  await untilNothingIsKept(page)
})
