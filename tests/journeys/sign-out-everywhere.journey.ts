import { enter, expect, expectSignedIn, newPerson, signIn, test } from '#tests/support/browser/journey.ts'

test('who signs out everywhere is signed out in the other browser, too (37)', async ({ page, browser }) => {
  const ann = newPerson()
  await enter(page, ann)
  const elsewhere = await (await browser.newContext()).newPage()
  await signIn(elsewhere, ann)
  await elsewhere.goto('/dashboard/profile')
  await expect(elsewhere.getByText(ann.email)).toBeVisible()

  await page.goto('/dashboard/profile/security')
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()

  await expect(page).toHaveURL(/\/login$/)
  await elsewhere.goto('/dashboard/profile')
  await expect(elsewhere).toHaveURL(/\/login$/)
  await elsewhere.context().close()
  await signIn(page, ann)
  await expectSignedIn(page)
})
