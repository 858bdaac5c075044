import { isNotNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CONTACT_PAGE_SIZE, PAGE_SIZE } from '#contract/basics/limits.ts'
import { mails } from '#database/tables/mails.ts'
import { reportFigure } from '#tests/support/load/figures.ts'
import {
  addVisitor,
  openVisitedShop,
  openEditor,
  openWatchedBrowser,
  readMails,
  storeTexts,
  visit,
  type VisitedShop,
  type WatchedBrowser,
} from '#tests/support/shops/hostile-shop.ts'
import { hostileTexts } from '#tests/support/hostile/hostile-text.ts'
import type { Customer } from '#tests/support/shops/open-shop.ts'
import { adminScreens, customerScreens, publicScreens } from '#tests/support/browser/screens.ts'

/** XSS_TEXTS limits the number of stored texts, for a short run. */
const texts = hostileTexts.slice(0, Number(process.env['XSS_TEXTS'] ?? hostileTexts.length))
/** The home page shows the six newest reviews, and a customer may have a few unpaid orders only. */
const AT_ONCE = 5
const batches = Array.from({ length: Math.ceil(texts.length / AT_ONCE) }, (_, index) => texts.slice(index * AT_ONCE, (index + 1) * AT_ONCE))

let shop: VisitedShop
let admin: Customer
let lastBuyer: Customer
const noticed: string[] = []
let visits = 0
let mailsRead = 0

beforeAll(async () => {
  shop = await openVisitedShop()
  admin = await addVisitor(shop, 'Office', 'admin')
})

afterAll(() => {
  const measured = `${texts.length} texts in every stored field, ${visits} visits to screens, ${mailsRead} mails: ${noticed.length} executions, breaches of the policy or foreign requests`
  reportFigure('G10', measured, '200 texts, 0 executions, 0 breaches')
})

/** Visits these screens as one person, or as a visitor, and does something with the last of them. */
async function look(screens: string[], person?: Customer, lastly?: (browser: WatchedBrowser) => Promise<void>): Promise<void> {
  const browser = await openWatchedBrowser(shop, person)
  for (const path of screens) {
    await visit(browser, path)
    visits += 1
  }
  await lastly?.(browser)
  noticed.push(...browser.noticed)
  await browser.close()
}

test('no screen that shows a few hostile texts at a time runs any of them', async () => {
  for (const batch of batches) {
    lastBuyer = await addVisitor(shop, batch[0]!)
    const { parts, payments, quotes, sharedQuotes } = await storeTexts(shop, await shop.admin(), lastBuyer, batch)
    const partScreens = parts.map(({ _id }) => `/inventory/${_id}`)
    await look(['/', ...sharedQuotes])
    await look(['/', ...partScreens, ...payments, ...customerScreens.map(({ path }) => path), ...quotes], lastBuyer, openEditor)
  }

  expect(noticed).toEqual([])
})

test('no list of all the hostile texts runs any of them, whoever looks at it', async () => {
  const pages = Math.ceil((texts.length * 2) / PAGE_SIZE) + 1
  const lists = Array.from({ length: pages }, (_, page) => `/inventory?page=${page}`)
  const messages = Array.from({ length: Math.ceil(texts.length / CONTACT_PAGE_SIZE) }, (_, page) => `/dashboard/messages?page=${page}`)
  const screens = [...publicScreens, ...customerScreens, ...adminScreens].map(({ path }) => path)

  await look([...screens, ...lists])
  await look(screens, lastBuyer)
  await look([...screens, ...messages], admin)

  expect(noticed).toEqual([])
})

test('no address with a hostile text in it runs it', async () => {
  const encoded = texts.map((text) => encodeURIComponent(text.toWellFormed()))
  const addresses = encoded.flatMap(
    (text, index) => [`/inventory?page=${text}`, `/${text}`, `/reset-password?token=${text}`, `/login?from=${text}`][index % 4]!,
  )

  await look(addresses)

  expect(noticed).toEqual([])
})

test('no mail about a hostile text runs it', async () => {
  const browser = await openWatchedBrowser(shop)
  const written = await shop.db.select({ html: mails.html }).from(mails).where(isNotNull(mails.html))

  await readMails(browser, written)
  mailsRead = written.length
  noticed.push(...browser.noticed)

  expect(mailsRead).toBeGreaterThanOrEqual(2 * texts.length)
  expect(noticed).toEqual([])
  await browser.close()
})
