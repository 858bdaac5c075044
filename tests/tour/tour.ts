import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings } from '#tests/support/browser/axe.ts'
import { endStreams } from '#tests/support/browser/end-streams.ts'
import { launchBrowser } from '#tests/support/browser/launch-browser.ts'
import { adminScreens, customerScreens, publicScreens } from '#tests/support/browser/screens.ts'
import { openListeningShop } from '#tests/support/shops/listening-shop.ts'
import { ADMIN_PASSWORD } from '#tests/support/shops/open-shop.ts'
import { signIn } from '../../scripts/screens/business.ts'
import { openBusyShop, type BusyShop } from './busy-shop.ts'

/*
 * `npm run tour`: every screen of a busy shop, on a desk, a small desk and a phone, light and dark, into the folder screens/tour.
 * No page scrolls sideways, and axe finds nothing. ONLY chooses screens by words of their names, WIDTHS and SCHEMES what they are
 * taken on:
 *
 *     ONLY=bank,books WIDTHS=desk SCHEMES=light npm run tour
 */

const FOLDER = 'screens/tour'
const WIDTHS = { desk: [1_440, 900], small: [1_024, 768], phone: [390, 844] } as const
const SCHEMES = ['light', 'dark'] as const
const chosen = (name: string, all: readonly string[]) => process.env[name]?.split(',') ?? all

const shop = await openListeningShop()
let busy: BusyShop
let browser: Browser | undefined
beforeAll(async () => {
  busy = await openBusyShop(shop)
  browser = await launchBrowser()
  await rm(FOLDER, { recursive: true, force: true })
  await mkdir(FOLDER, { recursive: true })
})
afterAll(() => browser?.close())

type Stop = { name: string; path: string }

function stops(): Record<'visitor' | 'buyer' | 'admin', Stop[]> {
  const { part, orders, group, savedQuote, offered, asked } = busy
  const ordersOf = Object.entries(orders).map(([name, { _id }]) => ({ name: `order-${name}`, path: `/dashboard/order/${_id}` }))
  return {
    visitor: [...publicScreens, { name: 'inventory-table', path: '/inventory?view=table' }],
    buyer: [
      ...customerScreens,
      { name: 'part', path: `/inventory/${part._id}` },
      { name: 'compared-parts', path: `/compare?parts=${group.orders.slice(0, 3).map(({ partsId }) => partsId)}` },
      ...ordersOf,
      { name: 'payment', path: `/dashboard/payment/${orders.unpaid._id}` },
      { name: 'payment-transfer', path: `/dashboard/payment/${orders.transfer._id}` },
      { name: 'payment-group', path: `/dashboard/payment/${group.orders[0]!._id}` },
      { name: 'payment-paid', path: `/dashboard/payment/${orders.paid._id}` },
      { name: 'payment-on-account', path: `/dashboard/payment/${orders.onAccount._id}` },
      { name: 'quote-saved', path: `/dashboard/quotes/${savedQuote._id}` },
      { name: 'quote-offered', path: `/dashboard/quotes/${offered._id}` },
    ],
    admin: [
      ...adminScreens,
      ...ordersOf.map(({ name, path }) => ({ name: `shop-${name}`, path })),
      { name: 'quote-asked', path: `/dashboard/all-quotes/${asked._id}` },
      { name: 'customer', path: `/dashboard/customers/${busy.buyer.userId}` },
    ],
  }
}

for (const width of chosen('WIDTHS', Object.keys(WIDTHS)) as (keyof typeof WIDTHS)[]) {
  for (const colorScheme of chosen('SCHEMES', SCHEMES) as (typeof SCHEMES)[number][]) {
    for (const role of ['visitor', 'buyer', 'admin'] as const) {
      test(`the screens of a ${role} fit a ${width}, ${colorScheme}`, async () => {
        const [w, height] = WIDTHS[width]
        const storageState =
          role === 'visitor' ? undefined : await signIn(browser!, shop.url, { email: busy[role].email, password: ADMIN_PASSWORD })
        const context = await browser!.newContext({
          baseURL: shop.url,
          viewport: { width: w, height },
          colorScheme,
          reducedMotion: 'reduce',
          ...(storageState && { storageState }),
        })
        await endStreams(context)
        const page = await context.newPage()
        const found: string[] = []
        for (const { name, path } of stops()[role].filter(isChosen)) {
          await page.goto(path, { waitUntil: 'networkidle' })
          await page.screenshot({ path: join(FOLDER, `${role}-${name}-${width}-${colorScheme}.png`), fullPage: true })
          found.push(...(await faultsOf(page)).map((fault) => `${name}: ${fault}`))
        }
        await context.close()

        expect(found).toEqual([])
      })
    }
  }
}

const isChosen = ({ name }: Stop) => chosen('ONLY', ['']).some((word) => name.includes(word))

async function faultsOf(page: Page): Promise<string[]> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  return [...(over > 0 ? [`scrolls sideways by ${over} px`] : []), ...(await axeFindings(page))]
}
