import type { Page } from '@playwright/test'
import type { Order } from '#contract/orders/orders.ts'
import type { Quote } from '#contract/quotes/quotes.ts'
import {
  addPart,
  callShop,
  enter,
  enterCard,
  expect,
  expectToast,
  newPerson,
  orderRow,
  payOrder,
  placeOrder,
  test,
  watchCalls,
} from '#tests/support/browser/journey.ts'

/** An order that a customer has paid with this card. */
async function paidBy(page: Page, office: Page, card: string) {
  const part = await addPart(office, { price: 2.5 })
  const order = await placeOrder(page, part)
  await page.goto(`/dashboard/payment/${order._id}`)
  await enterCard(page, card)
  await expect(page.getByText(/card Payment Is Completed/)).toBeVisible()
  return order
}

test('a disputed order says so to its customer and to the admins, with the day of evidence, and shipping it asks with a warning (73)', async ({
  page,
  office,
}) => {
  await enter(page, newPerson('Dora Disputes'))
  const order = await paidBy(page, office, '4000 0000 0000 0259')
  await expect.poll(async () => (await callShop<{ dispute: string }>(page, 'GET', `/order/${order._id}`)).dispute).toBe('open')
  await page.goto('/dashboard')
  await expect(orderRow(page, order.name)).toContainText('Payment disputed')
  await page.goto(`/dashboard/order/${order._id}`)
  await expect(page.getByRole('list', { name: 'Refunds and disputes' })).toContainText('Dispute $2,500.00')
  await expect(page.getByText('The bank takes evidence')).toHaveCount(0)
  await office.goto(`/dashboard/order/${order._id}`)
  const list = office.getByRole('list', { name: 'Refunds and disputes' })
  await expect(list).toContainText('Dispute $2,500.00')
  await expect(list).toContainText(/The bank takes evidence until .*\. Submit it in the card processor's dashboard\./)
  await office.goto(`/dashboard/all-order?q=${order.number}`)

  const row = orderRow(office, order.name)
  await expect(row).toContainText('Payment disputed')
  await expect(row.getByRole('button', { name: /^Refund/ })).toHaveCount(0)
  await row.getByRole('button', { name: 'Pending Shipping' }).click()
  const question = office.getByRole('dialog')
  await expect(question.getByRole('heading')).toHaveText(`Are You Sure You Want to Shipping ${order.name} !`)
  await expect(question).toContainText("The customer's bank holds the money until the dispute is decided.")
  const calls = watchCalls(office)
  await question.getByRole('button', { name: 'Confirm' }).click()

  await expectToast(office, 'Parts Shipped Successfully')
  expect(calls[0]).toMatchObject({ path: `/orderShipped/${order._id}`, body: { despite: ['dispute'] } })
})

test('an admin refunds a paid order with a reason, and both lists say so (71)', async ({ page, office }) => {
  await enter(page, newPerson('Rita Refunds'))
  const part = await addPart(office, { price: 2.5 })
  const order = await payOrder(page, await placeOrder(page, part))
  // By the menu, as somebody who has not refunded before: where goods come back is a link for those that do not.
  await office.goto('/dashboard')
  await office.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Returns' }).click()
  await office.getByRole('link', { name: 'Refund an order that nobody sends back' }).click()
  await expect(office).toHaveURL(/\/dashboard\/all-order$/)
  await office.getByRole('searchbox', { name: 'Number, buyer, part, reference, tracking' }).fill(order.number)
  await office.keyboard.press('Enter')
  const row = orderRow(office, order.name)

  await row.getByRole('button', { name: `Refund the order of ${order.name}` }).click()
  const question = office.getByRole('dialog')
  await expect(question).toContainText('$2,500.00 is refunded')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(question.getByText('Enter a reason for the refund.')).toBeVisible()
  await question.getByLabel('Reason').fill('A price slip')
  await question.getByRole('button', { name: 'Confirm' }).click()

  await expectToast(office, `${order.name} is refunded`)
  await expect(row).toContainText('Refunded')
  await expect(row.getByRole('button', { name: 'Pending Shipping' })).toHaveCount(0)
  await page.goto('/dashboard')
  await expect(orderRow(page, order.name)).toContainText('Refunded')
  await expect(orderRow(page, order.name).getByRole('link', { name: 'Pay Now' })).toHaveCount(0)
  await page.goto(`/dashboard/payment/${order._id}`)
  await expect(page.getByText('This order was cancelled after it was paid, and the payment was refunded.')).toBeVisible()
})

/** An order of an offer with freight, which its customer accepts and pays by card. */
async function paidWithFreight(page: Page, office: Page): Promise<Order> {
  const { partNumber } = await addPart(office, { price: 2.5 })
  const { _id, version, total } = await callShop<Quote>(page, 'POST', '/quotes', { lines: [{ text: partNumber, quantity: 1_000 }] })
  const freight = { name: 'By our lorry', amount: 45 }
  await callShop(office, 'POST', `/quotes/${_id}/offer`, { version, lines: [], terms: '', validDays: 30, total, freight })
  await page.goto(`/dashboard/quotes/${_id}`)
  await expect(page.getByText('1 order, $2,545.00 in one payment.')).toBeVisible()
  await page.getByLabel('Phone').fill('+49 30 1234567')
  await page.getByLabel('Address', { exact: true }).fill('Dock Road 1, 20457 Hamburg')
  await page.getByRole('button', { name: 'Accept and order for $2,545.00' }).click()
  await expect(page.getByText('Please Pay: $2,545.00')).toBeVisible()
  const id = page.url().split('/').at(-1)
  await enterCard(page, '4242 4242 4242 4242')
  await expect(page.getByText(/card Payment Is Completed/)).toBeVisible()
  const order = () => callShop<Order>(page, 'GET', `/order/${id}`)
  await expect.poll(async () => (await order()).paid).toBe(true)
  return order()
}

test('a part of a shipped order is refunded with its freight, by an admin who sees what will happen, and both sides see what did (74)', async ({
  page,
  office,
}) => {
  await enter(page, newPerson('Paula Part'))
  const order = await paidWithFreight(page, office)
  await callShop(office, 'PUT', `/orderShipped/${order._id}`)
  await office.goto(`/dashboard/order/${order._id}`)

  await office.getByRole('button', { name: `Refund the order of ${order.name}` }).click()
  const dialog = office.getByRole('dialog')
  await expect(dialog.getByRole('heading')).toHaveText(`Refund ${order.name}?`)
  await dialog.getByLabel('Amount in dollars').fill('9,000')
  await dialog.getByLabel('Reason').fill('Scratched')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByText('At most $2,545.00 can be refunded.')).toBeVisible()
  await dialog.getByLabel('Pieces to refund').fill('100')
  await expect(dialog.getByLabel('Amount in dollars')).toHaveValue('250.00')
  await dialog.getByLabel('Freight too, $45.00').check()
  await expect(dialog.getByLabel('Amount in dollars')).toHaveValue('295.00')
  await dialog.getByLabel('Pieces back in stock').fill('100')
  await expect(dialog).toContainText("$295.00 is refunded to the customer's card, $2,250.00 stays paid")
  await expect(dialog).toContainText('100 pieces return to stock. The order stays as it is.')
  await dialog.getByRole('button', { name: 'Confirm' }).click()

  await expectToast(office, '$295.00 is refunded')
  const refunds = office.getByRole('list', { name: 'Refunds and disputes' })
  await expect(refunds).toContainText('Refund $295.00')
  await expect(refunds).toContainText('$45.00 of it is freight')
  await expect(refunds).toContainText('100 pieces back in stock')
  await expect(refunds).toContainText('Scratched')
  const events = office.getByRole('list', { name: 'Timeline' })
  await expect(events).toContainText('Refunded $295.00 in total')
  await expect(events).toContainText('Back in stock 100 pieces')
  await page.goto(`/dashboard/order/${order._id}`)
  await expect(page.getByRole('list', { name: 'Refunds and disputes' })).toContainText('Refund $295.00')
  await expect(page.getByText('Scratched')).toHaveCount(0)
})

