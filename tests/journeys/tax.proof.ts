import type { Browser, Page } from '@playwright/test'
import type { Paper } from '#contract/payments/papers.ts'
import type { Quote } from '#contract/quotes/quotes.ts'
import { STORED } from '#app/identity/session-state.ts'
import { axeFindingsDayAndNight } from '#tests/support/browser/axe.ts'
import {
  addPart,
  answerInstead,
  callShop,
  enter,
  enterCard,
  expect,
  expectToast,
  holdBack,
  newPerson,
  sampleAdmin,
  signIn,
  test as journey,
} from '#tests/support/browser/journey.ts'
import { openedOnce } from '#tests/support/browser/own-shop.ts'
import { HANG_LIMIT_MS } from '#tests/support/runner/hang-limit.ts'
import { addressIn, frenchVatId } from '#tests/support/shops/charging.ts'
import { runShop } from '#tests/support/shops/run-shop.ts'

/** A separate shop, because all others charge no tax. */
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

/** axe, and nothing that scrolls sideways, on a phone and on a desk. Screens of the other buyers are the same with other figures. */
async function expectFine(page: Page, name: string): Promise<void> {
  if (/-(?:FI|FR|US)$/.test(name)) return
  for (const width of [375, 1_280]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await axeFindingsDayAndNight(page), `${name}, ${width} px`).toEqual([])
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
    expect(sideways, `${name} scrolls sideways at ${width} px`).toBe(false)
    if (process.env['TAX_PICTURES']) await page.screenshot({ path: `${process.env['TAX_PICTURES']}/${name}-${width}.png`, fullPage: true })
  }
}

test('the owner switches VAT on, and the screen Tax has its rates', async ({ boss }) => {
  await boss.goto('/dashboard/shop-settings/company')
  await expect(boss.getByLabel('Legal name')).toHaveValue('Teleforge Sample GmbH')
  await boss.getByLabel('IBAN').fill('DE00 3704 0044 0532 0130 00')
  await boss.getByLabel('Your password', { exact: true }).fill(sampleAdmin.password)
  await boss.getByLabel('Tax that the shop charges').selectOption('vat')
  await boss.getByLabel('VAT ids of buyers while VIES does not answer').selectOption('trust')
  await boss.getByRole('button', { name: 'Save and publish' }).click()
  await expect(boss.getByLabel('IBAN')).toHaveAccessibleDescription(/This is no IBAN/)
  await boss.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 00')
  await boss.getByRole('button', { name: 'Save and publish' }).click()
  await expectToast(boss, 'The settings are published')

  await boss.goto('/dashboard/tax')
  await expect(boss.getByText('The shop charges VAT by this table.')).toBeVisible()
  await expect(boss.getByRole('row').filter({ hasText: 'Finland (FI)' })).toContainText('25.5 %')
  await boss.getByRole('button', { name: 'Add a rate' }).click()
  await boss.getByLabel('Country').selectOption('IE')
  await boss.getByLabel('First day').fill('2199-01-01')
  await boss.getByLabel('Rate in percent').fill('21.5')
  await boss.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(boss.getByRole('row').filter({ hasText: '1 Jan 2199' })).toContainText('Planned')
  await boss.getByRole('button', { name: 'Remove Ireland, 2199-01-01' }).click()
  await boss.getByRole('button', { name: 'Confirm' }).click()
  await expect(boss.getByRole('row').filter({ hasText: '1 Jan 2199' })).toHaveCount(0)
  await expectFine(boss, 'tax')
})

const dollarsOf = (amount: number) => `$${amount.toLocaleString('en-US', { minimumFractionDigits: 2 })}`

/** A file of the person on this page, as text. */
async function fileOf(page: Page, path: string): Promise<string> {
  const token = await page.evaluate((key) => localStorage.getItem(key), STORED.token)
  const answer = await page.request.get(`/api${path}`, { headers: { authorization: `Bearer ${token}` } })
  expect(answer.status(), path).toBe(200)
  return answer.text()
}

