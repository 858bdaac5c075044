import type { Page } from '@playwright/test'
import { addPart, callShop, enter, expect, newPerson, payOrder, placeOrder, test } from '#tests/support/browser/journey.ts'

/** What a scanner does: it types, and presses Enter. */
async function scan(office: Page, code: string): Promise<void> {
  await office.keyboard.type(code)
  await office.keyboard.press('Enter')
}

test('orders are shipped by barcodes and keyboard alone, and what cannot be shipped says why', async ({ page, office }) => {
  const part = await addPart(office)
  await enter(page, newPerson('Ann Scanned'))
  const orders = [await placeOrder(page, part), await placeOrder(page, part), await placeOrder(page, part)]
  const [first, second, unpaid] = orders
  for (const order of [first!, second!]) await payOrder(page, order)

  await office.goto('/dashboard/ship')
  const field = office.getByLabel('Order number')
  await expect(field).toBeFocused()
  const queue = office.getByRole('table', { name: 'To ship' })
  for (const [index, order] of [first!, second!].entries()) {
    await scan(office, order.number)
    await expect(office.getByLabel('Tracking number')).toBeFocused()
    await scan(office, `1Z999AA1012345678${index}`)
    await expect(office.getByRole('dialog')).toHaveCount(0)
    await expect(field).toBeFocused()
    await expect(office.getByRole('listitem').filter({ hasText: order.number })).toContainText(`1,000 pieces, 1Z999AA1012345678${index}`)
    await expect(queue.getByRole('row').filter({ hasText: order.number })).toHaveCount(0)
  }

  await expect(office.getByRole('heading', { name: 'Sent in this sitting: 2' })).toBeVisible()

  await scan(office, unpaid!.number)
  await expect(office.getByText(`${unpaid!.number} is not paid yet.`)).toBeVisible()
  await scan(office, first!.number)
  await expect(office.getByText(`${first!.number} has already been shipped.`)).toBeVisible()
  await scan(office, '4006381333931')
  await expect(office.getByText('There is no order O-4006381333931.')).toBeVisible()
  await scan(office, 'hello')
  await expect(office.getByText('This is not an order number.')).toBeVisible()
  const { parcels } = await callShop<{ parcels: { carrier: string; trackingNumber: string }[] }>(
    page,
    'GET',
    `/order/${second!._id}/parcels`,
  )
  expect(parcels).toMatchObject([{ carrier: 'ups', trackingNumber: '1Z999AA10123456781' }])
})

test('a number that several carriers have is taken for that of the parcel before', async ({ page, office }) => {
  const part = await addPart(office)
  await enter(page, newPerson('Ann Carriers'))
  const orders = [await placeOrder(page, part), await placeOrder(page, part)]
  for (const order of orders) await payOrder(page, order)

  await office.goto('/dashboard/ship')
  await expect(office.getByLabel('Order number')).toBeFocused()
  await scan(office, orders[0]!.number)
  await expect(office.getByLabel('Tracking number')).toBeFocused()
  await scan(office, '123456789012')
  await expect(office.getByText('Choose the carrier')).toBeVisible()
  await office.getByLabel('Carrier').selectOption('GLS')
  await office.getByLabel('Tracking number').press('Enter')
  await expect(office.getByRole('dialog')).toHaveCount(0)
  await expect(office.getByLabel('Order number')).toBeFocused()
  await scan(office, orders[1]!.number)
  await expect(office.getByLabel('Tracking number')).toBeFocused()
  await scan(office, '123456789013')
  await expect(office.getByRole('dialog')).toHaveCount(0)

  const { parcels } = await callShop<{ parcels: { carrier: string }[] }>(page, 'GET', `/order/${orders[1]!._id}/parcels`)
  expect(parcels).toMatchObject([{ carrier: 'gls' }])
})

test('an order that is found late does not take the place of the one that the clerk has asked to ship', async ({ page, office }) => {
  const part = await addPart(office)
  await enter(page, newPerson('Ann Late'))
  const [chosen, late] = [await placeOrder(page, part), await placeOrder(page, part)]
  for (const order of [chosen, late]) await payOrder(page, order)

  await office.goto('/dashboard/ship')
  const press = office.getByRole('button', { name: `Ship ${chosen.number}` })
  await expect(press).toBeVisible()
  const held = Promise.withResolvers<void>()
  await office.route(
    (url) => url.searchParams.get('q') === late.number,
    async (route) => {
      await held.promise
      await route.continue()
    },
  )
  await scan(office, late.number)
  await expect(office.locator('[type=submit][aria-busy=true]')).toBeVisible()
  await press.click()
  const dialog = office.getByRole('dialog', { name: chosen.number })
  await expect(dialog).toBeVisible()
  held.resolve()

  await expect(office.locator('[aria-busy=true]')).toHaveCount(0)
  await expect(dialog).toBeVisible()
  await expect(office.getByRole('dialog', { name: late.number })).toHaveCount(0)
})

test('a number that names its carrier has it after a parcel of another carrier', async ({ page, office }) => {
  const part = await addPart(office)
  await enter(page, newPerson('Ann Other'))
  const orders = [await placeOrder(page, part), await placeOrder(page, part), await placeOrder(page, part)]
  for (const order of orders) await payOrder(page, order)

  await office.goto('/dashboard/ship')
  const field = office.getByLabel('Order number')
  const numbers = ['OWN-123', 'OWN-124', '1Z999AA10123456784']
  for (const [index, order] of orders.entries()) {
    await expect(field).toBeFocused()
    await scan(office, order.number)
    await expect(office.getByLabel('Tracking number')).toBeFocused()
    if (index === 0) await office.getByLabel('Carrier').selectOption('Other carrier')
    await office.getByLabel('Tracking number').fill(numbers[index]!)
    await office.getByLabel('Tracking number').press('Enter')
    await expect(office.getByRole('dialog')).toHaveCount(0)
  }

  const carriers = orders.map(async ({ _id }) => {
    const { parcels } = await callShop<{ parcels: { carrier: string }[] }>(page, 'GET', `/order/${_id}/parcels`)
    return parcels.map(({ carrier }) => carrier)
  })
  expect(await Promise.all(carriers)).toEqual([['other'], ['other'], ['ups']])
})

test('a clerk saves the slip of one order, and those of all that are to be shipped', async ({ page, office }) => {
  const part = await addPart(office)
  await enter(page, newPerson('Ann Slip'))
  const order = await payOrder(page, await placeOrder(page, part))

  await office.goto(`/dashboard/order/${order._id}`)
  await office.getByLabel('Paper', { exact: true }).selectOption('Letter')
  const saved = office.waitForEvent('download')
  await office.getByRole('button', { name: 'Packing slip' }).click()
  expect((await saved).suggestedFilename()).toBe(`packing-slip-${order.number}.pdf`)

  await office.goto(`/dashboard/all-order?state=paid&q=${order.number}`)
  await office.getByRole('checkbox', { name: new RegExp(order.number) }).check()
  await expect(office.getByLabel('Paper', { exact: true })).toHaveValue('letter')
  const labels = office.waitForEvent('download')
  await office.getByRole('button', { name: 'Address label' }).click()
  expect((await labels).suggestedFilename()).toBe(`address-label-${order.number}.pdf`)
})
