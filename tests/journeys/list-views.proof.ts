import type { Page } from '@playwright/test'
import { addPart, expect, test, toastOf, untilReactHas } from '#tests/support/browser/journey.ts'

/** Articles that are wholly in the window. */
const wholeArticles = (page: Page) =>
  page
    .getByRole('article')
    .evaluateAll((articles) => articles.filter((article) => article.getBoundingClientRect().bottom <= innerHeight).length)

const quoteLink = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name, exact: true })

test('on a desk the first screen holds two rows of four cards, or nine rows of the table', async ({ page }) => {
  await page.setViewportSize({ width: 1_440, height: 900 })
  await page.goto('/inventory')
  await expect(page.getByText(/^Showing 9 Products/)).toBeAttached()
  expect(await wholeArticles(page)).toBeGreaterThanOrEqual(8)

  await page.goto('/inventory?view=table')
  await expect(page.getByText('Lead time')).toBeVisible()
  expect(await wholeArticles(page)).toBe(9)
})

test('a row of the table tells number, stock, price, first price break and lead time', async ({ page, office }) => {
  const part = await addPart(office, { available: 17_400, price: 2.5, priceBreaks: [{ from: 5_000, price: 2 }], leadDays: 12 })
  await page.goto(`/inventory?view=table&q=${part.partNumber}`)

  const row = page.getByRole('article').filter({ hasText: part.name })
  for (const width of [960, 1_024, 1_440]) {
    await page.setViewportSize({ width, height: 900 })
    for (const text of [part.partNumber, '17,400 in stock', '$2.50', '5,000+ $2.00', '2 working days']) {
      await expect(row.getByText(text, { exact: true })).toBeVisible()
    }
  }
  await expect(row.getByRole('link', { name: part.name })).toHaveAttribute('href', `/inventory/${part._id}`)
  await expect(row.getByRole('link', { name: 'Order Now' })).toBeVisible()
})

test('the chosen view is kept, and drawn without scripts by its address', async ({ page, browser }) => {
  await page.goto('/inventory')
  const table = page.getByRole('link', { name: 'Table', exact: true })
  await untilReactHas(table)
  await expect(page.getByText('Lead time')).toBeHidden()
  await table.click()
  await expect(page).toHaveURL(/view=table/)
  await page.goto('/inventory?q=board')
  await expect(page.getByText('Lead time')).toBeVisible()
  await page.goto('/inventory?view=cards')
  await expect(page.getByText('Lead time')).toBeHidden()

  const plain = await browser.newPage({ javaScriptEnabled: false })
  await plain.goto('/inventory')
  await plain.getByRole('link', { name: 'Table', exact: true }).click()
  await expect(plain.getByText('Lead time')).toBeVisible()
  await plain.getByRole('link', { name: 'Next' }).click()
  await expect(plain.getByText(/Page NO: 2$/)).toBeVisible()
  await expect(plain.getByText('Lead time')).toBeVisible()
  await plain.close()
})

test('pieces go from a row into the quote, and every tab counts its lines at once', async ({ page, office, context }) => {
  const [part, other] = [await addPart(office, { available: 50_000 }), await addPart(office, { available: 50_000 })]
  const quoteTab = await context.newPage()
  await quoteTab.goto('/quote')
  await expect(quoteTab.getByLabel('Part, line 1', { exact: true })).toBeEnabled()
  await page.goto(`/inventory?view=table&q=${part.partNumber}`)
  await expect(quoteLink(page, 'Quote')).toHaveAttribute('href', '/quote')

  const pieces = page.getByLabel(`Pieces of ${part.name}`)
  await untilReactHas(pieces)
  await pieces.fill('a few')
  await pieces.press('Enter')
  await expect(toastOf(page, 'Enter a whole number of pieces.')).toBeVisible()
  await pieces.fill('12,000')
  await pieces.press('Enter')
  await expect(toastOf(page, `12,000 × ${part.name} added to your quote.`)).toBeVisible()
  await expect(quoteLink(page, 'Quote, 1 line')).toBeVisible()
  await expect(quoteLink(quoteTab, 'Quote, 1 line')).toBeVisible()
  await expect(quoteTab.getByLabel('Quantity, line 1', { exact: true })).toHaveValue('12000')

  await pieces.fill('3000')
  await pieces.press('Enter')
  await expect(quoteTab.getByLabel('Quantity, line 1', { exact: true })).toHaveValue('15000')
  await page.goto(`/inventory?view=cards&q=${other.partNumber}`)
  const add = page.getByRole('button', { name: 'Add to quote' })
  await untilReactHas(add)
  await expect(quoteLink(page, 'Quote, 1 line')).toBeVisible()
  await add.click()
  await expect(quoteLink(page, 'Quote, 2 lines')).toBeVisible()
  await expect(quoteTab.getByLabel('Quantity, line 2', { exact: true })).toHaveValue('1000')
})

test('the number of lines is drawn before the scripts, in the place that is kept for it', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('quoteDraft', JSON.stringify({ count: 3, owner: null, lines: [] })))
  await page.route('**/*.js', (route) => route.abort())
  await page.goto('/about')
  const marks = await page.evaluate(() => {
    const { dataset, style } = document.documentElement
    return [dataset['quoteLines'], style.getPropertyValue('--quote-lines')]
  })
  expect(marks).toEqual(['3', '3'])

  await page.evaluate(() => localStorage.setItem('quoteDraft', JSON.stringify({ count: 3, owner: 'ann@example.com', lines: [] })))
  await page.evaluate(() => dispatchEvent(new Event('storage')))
  expect(await page.evaluate(() => document.documentElement.dataset['quoteLines'])).toBe('0')
})