const cases = [
  { name: 'at home', country: 'DE', tax: '$475.00', title: 'Tax 19 %', due: '$2,975.00', why: 'The tax of the country in which' },
  {
    name: 'in the EU without a VAT id',
    country: 'FI',
    tax: '$637.50',
    title: 'Tax 25.5 %',
    due: '$3,137.50',
    why: 'to which the goods are sent',
  },
  { name: 'in the EU with a VAT id', country: 'FR', vatId: frenchVatId, tax: '$0.00', title: 'Tax', due: '$2,500.00', why: 'Article 138' },
  { name: 'outside the EU', country: 'US', tax: '$0.00', title: 'Tax', due: '$2,500.00', why: 'Article 146' },
]

for (const { name, country, vatId, tax, title, due, why } of cases) {
  test(`a buyer ${name} sees net, tax, gross and the reason on quote, purchase, payment, order and invoice`, async ({
    browser,
    shopUrl,
    boss,
  }) => {
    const part = await addPart(boss, { available: 5_000, price: 2.5 })
    const page = await openPage(browser, shopUrl)
    await enter(page, newPerson())
    await callShop(page, 'POST', '/addresses', { ...addressIn(country), label: 'Dock', isDefault: true })

    await page.goto(`/inventory/${part._id}`)
    await page.getByRole('button', { name: 'Purchase' }).click()
    const fact = (label: string) => page.getByRole('definition').and(page.getByLabel(label, { exact: true }))
    if (vatId) {
      await page.getByRole('button', { name: 'Company, VAT id, invoice address' }).click()
      await page.getByLabel('Company').last().fill('Sample SARL')
      await page.getByLabel('VAT id').fill('FR40303265046')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(page.getByLabel('VAT id')).toHaveAccessibleDescription(/please check its digits/)
      await page.getByLabel('VAT id').fill(vatId)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(page.getByText('Not verified yet')).toBeVisible()
    }
    await expect(fact('Total price')).toHaveText('$2,500.00')
    await expect(fact(title)).toContainText(tax)
    await expect(fact(title)).toContainText(why)
    await expect(fact('To pay with tax')).toHaveText(due)
    await expectFine(page, `purchase-${country}`)
    await page.getByLabel('Phone').fill('+49 30 1')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)

    await expect(page.getByTitle(`${due} with tax`)).toHaveText('+ tax')
    await expectFine(page, `my-order-${country}`)
    await page.getByRole('link', { name: 'Pay Now' }).click()
    await expect(page.getByText(`Please Pay: ${due}`)).toBeVisible()
    await expect(page.getByText(why)).toBeVisible()
    await expectFine(page, `payment-${country}`)
    const payment = new URL(page.url()).pathname
    await enterCard(page, '4242 4242 4242 4242')
    await expect(page.getByText(/card Payment Is Completed/)).toBeVisible()

    await page.goto(payment.replace('/payment/', '/order/'))
    await expect(fact('With tax')).toHaveText(due)
    await expect(page.getByText(/INV-\d{4}-\d{6}/).first()).toBeVisible()
    await expectFine(page, `order-${country}`)

    const [invoice, ...others] = await callShop<Paper[]>(page, 'GET', `/order/${payment.split('/').at(-1)}/papers`)
    expect(others).toEqual([])
    expect(dollarsOf(invoice!.total)).toBe(due)
    expect(dollarsOf(invoice!.tax)).toBe(tax)
    const xml = await fileOf(page, `/papers/${invoice!._id}/ubl`)
    expect(xml).toContain(`<cbc:TaxExclusiveAmount currencyID="USD">2500.00</cbc:TaxExclusiveAmount>`)
    expect(xml).toContain(`<cbc:PayableAmount currencyID="USD">`)
    if (tax === '$0.00') expect(xml).toContain(why)

    const { _id } = await callShop<Quote>(page, 'POST', '/quotes', { lines: [{ text: part.partNumber, quantity: 1_000 }] })
    await page.goto(`/dashboard/quotes/${_id}`)
    await expect(fact('Without tax')).toHaveText('$2,500.00')
    await expect(fact(title)).toContainText(tax)
    await expect(fact(title)).toContainText(why)
    await expect(fact('To pay with tax')).toHaveText(due)
    await expectFine(page, `quote-${country}`)
    const file = await fileOf(page, `/quotes/${_id}/document?format=csv`)
    for (const said of ['Total without tax', why, 'Total with tax']) expect(file).toContain(said)
    await page.context().close()
  })
}

