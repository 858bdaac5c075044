import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { zipSync } from 'fflate'
import sharp from 'sharp'
import type { PartMedia } from '#contract/parts/part-media.ts'
import { axeFindingsDayAndNight } from '#tests/support/browser/axe.ts'
import { addPart, callShop, enter, expect, expectToast, test } from '#tests/support/browser/journey.ts'
import { dxf, pdf } from '#tests/support/shops/documents.ts'

const png = async (background: string) => ({
  name: 'picture.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 1_200, height: 900, channels: 3, background } })
    .png()
    .toBuffer(),
})

async function addPicture(sheet: Locator, number: number, colour: string): Promise<void> {
  await sheet.getByLabel('Add a picture').setInputFiles(await png(colour))
  await expect(sheet.getByLabel(`What picture ${number} shows`)).toBeVisible()
}

const textsOf = (sheet: Locator) =>
  sheet.getByLabel(/^What picture \d+ shows$/).evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))

/** Narrow as a phone, by day and by night. */
async function expectAccessible(page: Page): Promise<void> {
  expect(await axeFindingsDayAndNight(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await axeFindingsDayAndNight(page)).toEqual([])
}

test('a part gets pictures, in order by keys and by dragging, and documents; a buyer sees and saves them', async ({ office, page }) => {
  const part = await addPart(office, { name: `Panel ${crypto.randomUUID().slice(0, 8)}` })
  // All pictures are in sight, because nothing may scroll while one is dragged.
  await office.setViewportSize({ width: 1_280, height: 1_800 })
  await office.goto(`/dashboard/manegeProduct/${part._id}`)
  const sheet = office.getByRole('region', { name: 'Pictures' })
  const documents = office.getByRole('region', { name: 'Documents' })
  const save = office.getByRole('button', { name: 'Save', exact: true })
  await addPicture(sheet, 2, '#884422')
  await sheet.getByLabel('What picture 2 shows').fill('From the side')
  await addPicture(sheet, 3, '#228844')
  await sheet.getByLabel('What picture 3 shows').fill('From behind')

  await sheet.getByRole('button', { name: 'Move picture 3 earlier' }).focus()
  await office.keyboard.press('Enter')
  expect(await textsOf(sheet)).toEqual([part.name, 'From behind', 'From the side'])
  await expect(sheet.getByRole('button', { name: 'Move picture 2 earlier' })).toBeFocused()
  const handles = sheet.locator('.picture-handle')
  await handles.nth(2).hover()
  await office.mouse.down()
  // A browser notifies a target only of the second movement above it.
  for (const position of [
    { x: 10, y: 10 },
    { x: 20, y: 20 },
    { x: 30, y: 30 },
  ])
    await handles.nth(0).hover({ position, force: true })
  await office.mouse.up()
  await expect.poll(() => textsOf(sheet)).toEqual(['From the side', part.name, 'From behind'])
  await sheet.getByLabel('What picture 1 shows').fill(' ')
  await save.click()
  await expect(sheet.getByLabel('What picture 1 shows')).toHaveAccessibleDescription(/Describe the main picture/)
  await sheet.getByLabel('What picture 1 shows').fill('From the left')
  await save.click()
  await expectToast(office, 'The pictures are applied')

  const { pictures } = await callShop<PartMedia>(office, 'GET', `/parts/${part._id}/media`)
  await callShop(office, 'PUT', `/parts/${part._id}/pictures`, { pictures: pictures.slice(0, 2), seen: pictures })
  await sheet.getByLabel('What picture 2 shows').fill('Mine')
  await save.click()
  await sheet.getByRole('button', { name: 'Show them as they are now' }).click()
  await expect(sheet.getByLabel('What picture 3 shows')).toHaveCount(0)
  expect(await textsOf(sheet)).toEqual(['From the left', part.name])

  await documents.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(documents.getByLabel('File', { exact: true })).toHaveAccessibleDescription(/Choose a file/)
  await documents.getByLabel('Title').fill('Drawing A')
  const file = documents.getByLabel('File', { exact: true })
  await file.setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<script>alert(1)</script>') })
  await documents.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(file).toHaveAccessibleDescription(/no PDF, STEP or DXF/)
  await file.setInputFiles({ name: 'Gehäuse.pdf', mimeType: 'application/pdf', buffer: pdf(`(${'x'.repeat(3_000_000)})`) })
  await documents.getByLabel('Kind').selectOption('Drawing')
  await documents.getByRole('button', { name: 'Add', exact: true }).click()
  await expectToast(office, 'Drawing A is added')
  await documents.getByRole('button', { name: 'Rename Drawing A' }).click()
  await documents.getByLabel('Title').first().fill('Drawing B')
  await documents.getByRole('button', { name: 'Apply', exact: true }).click()
  await expect(documents.getByRole('button', { name: 'Drawing B', exact: true })).toBeVisible()
  await documents.getByLabel('Title').fill('Outline')
  await documents.getByLabel('File', { exact: true }).setInputFiles({ name: 'outline.dxf', mimeType: 'image/vnd.dxf', buffer: dxf() })
  await documents.getByRole('button', { name: 'Add', exact: true }).click()
  await documents.getByRole('button', { name: 'Remove Outline' }).click()
  await office.getByRole('dialog', { name: 'Remove Outline' }).getByRole('button', { name: 'Confirm' }).click()
  await expectToast(office, 'Outline is removed')
  await expect(office.getByRole('table', { name: 'History' }).getByText('Drawing: Drawing B').first()).toBeVisible()
  await expectAccessible(office)

  await enter(page)
  await page.goto(`/inventory/${part._id}`)
  const main = page.getByRole('main').getByRole('img', { name: 'From the left' })
  await expect(main).toBeVisible()
  await page.getByRole('list', { name: 'Pictures' }).getByRole('button', { name: part.name }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main').getByRole('img', { name: part.name })).toHaveAttribute('src', pictures[1]!.img)
  const saved = page.waitForEvent('download')
  await page.getByRole('list', { name: 'Documents' }).getByRole('button', { name: 'Drawing B' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toBe('Gehäuse.pdf')
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-')
  await expectAccessible(page)

  const quote = await callShop<{ _id: string }>(page, 'POST', '/quotes', { lines: [{ text: part.partNumber, partsId: part._id }] })
  await page.goto(`/dashboard/quotes/${quote._id}`)
  await expect(page.getByRole('list', { name: `Documents of ${part.name}` }).getByRole('button', { name: 'Drawing B' })).toBeVisible()
  await expectAccessible(page)
})

test('documents of many parts come from a ZIP; what belongs to no part, or is no document, says so and stops nothing', async ({
  office,
}) => {
  const mark = crypto.randomUUID().slice(0, 8)
  const [one, two] = [await addPart(office, { partNumber: `ZIP-${mark}-1` }), await addPart(office, { partNumber: `ZIP-${mark}-2` })]
  const zip = zipSync({
    [`sheets/zip ${mark} 1 RoHS.pdf`]: pdf(mark),
    [`${two.partNumber}/outline.dxf`]: dxf('999\r\nOutline\r\n'),
    [`${two.partNumber}.pdf`]: Buffer.from('not a PDF'),
    'nobody.pdf': pdf('nobody'),
    'read me.txt': Buffer.from('text'),
  })
  await office.goto('/dashboard/part-documents')
  await office.getByLabel('ZIP of documents').setInputFiles({ name: 'all.zip', mimeType: 'application/zip', buffer: Buffer.from(zip) })
  const rowOf = (text: string) => office.getByRole('row').filter({ hasText: text })
  await expect(rowOf('RoHS.pdf')).toContainText(`${one.partNumber} · ${one.name}`)
  await expect(rowOf('RoHS.pdf')).toContainText('Declaration: RoHS')
  await expect(rowOf('nobody.pdf')).toContainText('No part has this number')
  await expect(office.getByText('read me.txt')).toBeHidden()

  await office.getByRole('button', { name: 'Add 3 documents' }).click()

  await expect(rowOf('RoHS.pdf')).toContainText('Added')
  await expect(rowOf('outline.dxf')).toContainText('Added')
  await expect(rowOf(`${two.partNumber}.pdf`)).toContainText('This is no PDF, STEP or DXF file.')
  const { documents } = await callShop<PartMedia>(office, 'GET', `/parts/${two._id}/media`)
  expect(documents).toMatchObject([{ kind: 'drawing', title: 'Outline', fileName: 'outline.dxf' }])
  await expectAccessible(office)

  await office.getByRole('button', { name: 'Choose another file' }).click()
  await office.getByLabel('ZIP of documents').setInputFiles({ name: 'all.zip', mimeType: 'application/zip', buffer: Buffer.from(zip) })
  await office.getByRole('button', { name: 'Add 3 documents' }).click()
  await expect(rowOf('RoHS.pdf')).toContainText('There already')
})
