import type { Page } from '@playwright/test'
import { test, untilReactHas } from '../../tests/support/browser/journey.ts'
import { report } from '../measured.ts'

/** What fits into the first ten packets of a connection, beside the head of the answer. */
const FIRST_PACKETS = 13_950
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 }

type Loaded = { drawnMs: number; files: { name: string; startMs: number; bytes: number }[] }

/** Opens a page; tells when it was drawn, and what it has asked for until React has taken it over. */
async function load(page: Page, path: string): Promise<Loaded> {
  await page.goto(path)
  await untilReactHas(page.getByRole('link', { name: 'Skip to content' }))
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  return page.evaluate(() => ({
    drawnMs: performance.getEntriesByName('first-contentful-paint')[0]!.startTime, // it has been drawn
    files: (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(({ name, startTime, encodedBodySize }) => ({
      name: new URL(name).pathname,
      startMs: startTime,
      bytes: encodedBodySize,
    })),
  }))
}

const READ = ['/', '/inventory', '/blogs', '/about']

for (const path of [...READ, '/quote', '/login', '/register']) {
  test(`what ${path} asks for before it is drawn on a phone`, async ({ browser }) => {
    const page = await browser.newPage(PHONE)
    const { drawnMs, files } = await load(page, path)
    await page.close()

    const early = files.filter(({ startMs }) => startMs < drawnMs)
    const bytesOf = (ending: RegExp) => early.filter(({ name }) => ending.test(name)).reduce((sum, { bytes }) => sum + bytes, 0)
    const firstScript = Math.min(...files.filter(({ name }) => name.endsWith('.js')).map(({ startMs }) => startMs))
    report({ what: `${path}: from its first paint to its first script`, found: firstScript - drawnMs, unit: 'ms', atLeast: 0 })
    const wanted = READ.includes(path) ? { atMost: FIRST_PACKETS } : {}
    report({ what: `${path}: style sheets before the first paint`, found: bytesOf(/\.css$/), unit: 'bytes', ...wanted })
    report({ what: `${path}: typeface before the first paint`, found: bytesOf(/\.woff2$/), unit: 'bytes', ...wanted })
  })
}
