import type { Browser, BrowserContext, Page, Request } from '@playwright/test'

/** Requests that a failed journey repeats: the last ones of each page. */
const TOLD = 12

/**
 * Follows the requests of all pages; returns a function that says, for a journey that failed, which address each page has, what it loads
 * and what it loaded last. A screen that did not come shows by that whether the press, its script or its data was lost.
 */
export function watchRequests(browser: Browser): () => string {
  const pages = new Set<Page>()
  const requests: { request: Request; end?: string }[] = []
  const watch = (context: BrowserContext) => {
    const end = (how: string) => (request: Request) => {
      const known = requests.find((one) => one.request === request)
      if (known) known.end = how
    }
    context.pages().forEach((page) => pages.add(page))
    context.on('page', (page) => pages.add(page))
    context.on('request', (request) => requests.push({ request }))
    context.on('requestfinished', end('ended'))
    context.on('requestfailed', end('failed'))
  }
  browser.contexts().forEach(watch)
  browser.on('context', watch)

  return () => {
    browser.off('context', watch)
    return [...pages]
      .map((page) => {
        const own = requests.filter(({ request }) => request.serviceWorker() === null && request.frame().page() === page)
        const told = own.filter(({ end }, place) => end !== 'ended' || place >= own.length - TOLD)
        return [`page ${page.url()}`, ...told.map(({ request, end = 'OPEN' }) => `  ${end} ${request.method()} ${request.url()}`)].join(
          '\n',
        )
      })
      .join('\n')
  }
}
