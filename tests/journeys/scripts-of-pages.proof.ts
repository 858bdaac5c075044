import type { Page } from '@playwright/test'
import { expect, test, untilReactHas } from '#tests/support/browser/journey.ts'

/* What a page asks for. Bytes and the time of the largest paint are measured by `npm run measure -- javascript-bytes first-paint`. */

/** What only some screens need. */
const forSomeScreens = /tanstack|toast-box|react-hook-form|stripe|pay-for-order/

/** Opens a page until React has taken it over; answers with the paths of the files that it has asked for. */
async function askedFor(page: Page, path: string): Promise<string[]> {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(path)
  await untilReactHas(page.getByRole('link', { name: 'Skip to content' }))
  // Its editor is asked for by the screen.
  if (path === '/quote') await expect(page.getByRole('combobox', { name: 'Part, line 1', exact: true })).toBeEnabled()
  return asked.slice(1) // without the page itself
}

for (const path of ['/', '/inventory', '/blogs', '/about', '/quote']) {
  test(`${path} needs no script of forms and of signed-in screens`, async ({ page }) => {
    const scripts = (await askedFor(page, path)).filter((name) => name.endsWith('.js'))

    expect(scripts.length).toBeGreaterThan(2)
    expect(scripts.filter((name) => forSomeScreens.test(name))).toEqual([])
  })
}
