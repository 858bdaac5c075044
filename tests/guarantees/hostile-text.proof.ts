import { isNotNull } from 'drizzle-orm'
import type { Locator } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { mails } from '#database/tables/mails.ts'
import { hostileTexts } from '#tests/support/hostile/hostile-text.ts'
import {
  addVisitor,
  openVisitedShop,
  openEditor,
  openWatchedBrowser,
  readMails,
  storeTexts,
  visit,
  type Stored,
  type VisitedShop,
} from '#tests/support/shops/hostile-shop.ts'
import type { Customer } from '#tests/support/shops/open-shop.ts'

/** As many as one customer may order without paying; all of them are shown in tests/deep/xss.deep.ts. */
const texts = hostileTexts.slice(0, 20)
const AT_ONCE = 5

let shop: VisitedShop
let admin: Customer
let buyer: Customer
let stored: Stored

beforeAll(async () => {
  shop = await openVisitedShop()
  admin = await addVisitor(shop, 'Office', 'admin')
  for (let first = 0; first < texts.length; first += AT_ONCE) {
    buyer = await addVisitor(shop, texts[first]!)
    stored = await storeTexts(shop, admin, buyer, texts.slice(first, first + AT_ONCE))
  }
})

test('there are at least 200 hostile texts, each another one', () => {
  expect(new Set(hostileTexts).size).toBe(hostileTexts.length)
  expect(hostileTexts.length).toBeGreaterThanOrEqual(200)
})

test('a visitor sees hostile parts and reviews as text, and nothing runs (44)', async () => {
  const browser = await openWatchedBrowser(shop)

  for (const path of [
    '/',
    '/inventory',
    '/inventory?page=1',
    '/inventory?page=2',
    '/legal',
    '/contact-us',
    '/register',
    `/inventory?page=%3Cscript%3Ealert(1)%3C/script%3E`,
    '/<img src=x onerror=alert(1)>',
  ]) {
    await visit(browser, path)
  }
  await visit(browser, '/')
  await expectShown(browser.page.locator('body'), texts.at(-1)!)

  expect(browser.noticed).toEqual([])
  await browser.close()
})

test('a customer sees hostile orders, parts and a hostile name as text, and nothing runs (44)', async () => {
  const browser = await openWatchedBrowser(shop, buyer)
  const part = `/inventory/${stored.parts.at(-1)!._id}`

  for (const path of ['/dashboard/profile', ...stored.payments.slice(-2), part, '/dashboard']) await visit(browser, path)
  await expectShown(browser.page.locator('body'), texts.at(-1)!)
  await browser.page
    .getByRole('button', { name: /delete|remove|cancel/i })
    .first()
    .click()
  await visit(browser, part)
  await browser.page.getByRole('button', { name: 'Purchase' }).click()
  await browser.page.getByRole('button', { name: 'Submit' }).waitFor()

  expect(browser.noticed).toEqual([])
  await browser.close()
})

test('a customer sees hostile quotes and keys as text, also where lines are changed, and nothing runs (44)', async () => {
  const browser = await openWatchedBrowser(shop, buyer)

  await visit(browser, '/dashboard/profile/developers')
  for (const name of texts.slice(-AT_ONCE)) await expectShown(browser.page.getByRole('table'), name)
  for (const path of ['/dashboard/quotes', ...stored.quotes]) await visit(browser, path)
  for (const line of texts.slice(-AT_ONCE)) await expectShown(browser.page.getByRole('table'), line)
  await openEditor(browser)
  await expect.poll(() => browser.page.getByRole('combobox', { name: 'Part, line 1', exact: true }).inputValue()).toBe(texts.at(-AT_ONCE)!)

  expect(browser.noticed).toEqual([])
  await browser.close()
})

test('a stranger sees hostile quotes that are shared as text, and nothing runs (44)', async () => {
  const browser = await openWatchedBrowser(shop)

  for (const path of stored.sharedQuotes) await visit(browser, path)
  for (const line of texts.slice(-AT_ONCE)) await expectShown(browser.page.getByRole('table'), line)

  expect(browser.noticed).toEqual([])
  await browser.close()
})

test('an admin sees hostile orders, parts, messages and mails as text, and nothing runs (44)', async () => {
  const browser = await openWatchedBrowser(shop, admin)

  for (const screen of ['makeAdmin', 'mails', 'manegeProduct', 'all-order', 'messages', 'all-quotes', 'searches', 'shop-settings', 'audit'])
    await visit(browser, `/dashboard/${screen}`)
  await visit(browser, '/dashboard/manegeProduct')
  await expectShown(browser.page.locator('body'), texts.at(-1)!)
  for (const path of stored.quotes) await visit(browser, path.replace('quotes', 'all-quotes'))

  expect(browser.noticed).toEqual([])
  await browser.close()
})

test('the HTML of mails about hostile parts and messages shows them as text (44)', async () => {
  const browser = await openWatchedBrowser(shop)
  const written = await shop.db.select({ html: mails.html }).from(mails).where(isNotNull(mails.html))

  await readMails(browser, written)

  expect(written.length).toBeGreaterThanOrEqual(2 * texts.length)
  expect(browser.noticed).toEqual([])
  await browser.close()
})

test('no page holds a hostile text other than escaped, in its HTML and in the data for its scripts (44)', async () => {
  const pages = await Promise.all(
    ['/', '/inventory', '/inventory?page=1', '/inventory?page=2', '/legal', '/contact-us'].map(async (path) =>
      (await fetch(shop.url + path)).text(),
    ),
  )
  const html = pages.join('')

  for (const text of texts.filter((one) => /<\/?[a-z!]/i.test(one))) expect(html, text).not.toContain(text)
  expect(html.match(/<script/g)?.length).toBe(html.match(/<\/script>/g)?.length)
  expect(html).not.toMatch(/[\u2028\u2029]/)
})

test('a browser that took such a text for HTML would have been noticed, on a screen and in a mail', async () => {
  const browser = await openWatchedBrowser(shop)

  await visit(browser, '/about')
  await browser.page.evaluate((html) => void (document.body.innerHTML = html), '<img src=x onerror=alert(1)>')
  await expect.poll(() => browser.noticed).toContainEqual(expect.stringContaining('script-src'))
  await readMails(browser, [{ html: '<img src=x onerror=alert(1)>' }])

  await expect.poll(() => browser.noticed).toContainEqual('a mail with 1 active elements')
  await expect.poll(() => browser.noticed).toContainEqual(expect.stringContaining('alert ran'))
  await browser.close()
})

const expectShown = (where: Locator, text: string) => expect.poll(async () => squeezed(await where.innerText())).toContain(squeezed(text))

const squeezed = (text: string) => text.replace(/\s+/g, ' ').trim()
