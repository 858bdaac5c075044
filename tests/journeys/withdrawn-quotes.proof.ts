import type { Quote } from '#contract/quotes/quotes.ts'
import { axeFindings } from '#tests/support/browser/axe.ts'
import { addPart, callShop, enter, expect, expectToast, test } from '#tests/support/browser/journey.ts'

test('an admin withdraws all quotes of a part at a wrong price, and the buyer sees why and gets new prices (71)', async ({
  page,
  office,
}) => {
  const part = await addPart(office, { price: 2.5 })
  await enter(page)
  const save = () => callShop<Quote>(page, 'POST', '/quotes', { lines: [{ text: part.partNumber, quantity: 2_000 }] })
  await callShop(office, 'PUT', `/parts/${part._id}`, { price: 0.025, confirmed: true })
  const [first] = [await save(), await save(), await save()]
  await callShop(office, 'PUT', `/parts/${part._id}`, { price: 2.5 })
  await save()

  await office.goto('/dashboard/all-quotes')
  await office.getByLabel('Find quotes').fill(part.partNumber)
  await office.getByRole('main').getByRole('button', { name: 'Search' }).click()
  await expect(office.getByRole('heading', { name: '4 quotes found for' })).toBeVisible()
  await office.getByLabel('Saved until').fill('2099-01-01T00:00:00')
  await office.getByLabel('Unit price below').fill('1')
  await office.getByLabel('Reason').fill('The price was wrong for a moment.')
  expect(await axeFindings(office)).toEqual([])
  await office.getByRole('button', { name: 'Withdraw quotes' }).click()
  await office.getByRole('dialog', { name: 'Withdraw 3 quotes of 1 buyer?' }).getByRole('button', { name: 'Confirm' }).click()
  await expectToast(office, '3 quotes withdrawn')
  await expect(office.getByRole('cell', { name: 'Withdrawn The price was wrong' })).toHaveCount(3)
  await expect(office.getByRole('cell', { name: 'Open' })).toHaveCount(1)

  await page.goto('/dashboard/quotes')
  await expect(page.getByRole('cell', { name: 'Withdrawn by the shop' })).toHaveCount(3)
  await page.getByRole('link', { name: first!.number }).click()
  await expect(page.getByText('The shop has withdrawn this quote: The price was wrong for a moment.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Order all/ })).toHaveCount(0)
  await page.getByRole('button', { name: "Get today's prices" }).click()
  await expect(page.getByRole('button', { name: 'Order all for $5,000.00' })).toBeVisible()
})

test('one quote is withdrawn with its reason (71)', async ({ page, office }) => {
  const part = await addPart(office)
  await enter(page)
  const { number } = await callShop<Quote>(page, 'POST', '/quotes', { lines: [{ text: part.partNumber }] })

  await office.goto(`/dashboard/all-quotes?q=${number}`)
  await office.getByRole('button', { name: `Withdraw ${number}` }).click()
  const dialog = office.getByRole('dialog', { name: `Withdraw quote ${number}?` })
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/Enter a reason/)
  await dialog.getByLabel('Reason').fill('A slip')
  await dialog.getByRole('button', { name: 'Confirm' }).click()

  await expectToast(office, `${number} withdrawn`)
  await expect(office.getByRole('cell', { name: 'Withdrawn A slip' })).toBeVisible()
})
