import type { Browser } from '@playwright/test'
import { test, untilReactHas } from '../../tests/support/browser/journey.ts'
import { median } from '../../tests/support/load/figures.ts'
import { report } from '../measured.ts'

/** A slow phone: 150 ms to the shop, 1.6 Mbit/s, a quarter of this processor. */
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 }
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 }
const SLOWER = 4
const WANTED_MS = 1_800
const ROUNDS = 3

/** Milliseconds until a first visitor sees the largest element of a page. */
async function largestPaint(browser: Browser, path: string): Promise<number> {
  const page = await browser.newPage(PHONE)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.emulateNetworkConditions', LINE)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.goto(path)
  await untilReactHas(page.getByRole('link', { name: 'Skip to content' }))
  const ms = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((seen) => resolve(seen.getEntries().at(-1)!.startTime)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        })
      }),
  )
  await page.close()
  return ms
}

for (const path of ['/', '/inventory', '/blogs', '/about', '/quote', '/login', '/register']) {
  test(`the largest paint of ${path} on a slow phone`, async ({ browser }) => {
    const found: number[] = []
    for (let round = 0; round < ROUNDS; round++) found.push(await largestPaint(browser, path))

    report({ what: `${path}: largest paint on a slow phone`, found: median(found), unit: 'ms', atMost: WANTED_MS })
  })
}
