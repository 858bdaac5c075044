import type { Locator, Page } from '@playwright/test'
import { addPart, expect, expectToast, test, untilReactHas } from '#tests/support/browser/journey.ts'
import { shipText } from '#tests/support/shops/ship-text.ts'

/** Articles that are wholly in the window. */
const wholeArticles = (page: Page) =>
  page
    .getByRole('article')
    .evaluateAll((articles) => articles.filter((article) => article.getBoundingClientRect().bottom <= innerHeight).length)

const quoteLink = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name, exact: true })

test('on a desk the first screen holds two whole rows of cards, or nine rows of the table', async ({ page }) => {
  await page.setViewportSize({ width: 1_440, height: 900 })
  await page.goto('/inventory')
  await expect(page.getByText(/^Showing 9 Products/)).toBeAttached()
  expect(await wholeArticles(page)).toBeGreaterThanOrEqual(6)

  await page.goto('/inventory?view=table')
  await expect(page.getByText('Ships by')).toBeVisible()
  expect(await wholeArticles(page)).toBe(9)
})

test('a row of the table tells number, stock, price, first price break and the day by which it ships', async ({ page, office }) => {
  const part = await addPart(office, { available: 17_400, price: 2.5, priceBreaks: [{ from: 5_000, price: 2 }], leadDays: 12 })
  await page.goto(`/inventory?view=table&q=${part.partNumber}`)

  const row = page.getByRole('article').filter({ hasText: part.name })
  for (const width of [960, 1_024, 1_440]) {
    await page.setViewportSize({ width, height: 900 })
    for (const text of [part.partNumber, '17,400 in stock', '$2.50', '5,000+ $2.00', shipText(2)]) {
      await expect(row.getByText(text, { exact: true })).toBeVisible()
    }
  }
  const rightOf = async (place: Locator) => place.boundingBox().then((box) => box!.x + box!.width)
  const heading = page.getByRole('columnheader', { name: '5,000+' })
  expect(await rightOf(row.getByText('$2.00', { exact: true }))).toBeCloseTo(await rightOf(heading), 0)
  await expect(row.getByRole('link', { name: part.name })).toHaveAttribute('href', `/inventory/${part._id}`)
  await expect(row.getByRole('link', { name: 'Order Now' })).toBeVisible()
})

