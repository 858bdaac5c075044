import type { Order } from '#contract/orders/orders.ts'
import {
  addPart,
  callShop,
  colourOf,
  columnsOf,
  enter,
  expect,
  expectToast,
  newPerson,
  orderRow,
  payOrder,
  placeOrder,
  test,
  watchCalls,
} from '#tests/support/browser/journey.ts'
import { shipText } from '#tests/support/shops/ship-text.ts'

test('a purchase keeps order and remaining stock in the browser, holds the stock, posts the order, and clears up', async ({
  page,
  office,
}) => {
  const ann = newPerson('Ann Purchase')
  const { _id, name, img, price, description } = await addPart(office, { available: 5_000, price: 3.75 })
  await enter(page, ann)
  await page.goto(`/inventory/${_id}`)
  await page.getByLabel('Quantity').fill('2000')
  await page.getByRole('button', { name: 'Purchase' }).click()

  await expect(page).toHaveURL(new RegExp(`/inventory/${_id}/purchase$`))
  const kept = (key: string) => page.evaluate((stored) => JSON.parse(localStorage.getItem(stored) ?? 'null') as unknown, key)
  const summary = { img, name, totalPrice: 7_500, email: ann.email, orderQuantity: 2_000 }
  const restAvailable = { img, name, price, available: 3_000, description }
  expect(await kept('order')).toMatchObject(summary)
  expect(await kept('restAvailable')).toEqual(restAvailable)

  for (const [label, value] of [
    ['Order item', name],
    ['Total price', '$7,500.00'],
    ['Ships by', shipText(2, ' if paid today')],
    ['Name', ann.name],
    ['Email', ann.email],
  ] as const) {
    await expect(page.getByRole('definition').and(page.getByLabel(label, { exact: true }))).toHaveText(value)
  }
  await expect(page.getByLabel('Phone')).toBeEditable()
  await expect(page.getByLabel('Address')).toBeEditable()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByLabel('Phone')).toHaveAccessibleDescription('Your Phone number is required')
  await expect(page.getByLabel('Address')).toHaveAccessibleDescription('Your Address is required')

  const calls = watchCalls(page)
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  await page.getByLabel('Phone').fill('+49 30 1')
  await page.getByLabel('Address').fill('Dock Road 1')
  await page.getByRole('button', { name: 'Submit' }).click()

  await expect(page).toHaveURL(/\/dashboard$/)
  await expectToast(page, name)
  const [hold, post] = calls.filter(({ path }) => path.startsWith('/inventory'))
  expect(hold).toMatchObject({
    method: 'PUT',
    path: `/inventory/${_id}`,
    body: { restAvailable, userInfo: { email: ann.email } },
    authorization: `Bearer ${token}`,
  })
  expect(post).toMatchObject({
    method: 'POST',
    path: '/inventory',
    body: {
      orderItem: { ...summary, phone: '+49 30 1', displayName: ann.name, address: 'Dock Road 1' },
      userInfo: { email: ann.email },
    },
    authorization: `Bearer ${token}`,
  })
  expect([await kept('order'), await kept('restAvailable')]).toEqual([null, null])
})

