import type { BrowserContext, Page } from 'playwright-core'

/** Ends the streams that an order's screen keeps open, so that a page becomes idle ('networkidle'). The screen polls instead. */
export const endStreams = (of: Pick<Page | BrowserContext, 'route'>) => of.route('**/api/order-changes', (route) => route.abort())
