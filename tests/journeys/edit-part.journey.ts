import type { Locator } from '@playwright/test'
import type { Part } from '#contract/parts/parts.ts'
import { axeFindings } from '#tests/support/browser/axe.ts'
import { addPart, answerInstead, callShop, expect, expectToast, test } from '#tests/support/browser/journey.ts'
import { samplePart } from '#tests/support/shops/sample-part.ts'

const sections = ['Name', 'Price', 'Stock', 'Facts', 'Pictures', 'Documents', 'Related', 'History']

test('a wrong name is mended on the page of the part; what another admin wrote meanwhile is told; the history has both', async ({
  office,
}) => {
  const part = await addPart(office, { name: `Mainbaord ${crypto.randomUUID().slice(0, 8)}` })
  const mended = part.name.replace('baord', 'board')
  await office.goto(`/dashboard/manegeProduct?q=${part.partNumber}`)
  await office.getByRole('link', { name: part.name, exact: true }).click()
  await expect(office).toHaveURL(`/dashboard/manegeProduct/${part._id}`)
  await expect(office.getByRole('heading', { level: 3 })).toHaveText(sections)
  const save = office.getByRole('button', { name: 'Save', exact: true })
  const history = office.getByRole('region', { name: 'History' })
  await expect(history.getByText('Nothing has been changed yet.')).toBeVisible()
  await expect(save).toBeDisabled()
  expect(await axeFindings(office)).toEqual([])
  await history.getByRole('tab', { name: 'Changes' }).press('ArrowRight')
  await expect(history.getByRole('tab', { name: 'Stock ledger' })).toBeFocused()
  const sheet = office.getByRole('region', { name: 'Name' })
  await sheet.getByLabel('Name', { exact: true }).fill(mended)
  const { name, description, img } = part
  await callShop(office, 'PUT', `/parts/${part._id}/details`, { name, description: 'Other text', img, seen: { name, description, img } })
  await sheet.getByLabel('Description').fill('My text')
  await office.getByRole('region', { name: 'Facts' }).getByLabel('Weight of a piece (g)').fill('185')
  await expect(office.getByText('Not saved: Name, Facts')).toBeVisible()
  await office.getByRole('link', { name: 'Manege Product' }).last().click()
  const question = office.getByRole('dialog')
  await expect(question).toContainText('Leave without saving?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await save.click()
  await expectToast(office, 'The facts are saved')
  await expect(sheet.getByLabel('Description')).toHaveAccessibleDescription(/Somebody has changed this meanwhile to: Other text$/)
  await sheet.getByLabel('Description').fill(part.description)
  await sheet.getByLabel('Name', { exact: true }).press('Enter')
  await expectToast(office, `${mended} is saved`)
  await expect(office.getByRole('heading', { level: 2, name: mended })).toBeVisible()
  await history.getByRole('tab', { name: 'Changes 3' }).click()
  await expect(history.getByRole('table', { name: 'History' }).getByRole('row')).toHaveCount(4)
  await expect(history.getByRole('cell', { name: mended })).toBeVisible()
  await sheet.getByLabel('Name', { exact: true }).fill('Something else')
  await office.getByRole('button', { name: 'Discard changes' }).click()
  await expect(sheet.getByLabel('Name', { exact: true })).toHaveValue(mended)
  await expect(sheet.getByLabel('Description')).toHaveValue('Other text')
  await expect(office.getByRole('heading', { level: 2, name: mended })).toBeFocused()
  await sheet.getByLabel('Description').fill('Last text')
  await save.click()
  await expect(office.getByText('All is saved.')).toBeFocused()

  // Forms with buttons of their own, whose text the page's Save does not send.
  await office.getByRole('region', { name: 'Stock' }).getByLabel('Reference').fill('From Shenzhen')
  await office.getByRole('region', { name: 'Documents' }).getByLabel('Title').fill('Data sheet')
  await expect(office.getByText('Not saved: Expected deliveries, Add a document')).toBeVisible()
  await expect(save).toBeDisabled()
  await office.getByRole('link', { name: 'Manege Product' }).last().click()
  await expect(question).toContainText('Leave without saving?')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(office.getByRole('link', { name: mended, exact: true })).toBeVisible()
})

test('a removed part is found and brought back', async ({ office }) => {
  const part = await addPart(office)
  await callShop(office, 'DELETE', `/parts/${part._id}`)
  await office.goto('/dashboard/manegeProduct')
  await office.getByRole('button', { name: 'More', exact: true }).click()
  await office.getByRole('link', { name: 'Removed and hidden parts' }).click()
  await expect(office.getByRole('heading', { name: /^Removed Parts:/ })).toBeVisible()
  expect(await axeFindings(office)).toEqual([])
  await office.getByRole('button', { name: `Bring back ${part.name}` }).click()
  await expectToast(office, `${part.name} is in the catalogue again`)
  await office.getByRole('link', { name: 'Manege Product' }).last().click()
  await expect(office.getByRole('link', { name: part.name, exact: true })).toBeVisible()
})

test('a delivery and a count are booked with their reasons, and stand in the ledger with the stock after them', async ({ office }) => {
  const part = await addPart(office, { available: 5_000 })
  await office.goto(`/dashboard/manegeProduct?open=${part._id}`)
  // The address of earlier bookmarks.
  await expect(office).toHaveURL(`/dashboard/manegeProduct/${part._id}`)
  const sheet = office.getByRole('region', { name: 'Stock' })
  const save = office.getByRole('button', { name: 'Save', exact: true })
  await expect(sheet.getByText('5,000 pieces in stock')).toBeVisible()
  await sheet.getByLabel('Note').first().fill('Delivery 4711')
  await save.click()
  await expect(sheet.getByLabel('Pieces', { exact: true }).first()).toHaveAttribute('aria-invalid', 'true')
  await sheet.getByLabel('Pieces', { exact: true }).first().fill('1200')
  await save.click()
  await expect(sheet.getByText('6,200 pieces in stock')).toBeVisible()
  await sheet.getByLabel('Change', { exact: true }).selectOption('Set to (counted)')
  await sheet.getByLabel('Reason').selectOption('Counted')
  await sheet.getByLabel('Pieces', { exact: true }).first().fill('6190')
  await save.click()
  await office.getByRole('tab', { name: 'Stock ledger' }).click()
  await expect(office.getByRole('row', { name: /−10 .*6,190 Counted/ })).toBeVisible()
  await expect(office.getByRole('row', { name: /\+1,200 .*6,200 Received Delivery 4711/ })).toBeVisible()
  expect(await axeFindings(office)).toEqual([])
})

test('prices of selected parts are raised after a preview, and taken back', async ({ office }) => {
  const [one, two] = [await addPart(office, { price: 2.5 }), await addPart(office, { price: 0.0042 })]
  await office.goto('/dashboard/manegeProduct')
  for (const { name } of [one, two]) await office.getByLabel(`Select ${name}`).check()
  await office.getByRole('button', { name: 'Change prices' }).click()
  const dialog = office.getByRole('dialog', { name: 'Change the prices of 2 parts' })
  // One of the two has a hint.
  const tops = ['Change (%)', 'Round to'].map(async (field) => (await dialog.getByLabel(field).boundingBox())!.y)
  expect(new Set(await Promise.all(tops)).size).toBe(1)
  await dialog.getByLabel('Change (%)').fill('five')
  await expect(dialog.getByLabel('Change (%)')).toHaveAccessibleDescription(/Enter a percentage/)
  await dialog.getByLabel('Change (%)').fill('5')
  await expect(dialog.getByText('1 part cannot have this price')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Change 2 parts' })).toBeDisabled()
  await dialog.getByLabel('Round to').selectOption('Four places')
  await expect(dialog.getByRole('row').filter({ hasText: one.name })).toContainText('$2.625')
  expect(await axeFindings(office)).toEqual([])
  await dialog.getByRole('button', { name: 'Change 2 parts' }).click()
  await expectToast(office, 'The prices of 2 parts are changed')
  await expect(office.getByRole('row').filter({ hasText: one.partNumber })).toContainText('$2.625')

  await office.getByRole('button', { name: 'More', exact: true }).click()
  await office.getByRole('link', { name: 'Price changes' }).click()
  await expect(office.getByRole('heading', { name: 'Price Changes' })).toBeVisible()
  await office.getByRole('button', { name: 'Undo +5 % for 2 parts' }).first().click()
  await office.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expectToast(office, '2 parts have their earlier prices')
  await office.goto(`/dashboard/manegeProduct?q=${one.partNumber}`)
  await expect(office.getByRole('row').filter({ hasText: one.partNumber })).toContainText('$2.50')

  // All that are found are changed by way of an import, with its preview; it is a change of prices all the same.
  await office.getByRole('button', { name: 'Change all 1' }).click()
  await office.getByRole('dialog').getByLabel('Price (%)').fill('7.25')
  await office.getByRole('dialog').getByRole('button', { name: 'Preview' }).click()
  await office.getByRole('button', { name: 'Change 1 part' }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expectToast(office, '1 part is written')
  await office.getByRole('link', { name: 'Price changes' }).click()
  await expect(office.getByRole('row').filter({ hasText: '+7.25 %' }).first()).toContainText('Take back')
  await office.goto('/dashboard/imports')
  await expect(office.getByRole('heading', { name: 'Earlier imports' })).toBeVisible()
  await expect(office.getByText('+7.25 %')).toHaveCount(0)
})

test('all parts are asked for by GET /allParts and drawn where they are seen; searched ones, and those of a large catalogue, in pages', async ({
  office,
}) => {
  const part = await addPart(office, { available: 4_000 })
  const spare = Array.from({ length: 120 }, (_, index) => ({
    ...samplePart,
    _id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    name: `Spare ${index + 1}`,
    img: part.img,
    partNumber: `SP-${index + 1}`,
    available: -1 - index,
  }))
  await office.route('**/api/allParts', async (route) => {
    const parts = (await (await route.fetch()).json()) as Part[]
    await route.fulfill({ json: [...spare, ...parts] })
  })
  await office.route('**/api/allPartsCount', async (route) => {
    const { count } = (await (await route.fetch()).json()) as { count: number }
    await route.fulfill({ json: { count: count + spare.length } })
  })
  const asked: string[] = []
  office.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (['/api/allParts', '/api/parts'].includes(pathname)) asked.push(pathname)
  })
  const table = office.getByRole('table', { name: 'Parts and their stock' })
  const row = table.getByRole('row').filter({ hasText: part.partNumber })
  const spareRow = (place: number) => table.getByRole('row').filter({ hasText: new RegExp(`Spare ${place}\\D`) })
  /** Until the row stands there: a list is sorted after its heading was pressed, and rows are drawn after the window has scrolled. */
  const press = async (key: 'Home' | 'End', seen: Locator, index: number) => {
    const indexes = async () => {
      await office.keyboard.press(key)
      return seen.evaluateAll((found) => found.map((one) => one.getAttribute('aria-rowindex')))
    }
    await expect.poll(indexes).toEqual([`${index}`])
  }

  await office.goto('/dashboard/manegeProduct')
  await expect(row).toBeVisible()
  await expect(office.getByRole('navigation', { name: 'Pages of parts' })).toHaveCount(0)
  expect(await table.getByRole('row').count()).toBeLessThan(spare.length)
  expect(asked).toEqual(['/api/allParts'])
  const rows = Number(await table.getAttribute('aria-rowcount'))
  await press('End', spareRow(1), rows)
  await expect(spareRow(1).getByRole('cell').first()).toHaveText(`${rows - 1}`)

  await table.getByRole('button', { name: 'Quality' }).click()
  await press('Home', spareRow(120), 2)
  await table.getByRole('button', { name: 'Quality' }).click()
  await press('End', spareRow(120), rows)
  await office.getByLabel('Select Spare 120').check()
  await expect(office.getByRole('button', { name: 'Change prices' })).toBeVisible()
  expect(asked).toEqual(['/api/allParts'])

  await office.goto('/dashboard/manegeProduct')
  await row.getByRole('button', { name: /, change the stock of/ }).click()
  await row.getByRole('textbox', { name: /the stock of/ }).fill('4500')
  await row.getByRole('button', { name: /^Save/ }).click()
  await expectToast(office, `${part.name} Updated successfully`)
  await expect(row).toContainText('4,500')
  expect(new Set(asked)).toEqual(new Set(['/api/allParts']))
  await office.getByRole('searchbox', { name: 'Part number or name' }).last().fill(part.partNumber)
  await office.keyboard.press('Enter')
  await expect(table.getByRole('row')).toHaveCount(2)
  expect(asked.at(-1)).toBe('/api/parts')

  await answerInstead(office, 'GET /allPartsCount', { count: 2_001 })
  asked.length = 0
  await office.goto('/dashboard/manegeProduct')
  await expect(row).toContainText('4,500')
  expect(asked).toEqual(['/api/parts'])
})
