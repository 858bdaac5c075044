import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Part } from '#contract/parts/parts.ts'
import { addPart, callShop, enter, expect, expectToast, holdBack, test, untilReactHas } from '#tests/support/browser/journey.ts'
import { shipText } from '#tests/support/shops/ship-text.ts'

test('the parts list shows nine parts a page and turns by Previous, Next and number', async ({ page, office }) => {
  await page.goto('/inventory')
  const firstPage = (await (await page.request.get('/api/pagesParts?page=0&size=9')).json()) as Part[]
  const cards = page.getByRole('article')
  const pages = page.getByRole('navigation', { name: 'Pages of parts' })
  const current = pages.locator('[aria-current="page"]')
  const summary = page.getByText(/^Showing \d+ Products Of \d+ results\. Page NO: \d+$/)

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our Available Products')
  await expect(cards.getByRole('heading')).toHaveText(firstPage.map(({ name }) => name))
  for (const [index, { _id, price, description }] of firstPage.entries()) {
    const card = cards.nth(index)
    await expect(card.getByRole('link', { name: 'Order Now' })).toHaveAttribute('href', `/inventory/${_id}`)
    expect(Number(/\$([\d.]+)\s+per unit/.exec(await card.innerText())?.[1])).toBe(price)
    await expect(card.getByText(`${description.slice(0, 75)}…`, { exact: true })).toBeVisible()
  }
  await expect(summary).toHaveText(/^Showing 9 Products Of \d+ results\. Page NO: 1$/)
  await expect(current).toHaveText('1')
  await expect(pages.getByText('Previous')).toHaveAttribute('aria-disabled', 'true')

  await pages.getByRole('link', { name: '2', exact: true }).click()
  await expect(summary).toHaveText(/Page NO: 2$/)
  await expect(current).toHaveText('2')
  const background = (name: string) =>
    pages.getByRole('link', { name, exact: true }).evaluate((link) => getComputedStyle(link).backgroundColor)
  expect(await background('2')).not.toBe(await background('1'))
  await pages.getByRole('link', { name: 'Previous' }).click()
  await expect(summary).toHaveText(/Page NO: 1$/)

  // The last page, of parts that no other journey adds or removes.
  const mark = randomUUID().slice(0, 8)
  for (let number = 1; number <= 11; number++) await addPart(office, { name: `Paged ${mark} ${number}` })
  await page.goto(`/inventory?q=${mark}`)
  await expect(summary).toHaveText('Showing 9 Products Of 11 results. Page NO: 1')
  await expect(cards).toHaveCount(9)
  await pages.getByRole('link', { name: 'Next' }).click()
  await expect(summary).toHaveText('Showing 2 Products Of 11 results. Page NO: 2')
  await expect(cards).toHaveCount(2)
  await expect(pages.getByText('Next')).toHaveAttribute('aria-disabled', 'true')
})

test('while a page of parts is on its way, a sentence says so', async ({ page }) => {
  await page.goto('/inventory')
  const next = page.getByRole('link', { name: 'Next' })
  await untilReactHas(next)
  await expect(page.getByText('Please Wait! Product Is Loading......', { exact: true })).toBeHidden()
  const release = await holdBack(page, '**/inventory.data*')

  await next.click()
  await expect(page.getByText('Please Wait! Product Is Loading......', { exact: true })).toBeVisible()
  release()

  await expect(page.getByText(/Page NO: 2$/)).toBeVisible()
  await expect(page.getByText('Please Wait! Product Is Loading......', { exact: true })).toBeHidden()
})

test('a part tells its facts, and its quantity moves by 1000 between the minimum order and the stock', async ({ page, office }) => {
  const part = await addPart(office, {
    available: 2_500,
    price: 0.0042,
    leadDays: 1,
    description: `Long. ${'Whole text. '.repeat(20)}End.`,
  })
  await office.goto(`/dashboard/manegeProduct/${part._id}`)
  const sheet = office.getByRole('region', { name: 'Facts' })
  await sheet.getByLabel('Order step (pieces)').fill('ten')
  await sheet.getByLabel('Weight of a piece (g)').fill('1.2.3')
  await office.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(sheet.getByText('Enter whole pieces from 1 on, or nothing.')).toBeVisible()
  await expect(sheet.getByText('Enter the weight of a piece in grams, such as 185 or 0.25.')).toBeVisible()
  await sheet.getByLabel('Order step (pieces)').fill('')
  await sheet.getByLabel('Weight of a piece (g)').fill('185,5')
  await sheet.getByLabel('Country of origin').selectOption('DE')
  await sheet.getByLabel('Customs code').fill('8529')
  await office.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(sheet.getByText('Enter the customs code as 6 to 10 digits.')).toBeVisible()
  await sheet.getByLabel('Customs code').fill('8529.90')
  await office.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(office, 'The facts are saved')

  await enter(page)
  const release = await holdBack(page, '**/api/inventory/*')
  await page.goto(`/inventory/${part._id}`)
  await expect(page.getByText('Please wait! Your product is Loading......', { exact: true })).toBeVisible()
  release()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(part.name)
  const image = page.getByRole('img', { name: part.name })
  await expect(image).toBeVisible()
  await expect.poll(() => image.evaluate((picture: HTMLImageElement) => picture.naturalWidth)).toBeGreaterThan(0)
  await expect(page.getByRole('definition')).toHaveText([
    '2,500 Pieces',
    /^1,000 pieces$/i,
    '$0.0042',
    part.partNumber,
    shipText(2),
    shipText(1),
    '185.5 g',
    'Germany',
    '852990',
  ])
  await expect(page.getByRole('term')).toHaveText(
    [/available/i, /minimum order/i, /price per unit/i, 'Part number', 'Ships by'].concat([
      'More than 2,500 by',
      'Weight per piece',
      'Country of origin',
      'Customs code',
    ]),
  )
  await expect(page.getByText(part.description)).toBeVisible()

  const quantity = page.getByLabel('Quantity')
  const [minus, plus, purchase] = ['Minus 1,000 pieces', 'Plus 1,000 pieces', 'Purchase'].map((name) => page.getByRole('button', { name }))
  await expect(quantity).toHaveValue('1000')
  await expect(purchase!).toBeEnabled()
  await plus!.click()
  await expect(quantity).toHaveValue('2000')
  await minus!.click()
  await expect(quantity).toHaveValue('1000')
  await minus!.click()
  await expect(quantity).toHaveValue('0')
  await expect(minus!).toBeDisabled()
  await expect(purchase!).toBeDisabled()
  for (let press = 0; press < 3; press += 1) await plus!.click()
  await expect(quantity).toHaveValue('2500')
  await expect(plus!).toBeDisabled()
  await expect(page.getByText('This is all we have: 2,500 Pieces.')).toBeVisible()
  await expect(purchase!).toBeEnabled()
  for (const [tooMuchOrTooLittle, why] of [
    ['2501', 'Only 2,500 pieces are left.'],
    ['999', 'Order at least 1,000 pieces.'],
  ] as const) {
    await quantity.fill(tooMuchOrTooLittle)
    await expect(page.getByText(why)).toBeVisible()
    await expect(purchase!).toBeDisabled()
    await expect(minus!).toBeDisabled()
  }
  await quantity.fill('1500')
  await expect(purchase!).toBeEnabled()
  await expect(minus!).toBeEnabled()
})

