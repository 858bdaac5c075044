import type { Page } from '@playwright/test'
import { enter, expect, openPart, orderPart, test, untilReactHas } from '../../tests/support/browser/journey.ts'
import { adminScreens, customerScreens, publicScreens, type Screen } from '../../tests/support/browser/screens.ts'
import { report } from '../measured.ts'

const SIZES = {
  desk: { width: 1_440, height: 900 },
  phone: { width: 390, height: 844 },
}
const SLOWDOWN = 4
/** A slow mobile connection: bytes in a second each way, milliseconds of delay. */
const SLOW_LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 }
/** The aim is 0. Single movements of up to 0.017 were seen once each; their cause is not known. */
const VISIBLE = 0.02
const LATE_MS = 700

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

/** What moved on the page, once the frame of its last change is there. */
const shiftsOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<Shift[]>((tell) =>
        requestAnimationFrame(() => setTimeout(() => tell((globalThis as unknown as { shifts: Shift[] }).shifts))),
      ),
  )

type ScreenShift = { path: string; sum: number; moved: string[] }

const screenShift = (path: string, shifts: Shift[]): ScreenShift => ({
  path,
  sum: shifts.reduce((total, { value }) => total + value, 0),
  moved: shifts.flatMap(({ moved }) => moved),
})

/** Reports the screen that shifts most, and all that shift at all. */
function reportShifts(what: string, screens: ScreenShift[]): void {
  const shifting = screens.filter(({ sum }) => sum > 0)
  const note = shifting.map(({ path, sum, moved }) => `${path} ${sum.toFixed(4)} (${[...new Set(moved)].join(', ')})`).join('; ')
  report({
    what: `${what}, most of ${screens.length} screens`,
    found: Math.max(...screens.map(({ sum }) => sum)),
    unit: 'shifted',
    atMost: VISIBLE,
    note,
  })
}

/** Opens each screen, and waits until it has read everything. */
async function readSlowly(page: Page, reader: string, size: keyof typeof SIZES, paths: string[]): Promise<void> {
  await page.setViewportSize(SIZES[size])
  await watchShifts(page)
  await slowDown(page)
  const screens: ScreenShift[] = []
  for (const path of paths) {
    await page.goto(path)
    await untilReactHas(page.getByRole('link', { name: 'Skip to content' }))
    await expect(page.locator('h1')).toBeAttached()
    await expect(page.getByRole('main').getByText('oading...')).toHaveCount(0)
    screens.push(screenShift(path, await shiftsOf(page)))
  }
  reportShifts(`A slow line, ${reader} on a ${size}`, screens)
}

const pathsOf = (screens: Screen[]) => screens.map(({ path }) => path)

for (const size of ['desk', 'phone'] as const) {
  test(`a visitor's screens, on a ${size}`, ({ page }) =>
    readSlowly(page, 'a visitor', size, [...pathsOf(publicScreens), '/inventory?view=table']))

  test(`a customer's screens, on a ${size}`, async ({ page }) => {
    await enter(page)
    await orderPart(page, 'Aluminium Heat Sink')
    const payment = (await page.getByRole('link', { name: 'Pay Now' }).getAttribute('href'))!
    await openPart(page, 'Aluminium Heat Sink')
    await expect(page.getByRole('button', { name: 'Purchase' })).toBeVisible()
    const part = new URL(page.url()).pathname
    const order = payment.replace('/payment/', '/order/')
    await readSlowly(page, 'a customer', size, [...pathsOf(customerScreens), payment, order, part, '/inventory', '/quote'])
  })

  test(`an admin's screens, on a ${size}`, ({ office }) => readSlowly(office, 'an admin', size, pathsOf(adminScreens)))
}

test('a typeface that comes late', async ({ page }) => {
  await watchShifts(page)
  // Its stand-in is seen first.
  await page.route('**/*.woff2', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, LATE_MS))
    await route.continue()
  })
  const screens: ScreenShift[] = []
  for (const path of ['/', '/inventory', '/about']) {
    await page.goto(path)
    await page.evaluate(async () => {
      await document.fonts.ready
    })
    screens.push(screenShift(path, await shiftsOf(page)))
  }
  reportShifts(`The typeface ${LATE_MS} ms late`, screens)
})
