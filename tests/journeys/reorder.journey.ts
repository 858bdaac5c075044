import { addPart, callShop, enter, expect, expectToast, newPerson, orderRow, placeOrder, test } from '#tests/support/browser/journey.ts'

test('an unpaid order is reduced at the price that was agreed for the new quantity, and ordered again into the quote', async ({
  page,
  office,
}) => {
  const ann = newPerson('Ann Again')
  const laddered = await addPart(office, { available: 20_000, price: 2, priceBreaks: [{ from: 10_000, price: 1 }] })
  const [other, gone] = [await addPart(office, { available: 5_000, price: 1 }), await addPart(office)]
  await enter(page, ann)
  const order = await placeOrder(page, laddered, 10_000)
  await placeOrder(page, other, 3_000)
  await placeOrder(page, gone)
  await callShop(office, 'DELETE', `/parts/${gone._id}`)

  await page.goto(`/dashboard/order/${order._id}`)
  await page.getByRole('button', { name: 'Change pieces' }).click()
  const dialog = page.getByRole('dialog', { name: `Change pieces of ${order.number}` })
  await dialog.getByLabel('New quantity').fill('10000')
  await dialog.getByRole('button', { name: 'Reduce order' }).click()
  await expect(dialog.getByLabel('New quantity')).toHaveAccessibleDescription(/fewer than the 10,000 pieces/)
  await dialog.getByLabel('New quantity').fill('4,000')
  await expect(dialog.getByRole('row', { name: 'Total' })).toHaveText('Total$10,000.00$8,000.00')
  await expect(dialog).toContainText('6,000 pieces go back into stock.')
  // Meanwhile the price changes, which the order does not.
  await callShop(office, 'PUT', `/parts/${laddered._id}`, { price: 3 })
  await dialog.getByRole('button', { name: 'Reduce order' }).click()
  await expectToast(page, `${order.number} now has 4,000 pieces.`)
  await expect(page.getByRole('list', { name: 'Timeline' })).toContainText('Pieces reduced from 10,000 to 4,000')

  await page.goto('/dashboard')
  for (const { name } of [laddered, other, gone]) await orderRow(page, name).getByRole('checkbox').check()
  await page.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'Order again' }).click()
  const sheet = page.getByRole('dialog', { name: 'Order again' })
  await expect(sheet.getByRole('row', { name: laddered.name })).toContainText('$3.00 each')
  await expect(sheet.getByRole('row', { name: other.name })).toContainText('Only 2,000 in stock')
  await expect(sheet.getByRole('row', { name: gone.name })).toContainText('No longer sold')
  await expect(sheet.getByRole('checkbox', { name: gone.name })).toBeDisabled()
  await sheet.getByRole('checkbox', { name: other.name }).uncheck()
  await expect(sheet.getByRole('row', { name: 'Selected' })).toHaveText('Selected$8,000.00$12,000.00')
  await sheet.getByRole('button', { name: 'Add to quote (1)' }).click()

  await expect(page).toHaveURL(/\/quote$/)
  await expect(page.getByRole('row').filter({ hasText: laddered.partNumber })).toContainText('$12,000.00')
})
