import { addPart, expect, fillLogin, newPerson, openNewestUsers, placeOrder, register, test } from '#tests/support/browser/journey.ts'

test('an admin releases what somebody has set aside, and blocks the account (67)', async ({ page, office }) => {
  const ann = newPerson()
  await register(page, ann)
  await placeOrder(page, await addPart(office))

  await office.goto('/dashboard/set-aside')
  const row = office.getByRole('row').filter({ hasText: ann.email })
  await expect(row).toContainText('1 line')
  await row.getByRole('button', { name: 'Release' }).click()
  await office.getByRole('button', { name: 'Confirm' }).click()
  await expect(row).toBeHidden()

  await openNewestUsers(office)
  await office.getByRole('button', { name: `Block ${ann.email}` }).click()
  await office.getByRole('button', { name: 'Confirm' }).click()
  await expect(office.getByRole('button', { name: `Unblock ${ann.email}` })).toBeVisible()

  await page.goto('/dashboard')
  await fillLogin(page, ann)
  await expect(page.getByText('This account is disabled.')).toBeVisible()
})
