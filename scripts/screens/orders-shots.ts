import type { Page } from 'playwright-core'
import { allOrdersWords } from '#app/words/all-orders.ts'
import type { Screen } from '#tests/support/browser/screens.ts'
import type { Business } from './business.ts'
import { openPalette, press, pressFirst, startPurchase } from './steps.ts'

/** A screen, what is done on it before its screenshot, and whether something lies over the page that scrolls apart from it. */
export type Shot = Screen & { prepare?: (page: Page) => Promise<void>; isOverPage?: boolean }

/** Screens around orders that need an order, an address or a press. */
export const ordersShots = ({ part, paid, unpaid, number, tracking }: Business): Shot[] => [
  { name: 'order-unpaid', path: `/dashboard/order/${unpaid}`, role: 'customer' },
  { name: 'order-change-pieces', path: `/dashboard/order/${unpaid}`, role: 'customer', prepare: (page) => press(page, 'Change pieces') },
  { name: 'order-change-address', path: `/dashboard/order/${unpaid}`, role: 'customer', prepare: (page) => press(page, 'Change address') },
  { name: 'order-parcel-form', path: `/dashboard/order/${paid}`, role: 'admin', prepare: (page) => pressFirst(page, /^Pending Shipping/) },
  { name: 'order-refund', path: '/dashboard/all-order', role: 'admin', prepare: (page) => pressFirst(page, /^Refund/) },
  { name: 'order-unknown', path: '/dashboard/order/00000000-0000-0000-0000-000000000000', role: 'customer' },
  { name: 'track', path: tracking, role: 'visitor' },
  { name: 'track-unknown', path: '/track/none', role: 'visitor' },
  { name: 'address-dialog', path: '/dashboard/profile/addresses', role: 'customer', prepare: (page) => press(page, 'New address') },
  { name: 'address-at-purchase', path: `/inventory/${part}`, role: 'customer', prepare: startPurchase },
  { name: 'ship-scanned', path: '/dashboard/ship', role: 'admin', prepare: (page) => scan(page, number) },
  { name: 'ship-refused', path: '/dashboard/ship', role: 'admin', prepare: (page) => scan(page, 'O-999999') },
  { name: 'order-mails', path: '/dashboard/profile', role: 'admin' },
  { name: 'order-again', path: `/dashboard/order/${paid}`, role: 'customer', prepare: (page) => press(page, 'Order again') },
  { name: 'palette', path: '/dashboard', role: 'customer', prepare: (page) => openPalette(page, 'board'), isOverPage: true },
  { name: 'palette-admin', path: '/dashboard/all-order', role: 'admin', prepare: (page) => openPalette(page, ''), isOverPage: true },
  { name: 'side-sheet', path: `/dashboard/all-order?open=${paid}`, role: 'admin', prepare: openedSheet, isOverPage: true },
  { name: 'side-sheet-mail', path: '/dashboard/mails', role: 'admin', prepare: openFirstRow, isOverPage: true },
  { name: 'side-sheet-audit', path: '/dashboard/audit', role: 'admin', prepare: openFirstRow, isOverPage: true },
  { name: 'date-range', path: '/dashboard/all-order', role: 'admin', prepare: (page) => press(page, `${allOrdersWords.days}: All days`) },
]

/** What a scanner does: it types, and presses Enter. The shop then finds the order, or says why not. */
async function scan(page: Page, code: string): Promise<void> {
  await page.getByLabel('Order number').pressSequentially(code)
  await page.keyboard.press('Enter')
  await page.waitForLoadState('networkidle')
}

const openedSheet = (page: Page) => page.getByRole('dialog').waitFor()

async function openFirstRow(page: Page): Promise<void> {
  await page.getByRole('table').getByRole('link').first().click()
  await openedSheet(page)
}