test('a row of the table tells four steps of a ladder, where there is less room two or one, and how many follow', async ({
  page,
  office,
}) => {
  const steps = [2_000, 5_000, 10_000, 20_000, 50_000].map((from, index) => ({ from, price: 2 - index / 10 }))
  const part = await addPart(office, { available: 17_400, price: 2.5, priceBreaks: steps })
  await page.goto(`/inventory?view=table&q=${part.partNumber}`)
  const row = page.getByRole('article').filter({ hasText: part.name })
  const said = ['2,000+ $2.00', '5,000+ $1.90', '10,000+ $1.80', '20,000+ $1.70', '50,000+ $1.60']

  for (const [width, shown, more] of [
    [1_440, 4, '+1'],
    [1_280, 2, '+3'],
    [1_024, 2, '+3'],
    [375, 1, 'and 4 more'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await expect(row.getByText(said[shown - 1]!, { exact: true })).toBeVisible()
    await expect(row.getByText(said[shown]!, { exact: true }).filter({ visible: true })).toHaveCount(0)
    await expect(row.getByText(more, { exact: true })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
})

test('the headings of the table sort it, and the order stands in the address', async ({ page, browser }) => {
  await page.setViewportSize({ width: 1_440, height: 900 })
  await page.goto('/inventory?view=table&inStock=true')
  const heading = (name: string) => page.getByRole('columnheader', { name })
  const prices = async () => (await page.locator('.part-card-price strong').allInnerTexts()).map((text) => Number(text.slice(1)))
  const rising = async () => (await prices()).every((price, index, all) => index === 0 || price >= all[index - 1]!)
  const falling = async () => (await prices()).every((price, index, all) => index === 0 || price <= all[index - 1]!)

  await heading('Price per unit').getByRole('link').click()
  await expect(page).toHaveURL(/\?inStock=true&sort=price&view=table$/)
  await expect(heading('Price per unit')).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(rising).toBe(true)
  await expect(page.getByLabel('Sort by')).toHaveValue('price')

  await heading('Price per unit').getByRole('link').click()
  await expect(page).toHaveURL(/sort=-price&view=table$/)
  await expect(heading('Price per unit')).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(falling).toBe(true)

  await heading('Price per unit').getByRole('link').click()
  await expect(page).toHaveURL(/\?inStock=true&view=table$/)
  await expect(heading('Price per unit')).not.toHaveAttribute('aria-sort')

  const plain = await browser.newPage({ javaScriptEnabled: false, viewport: { width: 1_440, height: 900 } })
  await plain.goto('/inventory?view=table')
  await plain.getByRole('columnheader', { name: 'Stock' }).getByRole('link').click()
  await expect(plain.getByRole('columnheader', { name: 'Stock' })).toHaveAttribute('aria-sort', 'descending')
  await plain.close()
})

test('on a phone the button of each row ends where the row ends', async ({ page, office }) => {
  const part = await addPart(office, { available: 50_000 })
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto(`/inventory?view=table&q=${part.partNumber}`)

  const right = async (role: 'button' | 'article', name?: string) => {
    const box = await page.getByRole(role, { name }).first().boundingBox()
    return box!.x + box!.width
  }
  expect(await right('button', 'Add to quote')).toBeLessThanOrEqual((await right('article')) - 12)
  const row = page.getByRole('article').first()
  const [stock, price] = await Promise.all([row.getByText('in stock').boundingBox(), row.getByText('per unit').boundingBox()])
  expect(price!.y).toBeGreaterThanOrEqual(stock!.y + stock!.height)
})

test('the chosen view is kept, and drawn without scripts by its address', async ({ page, browser }) => {
  await page.goto('/inventory')
  const table = page.getByRole('link', { name: 'Table', exact: true })
  await untilReactHas(table)
  await expect(page.getByText('Ships by')).toBeHidden()
  await table.click()
  await expect(page).toHaveURL(/view=table/)
  await page.goto('/inventory?q=board')
  await expect(page.getByText('Ships by')).toBeVisible()
  await page.goto('/inventory?view=cards')
  await expect(page.getByText('Ships by')).toBeHidden()

  const plain = await browser.newPage({ javaScriptEnabled: false })
  await plain.goto('/inventory')
  await plain.getByRole('link', { name: 'Table', exact: true }).click()
  await expect(plain.getByText('Ships by')).toBeVisible()
  await plain.getByRole('link', { name: 'Next' }).click()
  await expect(plain.getByText(/Page NO: 2$/)).toBeVisible()
  await expect(plain.getByText('Ships by')).toBeVisible()
  await plain.close()
})

test('pieces go from a row into the quote, and every tab counts its lines at once', async ({ page, office, context }) => {
  const [part, other] = [await addPart(office, { available: 50_000 }), await addPart(office, { available: 50_000 })]
  const quoteTab = await context.newPage()
  await quoteTab.goto('/quote')
  await expect(quoteTab.getByRole('combobox', { name: 'Part, line 1', exact: true })).toBeEnabled()
  await page.goto(`/inventory?view=table&q=${part.partNumber}`)
  await expect(quoteLink(page, 'Quote')).toHaveAttribute('href', '/quote')

  const pieces = page.getByLabel(`Pieces of ${part.name}`)
  await untilReactHas(pieces)
  await pieces.fill('a few')
  await pieces.press('Enter')
  await expectToast(page, 'Enter a whole number of pieces.')
  await pieces.fill('12,000')
  await pieces.press('Enter')
  await expectToast(page, `12,000 × ${part.name} added to your quote.`)
  await expect(quoteLink(page, 'Quote, 1 line')).toBeVisible()
  await expect(quoteLink(quoteTab, 'Quote, 1 line')).toBeVisible()
  await expect(quoteTab.getByRole('textbox', { name: 'Quantity, line 1', exact: true })).toHaveValue('12000')

  await pieces.fill('3000')
  await pieces.press('Enter')
  await expect(quoteTab.getByRole('textbox', { name: 'Quantity, line 1', exact: true })).toHaveValue('15000')
  await page.goto(`/inventory?view=cards&q=${other.partNumber}`)
  const add = page.getByRole('button', { name: 'Add to quote' })
  await untilReactHas(add)
  await expect(quoteLink(page, 'Quote, 1 line')).toBeVisible()
  await add.click()
  await expect(quoteLink(page, 'Quote, 2 lines')).toBeVisible()
  await expect(quoteTab.getByRole('textbox', { name: 'Quantity, line 2', exact: true })).toHaveValue('1000')
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
