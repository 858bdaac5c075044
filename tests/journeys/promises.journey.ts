import { dayText } from '#contract/basics/day-text.ts'
import { addPart, callShop, enter, expect, expectToast, mailTo, newPerson, orderRow, test } from '#tests/support/browser/journey.ts'
import { save } from '#tests/support/browser/quote-screen.ts'

const NO_FACTS = { category: null, weight: null, origin: null, customsCode: null, attributes: {} }
const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

test('30,000 pieces are ordered of which some are expected and some are made; the delivery is moved, and one press tells the buyer', async ({
  page,
  office,
}) => {
  const part = await addPart(office, { available: 16_750, price: 2 })
  const facts = { ...NO_FACTS, madeMonthly: 20_000, packName: 'box', packPieces: 400 }
  await callShop(office, 'PUT', `/parts/${part._id}/facts`, {
    ...facts,
    seen: { ...NO_FACTS, madeMonthly: null, packName: null, packPieces: null },
  })
  await callShop(office, 'POST', `/parts/${part._id}/expected`, { date: inDays(5), pieces: 5_000, note: '' })
  const ann = newPerson('Ann Waits')
  await enter(page, ann)

  await page.goto(`/inventory/${part._id}`)
  await page.getByLabel('Quantity').fill('29900')
  await expect(page.getByText(/^Ordered today: 16,750 now, 5,000 by .+, 8,150 by .+\.$/)).toBeVisible()
  await page.getByRole('link', { name: 'Order 29,900 by a quote' }).click()
  await page.getByRole('button', { name: 'Take 30,000 (75 boxes)' }).click()
  await expect(page.getByText(/^Leaves: 16,750 now, 5,000 by .+, 8,250 by .+\.$/)).toBeVisible()
  await save(page)
  await page.getByLabel('Phone').fill('+49 30 1234567')
  await page.getByLabel('Address').fill('Dock Road 1, 20457 Hamburg')
  await page.getByRole('button', { name: 'Order all for $60,000.00' }).click()
  await expect(page).toHaveURL(/\/dashboard\/payment\//)

  await office.goto(`/dashboard/manegeProduct/${part._id}`)
  const stock = office.getByRole('region', { name: 'Stock' })
  await stock.getByRole('button', { name: `Change the delivery of ${dayText(inDays(5))}` }).click()
  const change = stock.locator('form', { hasText: `Delivery of ${dayText(inDays(5))}` })
  await change.getByLabel('Day', { exact: true }).fill(inDays(60))
  await change.getByRole('button', { name: 'Keep the new values' }).click()
  await expectToast(office, 'The delivery is changed')

  await office.goto('/dashboard')
  await office.getByRole('link', { name: /Promises at risk/ }).click()
  await expect(office).toHaveURL(/\/all-order\?attention=promise$/)
  await orderRow(office, part.name).getByRole('link', { name: part.name }).click()
  await office.getByRole('link', { name: 'Open order' }).click()
  await expect(office.getByText(/^5,000 pieces promised by .+: their delivery comes later\.$/)).toBeVisible()
  await office.getByRole('button', { name: /^Tell the buyer: by / }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expectToast(office, 'The buyer is told of the new day')
  await expect(office.getByText(/their delivery comes later/)).toHaveCount(0)
  expect(await mailTo(ann.email, /later|delivery/i)).toContain(part.name)
})
