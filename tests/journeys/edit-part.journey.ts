import { axeFindings } from '#tests/support/browser/axe.ts'
import { addPart, callShop, expect, test, toastOf } from '#tests/support/browser/journey.ts'

test('a wrong name is mended beside the list; what another admin wrote meanwhile is told; the history has both', async ({ office }) => {
  const part = await addPart(office, { name: `Mainbaord ${crypto.randomUUID().slice(0, 8)}` })
  const mended = part.name.replace('baord', 'board')
  await office.goto('/dashboard/manegeProduct')
  await office.getByRole('link', { name: `Edit ${part.name}` }).click()
  const sheet = office.getByRole('dialog', { name: `Edit ${part.name}` })
  await expect(sheet.getByText('Nothing has been changed yet.')).toBeVisible()
  expect(await axeFindings(office)).toEqual([])
  await sheet.getByLabel('Name').fill(mended)
  const { name, description, img } = part
  await callShop(office, 'PUT', `/parts/${part._id}/details`, { name, description: 'Other text', img, seen: { name, description, img } })
  await sheet.getByLabel('Description').fill('My text')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet.getByLabel('Description')).toHaveAccessibleDescription('Somebody has changed this meanwhile to: Other text')
  await sheet.getByLabel('Description').fill(part.description)
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(toastOf(office, `${mended} is saved`)).toBeVisible()
  const edited = office.getByRole('dialog', { name: `Edit ${mended}` })
  await expect(edited.getByRole('table', { name: 'History' }).getByRole('row')).toHaveCount(3)
  await expect(edited.getByRole('cell', { name: mended })).toBeVisible()
  await edited.getByRole('button', { name: 'Close' }).click()
  await expect(office.getByRole('link', { name: mended, exact: true })).toBeVisible()
})

test('a removed part is found and brought back', async ({ office }) => {
  const part = await addPart(office)
  await callShop(office, 'DELETE', `/parts/${part._id}`)
  await office.goto('/dashboard/manegeProduct')
  await office.getByRole('link', { name: 'Removed parts' }).click()
  await expect(office.getByRole('heading', { name: /^Removed Parts:/ })).toBeVisible()
  expect(await axeFindings(office)).toEqual([])
  await office.getByRole('button', { name: `Bring back ${part.name}` }).click()
  await expect(toastOf(office, `${part.name} is in the catalogue again`)).toBeVisible()
  await office.getByRole('link', { name: 'Manege Product' }).last().click()
  await expect(office.getByRole('link', { name: part.name, exact: true })).toBeVisible()
})