test('the stock is told in words, and below 1000 pieces nothing can be ordered', async ({ page, office }) => {
  await enter(page)
  for (const [available, words, isOrderable] of [
    [0, 'Sold Out', false],
    [1, '1 Piece', false],
    [999, '999 Pieces', false],
    [1_000, '1,000 Pieces', true],
  ] as const) {
    const part = await addPart(office, { available })
    await page.goto(`/inventory/${part._id}`)
    await expect(page.getByRole('definition').first()).toHaveText(words)
    for (const control of [page.getByLabel('Quantity'), ...controlsOf(page)]) {
      await expect(control).toHaveCount(isOrderable ? 1 : 0)
    }
    await callShop(office, 'DELETE', `/parts/${part._id}`)
  }
})

test('what is needed to order stands in the first screen, and stays in sight beside a long text', async ({ page, office }) => {
  const part = await addPart(office, {
    available: 20_000,
    price: 2.5,
    priceBreaks: [
      { from: 5_000, price: 2.4 },
      { from: 10_000, price: 2.3 },
      { from: 20_000, price: 2.2 },
    ],
    description: 'A long text. '.repeat(150),
  })
  await enter(page)
  const needed = [
    page.getByLabel('Quantity'),
    page.getByText('Total: $2,500.00', { exact: true }),
    page.getByRole('button', { name: 'Purchase' }),
    page.getByRole('button', { name: 'Add to quote' }),
  ]
  const ladder = page.getByRole('table', { name: 'Volume pricing' })

  for (const [width, height] of [
    [1440, 900],
    [375, 812],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto(`/inventory/${part._id}`)
    await expect(ladder).toBeVisible()
    expect((await ladder.boundingBox())!.y + (await ladder.boundingBox())!.height).toBeLessThan(height)
    for (const one of needed) await expect(one).toBeInViewport({ ratio: 1 })

    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight * 0.3, behavior: 'instant' }))
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)
    for (const one of needed) await expect(one).toBeInViewport({ ratio: 1 })
  }

  await page.getByLabel('Quantity').fill('3000')
  await page.getByRole('button', { name: 'Add to quote' }).click()
  await expectToast(page, `3,000 × ${part.name} added to your quote.`)
  await expect(page).toHaveURL(new RegExp(part._id))
})

test('a row of the price ladder sets the quantity, and a quantity that cannot be ordered says why', async ({ page, office }) => {
  const part = await addPart(office, {
    available: 8_000,
    price: 2.5,
    priceBreaks: [
      { from: 5_000, price: 2.4 },
      { from: 9_000, price: 2.3 },
    ],
  })
  await enter(page)
  await page.goto(`/inventory/${part._id}`)
  const quantity = page.getByLabel('Quantity')
  await expect(page).toHaveTitle(new RegExp(`^${part.name} \\| `))
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link')).toHaveText(['All Parts'])

  await page.getByRole('button', { name: '5,000 or more' }).click()
  await expect(quantity).toHaveValue('5000')
  await expect(page.getByText('Total: $12,000.00')).toBeVisible()
  await expect(page.getByRole('row', { name: /9,000 or more/ })).toBeVisible()
  await expect(page.getByRole('button', { name: '9,000 or more' })).toHaveCount(0)

  for (const [typed, sentence] of [
    ['1500.5', 'Enter a whole number of pieces.'],
    ['99999999', 'Only 8,000 pieces are left.'],
  ] as const) {
    await quantity.fill(typed)
    await expect(quantity).toHaveAccessibleDescription(sentence)
    await expect(page.getByRole('button', { name: 'Purchase' })).toBeDisabled()
  }
  await quantity.fill('500')
  await expect(page.getByText('Order at least 1,000 pieces.')).toBeVisible()
})

const controlsOf = (page: Page) => ['Minus 1,000 pieces', 'Plus 1,000 pieces', 'Purchase'].map((name) => page.getByRole('button', { name }))