test('My Order and All Order show every column and every state of an order, and ask before they ship or delete', async ({
  page,
  office,
}) => {
  // Narrower tables leave out the day.
  for (const one of [page, office]) await one.setViewportSize({ width: 1_440, height: 900 })
  const ann = newPerson('Ann Orders')
  const parts = [
    await addPart(office, { price: 2.5 }),
    await addPart(office, { price: 0.0042 }),
    await addPart(office, { price: 10 }),
  ] as const
  await enter(page, ann)
  await placeOrder(page, parts[0], 2_000)
  const toShip = await payOrder(page, await placeOrder(page, parts[1], 1_250))
  const shipped = await payOrder(page, await placeOrder(page, parts[2]))
  await callShop(office, 'PUT', `/orderShipped/${shipped._id}`)

  const [unpaid] = await callShop<Order[]>(page, 'GET', `/order?customer=${ann.email}`)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('My Total Order: 3')
  await expect(columnsOf(page)).toHaveText([
    'SN',
    'Order',
    'Parts Name',
    'Order Quality',
    'Price',
    'Ordered',
    'State',
    'Payment Status',
    'Cancel',
  ])
  const cells = (text: string) => orderRow(page, text).getByRole('cell')
  await expect(cells(parts[0].name)).toHaveText([
    '3',
    unpaid!.number,
    parts[0].name,
    '2,000',
    '$5,000.00',
    DAY,
    'Pending Payment',
    /^Pay Now\s*Pay by .*20\d\d/,
    '',
  ])
  await expect(cells(parts[1].name)).toHaveText([
    '2',
    toShip.number,
    parts[1].name,
    '1,250',
    '$5.25',
    DAY,
    'Pending Shipping',
    tx(toShip),
    '',
  ])
  await expect(cells(parts[2].name)).toHaveText([
    '1',
    shipped.number,
    parts[2].name,
    '1,000',
    '$10,000.00',
    DAY,
    'Shipped',
    tx(shipped),
    '',
  ])
  const payNow = page.getByRole('link', { name: 'Pay Now' })
  await expect(payNow).toHaveCount(1)
  await expect(payNow).toHaveAttribute('href', `/dashboard/payment/${unpaid!._id}`)
  for (const [part, isUnpaid] of [
    [parts[0], true],
    [parts[1], false],
    [parts[2], false],
  ] as const) {
    await expect(cells(part.name).last().getByRole('button')).toBeEnabled({ enabled: isUnpaid })
  }

  await office.goto(`/dashboard/all-order?q=${encodeURIComponent(ann.email)}`)
  await expect(office.getByRole('heading', { level: 2 })).toHaveText('Total Order: 3')
  await expect(columnsOf(office)).toHaveText(OFFICE_COLUMNS)
  const line = ({ number }: Order, ...rest: string[]) => [/^\d+$/, number, DAY, ann.email, ...rest]
  const inOffice = (text: string) => orderRow(office, text).getByRole('cell')
  await expect(inOffice(parts[0].name)).toHaveText(line(unpaid!, parts[0].name, '2,000', '$5,000.00', 'Pending Payment', '', ''))
  await expect(inOffice(parts[1].name)).toHaveText(line(toShip, parts[1].name, '1,250', '$5.25', 'Pending Shipping', '', 'Refund'))
  await expect(inOffice(parts[2].name)).toHaveText(line(shipped, parts[2].name, '1,000', '$10,000.00', 'Shipped', '', ''))
  const red = await colourOf(inOffice(parts[0].name).getByText('Pending Payment'))
  expect(red.red).toBeGreaterThan(2 * Math.max(red.green, red.blue))
  const green = await colourOf(inOffice(parts[2].name).getByText('Shipped'))
  expect(green.green).toBeGreaterThan(1.5 * Math.max(green.red, green.blue))
  await expect(inOffice(parts[0].name).nth(8).getByRole('button')).toBeEnabled()
  await expect(inOffice(parts[1].name).nth(8).getByRole('button')).toBeDisabled()
  await expect(inOffice(parts[2].name).nth(8).getByRole('button')).toBeDisabled()

  const ship = inOffice(parts[1].name).getByRole('button', { name: 'Pending Shipping' })
  await ship.click()
  const question = office.getByRole('dialog')
  await expect(question.getByRole('heading')).toHaveText(`Are You Sure You Want to Shipping ${parts[1].name} !`)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await ship.click()
  const shipCalls = watchCalls(office)
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expectToast(office, 'Parts Shipped Successfully')
  await expect(inOffice(parts[1].name).getByText('Shipped', { exact: true })).toBeVisible()
  expect(shipCalls.find(({ method }) => method !== 'GET')).toMatchObject({
    method: 'PUT',
    path: `/orderShipped/${toShip._id}`,
    body: undefined,
  })

  await cells(parts[0].name).last().getByRole('button').click()
  const deletion = page.getByRole('dialog')
  await expect(deletion.getByRole('heading')).toHaveText(`Are You Sure You Want to Delete ${parts[0].name} !`)
  await deletion.getByRole('button', { name: 'Cancel' }).click()
  await expect(deletion).toBeHidden()
  await expect(cells(parts[0].name)).toHaveCount(9)
  await inOffice(parts[0].name).nth(8).getByRole('button').click()
  await expect(question.getByRole('heading')).toHaveText(`Are You Sure You Want to Delete ${parts[0].name} !`)
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expectToast(office, `${parts[0].name} Your Order has Removed Successfully`)
  await expect(orderRow(office, parts[0].name)).toContainText('Cancelled')
  expect(shipCalls).toContainEqual(expect.objectContaining({ method: 'DELETE', path: `/order/${unpaid!._id}` }))
  // The whole list leaves it out.
  await office.goto('/dashboard/all-order')
  await expect(office.getByRole('heading', { level: 2 })).toHaveText(/^Total Order: \d+$/)
  await expect(orderRow(office, parts[0].name)).toHaveCount(0)
})

const OFFICE_COLUMNS = ['SN', 'Order', 'Ordered', 'Email', 'Parts Name', 'Order Quality', 'Total', 'Status', 'Cancel', 'Refund']

const DAY = /^\d{1,2} [A-Z][a-z]{2} 20\d\d$/

/** The transaction as My Order shows it. */
const tx = ({ transactionId }: Order) => `Tx.ID-${transactionId.slice(7)}`

test('All Order shows the newest first, finds the orders of a buyer, and filters by state with counts', async ({ page, office }) => {
  const ann = newPerson('Ann Filter')
  const [first, second] = [await addPart(office), await addPart(office)]
  await enter(page, ann)
  await placeOrder(page, first)
  await payOrder(page, await placeOrder(page, second))

  await office.goto('/dashboard/all-order')
  await office.getByLabel('Number, buyer, part, reference, tracking').fill(ann.email)
  await office.getByRole('button', { name: 'Search', exact: true }).last().click()

  await expect(office).toHaveURL(/q=/)
  await expect(office.getByRole('heading', { level: 2 })).toHaveText('Total Order: 2')
  await expect(office.getByRole('row')).toHaveText([/^SN/, new RegExp(second.name), new RegExp(first.name)])
  const filter = office.getByRole('navigation', { name: 'Filter by state' })
  await expect(filter.getByRole('link')).toHaveText([
    'All2',
    'Pending Payment1',
    'Pending Shipping1',
    'Shipped0',
    'Refunded0',
    'Cancelled0',
  ])
  await filter.getByRole('link', { name: 'Pending Shipping' }).click()
  await expect(office).toHaveURL(/state=paid/)
  await expect(office.getByRole('row')).toHaveText([/^SN/, new RegExp(second.name)])
  await office.reload()
  await expect(office.getByRole('row')).toHaveText([/^SN/, new RegExp(second.name)])
})
