import { zipSync } from 'fflate'
import sharp from 'sharp'
import type { ManagedParts } from '#contract/parts/part-desk.ts'
import { addPart, callShop, expect, expectToast, test } from '#tests/support/browser/journey.ts'

const png = (background: string) =>
  sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .png()
    .toBuffer()
const file = (name: string, mimeType: string, content: string | Uint8Array) => ({ name, mimeType, buffer: Buffer.from(content) })

test('an import asks which of two prices it is and which of two pictures, and gives each part its own', async ({ office: page }) => {
  const mark = crypto.randomUUID().slice(0, 8)
  const [one, two] = [await addPart(page, { partNumber: `IMP-${mark}-1` }), await addPart(page, { partNumber: `IMP-${mark}-2` })]
  const zip = file(
    'pictures.zip',
    'application/zip',
    zipSync({ 'Maße/P1/front.png': await png('#803010'), 'Maße/P2/front.png': await png('#108030') }, { level: 0 }),
  )
  const list = (...pictures: string[]) =>
    file(
      `${mark}.csv`,
      'text/csv',
      [
        'ID;SKU;Cost;Net price;List price;In stock?;Image',
        `1;${one.partNumber};1.10;3.25;4.00;1;${pictures[0]}`,
        `2;${two.partNumber};1.10;3.50;4.00;1;${pictures[1]}`,
      ].join('\n'),
    )
  const compare = page.getByRole('button', { name: 'Compare 2 rows' })

  // The address of earlier bookmarks.
  await page.goto('/dashboard/manegeProduct?import')
  await expect(page).toHaveURL('/dashboard/imports')
  await page.getByLabel('File of parts').setInputFiles(list('front.png', 'P2/front.png'))
  await expect(page.getByLabel('What SKU contains')).toHaveValue('partNumber')
  for (const title of ['ID', 'Cost', 'In stock?']) await expect(page.getByLabel(`What ${title} contains`, { exact: true })).toHaveValue('')
  await expect(page.getByText('Two columns contain: Price (USD). Choose one.')).toBeVisible()
  await expect(compare).toBeDisabled()
  await page.getByLabel('What List price contains').selectOption('')
  await page.getByLabel('ZIP with pictures (optional)').setInputFiles(zip)
  await compare.click()
  await expect(page.getByText('The ZIP does not say which file this is: front.png.')).toBeVisible()

  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByLabel('File of parts').setInputFiles(list('P1/front.png', 'P2/front.png'))
  await page.getByLabel('ZIP with pictures (optional)').setInputFiles(zip)
  await compare.click()
  await page.getByRole('button', { name: 'Change 2 parts' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expectToast(page, '2 parts are written')

  const { parts } = await callShop<ManagedParts>(page, 'GET', `/parts?q=IMP-${mark}&size=10`)
  expect(parts.map(({ partNumber, price }) => [partNumber, price]).toSorted()).toEqual([
    [one.partNumber, 3.25],
    [two.partNumber, 3.5],
  ])
  expect(new Set([one.img, two.img, ...parts.map(({ img }) => img)]).size).toBe(new Set([one.img, two.img]).size + 2)
})
