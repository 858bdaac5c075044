import { randomUUID } from 'node:crypto'
import type { Order } from '#contract/orders/orders.ts'
import type { OrderGroup, Quote } from '#contract/quotes/quotes.ts'
import {
  addPart,
  answerInstead,
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
} from '#tests/support/browser/journey.ts'

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
  const together = orderRow(page, 'Ordered together: ')
  await expect(together).toHaveText(
    new RegExp(`^Ordered together: [0-9A-F]{6}Pays for all 3 orders of ${quote.number}, \\$7,000\\.00Pay by .*Pay Now$`),
  )
  await expect(page.getByRole('link', { name: 'Pay Now' })).toHaveCount(1)
  await together.getByRole('link', { name: 'Pay Now' }).click()
  await expect(page.getByText('Please Pay: $7,000.00', { exact: true })).toBeVisible()
  const rows = page.getByRole('table', { name: `Parts of quote ${quote.number}` }).getByRole('row')
  await expect(rows).toHaveText([
    'OrderPartPiecesUnit priceTotal',
    ...group.orders.map(({ number, name, price, totalPrice }) => `${number}${name}1,000$${price}.00$${totalPrice / 1_000},000.00`),
  ])

  await page.goto('/dashboard')
  await orderRow(page, parts[1]!.name)
    .getByRole('button', { name: /Delete/ })
    .click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'My Total Order: 2' })).toBeVisible()
  await together.getByRole('link', { name: 'Pay Now' }).click()
  await expect(page.getByText('Please Pay: $5,000.00', { exact: true })).toBeVisible()
  await expect(rows).toHaveCount(3)

  await expect(page.getByRole('button', { name: 'Pay', exact: true })).toBeEnabled()
  await enterCard(page, '4242 4242 4242 4242')
  await expectToast(page, 'Your Transaction Is Completed')
  await expect(page.getByText('Your visa card Payment Is Completed', { exact: true })).toBeVisible()
  const told = await page.getByText(/^Your Transaction Id: pi_\w{24}$/).innerText()
  await expect(page.getByRole('list', { name: 'Invoices and credit notes' })).toBeVisible()
  await expect(rows.getByRole('link', { name: parts[2]!.name })).toHaveAttribute('href', `/dashboard/order/${group.orders[2]!._id}`)
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
  const cancelled = group.orders[1]!
  await page.goto(`/dashboard/payment/${cancelled._id}`)
  await expect(page.getByText(`Order ${cancelled.number} was cancelled. Nothing is to be paid for it.`)).toBeVisible()
  await expect(page.getByText('Paid: $5,000.00')).toHaveCount(0)
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

test('lists of orders fit a window of 1,024 pixels, with tax, a group, and names and emails that are long', async ({ page, office }) => {
  const long = `Wide Colour Main Board with Twelve Ports ${randomUUID()}`
  const parts = [await addPart(office, { price: 321, name: long }), await addPart(office, { price: 2 })]
  const ann = { ...newPerson('Ann Wide'), email: `purchasing.department.${randomUUID()}@a-long-domain.example` }
  await enter(page, ann)
  await placeOrder(page, await addPart(office, { price: 2 }))
  await payOrder(page, await placeOrder(page, await addPart(office, { price: 77 })))
  const lines = parts.map(({ _id: partsId, partNumber: text }) => ({ partsId, text, quantity: 1_000 }))
  const quote = await callShop<Quote>(page, 'POST', '/quotes', { lines })
  const order = { version: quote.version, total: quote.total, phone: '1', address: 'Dock Road 1', reference: 'PO-2026-4711-9' }
  await callShop<OrderGroup>(page, 'POST', `/quotes/${quote._id}/order`, order)
  const mine = await callShop<Order[]>(page, 'GET', `/order?customer=${encodeURIComponent(ann.email)}`)
  const tax = { rate: 19, amount: 60_990, due: 381_990, country: 'DE', reason: 'domestic' }
  await answerInstead(
    page,
    'GET /order?*',
    mine.map((one) => ({ ...one, tax })),
  )

  for (const [one, path] of [
    [page, '/dashboard'],
    [office, `/dashboard/all-order?q=${ann.email}`],
  ] as const) {
    await one.goto(path)
    for (const width of [1_440, 1_280, 1_024, 390]) {
      await one.setViewportSize({ width, height: 2_000 })
      await expect(orderRow(one, long).getByRole('button', { name: /Delete/ })).toBeInViewport({ ratio: 0.99 })
      expect(await one.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
  }
})
