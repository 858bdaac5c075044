import { readFile } from 'node:fs/promises'
import { dayText } from '#contract/basics/day-text.ts'
import { axeFindings } from '#tests/support/browser/axe.ts'
import { addPart, expect, expectToast, test } from '#tests/support/browser/journey.ts'

/** A day that is far enough from today, and from the last day that may be chosen. */
function comingDay(): string {
  const day = new Date()
  day.setUTCDate(day.getUTCDate() + 20)
  return day.toISOString().slice(0, 10)
}

test('a delivery is expected, told to buyers, changed and booked when it arrives; the list of low stock says what is expected', async ({
  office,
}) => {
  const part = await addPart(office, { available: 400 })
  const day = comingDay()
  await office.goto(`/dashboard/manegeProduct/${part._id}`)
  const sheet = office.getByRole('region', { name: 'Stock' })
  await expect(sheet.getByText('No delivery is expected.')).toBeVisible()
  await sheet.getByRole('button', { name: 'Expect it' }).click()
  await expect(sheet.getByLabel('Day', { exact: true })).toHaveAccessibleDescription('Choose a day.')
  await sheet.getByLabel('Day', { exact: true }).fill('2001-01-01')
  await sheet.getByLabel('Expected quantity').fill('5000')
  await sheet.getByRole('button', { name: 'Expect it' }).click()
  await expect(sheet.getByLabel('Day', { exact: true })).toHaveAccessibleDescription('Choose today or a later day, within three years.')
  await sheet.getByLabel('Day', { exact: true }).fill(day)
  await sheet.getByLabel('Reference').fill('Order 4711')
  await sheet.getByRole('button', { name: 'Expect it' }).click()
  await expectToast(office, 'The delivery is expected')
  await sheet.getByRole('button', { name: /^Change the delivery of/ }).click()
  await sheet.getByLabel('Expected quantity').fill('6000')
  await sheet.getByRole('button', { name: 'Keep the new values' }).click()
  await expect(sheet.getByRole('row', { name: /6,000 .*Order 4711/ })).toBeVisible()
  await sheet.getByLabel('Low stock below').fill('450')
  await office.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(office, 'The shop watches this stock')
  expect(await axeFindings(office)).toEqual([])

  await office.goto(`/inventory?q=${part.partNumber}`)
  const stock = office.getByText(`400 in stock, more on ${dayText(day)}`)
  await office.setViewportSize({ width: 1_440, height: 900 })
  await expect(stock).toBeVisible()
  const compare = (await office.getByRole('link', { name: 'Compare', exact: true }).boundingBox())!
  const { y, height } = (await stock.boundingBox())!
  expect(compare.y).toBeGreaterThanOrEqual(y + height)
  await office.goto(`/inventory/${part._id}`)
  await expect(office.getByText(`More on ${dayText(day)}`)).toBeVisible()
  await expect(office.getByText('6,000 pieces')).toBeVisible()

  await office.goto(`/dashboard/manegeProduct?q=${part.partNumber}&show=low`)
  await expect(office.getByRole('link', { name: /^Low stock/ })).toHaveAttribute('aria-current', 'true')
  const row = office.getByRole('row').filter({ hasText: part.partNumber })
  await expect(row).toContainText(': +6,000')
  expect(await axeFindings(office)).toEqual([])

  await row.getByRole('button', { name: `More of ${part.name}` }).click()
  await row.getByRole('link', { name: 'Stock', exact: true }).click()
  await expect(office).toHaveURL(`/dashboard/manegeProduct/${part._id}#stock`)
  await sheet.getByRole('button', { name: /^Arrived: the delivery of/ }).click()
  const question = office.getByRole('dialog', { name: /^Has the delivery of .* arrived\?$/ })
  await question.getByLabel('How many have come').fill('5980')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expectToast(office, '5,980 pieces are in stock')
  await expect(sheet.getByText('6,380 pieces in stock')).toBeVisible()
  await expect(sheet.getByText('No delivery is expected.')).toBeVisible()
  await office.getByRole('tab', { name: 'Stock ledger' }).click()
  await expect(office.getByRole('row', { name: /\+5,980 .*6,380 Received Order 4711/ })).toBeVisible()
  const saved = office.waitForEvent('download')
  await office.getByRole('button', { name: 'Ledger as CSV' }).click()
  expect(await readFile(await (await saved).path(), 'utf8')).toContain('5980,6380,restock,received,,')
})

test('the stock moves of the days that are chosen are saved as CSV', async ({ office }) => {
  const part = await addPart(office, { available: 1_234 })
  await office.goto('/dashboard/manegeProduct')
  await office.getByRole('button', { name: 'More', exact: true }).click()
  await office.getByRole('link', { name: 'Stock moves' }).click()
  await expect(office.getByRole('heading', { name: 'Stock Moves' })).toBeVisible()
  await office.getByRole('button', { name: /^Date of the moves/ }).click()
  await office.getByRole('group', { name: 'Date of the moves' }).getByLabel('From').fill('2001-03-01')
  await office.getByRole('group', { name: 'Date of the moves' }).getByLabel('To', { exact: true }).fill('2001-03-31')
  expect(await axeFindings(office)).toEqual([])
  const savedFile = async () => {
    const saved = office.waitForEvent('download')
    await office.getByRole('button', { name: 'Save as CSV' }).click()
    return readFile(await (await saved).path(), 'utf8')
  }
  await expect(office.getByRole('button', { name: 'Date of the moves: 1 Mar 2001 – 31 Mar 2001' })).toBeVisible()
  expect((await savedFile()).trimEnd().split('\r\n')).toHaveLength(1)
  await office.getByRole('button', { name: /^Date of the moves/ }).click()
  // The part was added yesterday, where midnight has passed since.
  await office.getByRole('link', { name: 'Last 7 days' }).click()
  await expect(office.getByRole('button', { name: 'Date of the moves: Last 7 days' })).toBeVisible()
  await expect(office).toHaveURL(/\/dashboard\/stock-moves\?/)
  await expect(office.getByRole('row').filter({ hasText: part.partNumber })).toContainText('+1,234')
  expect(await savedFile()).toContain(`${part.partNumber},${part.name},1234,1234,opening`)
})

test('a delivery sheet names the lines that have two readings, and is compared once they have one', async ({ office }) => {
  const [one, other] = [await addPart(office, { available: 400 }), await addPart(office, { available: 0 })]
  await office.goto('/dashboard/manegeProduct')
  await office.getByRole('button', { name: 'More', exact: true }).click()
  await office.getByRole('link', { name: 'Delivery or count' }).click()
  const typed = office.getByLabel('Part numbers and pieces')
  await typed.fill(`${one.partNumber}; 12.000\n${other.partNumber}; 0,125`)
  await office.getByRole('button', { name: 'Compare' }).click()
  await expect(office.getByText(`${one.partNumber}: 12.000 may be 12 or 12,000 pieces.`)).toBeVisible()
  await expect(office.getByText(`${other.partNumber}: 0,125 is no number of pieces.`)).toBeVisible()
  expect(await axeFindings(office)).toEqual([])
  await typed.fill(`${one.partNumber}; 12.000\n${other.partNumber}; 1.250`)
  await office.getByRole('button', { name: 'Compare' }).click()
  await expect(office.getByText('2 parts, +13,250 pieces in all.')).toBeVisible()
})
