import { readFile } from 'node:fs/promises'
import { addPart, enter, expect, newPerson, payOrder, placeOrder, test } from '#tests/support/browser/journey.ts'

test('an admin begins with what waits and how the shop sells; the chart is read by keyboard, as a table and as a file', async ({
  page,
  office,
}) => {
  const part = await addPart(office, { available: 2_500, name: `=Sold ${Date.now()}` })
  const buyer = newPerson('Ann Overview')
  await enter(page, buyer)
  await payOrder(page, await placeOrder(page, part, 2_000))

  await office.goto('/dashboard')
  await expect(office.getByRole('heading', { name: 'Overview' })).toBeVisible()
  const work = office.getByRole('navigation', { name: 'To do' })
  await expect(work.getByRole('listitem')).toHaveCount(12)
  expect(Number((await work.getByRole('link', { name: /To ship/ }).innerText()).replaceAll(/\D/g, ''))).toBeGreaterThan(0)
  await expect(office.getByRole('row', { name: new RegExp(`${part.partNumber}.*500.*2,000.*Too few to order`) })).toBeVisible()

  await office.getByRole('link', { name: 'Paid orders', exact: true }).click()
  const chart = office.getByRole('application')
  await chart.focus()
  await office.keyboard.press('End')
  for (let day = 0; day < 30; day++) await office.keyboard.press('ArrowRight')
  await expect(office.getByRole('status').filter({ hasText: '(so far)' })).toContainText(/Now : [1-9]/)

  await office.getByRole('link', { name: '12 months' }).click()
  await expect(office).toHaveURL(/figure=orders/)
  await office.getByRole('button', { name: 'Table' }).click()
  const table = office.getByRole('table', { name: 'Sales, 12 months' })
  await expect(table.getByRole('row')).toHaveCount(13)
  const saved = office.waitForEvent('download')
  await office.getByRole('button', { name: 'Save Best parts, 12 months as CSV' }).click()
  const file = await readFile((await (await saved).path())!, 'utf8')
  expect(file).toMatch(/^\ufeffPart,Part number,Turnover,Orders,Pieces\r\n/)
  expect(file.split('\r\n').filter((line) => /^"?[=+@-]/.test(line))).toEqual([])

  await work.getByRole('link', { name: /To ship/ }).click()
  await expect(office.getByRole('row').filter({ hasText: part.name }).first()).toBeVisible()
})

test('a customer begins with their orders, without figures of the shop', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await enter(page)
  await page.goto('/dashboard')

  await expect(page.getByRole('heading', { name: 'My Total Order: 0' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Overview' })).toHaveCount(0)
  expect(asked.filter((path) => /openWork|sales/.test(path))).toEqual([])
})
