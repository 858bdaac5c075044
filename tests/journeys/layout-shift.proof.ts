import type { Page, Request } from '@playwright/test'
import { watchBoxes } from '#tests/support/browser/boxes.ts'
import { enter, expect, holdBack, openPart, orderPart, test, untilReactHas } from '#tests/support/browser/journey.ts'
import { adminScreens, customerScreens, publicScreens, type Screen } from '#tests/support/browser/screens.ts'

/*
 * Data and pictures that come late take the place that is kept for them. Sums of shifts on a slow line are measured by
 * `npm run measure -- layout-shifts`.
 */

const SIZES = {
  desk: { width: 1_440, height: 900 },
  phone: { width: 390, height: 844 },
}

const SCRIPTS = /\.js$/
/** Not the stream of an order, which stays open. */
const DATA = /\/api\/(?!order-changes)|\/images\/|\/hero/

/** Requests of data and pictures that are not answered yet. */
function watchData(page: Page): Set<Request> {
  const waiting = new Set<Request>()
  page.on('request', (request) => void (DATA.test(request.url()) && waiting.add(request)))
  page.on('requestfinished', (request) => void waiting.delete(request))
  page.on('requestfailed', (request) => void waiting.delete(request))
  return waiting
}

/** What moves on a screen from the moment that its page is there until React has it, and from then until it has read everything. */
async function movedOn(page: Page, path: string, waiting: Set<Request>): Promise<string[]> {
  const releaseData = await holdBack(page, DATA)
  const releaseScripts = await holdBack(page, SCRIPTS)
  await page.goto(path, { waitUntil: 'commit' })
  await expect(page.locator('footer')).toBeAttached()
  await page.evaluate(async () => void (await document.fonts.ready))
  const movedByScripts = await watchBoxes(page)

  releaseScripts()
  await untilReactHas(page.getByRole('link', { name: 'Skip to content' }))
  await expect(page.locator('h1, main [role=status]').first()).toBeAttached()
  const early = await movedByScripts()
  const movedByData = await watchBoxes(page)

  releaseData()
  await expect(page.locator('h1')).toBeAttached()
  await expect(page.getByRole('main').getByText('oading...')).toHaveCount(0)
  await expect.poll(() => waiting.size).toBe(0)
  await page.unrouteAll({ behavior: 'wait' })
  await page.evaluate(() => Promise.all(Array.from(document.images, (image) => image.loading === 'lazy' || image.decode())))
  return [...early, ...(await movedByData())]
}

async function expectStill(page: Page, size: keyof typeof SIZES, paths: string[]): Promise<void> {
  await page.setViewportSize(SIZES[size])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const waiting = watchData(page)
  for (const path of paths) expect.soft(await movedOn(page, path, waiting), `${path} on a ${size}`).toEqual([])
}

const pathsOf = (screens: Screen[]) => screens.map(({ path }) => path)

for (const size of ['desk', 'phone'] as const) {
  test(`nothing moves while a visitor's screens are read, on a ${size}`, async ({ page }) => {
    test.slow()
    await expectStill(page, size, [...pathsOf(publicScreens), '/inventory?view=table'])
  })

  test(`nothing moves while a customer's screens are read, on a ${size}`, async ({ page }) => {
    test.slow()
    await enter(page)
    await orderPart(page, 'Aluminium Heat Sink')
    const payment = (await page.getByRole('link', { name: 'Pay Now' }).getAttribute('href'))!
    await openPart(page, 'Aluminium Heat Sink')
    await expect(page.getByRole('button', { name: 'Purchase' })).toBeVisible()
    const part = new URL(page.url()).pathname
    const order = payment.replace('/payment/', '/order/')
    await expectStill(page, size, [...pathsOf(customerScreens), payment, order, part, '/inventory', '/quote'])
  })

  test(`nothing moves while an admin's screens are read, on a ${size}`, async ({ office }) => {
    test.slow()
    // The browser learns who works for the shop, once.
    await office.goto('/dashboard')
    await expect(office.getByRole('heading', { name: 'Overview' })).toBeVisible()
    await expectStill(office, size, pathsOf(adminScreens))
  })
}
