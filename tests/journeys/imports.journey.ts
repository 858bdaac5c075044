import type { Part } from '#contract/parts/parts.ts'
import { axeFindingsDayAndNight } from '#tests/support/browser/axe.ts'
import { addPart, callShop, expect, expectToast, test } from '#tests/support/browser/journey.ts'

test('a file of parts asks once for each column with two readings, shows what was read, and has unusual changes confirmed', async ({
  office,
}) => {
  const [cheap, other] = [await addPart(office, { price: 0.2 }), await addPart(office, { price: 2 })]
  const number = `IMP-${crypto.randomUUID().slice(0, 8)}`
  const rows = [
    ['Part number', 'Name', 'Description', 'Price (USD)', 'Picture', 'Stock', 'Minimum order', 'Weight (g)'],
    [cheap.partNumber, '', '', '1,234', '', '', '', ''],
    [other.partNumber, '', '', '2,125', '', '', '2000', '0,250'],
    [number, `Board ${number}`, 'From a file', '3,500', other.img, '12.000', '', '1.250'],
  ]
  const csv = rows.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\n')
  await office.goto('/dashboard/imports')
  await office.getByLabel('File of parts').setInputFiles({ name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await office.getByRole('button', { name: 'Compare 3 rows' }).click()

  await expect(office.getByRole('link', { name: 'Wrong 3' })).toBeVisible()
  await expect(office.getByText('Price (USD): 1,234 has two readings')).toBeVisible()
  await expect(office.getByText(/Weight \(g\): .* has two readings/)).toHaveCount(0)
  expect(await axeFindingsDayAndNight(office)).toEqual([])
  await office.getByRole('button', { name: 'Price (USD): 1,234 is 1.234' }).click()
  await expect(office.getByRole('link', { name: 'Wrong 1' })).toBeVisible()
  await office.getByRole('button', { name: 'Stock: 12.000 is 12000' }).click()
  await expect(office.getByRole('link', { name: 'Wrong 0' })).toBeVisible()

  await office.getByRole('link', { name: 'New 1' }).click()
  const row = office.getByRole('row').filter({ hasText: number })
  await expect(row).toContainText('Price (USD): 3.5000')
  await expect(row).toContainText('Stock: 12000')
  await expect(row).toContainText('Weight (g): 1250')

  const write = office.getByRole('button', { name: 'Add 1 and change 2 parts' })
  await expect(write).toBeDisabled()
  await office.getByRole('link', { name: 'Show 2 rows' }).click()
  await expect(office.getByText('Price (USD): 0.2000 → 1.2340')).toBeVisible()
  await expect(office.getByText('Minimum order: - → 2000')).toBeVisible()
  expect(await axeFindingsDayAndNight(office)).toEqual([])
  await office.getByRole('button', { name: 'These 2 changes are meant' }).click()
  await write.click()
  await office.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expectToast(office, '3 parts are written')
  expect(await callShop<Part>(office, 'GET', `/inventory/${cheap._id}`)).toMatchObject({ price: 1.234 })
})