test('the rest of a partly sent order is withdrawn and refunded, and the order is closed (74)', async ({ page, office }) => {
  await enter(page, newPerson('Rita Rest'))
  const part = await addPart(office, { price: 2.5 })
  const order = await payOrder(page, await placeOrder(page, part))
  await callShop(office, 'POST', `/order/${order._id}/parcels`, { pieces: 400 })
  await office.goto(`/dashboard/order/${order._id}`)

  await office.getByRole('button', { name: `Refund the order of ${order.name}` }).click()
  const dialog = office.getByRole('dialog')
  await dialog.getByLabel('Pieces to refund').fill('600')
  await expect(dialog).toContainText('All 600 pieces are still to be sent. The order stays open')
  await dialog.getByLabel('Pieces not to send').fill('601')
  await dialog.getByLabel('Reason').fill('Not made any more')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByText('Only 600 pieces are left to send.')).toBeVisible()
  await dialog.getByLabel('Pieces not to send').fill('200')
  await expect(dialog).toContainText('200 pieces are not sent any more; 400 are still to be sent. The order stays open')
  await dialog.getByLabel('Pieces not to send').fill('600')
  await expect(dialog.getByLabel('Pieces back in stock')).toHaveValue('600')
  await dialog.getByLabel('Pieces back in stock').fill('500')
  await expect(dialog).toContainText('500 pieces return to stock. 600 pieces are not sent any more, and the order is closed as shipped.')
  await dialog.getByRole('button', { name: 'Confirm' }).click()

  await expectToast(office, '$1,500.00 is refunded')
  const events = office.getByRole('list', { name: 'Timeline' })
  await expect(events).toContainText('Not sent any more 600 pieces')
  await expect(events).toContainText('Shipped')
  await expect(office.getByRole('list', { name: 'Refunds and disputes' })).toContainText('600 pieces not sent any more')
  await expect(office.getByRole('button', { name: 'Send parcel' })).toHaveCount(0)
  await page.goto('/dashboard')
  await expect(orderRow(page, order.name)).toContainText('600 not sent any more')
})

