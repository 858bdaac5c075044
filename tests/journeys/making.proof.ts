import type { Browser, Page } from '@playwright/test'
import type { Order } from '#contract/orders/orders.ts'
import type { OrderGroup, Quote } from '#contract/quotes/quotes.ts'
import { axeFindingsDayAndNight } from '#tests/support/browser/axe.ts'
import {
  addPart,
  callShop,
  enter,
  expect,
  expectToast,
  newPerson,
  payOrder,
  sampleAdmin,
  signIn,
  test as journey,
} from '#tests/support/browser/journey.ts'
import { openedOnce } from '#tests/support/browser/own-shop.ts'
import { HANG_LIMIT_MS } from '#tests/support/runner/hang-limit.ts'
import { runShop } from '#tests/support/shops/run-shop.ts'

/** A separate shop, because most others make nothing. The seller of the sample shop is in Germany. */
const test = journey.extend<object, { shopUrl: string; boss: Page }>({
  shopUrl: openedOnce(async (use) => {
    const shop = await runShop()
    await use(shop.url)
    await shop.stop()
  }),
  boss: [
    async ({ browser, shopUrl }, use) => {
      const page = await openPage(browser, shopUrl)
      await signIn(page, sampleAdmin)
      await use(page)
      await page.context().close()
    },
    { scope: 'worker', timeout: HANG_LIMIT_MS },
  ],
})
test.describe.configure({ mode: 'serial', timeout: 300_000 })

const openPage = async (browser: Browser, baseURL: string) => (await browser.newContext({ baseURL })).newPage()

/** axe, and nothing that scrolls sideways, on a phone and on a desk; pictures where MAKING_PICTURES names a folder. */
async function expectFine(page: Page, name: string): Promise<void> {
  for (const width of [390, 1_440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await axeFindingsDayAndNight(page), `${name}, ${width} px`).toEqual([])
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
    expect(sideways, `${name} scrolls sideways at ${width} px`).toBe(false)
    const folder = process.env['MAKING_PICTURES']
    for (const colorScheme of folder ? (['light', 'dark'] as const) : []) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true })
    }
  }
}

const NO_FACTS = { category: null, weight: null, origin: null, customsCode: null, attributes: {} }
const japan = {
  name: 'Ann Lee',
  company: 'Lee KK',
  street: '1-2 Chiyoda',
  city: 'Tokyo',
  postalCode: '100-0001',
  country: 'JP',
  phone: '+81 3',
}

/** A paid order of 2,000 pieces to Japan, of which half are made. */
async function madeOrder(boss: Page, page: Page): Promise<Order> {
  const part = await addPart(boss, { price: 2.5, available: 1_000 })
  await callShop(boss, 'PUT', `/parts/${part._id}/facts`, { ...NO_FACTS, weight: 12.5, origin: 'CN', madeMonthly: 20_000, seen: NO_FACTS })
  const quote = await callShop<Quote>(page, 'POST', '/quotes', { lines: [{ text: part.partNumber, quantity: 2_000 }] })
  const body = { version: quote.version, total: quote.total, phone: '1', address: 'Tokyo', shipTo: japan }
  const { orders } = await callShop<OrderGroup>(page, 'POST', `/quotes/${quote._id}/order`, body)
  await payOrder(page, orders[0]!)
  return orders[0]!
}

