import type { BrowserContext, Page } from '@playwright/test'
import { expect, test as base, untilReactHas } from '#tests/support/browser/journey.ts'
import { openLossyProxy, type LossyProxy } from '#tests/support/doubles/lossy-proxy.ts'

/** The shop behind a connection that loses files. */
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

const BLOGS_SCRIPT = /^\/assets\/blogs-[^/]*\.js$/
const TYPED = 'We need 3,000 panels by March'

/** A form with something typed into it, whose page the service worker covers by then. */
async function typeMessage(page: Page): Promise<void> {
  await page.goto('/about')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  const link = page.getByRole('banner').getByRole('link', { name: 'Contact Us' })
  await untilReactHas(link)
  await link.click()
  await messageField(page).fill(TYPED)
}

const messageField = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const blogsLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Blogs' })
const expectBlogs = (page: Page) => expect(page.getByRole('heading', { level: 1, name: 'Blogs' })).toBeVisible()
const expectTyped = (page: Page) => expect(messageField(page)).toHaveValue(TYPED)
/** React Router reloads the page right after it has said this. */
const scriptMissed = (page: Page) => page.waitForEvent('console', (message) => message.text().includes('Error loading route module'))

test('row 90: a script that is lost twice comes at the third time, and the page stays', async ({ page, shop }) => {
  await typeMessage(page)
  const { promise: third, resolve: letThirdCome } = Promise.withResolvers<void>()
  shop.lose(BLOGS_SCRIPT, ['broken off', { status: 503, headers: { 'retry-after': '1' } }, third])

  await blogsLink(page).click()
  await expect.poll(() => shop.count(BLOGS_SCRIPT)).toBe(3)
  await expectTyped(page)

  letThirdCome()
  await expectBlogs(page)
  expect(shop.count(BLOGS_SCRIPT)).toBe(3)
  expect(shop.documents()).toBe(1)
})

test('row 90: a picture that was turned away is asked for again', async ({ page, shop }) => {
  await typeMessage(page)
  const picture = /^\/images\//
  shop.lose(picture, [{ status: 503, headers: { 'retry-after': '1' } }, { status: 429 }])

  await page.getByRole('banner').getByRole('link', { name: 'All Parts' }).click()

  await expect(page.getByRole('article')).toHaveCount(9)
  await expect.poll(() => missingPictures(page)).toBe(0)
  expect(shop.count(picture)).toBeGreaterThanOrEqual(9 + 2) // a page of parts, and the two that were lost
  expect(shop.documents()).toBe(1)
})

test('row 90: offline, page and typed text stay, and the screen opens once the browser is online', async ({ page, context, shop }) => {
  await typeMessage(page)
  await context.setOffline(true)

  await blogsLink(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'The shop cannot be reached.' })).toBeVisible()
  await expectTyped(page)

  await context.setOffline(false)
  await expectBlogs(page)
  expect(shop.documents()).toBe(1)
})

test('row 90: after a release, a look at a link loads nothing, and a press loads the screen as a page, once', async ({ page, shop }) => {
  await typeMessage(page)
  shop.lose(BLOGS_SCRIPT, [{ status: 404 }], { always: true })

  const asked: string[] = []
  page.on('request', (request) => request.method() === 'HEAD' && asked.push(new URL(request.url()).pathname))
  const missed = scriptMissed(page)
  await blogsLink(page).hover()
  await missed
  await expectTyped(page)
  expect(shop.documents()).toBe(1)

  await blogsLink(page).click()
  await expectBlogs(page)
  // For the look and for the page; the service worker asks, too, when it makes its copies.
  await expect.poll(() => shop.count(BLOGS_SCRIPT)).toBeGreaterThanOrEqual(2)
  expect(shop.documents()).toBe(2)
  // The look did not even ask whether the page may be loaded again.
  expect(asked).toEqual(['/blogs'])
})

test('row 90: a page whose own script is missing can be read and does not reload', async ({ page, shop }) => {
  shop.lose(BLOGS_SCRIPT, [{ status: 404 }], { always: true })

  const missed = page.waitForResponse((response) => BLOGS_SCRIPT.test(new URL(response.url()).pathname))
  await page.goto('/blogs', { waitUntil: 'load' })
  await missed

  await expectBlogs(page)
  expect(shop.documents()).toBe(1)
})

test('row 90: without a service worker, page and typed text stay until the shop answers', async ({ browser, shop }) => {
  const context = await browser.newContext({ serviceWorkers: 'block', baseURL: shop.url })
  const page = await context.newPage()
  await page.goto('/contact-us')
  await untilReactHas(blogsLink(page))
  await messageField(page).fill(TYPED)
  await context.setOffline(true)

  const shopAsked = page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD')
  // Without the pointer: a link on which it rests asks for the script, too, and the shop would be asked twice.
  await blogsLink(page).dispatchEvent('click')
  await shopAsked
  await expectTyped(page)

  await context.setOffline(false)
  await blogsLink(page).dispatchEvent('click')
  await expectBlogs(page)
  expect(shop.documents()).toBe(2)
  await context.close()
})

test('row 90: calls never pass through the service worker, and it doubles no page', async ({ page, context, shop }) => {
  await typeMessage(page)
  await takePassedRequests(context)

  await blogsLink(page).click()
  await expectBlogs(page)
  const before = shop.documents()
  await page.goto('/inventory')
  expect(shop.documents()).toBe(before + 1)
  await page.evaluate(() => fetch('/api/allPartsCount'))
  await page.reload()
  await expect.poll(() => missingPictures(page)).toBe(0)
  await untilReactHas(blogsLink(page))

  const paths = await takePassedRequests(context)
  expect(paths.filter((path) => BLOGS_SCRIPT.test(path))).not.toEqual([])
  expect(paths.filter((path) => path.startsWith('/api/'))).toEqual([])
})

const missingPictures = (page: Page) =>
  page.getByRole('article').evaluateAll((cards) => cards.filter((card) => !card.querySelector('img')?.naturalWidth).length)

/** What the worker has asked for since the last time; it forgets that. */
async function takePassedRequests(context: BrowserContext): Promise<string[]> {
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('There is no service worker')
  return worker.evaluate(() => {
    const paths = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
    performance.clearResourceTimings()
    return paths
  })
}