/** A rate of Sweden that begins today. Where midnight passes on the way to the shop, it begins on the next day. */
async function beginRateToday(boss: Page, rate: number): Promise<void> {
  const begin = () => callShop(boss, 'POST', '/tax-rates', { country: 'SE', from: new Date().toISOString().slice(0, 10), rate })
  await begin().catch(begin)
}

test('a rate that changes while the buyer looks is told before the order is placed', async ({ browser, shopUrl, boss }) => {
  const part = await addPart(boss, { available: 5_000, price: 2.5 })
  const page = await openPage(browser, shopUrl)
  await enter(page, newPerson())
  await callShop(page, 'POST', '/addresses', { ...addressIn('SE'), label: 'Dock', isDefault: true })
  await page.goto(`/inventory/${part._id}`)
  await page.getByRole('button', { name: 'Purchase' }).click()
  await expect(page.getByText('$3,125.00')).toBeVisible()
  await page.getByLabel('Phone').fill('+49 30 1')

  await beginRateToday(boss, 26)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('dialog')).toContainText('With tax it is $3,150.00 now.')
  await page.getByRole('button', { name: 'Confirm' }).click()

  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByTitle('$3,150.00 with tax')).toBeVisible()
  await page.context().close()
})

test('an order that is sent while the tax of the address before is shown asks before it is placed', async ({ browser, shopUrl, boss }) => {
  const part = await addPart(boss, { available: 5_000, price: 2.5 })
  const page = await openPage(browser, shopUrl)
  await enter(page, newPerson())
  await callShop(page, 'POST', '/addresses', { ...addressIn('DE'), label: 'Home', isDefault: true })
  await callShop(page, 'POST', '/addresses', { ...addressIn('FI'), label: 'Abroad', isDefault: false })
  await page.goto(`/inventory/${part._id}`)
  await page.getByRole('button', { name: 'Purchase' }).click()
  await expect(page.getByText('$2,975.00')).toBeVisible()
  await page.getByLabel('Phone').fill('+49 30 1')
  const release = await holdBack(page, '**/api/tax-preview')
  await page.getByLabel('Address book').selectOption({ index: 2 })
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  release()

  await expect(page.getByRole('dialog')).toContainText('With tax it is $3,137.50 now.')
  await page.context().close()
})

test('the profile says what invoices say', async ({ browser, shopUrl }) => {
  const page = await openPage(browser, shopUrl)
  await enter(page, newPerson())
  await page.goto('/dashboard/profile/company')
  await page.getByLabel('Company').fill('Sample SARL ')
  await page.getByLabel('VAT id').fill('fr 40 303 265 045')
  await page.getByLabel('The invoice goes to another address than the goods').check()
  await page.getByLabel('Street').fill('Rue 1')
  await page.getByLabel('City').fill('Paris')
  await page.getByLabel('Country').selectOption('FR')
  await answerInstead(page, 'PUT /billing', { code: 'INTERNAL', message: 'x' }, 500)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(page.getByLabel('Company')).toHaveValue('Sample SARL ')
  await page.unrouteAll({ behavior: 'wait' })

  const release = await holdBack(page, '**/api/billing')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByLabel('City').fill('Lyon')
  release()
  await expectToast(page, 'Your invoice details are saved')
  await expect(page.getByLabel('VAT id')).toHaveValue(frenchVatId)
  await expect(page.getByLabel('VAT id')).toHaveAccessibleDescription(/Not verified yet/)
  await expect(page.getByLabel('Company')).toHaveValue('Sample SARL')
  await expect(page.getByLabel('City')).toHaveValue('Lyon')
  page.once('dialog', (dialog) => dialog.accept())
  await page.reload()

  await expect(page.getByLabel('Company')).toHaveValue('Sample SARL')
  await expect(page.getByLabel('Street')).toHaveValue('Rue 1')
  await expectFine(page, 'profile')
  await page.context().close()
})
