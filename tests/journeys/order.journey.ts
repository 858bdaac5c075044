import { shipText } from '#tests/support/shops/ship-text.ts'
import {
  addPart,
  callShop,
  enter,
  expect,
  expectToast,
  newPerson,
  orderRow,
  payOrder,
  placeOrder,
  test,
} from '#tests/support/browser/journey.ts'

test('the screen of an order tells buyer and admin all about it, and follows what happens without a reload', async ({ page, office }) => {
  const ann = newPerson('Ann Order')
  const part = await addPart(office)
  await enter(page, ann)
  const order = await placeOrder(page, part)
  await payOrder(page, order)

  await page.goto('/dashboard')
  await orderRow(page, part.name).getByRole('link', { name: part.name }).click()

  await expect(page.getByRole('heading', { name: /^Order O-/ })).toContainText(`Order ${order.number}`)
  await expect(page.getByText(order.address)).toBeVisible()
  await expect(page.getByText(part.partNumber)).toBeVisible()
  await expect(page.getByText('Visa •••• 4242')).toBeVisible()
  const shipsBy = page.getByRole('definition').and(page.getByLabel('Ships by', { exact: true }))
  await expect(shipsBy).toHaveText(shipText(2))
  const events = page.getByRole('list', { name: 'Timeline' }).getByRole('listitem')
  await expect(events).toHaveText([/^Placed.*by .*@/, /^Paid.*by .*@/])

  await office.goto(`/dashboard/all-order?q=${encodeURIComponent(ann.email)}`)
  await orderRow(office, part.name).getByRole('link', { name: part.name }).click()
  await office.getByRole('link', { name: 'Open order' }).click()
  await expect(office.getByRole('heading', { name: /^Order O-/ })).toBeVisible()
  await expect(office.getByRole('link', { name: ann.email })).toHaveAttribute('href', `mailto:${ann.email}`)
  await office.getByRole('button', { name: 'Pending Shipping' }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expectToast(office, 'Parts Shipped Successfully')

  await expect(events).toHaveText([/^Placed/, /^Paid/, /^Shipped.*by the shop$/, /^Parcel sent/])
  await expect(page.getByRole('heading', { name: /^Order O-/ })).toContainText('Shipped')
  await expect(shipsBy).toBeHidden()
})

test('windows of one browser share the connection that tells of changes; when one closes, another takes it over', async ({
  page,
  office,
  context,
}) => {
  const part = await addPart(office)
  await enter(page, newPerson('Ann Windows'))
  const order = await placeOrder(page, part)
  await payOrder(page, order)
  const streams: string[] = []
  context.on('request', (request) => void (request.url().endsWith('/order-changes') && streams.push(request.url())))
  const second = await context.newPage()
  for (const window of [page, second]) {
    await window.goto(`/dashboard/order/${order._id}`)
    await expect(window.getByRole('list', { name: 'Timeline' }).getByRole('listitem')).toHaveCount(2)
  }
  await expect.poll(() => streams.length).toBe(1)

  await page.close()
  await expect.poll(() => streams.length).toBe(2)
  await callShop(office, 'PUT', `/orderShipped/${order._id}`)

  await expect(second.getByRole('heading', { name: /^Order O-/ })).toContainText('Shipped')
})

test('a cancelled order keeps its screen, and nobody else sees it', async ({ page, office, browser }) => {
  const part = await addPart(office)
  await enter(page, newPerson('Ann Cancelled'))
  const order = await placeOrder(page, part)
  await page.goto(`/dashboard/order/${order._id}`)

  await page.getByRole('button', { name: `Delete the order of ${part.name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()

  await expect(page.getByRole('heading', { name: /^Order O-/ })).toContainText('Cancelled')
  await expect(page.getByRole('link', { name: 'Pay Now' })).toHaveCount(0)
  const stranger = await (await browser.newContext()).newPage()
  await enter(stranger, newPerson('Bob Stranger'))
  await stranger.goto(`/dashboard/order/${order._id}`)
  await expect(stranger.getByText('The Page you are looking for is not found. [404]')).toBeVisible()
})
