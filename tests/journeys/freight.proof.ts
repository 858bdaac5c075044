import type { Browser, Page } from '@playwright/test'
import type { FreightTable } from '#contract/freight/methods.ts'
import { axeFindingsDayAndNight } from '#tests/support/browser/axe.ts'
import {
  addPart,
  callShop,
  enter,
  expect,
  expectToast,
  newPerson,
  sampleAdmin,
  signIn,
  test as journey,
} from '#tests/support/browser/journey.ts'
import { openedOnce } from '#tests/support/browser/own-shop.ts'
import { lineOf, openQuote, pasteList, save } from '#tests/support/browser/quote-screen.ts'
import { HANG_LIMIT_MS } from '#tests/support/runner/hang-limit.ts'
import { runShop } from '#tests/support/shops/run-shop.ts'

/** A separate shop, because all others have no freight. */
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

/** axe, and nothing that scrolls sideways, on a phone and on a desk; pictures where FREIGHT_PICTURES names a folder. */
async function expectFine(page: Page, name: string): Promise<void> {
  for (const width of [390, 1_024, 1_440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await axeFindingsDayAndNight(page), `${name}, ${width} px`).toEqual([])
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
    expect(sideways, `${name} scrolls sideways at ${width} px`).toBe(false)
    const folder = process.env['FREIGHT_PICTURES']
    for (const colorScheme of folder ? (['light', 'dark'] as const) : []) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true })
    }
  }
}

const NO_FACTS = { category: null, weight: null, origin: null, customsCode: null, attributes: {} }

test('the shop offers freight by pallet, and collected; a buyer compares, chooses and is asked to pay for both', async ({
  boss,
  browser,
  shopUrl,
}) => {
  const part = await addPart(boss, { price: 2.5 })
  await callShop(boss, 'PUT', `/parts/${part._id}/facts`, { ...NO_FACTS, weight: 500, seen: NO_FACTS })
  const addMethod = async (name: string, fill: () => Promise<unknown>) => {
    await boss.getByRole('button', { name: 'Add a method' }).first().click()
    await boss.getByLabel('Name, as buyers see it').fill(name)
    await fill()
    await boss.getByRole('button', { name: 'Save' }).click()
    await expect(boss.getByRole('row').filter({ hasText: name })).toBeVisible()
  }
  await boss.goto('/dashboard/freight')
  await addMethod('Pallets', async () => {
    await boss.getByLabel('Reaches').selectOption('Some countries')
    await boss.getByLabel('Some countries').selectOption('DE')
    await boss.getByLabel('Priced').selectOption('By pallet')
    await boss.getByRole('button', { name: 'Save' }).click()
    await expect(boss.getByText('Enter how many kg go on a pallet')).toBeVisible()
    await boss.getByLabel('Kg on a pallet').fill('400')
    await boss.getByLabel('Price of a pallet').fill('89.50')
  })
  await addMethod('Your carrier', async () => {
    await boss.getByLabel('Priced').selectOption('Collected by the carrier of the buyer')
    await boss.getByLabel('Incoterm 2020').selectOption('FCA')
    await boss.getByLabel('Named place').fill('Bonn')
  })
  await expectFine(boss, 'freight-methods')

  const page = await openPage(browser, shopUrl)
  await enter(page, newPerson('Ann Buyer'))
  await openQuote(page)
  await pasteList(page, `${part.partNumber}; 1000`)
  await expect(lineOf(page, 1)).toContainText('$2,500.00')
  await save(page)
  await page.getByLabel('Phone').fill('1')
  await page.getByLabel('Address', { exact: true }).fill('Dock Road 1, Hamburg')
  await page.getByLabel('Country').selectOption('DE')
  const choices = page.getByRole('group', { name: 'Freight' })
  // 500 kg are two pallets of 400.
  await expect(choices.getByRole('radio', { name: 'Pallets $179.00' })).toBeChecked()
  await expect(page.getByRole('button', { name: 'Order all for $2,679.00' })).toBeVisible()
  await expect(page.getByText('1 order, $2,679.00 in one payment.')).toBeVisible()
  await expectFine(page, 'quote-with-freight')

  await choices.getByRole('radio', { name: 'Your carrier on your account' }).check()
  await page.getByRole('button', { name: 'Order all for $2,500.00' }).click()
  await expect(page.getByText('Enter your account number with the carrier')).toBeVisible()
  await choices.getByRole('radio', { name: 'Pallets' }).check()
  await page.getByRole('button', { name: 'Order all for $2,679.00' }).click()

  await expect(page.getByText('Please Pay: $2,679.00')).toBeVisible()
})

