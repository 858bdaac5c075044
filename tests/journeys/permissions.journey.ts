import { enter, expect, expectToast, newPerson, openNewestUsers, test } from '#tests/support/browser/journey.ts'

test('a person with the permission for orders sees orders and nothing else of the shop, until it is taken away (84)', async ({
  page,
  office,
}) => {
  const clerk = newPerson('Cleo Clerk')
  await enter(page, clerk)
  await openNewestUsers(office)
  await office.getByRole('button', { name: `Edit permissions of ${clerk.email}` }).click()
  const dialog = office.getByRole('dialog', { name: `Permissions of ${clerk.email}` })
  await dialog.getByLabel('Orders').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(office, `Permissions of ${clerk.email} are saved`)

  await page.goto('/dashboard')
  const menu = page.getByRole('navigation', { name: 'Dashboard' })
  await expect(menu.getByRole('link')).toHaveText([
    'All Order',
    'Ship',
    'Returns',
    'My Profile',
    'My Order',
    'Reviews',
    'My Invoices',
    'My Quotes',
  ])
  await menu.getByRole('link', { name: 'All Order' }).click()
  await expect(page.getByRole('heading', { name: /^Total Order:/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Refund/ })).toHaveCount(0)
  await page.goto('/dashboard/audit')
  await expect(page.getByText('You have no permission for this screen.')).toBeVisible()

  await office.getByRole('button', { name: `Edit permissions of ${clerk.email}` }).click()
  await dialog.getByLabel('Orders').uncheck()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(office, `Permissions of ${clerk.email} are saved`)
  await page.goto('/dashboard/all-order')
  await expect(page).toHaveURL(/\/login$/)
})
