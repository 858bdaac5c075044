import { comingSaturday, comingWorkingDay } from '#tests/support/shops/coming-days.ts'
import { shipText } from '#tests/support/shops/ship-text.ts'
import { addPart, callShop, enter, expect, expectToast, inFirefoxToo, newPerson, test } from '#tests/support/browser/journey.ts'
import { partOf, quantityOf, lineOf, totalOf, openQuote, pasteList, save } from '#tests/support/browser/quote-screen.ts'

const ladder = [
  { from: 5_000, price: 2 },
  { from: 10_000, price: 1.5 },
]

test('a saved quote is renamed, edited into a second version, shared, downloaded and deleted; nobody else finds it', async ({
  page,
  browser,
  office,
}) => {
  test.slow()
  const part = await addPart(office, { priceBreaks: ladder })
  await enter(page)
  await openQuote(page)
  await pasteList(page, `${part.partNumber}; 2000\n=HYPERLINK("x"); 1000`)
  await expect(lineOf(page, 1)).toContainText('$5,000.00')
  const number = await save(page)
  const address = new URL(page.url()).pathname
  await expectToast(page, `${number} saved`)

  await page.getByLabel('Name', { exact: true }).fill('For the line in Brno')
  await page.getByRole('button', { name: 'Save name and note' }).click()
  await expect(page.getByRole('heading', { name: number })).toContainText('For the line in Brno')

  for (const [kind, ending, start] of [
    ['PDF', 'pdf', '%PDF'],
    ['CSV', 'csv', ''],
    ['Excel', 'xlsx', 'PK'],
  ] as const) {
    const waiting = page.waitForEvent('download')
    await page.getByRole('button', { name: `Download as ${kind}` }).click()
    const file = await waiting
    expect(file.suggestedFilename()).toBe(`${number}-v1.${ending}`)
    const content = await (await file.createReadStream()).toArray()
    expect(Buffer.concat(content).toString('latin1')).toContain(start)
  }

  await page.getByRole('button', { name: 'Edit lines' }).click()
  await expect(page.getByText(`You are editing ${number}, version 1.`)).toBeVisible()
  await quantityOf(page, 1).fill('6000')
  await lineOf(page, 2).getByRole('button', { name: 'Remove line 2' }).click()
  await expect(partOf(page, 2)).toHaveValue('')
  await expect(totalOf(page)).toHaveText('$12,000.00')
  await page.getByRole('button', { name: `Save new version of ${number}` }).click()
  await expect(page.getByLabel('Version')).toHaveValue('2')
  await page.getByLabel('Version').selectOption('1')
  await expect(page.getByText('This is version 1. The latest is version 2.')).toBeVisible()
  await expect(page.getByRole('cell', { name: '$5,000.00' })).toBeVisible()
  await page.getByRole('link', { name: 'Show latest version' }).click()
  await expect(page.getByRole('cell', { name: '$12,000.00' })).toBeVisible()

  await page.getByRole('button', { name: 'Create private link' }).click()
  const link = await page.getByLabel('Private link').inputValue()
  const visitor = await browser.newPage()
  await visitor.goto(new URL(link).pathname)
  await expect(visitor.getByRole('heading', { name: `Quote ${number}` })).toBeVisible()
  await expect(visitor.getByText('Name given by the buyer')).toBeVisible()
  await expect(visitor.getByText('For the line in Brno')).toBeVisible()
  await expect(visitor.getByRole('cell', { name: '$12,000.00' })).toBeVisible()
  await expect(visitor.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expect(visitor.locator('meta[name=referrer]')).toHaveAttribute('content', 'no-referrer')
  const shared = visitor.waitForEvent('download')
  await visitor.getByRole('button', { name: 'Download as PDF' }).click()
  expect((await shared).suggestedFilename()).toBe(`${number}.pdf`)
  await page.getByRole('button', { name: 'End the link' }).click()
  await expectToast(page, 'The private link has ended')
  await visitor.reload()
  await expect(visitor.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()

  await enter(visitor, newPerson('Bob Buyer'))
  await visitor.goto(address)
  await expect(visitor.getByText('Quote not found')).toBeVisible()
  await visitor.close()

  await page.getByRole('link', { name: 'My Quotes' }).click()
  await expect(page.getByRole('heading', { name: 'My Quotes: 1' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: number })).toContainText('Version 2')
  await page.getByRole('link', { name: number }).click()
  await page.getByRole('button', { name: 'Delete quote' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('You have not saved a quote yet.')).toBeVisible()
})

test('an expired quote cannot be ordered; one press asks for new prices and shows both totals', async ({ page, office }) => {
  const part = await addPart(office, { price: 2.5 })
  await enter(page)
  await openQuote(page)
  await pasteList(page, `${part.partNumber}; 2000`)
  await expect(lineOf(page, 1)).toContainText('$5,000.00')
  await save(page)
  const address = page.url()
  await callShop(office, 'PUT', `/parts/${part._id}`, { price: 2.75 })
  let isExpired = true
  await page.route(/\/api\/quotes\/[\w-]+$/, async (route) => {
    if (!isExpired || route.request().method() !== 'GET') return route.fallback()
    const answer = await route.fetch()
    const quote = (await answer.json()) as object
    return route.fulfill({ json: { ...quote, expired: true, orderable: false, validUntil: '2026-01-31T10:00:00.000Z' } })
  })
  await page.goto(address)
  await expect(page.getByText('The prices of this quote were valid until 31 Jan 2026.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Order all/ })).toHaveCount(0)
  isExpired = false
  await page.getByRole('button', { name: "Get today's prices" }).click()

  await expect(page.getByText('Before: $5,000.00. Today: $5,500.00 ($500.00 more). Nothing is ordered yet.')).toBeVisible()
  await expect(page.getByLabel('Version')).toHaveValue('2')
  await expect(page.getByRole('button', { name: 'Order all for $5,500.00' })).toBeVisible()
})

test('a new version whose answer gets lost is saved once, and trying again shows it', async ({ page, office }) => {
  const part = await addPart(office, { price: 2.5 })
  await enter(page)
  await openQuote(page)
  await pasteList(page, `${part.partNumber}; 2000`)
  await expect(totalOf(page)).toHaveText('$5,000.00')
  const number = await save(page)
  const id = new URL(page.url()).pathname.split('/').at(-1)
  await page.getByRole('button', { name: 'Edit lines' }).click()
  await quantityOf(page, 1).fill('3000')
  await expect(totalOf(page)).toHaveText('$7,500.00')
  await page.route(
    `**/api/quotes/${id}`,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: `Save new version of ${number}` }).click()
  await page.getByRole('button', { name: 'Try again' }).click()

  await expect(page.getByLabel('Version')).toHaveValue('2')
  expect(await callShop(page, 'GET', `/quotes/${id}`)).toMatchObject({ version: 2, versions: [1, 2] })
})

test('a total that changed before saving is shown, and saved only when pressed again', async ({ page, office }) => {
  const part = await addPart(office, { price: 2.5 })
  await enter(page)
  await openQuote(page)
  await pasteList(page, `${part.partNumber}; 2000`)
  await expect(totalOf(page)).toHaveText('$5,000.00')
  await callShop(office, 'PUT', `/parts/${part._id}`, { price: 3 })
  await page.getByRole('button', { name: 'Save quote' }).click()

  await expect(page.getByText('Prices have changed.')).toBeVisible()
  await expect(totalOf(page)).toHaveText('$6,000.00')
  await save(page)
  await expect(page.getByRole('cell', { name: '$6,000.00' })).toBeVisible()
})

test('a whole quote is ordered with phone and address and leads to its one payment', inFirefoxToo, async ({ page, office }) => {
  const [one, two] = [await addPart(office), await addPart(office, { price: 0.5 })]
  await enter(page)
  await openQuote(page)
  await pasteList(page, `${one.partNumber}; 2000\n${two.partNumber}; 4000`)
  await expect(totalOf(page)).toHaveText('$7,000.00')
  await save(page)
  const saved = page.url()
  await expect(page.getByRole('cell', { name: shipText(2) })).toHaveCount(2)
  await page.getByRole('button', { name: 'Order all for $7,000.00' }).click()
  await expect(page.getByText('Your Phone number is required')).toBeVisible()
  await page.getByLabel('Phone').fill('+49 30 1234567')
  await page.getByLabel('Address').fill('Dock Road 1, 20457 Hamburg')
  await page.getByLabel('Wished day').fill(comingSaturday())
  await page.getByRole('button', { name: 'Order all for $7,000.00' }).click()
  await expect(page.getByText(/^The shop is closed on Sat .* Choose another day\.$/)).toBeVisible()
  await page.getByLabel('Wished day').fill(comingWorkingDay())
  await page.getByRole('button', { name: 'Order all for $7,000.00' }).click()

  await expect(page).toHaveURL(/\/dashboard\/payment\//)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'My Total Order: 2' })).toBeVisible()
  // An ordered quote does not say anew, each day, by which day it would ship.
  await page.goto(saved)
  await expect(page.getByText('This quote has been ordered.')).toBeVisible()
  await expect(page.getByRole('cell', { name: shipText(2) })).toHaveCount(0)
})

test('a quote above the card’s limit says so and what to do, and is not offered for ordering', async ({ page, office }) => {
  const part = await addPart(office, { price: 577.93, available: 10_000 })
  await page.route('**/api/payment-setup', async (route) => {
    const { mostByCard: _, ...setup } = (await (await route.fetch()).json()) as { mostByCard?: number }
    await route.fulfill({ json: { ...setup, mostAtOnce: 999_999.99 } })
  })
  await enter(page)
  await openQuote(page)
  await pasteList(page, `${part.partNumber}; 2000`)
  await expect(totalOf(page)).toHaveText('$1,155,860.00')
  await save(page)

  await expect(page.getByText('One card payment can be at most $999,999.99, and all lines are paid in one.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Order all/ })).toHaveCount(0)
})
