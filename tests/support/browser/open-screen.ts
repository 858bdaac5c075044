import type { Page, Request } from 'playwright-core'

/** Opens an address, and waits until the screen is loaded: no call is running, and there is no placeholder. */
export async function openScreen(page: Page, path: string): Promise<void> {
  const calls = new Set<Request>()
  let allEnded = () => {}
  const begin = (request: Request) => void (isCall(request) && calls.add(request))
  const end = (request: Request) => void (calls.delete(request) && calls.size === 0 && allEnded())
  page.on('request', begin)
  page.on('requestfinished', end)
  page.on('requestfailed', end)

  await page.goto(path)
  await page.locator('h1').first().waitFor()
  await page.waitForFunction(() => !document.querySelector('main :is(.spinner, .skeleton)'))
  if (calls.size > 0) await new Promise<void>((resolve) => (allEnded = resolve))
  // The last data are rendered.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))

  page.off('request', begin)
  page.off('requestfinished', end)
  page.off('requestfailed', end)
}

/** The stream of changes stays open. */
const isCall = (request: Request) => /^\/api\/(?!order-changes$)/.test(new URL(request.url()).pathname)
