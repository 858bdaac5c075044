import type { Page } from '@playwright/test'
import type { Order } from '#contract/orders/orders.ts'
import type { OrderEvent } from '#contract/orders/order-events.ts'
import type { Parcel } from '#contract/orders/parcels.ts'
import { addPart, callShop, enter, expect, expectToast, newPerson, payOrder, placeOrder, test } from '#tests/support/browser/journey.ts'

const ORDERS = 40
const WHOLE = 30
const IN_PARTS = 5

/** A number as UPS has it, another one for each order. */
const trackingNumber = (index: number) => `1Z999AA1${String(index).padStart(10, '0')}`

/** Orders of new customers, ten of each; the first customer's page stays signed in. */
async function comeIn(page: Page, office: Page): Promise<Order[]> {
  const parts = [await addPart(office, { available: 1_000_000 }), await addPart(office, { available: 1_000_000 })]
  const orders: Order[] = []
  await enter(page, newPerson('Ann Daily'))
  for (let index = 0; index < ORDERS; index++) {
    const order = await placeOrder(page, parts[index % 2]!, 2_000)
    orders.push(await payOrder(page, order))
  }
  return orders
}

/** What a scanner does. */
async function scan(office: Page, code: string): Promise<void> {
  await office.keyboard.type(code)
  await office.keyboard.press('Enter')
}

async function shipByBarcode(office: Page, order: Order, index: number): Promise<void> {
  await expect(office.getByLabel('Order number')).toBeFocused()
  await scan(office, order.number)
  await expect(office.getByLabel('Tracking number')).toBeFocused()
  await scan(office, trackingNumber(index))
  await expect(office.getByRole('dialog')).toHaveCount(0)
}

test.setTimeout(400_000)

test('a working day: forty orders come in, are packed, shipped, asked about and followed', async ({ page, office }) => {
  const orders = await comeIn(page, office)
  const [watched] = orders
  await page.goto(`/dashboard/order/${watched!._id}`)
  const timeline = page.getByRole('list', { name: 'Timeline' })
  await expect(timeline.getByRole('listitem')).toHaveCount(2)

  // The clerk finds them newest first, and takes all slips in one file. Other proofs order at the same time.
  await office.goto(`/dashboard/all-order?state=paid&q=${encodeURIComponent(watched!.email)}`)
  await expect(office.getByRole('row').nth(1)).toContainText(orders.at(-1)!.number)
  await office.getByLabel(/^Select all /).check()
  const slips = office.waitForEvent('download')
  await office.getByRole('button', { name: /packing slips$/ }).click()
  expect((await slips).suggestedFilename()).toBe('packing-slips.pdf')

  // The buyer is in time to change where the watched order goes.
  await page.getByRole('button', { name: 'Change address' }).click()
  await page.getByRole('dialog').getByLabel('Address', { exact: true }).fill('Pier 3, 20457 Hamburg')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Address changed.')

  // Thirty leave whole, by barcode; the buyer sees it after the first twenty.
  await office.goto('/dashboard/ship')
  for (const [index, order] of orders.slice(0, 20).entries()) await shipByBarcode(office, order, index)
  await expect(timeline).toContainText(`2,000 pieces by UPS ${trackingNumber(0)}`)
  await expect(page.getByRole('heading', { name: /^Order O-/ })).toContainText('Shipped')
  for (const [index, order] of orders.slice(20, WHOLE).entries()) await shipByBarcode(office, order, 20 + index)

  // The watched order has left: its address is fixed.
  await expect(page.getByRole('button', { name: 'Change address' })).toHaveCount(0)

  // Five leave in two parcels.
  for (const [index, order] of orders.slice(WHOLE, WHOLE + IN_PARTS).entries()) {
    await office.goto(`/dashboard/order/${order._id}`)
    for (const pieces of ['1,500', '500']) {
      await office.getByRole('button', { name: 'Send parcel' }).click()
      const dialog = office.getByRole('dialog')
      await dialog.getByLabel('Pieces').fill(pieces)
      await dialog.getByLabel('Tracking number').fill(trackingNumber(100 + 10 * index + Number(pieces === '500')))
      await dialog.getByRole('button', { name: 'Confirm' }).click()
      await expect(dialog).toHaveCount(0)
    }
    await expect(office.getByRole('heading', { name: /^Order O-/ })).toContainText('Shipped')
  }

  // A number was wrong.
  await office.getByRole('button', { name: 'Correct the tracking of 500 pieces' }).click()
  await office.getByRole('dialog').getByLabel('Tracking number').fill(trackingNumber(999))
  await office.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(office.getByRole('list', { name: 'Timeline' })).toContainText(trackingNumber(999))

  // A question is asked and answered, and the buyer sees the answer without a reload.
  await page.getByLabel('Ask about this order').fill('Which driver brings it?')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await office.goto(`/dashboard/order/${watched!._id}`)
  await expect(office.getByRole('list', { name: 'Messages' })).toContainText('Which driver brings it?')
  await office.getByLabel('Write to the customer').fill('UPS, tomorrow.')
  await office.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText('UPS, tomorrow.')

  const { paid } = await callShop<{ paid: number }>(office, 'GET', `/allOrderStates?customer=${watched!.email}`)
  expect(paid).toBe(ORDERS - WHOLE - IN_PARTS)
})

