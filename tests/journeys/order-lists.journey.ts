import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { addPart, enter, expect, newPerson, orderRow, payOrder, placeOrder, test } from '#tests/support/browser/journey.ts'

async function saved(page: Page, button: string): Promise<string> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  return readFile((await (await download).path())!, 'utf8')
}

test('a buyer finds their orders by text, state and days, and saves what is found as a file', async ({ page, office }) => {
  const [cable, board] = [await addPart(office), await addPart(office)]
  const buyer = newPerson('Ann Lists')
  await enter(page, buyer)
  await payOrder(page, await placeOrder(page, cable))
  const unpaid = await placeOrder(page, board, 2_000)

  await page.goto('/dashboard')
  const search = page.getByRole('main').getByRole('searchbox')
  await search.fill(board.name)
  await search.press('Enter')
  await expect(page.getByRole('heading', { name: 'My Total Order: 1' })).toBeVisible()
  await expect(orderRow(page, unpaid.number)).toBeVisible()
  await expect(orderRow(page, cable.name)).toHaveCount(0)
  await page.getByRole('link', { name: /^Pending Shipping/ }).click()
  await expect(page.getByText(`No orders match “${board.name}” in Pending Shipping.`)).toBeVisible()
  await page.getByRole('link', { name: 'Show all orders' }).click()
  await expect(page.getByRole('heading', { name: 'My Total Order: 2' })).toBeVisible()
  await page.getByRole('link', { name: /^Pending Shipping/ }).click()
  await expect(orderRow(page, cable.name)).toBeVisible()
  await expect(orderRow(page, board.name)).toHaveCount(0)

  const own = await saved(page, 'Save these orders as CSV')
  expect(own.trimEnd().split('\r\n')).toHaveLength(2)
  expect(own).toContain(cable.name)

  await office.goto(`/dashboard/all-order?q=${buyer.email}&state=unpaid`)
  await expect(orderRow(office, unpaid.number)).toBeVisible()
  const all = await saved(office, 'Save these orders as CSV')
  expect(all.trimEnd().split('\r\n')).toHaveLength(2)
  expect(all).toContain(unpaid.number)
})

test('on a phone an order is a card of three lines: number, day and state; part, pieces and price; what can be done', async ({
  page,
  office,
}) => {
  await page.setViewportSize({ width: 375, height: 812 })
  const part = await addPart(office)
  await enter(page)
  const order = await placeOrder(page, part)
  await page.goto('/dashboard')

  const card = orderRow(page, part.name)
  for (const text of [order.number, 'Pending Payment', '1,000']) await expect(card.getByText(text, { exact: true }).first()).toBeVisible()
  await expect(card.getByRole('time').first()).toBeVisible()
  await expect(card.getByRole('link', { name: 'Pay Now' })).toBeVisible()
  const middleOf = async (text: string) => {
    const { y, height } = (await card.getByText(text, { exact: true }).first().boundingBox())!
    return y + height / 2
  }
  const [number, state, name, pieces, pay] = await Promise.all(
    [order.number, 'Pending Payment', part.name, '1,000', 'Pay Now'].map(middleOf),
  )
  expect(Math.abs(state! - number!)).toBeLessThan(8)
  expect(Math.abs(pieces! - name!)).toBeLessThan(8)
  expect([name! - number!, pay! - name!].every((below) => below > 16 && below < 56)).toBe(true)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
})
