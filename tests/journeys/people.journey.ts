import { randomUUID } from 'node:crypto'
import {
  enter,
  expect,
  expectToast,
  inFirefoxToo,
  fillLogin,
  linkIn,
  mailTo,
  newPerson,
  openNewestUsers,
  register,
  sampleAdmin,
  signIn,
  test,
} from '#tests/support/browser/journey.ts'

test('a customer confirms the email address by the mail', async ({ page }) => {
  const ann = newPerson()
  await register(page, ann)

  await page.goto(linkIn(await mailTo(ann.email, /confirm/i), '/verify-email'))

  await expect(page.getByText('Your email address is confirmed.')).toBeVisible()
})

test('elsewhere the mail asks to sign in, and confirms for who does (41)', async ({ page, browser, baseURL }) => {
  const ann = newPerson()
  await register(page, ann)
  const elsewhere = await browser.newPage({ ...(baseURL && { baseURL }) })

  await elsewhere.goto(linkIn(await mailTo(ann.email, /confirm/i), '/verify-email'))
  await expect(elsewhere.getByText('Please sign in to the account with this address to confirm it.')).toBeVisible()
  await expect(elsewhere.getByText(/If you did not open an account/)).toBeVisible()
  await elsewhere.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await fillLogin(elsewhere, ann)

  await expect(elsewhere.getByText('Your email address is confirmed.')).toBeVisible()
  await page.goto('/dashboard/profile')
  await expect(page.getByRole('button', { name: 'Update Profile' })).toBeVisible()
  await expect(page.getByText('Your email address is not confirmed yet.')).toBeHidden()
  await elsewhere.close()
})