test('the shop says how far it is with what it makes, on the order, for several and by a list; the buyer sees it', async ({
  boss,
  browser,
  shopUrl,
}) => {
  const page = await openPage(browser, shopUrl)
  await enter(page, newPerson('Ann Buyer'))
  const [first, second] = [await madeOrder(boss, page), await madeOrder(boss, page)]

  await boss.goto(`/dashboard/order/${first._id}`)
  await boss.getByRole('button', { name: 'Set stage' }).click()
  await boss.getByLabel('Stage', { exact: true }).selectOption('Planned')
  await boss.getByLabel('Expected to be ready on').fill('2099-01-01')
  await boss.getByRole('button', { name: 'Confirm' }).click()
  await expect(boss.getByText('The day is more than three years away.')).toBeVisible()
  await expectFine(boss, 'stage-dialog')
  await boss.getByLabel('Expected to be ready on').fill('')
  await boss.getByLabel('Tell the buyer by mail').check()
  await boss.getByRole('button', { name: 'Confirm' }).click()
  await expectToast(boss, 'The stage is set')
  await expect(boss.getByRole('list', { name: 'Timeline' }).getByText('Planned')).toBeVisible()
  await expectFine(boss, 'order-with-stage')

  await boss.goto('/dashboard/all-order?state=paid')
  for (const { number } of [first, second]) await boss.getByRole('row').filter({ hasText: number }).getByRole('checkbox').check()
  await boss.getByRole('button', { name: 'Set stage of selected' }).click()
  await boss.getByLabel('Stage', { exact: true }).selectOption('In production')
  await expectFine(boss, 'stages-dialog')
  await boss.getByRole('button', { name: 'Confirm' }).click()
  await expectToast(boss, '2 stages set')

  await boss.goto('/dashboard/ship')
  await expect(boss.getByText('In production').first()).toBeVisible()
  await expectFine(boss, 'ship-with-stages')
  await boss.getByRole('link', { name: 'Stages by list' }).click()
  await boss.getByLabel('Order number, stage and day').fill(`${first.number}; ready\n${second.number}; planned\nO-999999; ready`)
  await boss.getByRole('button', { name: 'Compare' }).click()
  await expect(boss.getByText('2 lines have a problem, and are left out.')).toBeVisible()
  await expectFine(boss, 'stage-list')
  await boss.getByRole('button', { name: 'Set 1 stage' }).click()
  await expectToast(boss, '1 stage set')

  await page.goto(`/dashboard/order/${first._id}`)
  await expect(page.getByText('Ready since').first()).toBeVisible()
  await expectFine(page, 'order-of-buyer')
})

test('papers for customs say what is missing, and are printed with what is typed', async ({ boss, browser, shopUrl }) => {
  const page = await openPage(browser, shopUrl)
  await enter(page, newPerson('Bob Buyer'))
  const order = await madeOrder(boss, page)
  await boss.goto('/dashboard/ship')
  await expect(boss.getByRole('button', { name: `Papers for customs of ${order.number}` })).toBeVisible()
  await boss.goto(`/dashboard/order/${order._id}`)
  await boss.getByRole('button', { name: /Papers for customs/ }).click()
  await expect(boss.getByText('The customs code of the part.')).toBeVisible()
  await expect(boss.getByRole('button', { name: 'Commercial invoice' })).toBeDisabled()
  await boss.getByLabel('Packages').fill('5')
  await boss.getByLabel('Gross weight in kg').fill('27.5')
  await boss.getByLabel('Incoterm', { exact: true }).selectOption('DAP')
  await boss.getByLabel('Its place').fill('Tokyo')
  await expect(boss.getByText('The gross weight.')).toHaveCount(0)
  await expectFine(boss, 'customs-dialog')
  await boss.getByLabel('Print what is missing as gaps').check()
  const saved = boss.waitForEvent('download')
  await boss.getByRole('button', { name: 'Commercial invoice' }).click()

  expect((await saved).suggestedFilename()).toBe(`commercial-invoice-${order.number}.pdf`)
})

test('a procurement system is given an address for answers', async ({ browser, shopUrl }) => {
  const page = await openPage(browser, shopUrl)
  await signIn(page, sampleAdmin)
  const made = { kind: 'cxml', name: 'Purchasing', domain: 'DUNS', identity: '123456789' }
  const { secret } = await callShop<{ secret: string }>(page, 'POST', '/punchout/connections', made)

  await page.goto('/dashboard/profile/developers')
  await page.getByRole('button', { name: 'Answers to Purchasing' }).click()
  await page.getByLabel('Address for answers').fill('https://192.0.43.8/cxml')
  await page.getByLabel('Shared secret of this connection').fill('wrong')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('This is not the shared secret of this connection.')).toBeVisible()
  await expectFine(page, 'answers-dialog')
  await page.getByLabel('Shared secret of this connection').fill(secret)
  await page.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'The address for answers is saved')
  await expectFine(page, 'procurement-systems')
})
