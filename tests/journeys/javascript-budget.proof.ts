import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect, test, untilReactHas } from '#tests/support/browser/journey.ts'

/** Bytes of JavaScript, each file compressed with gzip as it stands. A screen of the dashboard adds 60 to every page: its line of the route table. */
const READING = 124_500
/** The editor of a quote comes on top, which needs no code of signed-in screens. */
const QUOTE = 161_300
/** The form library comes on top. */
const FORM = 151_550

/** What fits into the first ten packets of a connection, beside the head of the answer. */
const FIRST_PACKETS = 13_950

/** What only some screens need. */
const forSomeScreens = /tanstack|signed-in|toast-box|form-library|stripe|pay-for-order/

for (const [path, budget] of [
  ['/', READING],
  ['/inventory', READING],
  ['/blogs', READING],
  ['/about', READING],
  ['/quote', QUOTE],
  ['/contact-us', FORM],
  ['/login', FORM],
  ['/register', FORM],
] as const) {
  test(`${path} stays within ${budget / 1_000} kB of JavaScript`, async ({ page }) => {
    const scripts = await scriptsOf(page, path)

    const bytes = scripts.reduce((sum, { zipped }) => sum + zipped, 0)
    expect(scripts.length).toBeGreaterThan(2)
    expect(bytes).toBeLessThanOrEqual(budget)
    if (budget !== FORM) expect(scripts.map(({ name }) => name).filter((name) => forSomeScreens.test(name))).toEqual([])
  })
}

async function scriptsOf(page: Page, path: string): Promise<{ name: string; zipped: number }[]> {
  const answers: Promise<{ name: string; zipped: number }>[] = []
  page.on('response', (response) => {
    const name = new URL(response.url()).pathname
    if (!name.endsWith('.js')) return
    answers.push(response.body().then((body) => ({ name, zipped: gzipSync(body, { level: 9 }).length })))
  })
  await openWhole(page, path)
  // Its editor is asked for by the screen.
  if (path === '/quote') await expect(page.getByRole('combobox', { name: 'Part, line 1', exact: true })).toBeEnabled()
  return Promise.all(answers)
}

/** Opens a page and waits until it is drawn, React has taken it over, and every script it asked for is there. */
async function openWhole(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await untilReactHas(page.getByRole('link', { name: 'Skip to content' }))
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  await page.waitForFunction(() => {
    const asked = Array.from(document.querySelectorAll('script[src], link[rel=modulepreload]'), (element) =>
      element instanceof HTMLLinkElement ? element.href : (element as HTMLScriptElement).src,
    )
    const arrived = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return asked.every((url) => arrived.some(({ name, responseEnd }) => name === url && responseEnd > 0))
  })
}

for (const path of ['/', '/inventory', '/blogs', '/about', '/quote', '/login', '/register']) {
  test(`${path} is drawn before it asks for its scripts`, async ({ page }) => {
    await openWhole(page, path)

    const { drawn, asked } = await page.evaluate(() => ({
      drawn: performance.getEntriesByName('first-contentful-paint')[0]!.startTime, // it has been drawn
      asked: performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.js'))
        .map(({ startTime }) => startTime),
    }))
    expect(asked.length).toBeGreaterThan(2)
    expect(Math.min(...asked)).toBeGreaterThan(drawn)
  })
}

for (const path of ['/', '/inventory', '/blogs', '/about']) {
  test(`${path} asks for little before it is drawn on a phone`, async ({ browser }) => {
    const page = await browser.newPage({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 })
    await openWhole(page, path)

    const early = await page.evaluate(() => {
      const drawn = performance.getEntriesByName('first-contentful-paint')[0]!.startTime // it has been drawn
      const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      return files
        .filter(({ startTime }) => startTime < drawn)
        .map(({ name, encodedBodySize }) => ({ name: new URL(name).pathname, bytes: encodedBodySize }))
    })
    const bytesOf = (ending: RegExp) => early.filter(({ name }) => ending.test(name)).map(({ bytes }) => bytes)
    for (const kind of [/\.woff2$/, /\.css$/]) {
      const [bytes = 0, ...more] = bytesOf(kind)
      expect(bytes, String(kind)).toBeGreaterThan(0)
      expect(bytes, String(kind)).toBeLessThan(FIRST_PACKETS)
      expect(more, String(kind)).toEqual([])
    }
    expect(early.map(({ name }) => name).filter((name) => !/\.(?:woff2|css)$|^\/(?:images|hero|favicon)/.test(name))).toEqual([])
    await page.close()
  })
}
