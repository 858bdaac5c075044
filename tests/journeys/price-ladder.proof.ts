import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Part } from '#contract/parts/parts.ts'
import { axeFindings } from '#tests/support/browser/axe.ts'
import { shipText } from '#tests/support/shops/ship-text.ts'
import {
  addPart,
  answerInstead,
  callShop,
  enter,
  expect,
  expectToast,
  inFirefoxToo,
  orderRow,
  test,
  watchCalls,
} from '#tests/support/browser/journey.ts'

const ladder = [
  { from: 5_000, price: 0.0093 },
  { from: 10_000, price: 0.0071 },
]
const ladderOf = (page: Page) => page.getByRole('table', { name: 'Volume pricing' })
const seen = (page: Page, { _id }: Part) => callShop<Part>(page, 'GET', `/inventory/${_id}`)

test('a part shows its prices by quantity, marks the one that is reached, and says when more pieces cost less', async ({
  page,
  office,
}) => {
  const part = await addPart(office, {
    price: 0.0095,
    available: 20_000,
    priceBreaks: ladder,
    partNumber: `TCB ${randomUUID().slice(0, 8)}`,
    leadDays: 12,
  })
  await enter(page)
  await page.goto(`/inventory/${part._id}`)

  const rows = ladderOf(page).getByRole('row')
  await expect(rows).toHaveText([
    /Pieces.*Unit price.*You save/,
    /1,000 or more.*\$0\.0095–/,
    /5,000 or more\$0\.00932\.1%/,
    /10,000 or more\$0\.007125\.2%/,
  ])
  const marked = ladderOf(page).locator('[aria-current]')
  await expect(marked).toContainText('1,000 or more, your quantity')
  await expect(page.getByRole('definition')).toHaveText([
    '20,000 Pieces',
    /^1,000 pieces$/i,
    '$0.0095',
    part.partNumber,
    shipText(2),
    shipText(12),
  ])

  const quantity = page.getByLabel('Quantity')
  const hint = page.getByRole('status').filter({ hasText: 'pieces cost' })
  await quantity.fill('5000')
  await expect(marked).toContainText('5,000 or more')
  await expect(page.getByText('Total: $46.50')).toBeVisible()
  await expect(page.getByText('$0.0093 per piece, 2.1% less')).toBeVisible()
  await expect(hint).toHaveCount(0)
  await quantity.fill('7500')
  await expect(hint).toContainText('10,000 pieces cost $71.00, only $1.25 more than 7,500.')
  await quantity.fill('9000')
  await expect(page.getByText('Total: $83.70')).toBeVisible()
  await expect(hint).toContainText('10,000 pieces cost $71.00, 9,000 cost $83.70.')

  await page.getByRole('button', { name: 'Change to 10,000' }).click()
  await expect(quantity).toHaveValue('10000')
  await expect(quantity).toBeFocused()
  await expect(marked).toContainText('10,000 or more')
  await expect(page.getByText('Total: $71.00')).toBeVisible()
  await expect(hint).toHaveCount(0)
})

test('nothing is hinted at that the stock does not reach, and a part with one price has no ladder', async ({ page, office }) => {
  const scarce = await addPart(office, { price: 0.0095, available: 9_999, priceBreaks: ladder })
  const plain = await addPart(office)
  await enter(page)

  await page.goto(`/inventory/${scarce._id}`)
  await page.getByLabel('Quantity').fill('9000')
  await expect(page.getByText('Total: $83.70')).toBeVisible()
  await expect(page.getByText('pieces cost')).toHaveCount(0)

  await page.goto(`/inventory/${plain._id}`)
  await expect(page.getByText('Total: $2,500.00')).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
})

test('10,000 pieces are bought at the price of the ladder, from the part to the payment', async ({ page, office }) => {
  const part = await addPart(office, { price: 0.0095, available: 20_000, priceBreaks: ladder })
  await enter(page)
  await page.goto(`/inventory/${part._id}`)
  await page.getByLabel('Quantity').fill('10000')
  await page.getByRole('button', { name: 'Purchase' }).click()

  await expect(page.getByLabel('Total price')).toHaveText('$71.00')
  await expect(page.getByLabel('Quantity')).toHaveValue('10000')
  await expect(page.getByLabel('Unit price')).toHaveText('$0.0071')
  const calls = watchCalls(page)
  await page.getByLabel('Phone').fill('+49 30 1234567')
  await page.getByLabel('Address').fill('Dock Road 1, 20457 Hamburg')
  await page.getByRole('button', { name: 'Submit' }).click()

  await expect(orderRow(page, part.name)).toContainText('$71.00')
  expect(calls.find(({ path }) => path === '/inventory')?.body).toMatchObject({ orderItem: { totalPrice: 71, orderQuantity: 10_000 } })
  await page.getByRole('link', { name: 'Pay Now' }).click()
  await expect(page.getByText('Please Pay: $71.00', { exact: true })).toBeVisible()
})