test('a forgotten password is replaced by the mail, once', async ({ page }) => {
  const ann = newPerson()
  await register(page, ann)
  await page.getByRole('button', { name: 'Sign Out' }).first().click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  await page.goto('/login')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await expect(page.getByText('Your Email Field is Empty')).toBeVisible()

  await page.getByLabel('Email').fill(ann.email)
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await expectToast(page, 'Reset Password Email is pending')
  await expectToast(page, 'Email Send Successfully')

  const link = linkIn(await mailTo(ann.email, /new password/i), '/reset-password')
  const password = 'Another-pass-2'
  await page.goto(link)
  await page.getByLabel('New Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password').fill(password)
  await page.getByRole('button', { name: 'Save New Password' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await fillLogin(page, { ...ann, password: ann.password })
  await expect(page.getByText('Email or password is wrong.')).toBeVisible()
  await fillLogin(page, { ...ann, password })
  await expect(page.getByRole('button', { name: 'Sign Out' }).first()).toBeVisible()
})

test('a sign-in link that is not valid says so and leads to the login page', async ({ page }) => {
  await page.goto('/sign-in-link?token=unknown')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('This link is no longer valid. It works once, and for one hour.')).toBeVisible()

  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()

  await expect(page).toHaveURL('/login')
})

test('an account taken back by a new password keeps nothing that was set before (68)', async ({ page }) => {
  const ann = newPerson()
  await register(page, ann)
  await page.getByRole('button', { name: 'Sign Out' }).first().click()
  await page.goto('/login')
  await page.getByLabel('Email').fill(ann.email)
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.goto(linkIn(await mailTo(ann.email, /new password/i), '/reset-password'))
  await page.getByLabel('New Password', { exact: true }).fill('Another-pass-2')
  await page.getByLabel('Confirm Password').fill('Another-pass-2')
  await page.getByRole('button', { name: 'Save New Password' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  await fillLogin(page, { ...ann, password: 'Another-pass-2' })

  await expect(page.getByText('Welcome', { exact: true })).toBeVisible()
  await page.goto('/dashboard/profile')
  await expect(page.getByLabel('Email')).toHaveValue(ann.email)
  await expect(page.getByLabel('Name')).toHaveValue('')
  expect(await mailTo(ann.email, /account was emptied/)).toContain('/dashboard/profile')
})

test('registration says what is wrong under each field', async ({ page }) => {
  await page.goto('/register')
  await expect(page.getByRole('button', { name: 'Register' })).toBeDisabled()
  await page.getByLabel(/terms/).check()
  await page.getByRole('button', { name: 'Register' }).click()
  for (const sentence of ['Your Name is required', 'Email is required', 'You must specify a password', 'You must confirm password']) {
    await expect(page.getByText(sentence)).toBeVisible()
  }

  await page.getByLabel('Name', { exact: true }).fill('Ann')
  await page.getByLabel('Email').fill('not an address')
  await page.getByLabel('Password', { exact: true }).fill('weak')
  await page.getByLabel('Confirm Password').fill('other')
  await page.getByRole('button', { name: 'Register' }).click()
  for (const sentence of [
    'Invalid email address',
    'Minimum 8 characters password, upper and lower case and number required',
    'The passwords do not match',
  ]) {
    await expect(page.getByText(sentence)).toBeVisible()
  }
})

test('the profile is shown and updated', async ({ page }) => {
  await enter(page, newPerson('Paula Profile'))
  await page.goto('/dashboard/profile')
  await page.getByLabel('Phone').fill('+49 40 55')
  await page.getByLabel('Education').fill('MSc Electronics')
  await page.getByLabel('Address').fill('Harbour 2')
  await page.getByRole('button', { name: /Update/ }).click()
  await expectToast(page, 'Profile updated successfully')

  await page.getByRole('button', { name: /Update/ }).click()

  await expectToast(page, 'Profile Already updated')
  await page.reload()
  await expect(page.getByText('MSc Electronics')).toBeVisible()
  await expect(page.getByLabel('Phone')).toHaveValue('+49 40 55')
  await expect(page.getByText('Paula Profile').filter({ visible: true }).first()).toBeVisible()
})

test('a review stands first on the home page', async ({ page }) => {
  await enter(page, newPerson('Rita Review'))
  const words = `Everything arrived on time, ${randomUUID().slice(0, 8)}.`
  await page.goto('/dashboard/my-review')
  await page.getByRole('button', { name: /Review|Submit/ }).click()
  await expect(page.getByText('Your Review is required')).toBeVisible()
  await page.getByRole('textbox').fill(words)
  await page.getByRole('slider').fill('45')
  await page.getByRole('button', { name: /Review|Submit/ }).click()

  await expectToast(page, 'Your Review was Added successfully')
  await expect(page).toHaveURL(/\/$/)
  const review = page.getByRole('listitem').filter({ hasText: words })
  await expect(review).toContainText('Rita Review')
  await expect(review).toContainText('4.5')
})

test('an admin grants and revokes admin rights', inFirefoxToo, async ({ page, browser }) => {
  const carl = newPerson('Carl')
  const hisPage = await browser.newPage()
  await enter(hisPage, carl)
  await signIn(page, sampleAdmin)
  await openNewestUsers(page)
  const row = page.getByRole('row').filter({ hasText: carl.email })

  await row.getByRole('button', { name: 'Make Admin' }).click()
  const question = page.getByRole('dialog')
  await expect(question.getByRole('heading')).toHaveText(`Make ${carl.email} an admin?`)
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expectToast(page, `Congratulations ${carl.email} . Now you are an admin`)
  await hisPage.goto('/dashboard/all-order')
  await expect(hisPage.getByRole('heading', { name: /Total Order: \d+/ })).toBeVisible()

  await row.getByRole('button', { name: 'Remove Admin' }).click()
  await expect(question.getByRole('heading')).toHaveText(`Remove admin rights of ${carl.email}?`)
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expectToast(page, `Sorry ${carl.email} . Now you are an user`)
  await hisPage.goto('/dashboard/all-order')
  await expect(hisPage).toHaveURL(/\/login$/)
  expect(await hisPage.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  await hisPage.close()
})

test('an admin page asked for by a customer signs out and is not returned to', async ({ page }) => {
  const ann = newPerson()
  await enter(page, ann)
  await page.goto('/dashboard/addparts')
  await expect(page).toHaveURL(/\/login$/)

  await fillLogin(page, ann)

  await expect(page).toHaveURL(/\/$/)
})
