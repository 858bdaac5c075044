import { addPart, expect, inFirefoxToo, orderRow, test, toastOf } from '#tests/support/browser/journey.ts'

test('an admin adds pieces to the stock and sees them there', inFirefoxToo, async ({ office }) => {
  const part = await addPart(office, { available: 2_000 })
  await office.goto('/dashboard/manegeProduct')
  const row = orderRow(office, part.name)
  await row.getByPlaceholder('Purchase quantity', { exact: true }).fill('1500')
  await row.getByText('Update', { exact: true }).click()

  await expect(toastOf(office, `${part.name} Updated successfully`)).toBeVisible()
  await office.reload()
  await expect(row.getByRole('cell').nth(2)).toHaveText('3,500')
})
