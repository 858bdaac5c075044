import type { OrderGroup, Quote } from '#contract/quotes/quotes.ts'
import {
  addPart,
  callShop,
  enter,
  expect,
  expectToast,
  fillLogin,
  mailTo,
  newPerson,
  orderRow,
  placeOrder,
  sampleAdmin,
  test,
} from '#tests/support/browser/journey.ts'

test('a buyer asks about an order, a clerk sees the question and answers, and the buyer reads it without a reload', async ({
  page,
  office,
}) => {
  const ann = newPerson('Ann Asks')
  const part = await addPart(office)
  await enter(page, ann)
  const order = await placeOrder(page, part)
  await page.goto(`/dashboard/order/${order._id}`)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByLabel('Ask about this order')).toHaveAccessibleDescription('Write a message first.')

  // A draft is not lost by a wrong press.
  await page.getByLabel('Ask about this order').fill('Does it leave this week?\nOur line waits.')
  await page.getByRole('link', { name: 'My Quotes' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByLabel('Ask about this order').press('Control+Enter')
  await expectToast(page, 'Your message was sent.')
  const mine = page.getByRole('list', { name: 'Messages' }).getByRole('listitem')
  await expect(mine).toHaveText([/^You.*Does it leave this week\?\nOur line waits\.$/])
  await expect(page.getByLabel('Ask about this order')).toHaveValue('')

  const marked = office.waitForResponse('**/api/order/*/messages/read')
  await office.goto(`/dashboard/all-order?q=${order.number}`)
  await expect(office.getByRole('navigation').getByRole('link', { name: /^All Order \d+ new messages?$/ })).toBeVisible()
  await office.getByRole('link', { name: `${order.number}: 1 new message` }).click()
  const theirs = office.getByRole('list', { name: 'Messages' }).getByRole('listitem')
  await expect(theirs).toHaveText([new RegExp(`^${ann.email}.*New.*Does it leave`)])
  await office.getByLabel('Write to the customer').fill('On Friday.')
  await office.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(theirs.last()).toHaveText(new RegExp(`^${sampleAdmin.email}.*On Friday\\.$`))
  await marked
  expect(JSON.stringify(await callShop(office, 'GET', '/order-messages/unread'))).not.toContain(order.number)
  await office.goto(`/dashboard/all-order?q=${order.number}`)
  await expect(orderRow(office, part.name)).toBeVisible()
  await expect(office.getByRole('link', { name: `${order.number}: 1 new message` })).toHaveCount(0)

  await expect(mine.last()).toHaveText(/^Shop.*New.*On Friday\.$/)
  expect(await mailTo(ann.email, /^Subject: A message about your order O-/m)).toContain('> On Friday.')
})

test('Pay Now beside an order of a quote says what it pays for, and until when', async ({ page, office }) => {
  const parts = [await addPart(office, { price: 1 }), await addPart(office, { price: 2 })]
  await enter(page, newPerson('Ann Deadline'))
  const lines = parts.map(({ _id: partsId, partNumber: text }) => ({ partsId, text, quantity: 1_000 }))
  const quote = await callShop<Quote>(page, 'POST', '/quotes', { lines })
  const placed = { version: quote.version, total: quote.total, phone: '+49 30 1', address: 'Dock Road 1' }
  const { orders } = await callShop<OrderGroup>(page, 'POST', `/quotes/${quote._id}/order`, placed)

  await page.goto('/dashboard')
  const paysFor = `Pays for all 2 orders of ${quote.number}, $3,000.00`
  await expect(orderRow(page, 'Ordered together: ')).toContainText(paysFor)
  await page.goto(`/dashboard/order/${orders[0]!._id}`)
  await expect(page.getByText(/^Pay by .*20\d\d.*, or the orders are cancelled\. The pieces are held until then\.$/)).toBeVisible()
  await expect(page.getByText(paysFor)).toBeVisible()
})

test('whoever needs more than is in stock signs in, comes back to the pieces and asks for an offer; a quote line that is short leads there, too', async ({
  page,
  office,
}) => {
  const part = await addPart(office, { available: 2_000 })
  const ann = newPerson('Ann Asks')
  await enter(page, ann)
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/quote')
  await page.getByRole('combobox', { name: 'Part, line 1', exact: true }).fill(part.partNumber)
  await page.getByRole('textbox', { name: 'Quantity, line 1', exact: true }).fill('5000')
  await page.getByRole('textbox', { name: 'Quantity, line 1', exact: true }).press('Tab')
  await page.getByRole('link', { name: 'Ask us for it' }).click()
  await fillLogin(page, ann)
  await expect(page.getByText(part.name, { exact: true })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Pieces' })).toHaveValue('5,000')

  await page.goto(`/inventory/${part._id}`)
  await page.getByLabel('Quantity').fill('6000')
  await page.getByRole('link', { name: 'Ask us for it' }).click()
  await expect(page.getByRole('textbox', { name: 'Pieces' })).toHaveValue('6,000')
  await page.getByRole('button', { name: 'Ask for an offer' }).click()
  await expectToast(page, 'The shop has your request')

  await expect(page.getByText('You asked for an offer:')).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(`${part.name}.*6,000`) })).toBeVisible()
})