test('the pieces can be changed where the order is submitted, at the price of their step', async ({ page, office }) => {
  const part = await addPart(office, { price: 0.0095, available: 20_000, priceBreaks: ladder })
  await enter(page)
  await page.goto(`/inventory/${part._id}`)
  await page.getByRole('button', { name: 'Purchase' }).click()
  await expect(page.getByLabel('Total price')).toHaveText('$9.50')
  await page.getByLabel('Phone').fill('+49 30 1234567')
  await page.getByLabel('Address').fill('Dock Road 1, 20457 Hamburg')

  await page.getByLabel('Quantity').fill('10000')
  await expect(page.getByLabel('Unit price')).toHaveText('$0.0071')
  await expect(page.getByLabel('Total price')).toHaveText('$71.00')
  await page.getByLabel('Quantity').fill('500')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByLabel('Quantity')).toBeFocused()
  await page.getByLabel('Quantity').fill('10000')
  await page.getByRole('button', { name: 'Submit' }).click()

  await expect(orderRow(page, part.name)).toContainText('$71.00')
})

test('a ladder that changes before the order is placed is asked about, never silently charged', async ({ page, office }) => {
  const part = await addPart(office, { price: 0.0095, available: 20_000, priceBreaks: ladder })
  await enter(page)
  await page.goto(`/inventory/${part._id}`)
  await page.getByLabel('Quantity').fill('10000')
  await page.getByRole('button', { name: 'Purchase' }).click()
  await page.getByLabel('Phone').fill('+49 30 1234567')
  await page.getByLabel('Address').fill('Dock Road 1, 20457 Hamburg')
  await callShop(office, 'PUT', `/parts/${part._id}`, { priceBreaks: [{ from: 5_000, price: 0.0093 }] })

  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('dialog')).toContainText('now cost $93.00 ($0.0093 per unit)')
  await page.getByRole('button', { name: 'Confirm' }).click()

  await expect(orderRow(page, part.name)).toContainText('$93.00')
})

test('Add Parts takes number, lead time and ladder, and tells under each step what is wrong with it', inFirefoxToo, async ({ office }) => {
  const name = `Laddered ${randomUUID().slice(0, 8)}`
  await office.goto('/dashboard/addparts')
  await office.getByLabel('Parts Name').fill(name)
  await office.getByLabel('Price', { exact: true }).fill('2.5')
  await office.getByLabel('Parts Available').fill('20000')
  await office.getByLabel('Parts Description').fill('With a ladder.')
  await office.getByLabel("Part's Picture").setInputFiles({
    name: 'board.webp',
    mimeType: 'image/webp',
    buffer: await readFile('catalogue/images/t-con-board.webp'),
  })
  await office.getByLabel('Part number').fill(`LAD-${randomUUID().slice(0, 8)}`)
  await office.getByLabel('Lead time').fill('21')
  const add = office.getByRole('button', { name: 'Add A Parts' })
  for (const [step, from, price] of [
    [1, '5000', '2.4'],
    [2, '4000', '2.4'],
    [3, '20000', '2'],
  ] as const) {
    await office.getByRole('button', { name: 'Add price break' }).click()
    await expect(office.getByLabel(`Price break ${step}: From`)).toBeFocused()
    await office.getByLabel(`Price break ${step}: From`).fill(from)
    await office.getByLabel(`Price break ${step}: Unit price`).fill(price)
  }
  await add.click()

  await expect(office.getByLabel('Price break 2: From')).toHaveAccessibleDescription(
    'Each price break starts at more pieces than the one before it.',
  )
  await expect(office.getByLabel('Price break 2: Unit price')).toHaveAccessibleDescription(
    'Each price break costs less per piece than the one before it.',
  )
  await office.getByRole('button', { name: 'Remove price break 2' }).click()
  await expect(office.getByRole('button', { name: 'Add price break' })).toBeFocused()
  await add.click()

  await expectToast(office, 'Successfully Added A Parts')
  await expect(office.getByLabel(/^Price break/)).toHaveCount(0)
  const added = (await callShop<Part[]>(office, 'GET', '/allParts')).find((one) => one.name === name)
  expect(added).toMatchObject({
    leadDays: 21,
    partNumber: expect.stringMatching(/^LAD-/),
    priceBreaks: [
      { from: 5_000, price: 2.4 },
      { from: 20_000, price: 2 },
    ],
  })
})

