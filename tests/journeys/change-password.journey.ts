import { enter, expect, expectToast, newPerson, signIn, test } from '#tests/support/browser/journey.ts'

test('a password is changed in the profile by the current one, with what is wrong at its field', async ({ page, browser }) => {
  const ann = newPerson()
  await enter(page, ann)
  await page.goto('/dashboard/profile/security')
  const save = page.getByRole('button', { name: 'Change password' })
  await save.click()
  for (const sentence of ['You must specify a password', 'You must confirm password']) {
    await expect(page.getByText(sentence).first()).toBeVisible()
  }
  await expect(page.getByLabel('Current password')).toBeFocused()

  await page.getByLabel('Current password').fill('Wrong-pass-1')
  await page.getByLabel('New password').fill('Fresh-Flux-2026')
  await page.getByLabel('Confirm Password').fill('Fresh-Flux-2026')
  await save.click()
  await expect(page.getByText('This is not your current password.')).toBeVisible()
  await expect(page.getByLabel('Current password')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Current password').fill(ann.password)
  await save.click()
  await expectToast(page, 'Your password was changed. All other devices are signed out.')
  await expect(page.getByLabel('Current password')).toHaveValue('')

  const elsewhere = await browser.newPage()
  await signIn(elsewhere, { ...ann, password: 'Fresh-Flux-2026' })
  await elsewhere.close()
})
