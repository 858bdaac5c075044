import type { Page } from '@playwright/test'
import { enter, expect, openPart, orderPart, test, untilReactHas } from '#tests/support/browser/journey.ts'
import { adminScreens, customerScreens, publicScreens, type Screen } from '#tests/support/browser/screens.ts'

const SIZES = {
  desk: { width: 1_440, height: 900 },
  phone: { width: 390, height: 844 },
}
const SLOWDOWN = 4
/** A slow mobile connection: bytes in a second each way, milliseconds of delay. */
const SLOW_LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 }
/** The aim is 0, and each sum is printed. Single movements of up to 0.017 were seen once each; their cause is not known. */
const VISIBLE = 0.02

type Shift = { value: number; moved: string[] }

/** Notes movements that no key or press caused, on each page that is opened from now on. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(globalThis, { shifts })
    const nameOf = (node: Node | null) =>
      node instanceof Element ? `${node.tagName.toLowerCase()}.${node.className}` : (node?.textContent ?? '').slice(0, 30)
    type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Entry[]) {
        if (!hadRecentInput) shifts.push({ value, moved: sources.map(({ node }) => nameOf(node)) })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', SLOW_LINE)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
}

/** Opens the screen, waits until it has read everything, and returns what moved meanwhile. */
async function shiftsOf(page: Page, path: string): Promise<Shift[]> {
  await page.goto(path)
  await untilReactHas(page.getByRole('link', { name: 'Skip to content' }))
  await expect(page.locator('h1')).toBeAttached()
  await expect(page.getByRole('main').getByText('oading...')).toHaveCount(0)
  return page.evaluate(
    () =>
      new Promise<Shift[]>((tell) =>
        requestAnimationFrame(() => setTimeout(() => tell((globalThis as unknown as { shifts: Shift[] }).shifts))),
      ),
  )
}

async function expectStill(page: Page, size: keyof typeof SIZES, paths: string[]): Promise<void> {
  await page.setViewportSize(SIZES[size])
  await watchShifts(page)
  await slowDown(page)
  for (const path of paths) {
    const shifts = await shiftsOf(page, path)
    const sum = shifts.reduce((total, { value }) => total + value, 0)
    // oxlint-disable-next-line no-console -- a figure to be read
    console.log(`${size} ${path}: ${sum.toFixed(4)}`)
    expect.soft(sum, `${path} on a ${size}: ${JSON.stringify(shifts)}`).toBeLessThan(VISIBLE)
  }
}

const pathsOf = (screens: Screen[]) => screens.map(({ path }) => path)

for (const size of ['desk', 'phone'] as const) {
  test(`nothing moves while a visitor's screens are read on a slow line, on a ${size}`, async ({ page }) => {
    test.slow()
    await expectStill(page, size, [...pathsOf(publicScreens), '/inventory?view=table'])
  })

  test(`nothing moves while a customer's screens are read on a slow line, on a ${size}`, async ({ page }) => {
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

  test(`nothing moves while an admin's screens are read on a slow line, on a ${size}`, async ({ office }) => {
    test.slow()
    await expectStill(office, size, pathsOf(adminScreens))
  })
}
