import { expect, test } from '#tests/support/browser/journey.ts'

test('a buyer finds a part by a few letters of its name, with a slip of the hand, in any order', async ({ page }) => {
  await page.goto('/inventory')
  for (const typed of ['T CON/board', 'bord tcon', 't-con baord']) {
    const box = page.getByRole('searchbox', { name: 'Part number or name' })
    await box.fill(typed)
    await box.press('Enter')

    await expect(page).toHaveURL(/\/inventory\?q=/)
    await expect(page.getByRole('article').first().getByRole('heading')).toHaveText(/^T-Con Board/)
    await expect(box).toHaveValue(typed)
  }
})

test('filters and order stand in the address, and the pages keep them', async ({ page }) => {
  await page.goto('/inventory')
  await page.getByText('Filter and sort').click()
  await page.getByLabel('Sort by').selectOption('Price, low to high')
  await page.getByLabel('Price from, $').fill('1')
  await page.getByLabel('In stock now').check()
  await page.getByRole('button', { name: 'Search' }).click()

  await expect(page).toHaveURL(/sort=price&minPrice=1/)
  await expect(page.getByText(/^Showing 9 Products Of \d+ results\. Page NO: 1$/)).toBeVisible()
  const shown = async () => (await page.locator('.part-card-price strong').allInnerTexts()).map((text) => Number(text.slice(1)))
  const first = await shown()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText(/Page NO: 2$/)).toBeVisible()
  await expect(page).toHaveURL(/inStock=true&minPrice=1&sort=price&page=1$/)
  const both = [...first, ...(await shown())]
  expect(both).toEqual(both.toSorted((a, b) => a - b))
  expect(Math.min(...both)).toBeGreaterThanOrEqual(1)
  await expect(page.getByLabel('In stock now')).toBeChecked()
})

test('what is not found says so, offers the nearest parts, and leads back to the whole list', async ({ page }) => {
  await page.goto('/inventory?q=T-Con+Boar+Xylophone')

  await expect(page.getByText('No part fits your search. These come nearest:')).toBeVisible()
  await expect(page.getByText('Please Wait! Product Is Loading......')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link', { name: /^T-Con Board/ })).toBeVisible()
  await page.getByRole('link', { name: 'Clear search' }).click()
  await expect(page).toHaveURL(/\/inventory$/)
  await expect(page.getByRole('searchbox')).toHaveValue('')
})

test('the search works without JavaScript', async ({ browser }) => {
  const page = await browser.newPage({ javaScriptEnabled: false })
  await page.goto('/inventory')
  await page.getByLabel('Part number or name').fill('hdmi main')
  await page.getByRole('button', { name: 'Search' }).click()

  await expect(page.getByRole('article').first().getByRole('heading')).toHaveText(/^Main Board/)
  await page.close()
})

test('search engines keep the list, and nothing that somebody searched for', async ({ page }) => {
  await page.goto('/inventory')
  await expect(page.locator('link[rel=canonical]')).toHaveCount(1)
  await expect(page.locator('meta[name=robots]')).toHaveCount(0)

  await page.goto('/inventory?q=board')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expect(page.locator('link[rel=canonical]')).toHaveCount(0)
})