test('the rest of an order whose price has gone back already is withdrawn without money', async ({ page, office }) => {
  await enter(page, newPerson('Gus Gone'))
  const part = await addPart(office, { price: 2.5 })
  const order = await payOrder(page, await placeOrder(page, part))
  await callShop(office, 'POST', `/order/${order._id}/parcels`, { pieces: 400 })
  await callShop(office, 'POST', `/order/${order._id}/refund`, { reason: 'Late', amount: 2_500 })
  await office.goto(`/dashboard/order/${order._id}`)

  await office.getByRole('button', { name: `Refund the order of ${order.name}` }).click()
  const dialog = office.getByRole('dialog')
  await expect(dialog).toContainText('All of the price has gone back already.')
  await expect(dialog.getByLabel('Amount in dollars')).toHaveCount(0)
  await dialog.getByLabel('Reason').fill('Late')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByText('Enter the pieces that are not sent any more.')).toBeVisible()
  await dialog.getByLabel('Pieces not to send').fill('600')
  await expect(dialog).toContainText('600 pieces return to stock. 600 pieces are not sent any more, and the order is closed as shipped.')
  await dialog.getByRole('button', { name: 'Confirm' }).click()

  await expectToast(office, '600 pieces are not sent any more')
  await expect(office.getByRole('list', { name: 'Timeline' })).toContainText('Not sent any more 600 pieces')
  await expect(office.getByRole('button', { name: `Refund the order of ${order.name}` })).toHaveCount(0)
})
