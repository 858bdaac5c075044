import type { Locator } from '@playwright/test'
import type { DeskRelations } from '#contract/parts/related-parts.ts'
import { axeFindingsDayAndNight } from '#tests/support/browser/axe.ts'
import { addPart, callShop, enter, expect, expectToast, test } from '#tests/support/browser/journey.ts'

test('up to four parts are chosen in the list and compared side by side; what is equal can be hidden', async ({ page, office }) => {
  const mark = crypto.randomUUID().slice(0, 8)
  const names = ['One', 'Two', 'Three', 'Four', 'Five'].map((name) => `Compare ${name} ${mark}`)
  for (const [index, name] of names.entries()) await addPart(office, { name, price: index === 0 ? 2 : 3 })
  await enter(page)
  // All of the list without scrolling: bars that stay in the window cover what is below them.
  await page.setViewportSize({ width: 1_280, height: 1_400 })
  await page.goto(`/inventory?q=${mark}&sort=oldest`)
  const cardOf = (name: string) => page.getByRole('article').filter({ hasText: name })
  await cardOf(names[0]!).getByRole('link', { name: 'Compare', exact: true }).click()
  await expect(page.getByText('Choose another part to compare')).toBeVisible()
  for (const [index, name] of names.slice(1, 4).entries()) {
    await cardOf(name).getByRole('link', { name: 'Compare', exact: true }).click()
    await expect(page.getByRole('link', { name: `Compare ${index + 2} parts` })).toBeVisible()
  }
  await expect(page.getByText('At most 4 parts are compared.')).toBeVisible()
  await expect(cardOf(names[4]!).getByRole('link', { name: 'Compare', exact: true })).toBeHidden()
  expect(await axeFindingsDayAndNight(page)).toEqual([])
  await cardOf(names[3]!).getByRole('link', { name: 'Compared', exact: true }).click()

  await page.getByRole('link', { name: 'Compare 3 parts' }).click()
  const table = page.getByRole('region', { name: 'Compare parts' })
  await expect(table.getByRole('columnheader')).toHaveCount(3)
  await expect(table.getByRole('row', { name: /^Price per unit \(differs\)/ })).toContainText('$2.00')
  await expect(table.getByRole('row', { name: /^More than that ships by/ })).toBeVisible()
  // All of it is seen, so that the Tab key passes it.
  await expect(table).not.toHaveAttribute('tabindex')
  await page.getByLabel('Only what differs').check()
  await expect(table.getByRole('row', { name: /^More than that ships by/ })).toBeHidden()
  await expect(table.getByRole('row', { name: /^Price per unit/ })).toBeVisible()
  expect(await axeFindingsDayAndNight(page)).toEqual([])
  await page.getByLabel(`Pieces of ${names[1]}`).fill('4000')
  await table.getByRole('button', { name: 'Add to quote' }).nth(1).click()
  await expectToast(page, `4,000 × ${names[1]} added to your quote.`)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.getByLabel('Only what differs').focus()
  await page.keyboard.press('Tab')
  await expect(table).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => table.evaluate((box) => box.scrollLeft)).toBeGreaterThan(0)
  expect(await axeFindingsDayAndNight(page)).toEqual([])

  await page.getByRole('link', { name: `Remove ${names[2]} from the comparison` }).click()
  await expect(table.getByRole('columnheader')).toHaveCount(2)
})

/** No further below it than the field is high. */
async function expectBelow(option: Locator, field: Locator): Promise<void> {
  const [below, above] = [await option.boundingBox(), await field.boundingBox()]
  expect(below!.x).toBeGreaterThanOrEqual(above!.x)
  expect(below!.y).toBeGreaterThanOrEqual(above!.y + above!.height)
  expect(below!.y).toBeLessThan(above!.y + 2 * above!.height)
}

test('a part that is sold out offers its substitute, and tells who waits once it is back', async ({ page, office }) => {
  const mark = crypto.randomUUID().slice(0, 8)
  const part = await addPart(office, { name: `Gone ${mark}`, available: 0 })
  const other = await addPart(office, { name: `Instead ${mark}`, partNumber: `SUB-${mark}` })
  await office.goto(`/dashboard/manegeProduct/${part._id}`)
  const sheet = office.getByRole('region', { name: 'Related' })
  const field = sheet.getByLabel('Another part')
  await field.pressSequentially(`SUB-${mark}`)
  await expectBelow(sheet.getByRole('option', { name: other.name }), field)
  await sheet.getByRole('option', { name: other.name }).click()
  await expectToast(office, `${other.name} is related now`)
  await expect(sheet.getByRole('button', { name: `Remove ${other.name}` })).toBeVisible()
  expect(await axeFindingsDayAndNight(office)).toEqual([])

  await enter(page)
  await page.goto(`/inventory/${part._id}`)
  const instead = page.getByRole('region', { name: 'Sold out: take one of these' })
  await expect(instead.getByRole('link', { name: other.name })).toBeVisible()
  await page.getByRole('button', { name: 'Tell me when it is back' }).click()
  await expect(page.getByText('You get one mail when it is back.')).toBeVisible()
  expect(await axeFindingsDayAndNight(page)).toEqual([])
  expect(await callShop<DeskRelations>(office, 'GET', `/parts/${part._id}/relations`)).toMatchObject({ waiting: 1 })

  await page.getByRole('button', { name: 'Do not tell me' }).click()
  await expect(page.getByRole('button', { name: 'Tell me when it is back' })).toBeVisible()
  await instead.getByRole('link', { name: other.name }).click()
  await expect(page.getByRole('heading', { name: other.name, level: 1 })).toBeVisible()
})
