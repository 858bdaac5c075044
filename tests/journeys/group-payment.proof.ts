import type { Order } from '#contract/orders/orders.ts'
import type { OrderGroup, Quote } from '#contract/quotes/quotes.ts'
import { addPart, callShop, enter, enterCard, expect, expectToast, newPerson, orderRow, test } from '#tests/support/browser/journey.ts'

test('a quote is ordered at once, one order of it cancelled, and the rest paid by one payment', async ({ page, office }) => {
  const ann = newPerson('Ann Group')
  const parts = [await addPart(office, { price: 1 }), await addPart(office, { price: 2 }), await addPart(office, { price: 4 })]
  await enter(page, ann)
  const lines = parts.map(({ _id: partsId, partNumber: text }) => ({ partsId, text, quantity: 1_000 }))
  const quote = await callShop<Quote>(page, 'POST', '/quotes', { lines })
  const order = { version: quote.version, total: quote.total, phone: '+49 30 1', address: 'Dock Road 1' }
  const group = await callShop<OrderGroup>(page, 'POST', `/quotes/${quote._id}/order`, order)

  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'My Total Order: 3' })).toBeVisible()
  await expect(page.getByText(/^Ordered together: [0-9A-F]{6}$/)).toHaveCount(3)
  await orderRow(page, parts[0]!.name).getByRole('link', { name: 'Pay Now' }).click()
  await expect(page.getByText('Please Pay: $7,000.00', { exact: true })).toBeVisible()
  const list = page.getByRole('list', { name: `Parts of quote ${quote.number}` })
  await expect(list.getByRole('listitem')).toHaveCount(3)
  await expect(list.getByRole('listitem').nth(2)).toContainText(`${parts[2]!.name}`)
  await expect(list.getByRole('listitem').nth(2)).toContainText('1,000 Pieces, $4,000.00')

  await page.goto('/dashboard')
  await orderRow(page, parts[1]!.name)
    .getByRole('button', { name: /Delete/ })
    .click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'My Total Order: 2' })).toBeVisible()
  await orderRow(page, parts[2]!.name).getByRole('link', { name: 'Pay Now' }).click()
  await expect(page.getByText('Please Pay: $5,000.00', { exact: true })).toBeVisible()
  await expect(list.getByRole('listitem')).toHaveCount(2)

  await expect(page.getByRole('button', { name: 'Pay', exact: true })).toBeEnabled()
  await enterCard(page, '4242 4242 4242 4242')
  await expectToast(page, 'Your Transaction Is Completed')
  await expect(page.getByText('Your visa card Payment Is Completed', { exact: true })).toBeVisible()
  const told = await page.getByText(/^Your Transaction Id: pi_\w{24}$/).innerText()
  await page.getByRole('link', { name: 'My Order' }).last().click()
  await expect(page.getByText(`Tx.ID-${told.replace('Your Transaction Id: ', '').slice(7)}`)).toHaveCount(2)
  const mine = await callShop<Order[]>(page, 'GET', `/order?customer=${encodeURIComponent(ann.email)}`)
  expect(mine).toMatchObject([
    { paid: true, groupId: group.groupId },
    { paid: true, groupId: group.groupId },
  ])

  await page.goto(`/dashboard/payment/${group.orders[0]!._id}`)
  await expect(page.getByText('These orders are paid. Thank you.')).toBeVisible()
  await expect(page.getByText('Paid: $5,000.00', { exact: true })).toBeVisible()
})

test("another person's group is not found, and the shop sees it and recognises one in its list", async ({ page, office, browser }) => {
  const part = await addPart(office, { price: 1 })
  await enter(page, newPerson('Ann Owner'))
  const lines = [{ partsId: part._id, text: part.partNumber, quantity: 1_000 }]
  const quote = await callShop<Quote>(page, 'POST', '/quotes', { lines })
  const order = { version: quote.version, total: quote.total, phone: '1', address: 'Dock Road 1' }
  const group = await callShop<OrderGroup>(page, 'POST', `/quotes/${quote._id}/order`, order)

  const stranger = await browser.newPage()
  await enter(stranger)
  await expect(callShop(stranger, 'GET', `/order-groups/${group.groupId}`)).rejects.toThrow('was answered 404')
  expect((await callShop<OrderGroup>(office, 'GET', `/order-groups/${group.groupId}`)).orders).toHaveLength(1)

  await office.goto(`/dashboard/all-order?q=${group.orders[0]!.number}`)
  await expect(orderRow(office, part.name).getByText(/^Ordered together: /)).toBeVisible()
})