test('the same day by calls alone', async ({ page, office }) => {
  const orders = await comeIn(page, office)
  const since = orders.at(-1)!.createdAt
  const [watched] = orders
  const events = async () =>
    (await callShop<{ events: OrderEvent[] }>(page, 'GET', `/order/${watched!._id}/events`)).events.map(({ kind }) => kind)
  const send = (order: Order, body: object) =>
    callShop<{ parcel: Parcel; shipped: boolean }>(office, 'POST', `/order/${order._id}/parcels`, body)
  const change = { address: 'Pier 3, 20457 Hamburg' }

  const listed = await callShop<Order[]>(office, 'GET', `/allOrder?page=0&size=50&state=paid&newestFirst=true&q=${watched!.email}`)
  expect(listed.map(({ _id }) => _id)).toEqual(orders.map(({ _id }) => _id).toReversed())
  const token = await office.evaluate(() => localStorage.getItem('accessToken'))
  const slips = await office.request.post('/api/packing-slips', {
    headers: { authorization: `Bearer ${token}` },
    data: { orders: orders.map(({ _id }) => _id) },
  })
  expect(slips.headers()['content-type']).toBe('application/pdf')

  await callShop(page, 'PUT', `/order/${watched!._id}/address`, { ...change, seen: watched!.address })
  for (const [index, order] of orders.slice(0, WHOLE).entries()) {
    expect(await send(order, { carrier: 'ups', trackingNumber: trackingNumber(200 + index) })).toMatchObject({ shipped: true })
  }
  for (const order of orders.slice(WHOLE, WHOLE + IN_PARTS)) {
    expect(await send(order, { pieces: 1_500 })).toMatchObject({ shipped: false })
    const { parcel } = await send(order, {})
    const none = { carrier: null, trackingNumber: null }
    await callShop(office, 'PUT', `/parcels/${parcel._id}`, { carrier: 'ups', trackingNumber: trackingNumber(300), seen: none })
  }
  await expect(callShop(page, 'PUT', `/order/${watched!._id}/address`, { ...change, seen: change.address })).rejects.toThrow(
    /409.*has been shipped/,
  )
  await callShop(page, 'POST', `/order/${watched!._id}/messages`, { text: 'Which driver brings it?' })
  await callShop(office, 'POST', `/order/${watched!._id}/messages`, { text: 'UPS, tomorrow.' })

  expect(await events()).toEqual(['placed', 'paid', 'address-changed', 'parcel', 'shipped'])
  const changed = await callShop<Order[]>(page, 'GET', `/order?customer=${watched!.email}&page=0&size=100&changedSince=${since}`)
  expect(changed.filter(({ shipped }) => shipped)).toHaveLength(WHOLE + IN_PARTS)
})