test('Manege Product changes what a part costs; what the server refuses stands under the very field', async ({ office }) => {
  const other = await addPart(office, { partNumber: `TAKEN ${randomUUID().slice(0, 8)}` })
  const part = await addPart(office, { price: 2.5, priceBreaks: [{ from: 5_000, price: 2.4 }] })
  await office.goto(`/dashboard/manegeProduct?q=${part.partNumber}`)
  await expect(orderRow(office, part.name)).toContainText('$2.50')
  await office.getByRole('link', { name: part.name, exact: true }).click()
  const dialog = office.getByRole('region', { name: 'Price' })
  await expect(dialog.getByLabel('Price', { exact: true })).toHaveValue('2.5')
  await expect(dialog.getByLabel('Part number')).toHaveValue(part.partNumber)
  await expect(dialog.getByLabel('Lead time')).toHaveValue('15')
  await expect(dialog.getByLabel('Price break 1: From')).toHaveValue('5000')
  await expect(dialog.getByLabel('Price break 1: Unit price')).toHaveValue('2.4')
  expect(await axeFindings(office)).toEqual([])

  await dialog.getByLabel('Price', { exact: true }).fill('2.4')
  const save = office.getByRole('button', { name: 'Save', exact: true })
  await dialog.getByLabel('Part number').fill(other.partNumber.toLowerCase().replace(' ', '-'))
  await save.click()
  await expect(dialog.getByLabel('Price break 1: Unit price')).toHaveAccessibleDescription(
    'Each price break costs less per piece than the one before it.',
  )
  await dialog.getByLabel('Price', { exact: true }).fill('2.6')
  await dialog.getByLabel('Price break 1: Unit price').fill('2.3')
  await save.click()
  await expect(dialog.getByLabel('Part number')).toHaveAccessibleDescription(/Another part on sale has this number\.$/)
  await expect(dialog.getByLabel('Part number')).toBeFocused()

  const calls = watchCalls(office)
  await dialog.getByLabel('Part number').fill(part.partNumber)
  await dialog.getByRole('button', { name: 'Add price break' }).click()
  await dialog.getByLabel('Price break 2: From').fill('10000')
  await dialog.getByLabel('Price break 2: Unit price').fill('2.1')
  await save.click()

  await expectToast(office, `${part.name} Updated successfully`)
  await expect(office.getByText('All is saved.')).toBeVisible()
  // The number is as it was: it is not sent along.
  expect(calls.find(({ method }) => method === 'PUT')).toMatchObject({ path: `/parts/${part._id}` })
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
    price: '2.6',
    priceBreaks: [
      { from: 5_000, price: '2.3' },
      { from: 10_000, price: '2.1' },
    ],
    seen: { price: 2.5, priceBreaks: [{ from: 5_000, price: 2.4 }], partNumber: part.partNumber, leadDays: 15 },
  })
  expect(await seen(office, part)).toMatchObject({
    price: 2.6,
    partNumber: part.partNumber,
    priceBreaks: [
      { from: 5_000, price: 2.3 },
      { from: 10_000, price: 2.1 },
    ],
  })

  for (const step of [2, 1]) await dialog.getByRole('button', { name: `Remove price break ${step}` }).click()
  await save.click()
  await expect(office.getByText('All is saved.')).toBeVisible()
  expect(await seen(office, part)).toMatchObject({ price: 2.6, priceBreaks: [] })
  await office.getByRole('link', { name: 'Manege Product' }).last().click()
  await expect(orderRow(office, part.name)).toContainText('$2.60')
})

test('a step that the server alone refuses is named under its own field, and nothing typed is lost', async ({ office }) => {
  const part = await addPart(office, {
    price: 2.5,
    priceBreaks: [
      { from: 5_000, price: 2.4 },
      { from: 6_000, price: 2.3 },
      { from: 7_000, price: 2.2 },
    ],
  })
  await office.goto(`/dashboard/manegeProduct/${part._id}`)
  const fields = [{ field: 'priceBreaks.2.price', message: 'Not at this price.' }]
  await answerInstead(office, 'PUT /parts/*', { code: 'INVALID_INPUT', message: 'Not at this price.', fields }, 400)
  const dialog = office.getByRole('region', { name: 'Price' })
  await dialog.getByLabel('Price break 3: Unit price').fill('2.1')
  await office.getByRole('button', { name: 'Save', exact: true }).click()

  await expect(dialog.getByLabel('Price break 3: Unit price')).toHaveAccessibleDescription('Not at this price.')
  await expect(dialog.getByLabel('Price break 3: Unit price')).toBeFocused()
  await expect(dialog.getByLabel('Price break 3: Unit price')).toHaveValue('2.1')
})

test('a price that falls by more than 30% is asked about before it is saved (71)', async ({ office }) => {
  const part = await addPart(office, { price: 2.5 })
  await office.goto(`/dashboard/manegeProduct/${part._id}`)
  const dialog = office.getByRole('region', { name: 'Price' })
  const save = office.getByRole('button', { name: 'Save', exact: true })
  const question = office.getByRole('dialog', { name: 'Lower the price this much?' })

  await dialog.getByLabel('Price', { exact: true }).fill('0.025')
  await save.click()
  await expect(question).toContainText('For 1,000 pieces, each would cost $0.025 instead of $2.50: 99% less.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await seen(office, part)).toMatchObject({ price: 2.5 })

  await save.click()
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(office.getByText('All is saved.')).toBeVisible()
  expect(await seen(office, part)).toMatchObject({ price: 0.025 })
})
