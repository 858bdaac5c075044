import type { Locator, Page } from '@playwright/test'
import { addPart, callShop, expect, orderRow, test, toastOf, watchCalls } from '#tests/support/browser/journey.ts'
import type { Part } from '#contract/parts.ts'

const valueOf = (row: Locator, what: string) => row.getByRole('button', { name: new RegExp(`, change the ${what} of`) })
const fieldOf = (row: Locator, what: string) => row.getByRole('textbox', { name: new RegExp(`the ${what} of`) })
const seen = (office: Page, { _id }: Part) => callShop<Part>(office, 'GET', `/inventory/${_id}`)

test('stock and price are changed in the row: Enter saves, Escape leaves, and what is wrong stands at the field', async ({ office }) => {
  const part = await addPart(office, { available: 2_000, price: 10 })
  await office.goto('/dashboard/manegeProduct')
  const row = orderRow(office, part.name)

  await valueOf(row, 'stock').click()
  const stock = fieldOf(row, 'stock')
  await expect(stock).toBeFocused()
  const calls = watchCalls(office)
  await office.keyboard.type('12.5')
  await office.keyboard.press('Enter')
  await expect(row.getByRole('alert')).toBeVisible()
  expect(calls.filter(({ method }) => method === 'PUT')).toEqual([])
  await expect(stock).toHaveAttribute('aria-invalid', 'true')
  await office.keyboard.press('Escape')
  await expect(valueOf(row, 'stock')).toBeFocused()
  await expect(valueOf(row, 'stock')).toHaveText('2,000')
  await office.keyboard.press('Enter')
  await stock.fill('3500')
  await office.keyboard.press('Enter')
  await expect(toastOf(office, `${part.name} Updated successfully`)).toBeVisible()
  await expect(valueOf(row, 'stock')).toHaveText('3,500')
  await expect(valueOf(row, 'stock')).toBeFocused()

  await valueOf(row, 'price').click()
  await fieldOf(row, 'price').fill('5')
  await office.keyboard.press('Enter')
  const question = office.getByRole('dialog', { name: 'Lower the price this much?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect((await seen(office, part)).price).toBe(10)
  await fieldOf(row, 'price').press('Enter')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(valueOf(row, 'price')).toHaveText('$5.00')
  expect(await seen(office, part)).toMatchObject({ available: 3_500, price: 5 })
})

test('what changed meanwhile is told: a price is not overwritten unseen, and sold pieces do not come back', async ({ office }) => {
  const part = await addPart(office, { available: 5_000, price: 10 })
  await office.goto('/dashboard/manegeProduct')
  const row = orderRow(office, part.name)

  await valueOf(row, 'price').click()
  await callShop(office, 'PUT', `/parts/${part._id}`, { price: 11 })
  await fieldOf(row, 'price').fill('9.5')
  await office.keyboard.press('Enter')
  await expect(row.getByRole('alert')).toHaveText('The price was changed to $11.00 meanwhile. Save again to replace it.')
  expect((await seen(office, part)).price).toBe(11)
  const calls = watchCalls(office)
  await expect(async () => {
    // Gone once the first Enter has saved.
    if (await fieldOf(row, 'price').isVisible()) await fieldOf(row, 'price').press('Enter', { timeout: 1_000 })
    await expect(valueOf(row, 'price')).toHaveText('$9.50', { timeout: 1_000 })
  }).toPass()
  expect(calls.findLast(({ method }) => method === 'PUT')).toMatchObject({ body: { price: '9.5', seenPrice: 11 } })

  await valueOf(row, 'stock').click()
  await callShop(office, 'PUT', `/inventory/${part._id}`, { newAvailable: { available: 4_000 }, added: -1_000 })
  await fieldOf(row, 'stock').fill('6000')
  await office.keyboard.press('Enter')
  await expect(toastOf(office, `The stock of ${part.name} has changed. It is now 5,000.`)).toBeVisible()
  expect((await seen(office, part)).available).toBe(5_000)
})