test('where the weight of a part is missing the buyer asks, and orders the offer with its freight', async ({ boss, browser, shopUrl }) => {
  const part = await addPart(boss, { price: 2.5 })
  const page = await openPage(browser, shopUrl)
  await enter(page, newPerson('Bob Buyer'))
  await openQuote(page)
  await pasteList(page, `${part.partNumber}; 1000`)
  await expect(lineOf(page, 1)).toContainText('$2,500.00')
  const number = await save(page)
  await page.getByLabel('Phone').fill('1')
  await page.getByLabel('Address', { exact: true }).fill('Dock Road 2, Hamburg')
  await page.getByLabel('Country').selectOption('DE')
  await expect(page.getByText(`The weight of ${part.partNumber} is missing: we tell you the freight`)).toBeVisible()
  await page.getByRole('button', { name: 'Ask for an offer' }).first().click()
  await expectToast(page, 'The shop was asked for an offer')

  await boss.setViewportSize({ width: 1_280, height: 900 })
  await boss.goto('/dashboard/all-quotes')
  await boss.getByRole('link', { name: number }).click()
  await expect(boss.getByText('Dock Road 2, Hamburg')).toBeVisible()
  await boss.getByLabel('Freight to one address ($)').fill('150')
  await boss.getByLabel('How it is delivered').fill('By our lorry')
  await boss.getByRole('button', { name: /^Send/ }).click()
  await expect(boss.getByText('Freight: By our lorry, $150.00')).toBeVisible()

  await page.reload()
  await expect(page.getByText('Freight: By our lorry, $150.00')).toBeVisible()
  await page.getByLabel('Phone').fill('1')
  await page.getByLabel('Address', { exact: true }).fill('Dock Road 2, Hamburg')
  await expectFine(page, 'offer-with-freight')
  await page.getByRole('button', { name: 'Accept and order for $2,650.00' }).click()

  await expect(page.getByText('Please Pay: $2,650.00')).toBeVisible()
})

test('no freight is charged that the buyer has not seen', async ({ boss, browser, shopUrl }) => {
  const { methods } = await callShop<FreightTable>(boss, 'GET', '/freight-methods')
  for (const { _id } of methods) await callShop(boss, 'DELETE', `/freight-methods/${_id}`)
  const method = { carrier: 'dhl', pricing: 'fixed', price: 45, incoterm: 'DAP', place: '', transitDays: 2, position: 0, active: true }
  await callShop(boss, 'POST', '/freight-methods', { ...method, name: 'To Germany', reach: 'countries', countries: ['DE'], price: 30 })
  const part = await addPart(boss, { price: 2.5 })
  const page = await openPage(browser, shopUrl)
  await enter(page, newPerson('Cleo Buyer'))

  // Before the country is chosen nothing is known to be out of reach.
  await page.goto(`/inventory/${part._id}`)
  await page.getByRole('button', { name: 'Purchase' }).click()
  await page.getByLabel('Phone').fill('1')
  await page.getByLabel('Address', { exact: true }).fill('Dock Road 3, Hamburg')
  await page.getByLabel('Country').focus()
  await expect(page.getByText('The freight is shown once the address is entered.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Submit' })).toBeEnabled()
  await page.getByLabel('Country').selectOption('DE')
  await expect(page.getByRole('radio', { name: 'To Germany, DHL $30.00' })).toBeChecked()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText('$2,500.00 + freight')).toBeVisible()

  await callShop(boss, 'POST', '/freight-methods', { ...method, name: 'Everywhere', reach: 'everywhere' })
  const failing = '**/api/freight/choices'
  await page.route(failing, (route) => route.fulfill({ status: 409, json: { code: 'CONFLICT', message: 'Not now' } }))
  await openQuote(page)
  await pasteList(page, `${part.partNumber}; 1000`)
  await expect(lineOf(page, 1)).toContainText('$2,500.00')
  await save(page)
  await page.getByLabel('Phone').fill('1')
  await page.getByLabel('Address', { exact: true }).fill('Dock Road 3, Hamburg')
  await page.getByRole('button', { name: 'Order all for $2,500.00' }).click()
  await expect(page.getByText('The price has changed. Please look at the new total.')).toBeVisible()

  await page.unroute(failing)
  await page.getByLabel('Address', { exact: true }).fill('Dock Road 4, Hamburg')
  await page.getByLabel('Phone').focus()
  await page.getByLabel('Country').selectOption('AT')
  await page.getByRole('button', { name: 'Order all for $2,545.00' }).click()
  await expect(page.getByText('Please Pay: $2,545.00')).toBeVisible()
})
