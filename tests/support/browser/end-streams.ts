import type { BrowserContext, Page } from 'playwright-core'

/** Ends the streams that an order's screen keeps open, so that a page comes to rest ('networkidle'). The screen asks instead. */
export const endStreams = (of: Pick<Page | BrowserContext, 'route'>) => of.route('**/api/order-changes', (route) => route.abort())
