import { readFile } from 'node:fs/promises'
import { answerInstead, enter, expect, expectToast, newPerson, test, toastOf, watchCalls } from '#tests/support/browser/journey.ts'

test('the review form has its slider from 10 to 50 with half steps, and sends the tenth of it', async ({ page }) => {
  const rita = newPerson('Rita Rating')
  await enter(page, rita)
  await page.goto('/dashboard/my-review')
  const slider = page.getByRole('slider')
  await expect(slider).toHaveValue('50')
  for (const [attribute, value] of [
    ['min', '10'],
    ['max', '50'],
    ['step', '5'],
  ] as const) {
    await expect(slider).toHaveAttribute(attribute, value)
  }
  const form = page.getByRole('main').locator('form')
  await expect(form).toContainText('11.522.533.544.55')
  await form.getByRole('button').click()
  const description = page.getByLabel('Description')
  await expect(description).toHaveAccessibleDescription('Your Review is required')

  const calls = watchCalls(page)
  await slider.fill('35')
  await description.fill('Good boards, well packed.')
  await form.getByRole('button').click()

  await expectToast(page, 'Your Review was Added successfully')
  await expect(page).toHaveURL(/:\d+\/$/)
  expect(calls.find(({ method }) => method === 'POST')).toMatchObject({
    path: '/reviews',
    body: { displayName: rita.name, email: rita.email, rating: 3.5, review: 'Good boards, well packed.' },
  })
})

test('the profile shows five facts, asks for three, and keeps the name that is left empty', async ({ page }) => {
  const paula = newPerson('Paula Panel')
  await enter(page, paula)
  await page.goto('/dashboard/profile')
  const form = page.getByRole('main').locator('form').filter({ hasText: 'Education' })
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('My Profile')
  await expect(page.getByRole('term')).toHaveText(['Name', 'Email', 'Phone', 'Education', 'Address'])
  await expect(form.getByLabel('Email')).toBeDisabled()
  await expect(form.getByLabel('Email')).toHaveValue(paula.email)
  await form.getByRole('button', { name: 'Update Profile' }).click()
  for (const [label, sentence] of [
    ['Phone', 'Your Phone number is required'],
    ['Education', 'Your Education is required'],
    ['Address', 'Your Address is required'],
  ] as const) {
    await expect(form.getByLabel(label)).toHaveAccessibleDescription(sentence)
  }

  const calls = watchCalls(page)
  await form.getByLabel('Name').fill('')
  await form.getByLabel('Phone').fill('+49 40 55')
  await form.getByLabel('Education').fill('MSc')
  await form.getByLabel('Address').fill('Harbour 2')
  await form.getByRole('button', { name: 'Update Profile' }).click()

  await expectToast(page, 'Profile updated successfully')
  await expect(page.getByRole('definition')).toHaveText([paula.name, paula.email, '+49 40 55', 'MSc', 'Harbour 2'])
  expect(calls.find(({ method }) => method === 'PUT')).toMatchObject({
    path: `/users/${encodeURIComponent(paula.email)}`,
    body: { phone: '+49 40 55', education: 'MSc', address: 'Harbour 2' },
  })
})

test('a profile update of somebody whose session is over says that no user is logged in', async ({ page }) => {
  await enter(page)
  await page.goto('/dashboard/profile')
  const form = page.getByRole('main').locator('form').filter({ hasText: 'Education' })
  for (const label of ['Phone', 'Education', 'Address']) await form.getByLabel(label).fill('x')
  await answerInstead(page, 'PUT /users/*', { code: 'SIGN_IN_NEEDED', message: 'Please sign in.' }, 401)

  await form.getByRole('button', { name: 'Update Profile' }).click()

  await expectToast(page, 'No user is logged in')
})

const boardPicture = async () => ({
  name: 'board.webp',
  mimeType: 'image/webp',
  buffer: await readFile('catalogue/images/t-con-board.webp'),
})

test('Add Parts has five fields, each with its own message; a picture that is not taken costs no toast and no text', async ({ office }) => {
  await office.goto('/dashboard/addparts')
  await expect(office.getByRole('heading', { level: 2 })).toHaveText('Add new parts')
  const add = office.getByRole('button', { name: 'Add A Parts' })
  await add.click()
  for (const [label, sentence] of [
    ['Parts Name', "Part's Name is required"],
    ['Price', "Part's Price is required"],
    ['Parts Available', "Part's Available is required"],
    ['Parts Description', "Part's Description is required"],
    ["Part's Picture", "Part's Picture is required"],
  ] as const) {
    await expect(office.getByLabel(label, { exact: true })).toHaveAccessibleDescription(new RegExp(`${sentence}$`))
  }
  await expect(office.getByLabel('Parts Name')).toBeFocused()
  await expect(office.getByLabel("Part's Picture")).toHaveAttribute('type', 'file')

  await office.getByLabel('Parts Name').fill('Never Added')
  await office.getByLabel('Price').fill('1.5')
  await office.getByLabel('Parts Available').fill('2000')
  await office.getByLabel('Parts Description').fill('Not added.')
  await office.getByLabel("Part's Picture").setInputFiles(await boardPicture())
  // From now on a toast would show at once.
  await expect(office.getByRole('region', { name: /^Messages/ })).toBeAttached()
  const calls = watchCalls(office)
  await answerInstead(office, 'POST /images', { code: 'IMAGE_UNREADABLE', message: 'No picture.' }, 422)
  await add.click()
  await expect(office.getByLabel("Part's Picture")).toHaveAccessibleDescription(/No picture\.$/)
  await expect(add).toBeEnabled()
  const sent = () => calls.filter(({ method }) => method !== 'GET')
  expect(sent().map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /images'])
  await expect(toastOf(office, /./)).toHaveCount(0)
  await expect(office.getByLabel('Parts Name')).toHaveValue('Never Added')

  const img = `/images/${'a'.repeat(32)}.webp`
  await answerInstead(office, 'POST /images', { success: true, data: { url: img } })
  await answerInstead(office, 'POST /parts', { code: 'INTERNAL', message: 'Not now.' }, 500)
  await add.click()
  await expectToast(office, 'Failed to add a Parts')
  expect(sent().at(-1)).toMatchObject({
    method: 'POST',
    path: '/parts',
    body: { name: 'Never Added', available: 2_000, description: 'Not added.', img },
  })
  expect(Number((sent().at(-1)!.body as { price: unknown }).price)).toBe(1.5)
  await expect(office.getByLabel('Parts Name')).toHaveValue('Never Added')
})

test('a form with unsaved text asks before it is left, in the shop and by the browser', async ({ page }) => {
  await enter(page)
  await page.goto('/dashboard/my-review')
  await page.getByLabel(/description/i).fill('Half a review')
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  const toMyOrder = page.getByRole('link', { name: 'My Order', exact: true })

  await toMyOrder.click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(page).toHaveURL(/my-review$/)
  await expect(page.getByLabel(/description/i)).toHaveValue('Half a review')

  const asked = page.waitForEvent('dialog')
  void page.close({ runBeforeUnload: true })
  const byBrowser = await asked
  expect(byBrowser.type()).toBe('beforeunload')
  await byBrowser.dismiss()

  await toMyOrder.click()
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: /My Total Order/ })).toBeVisible()
})

test('Sign Out asks before unsaved text is lost, and only then', async ({ page }) => {
  await enter(page)
  await page.goto('/dashboard/my-review')
  await page.getByLabel(/description/i).fill('Half a review')
  const signOut = page.getByRole('banner').getByRole('button', { name: 'Sign Out' })
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })

  await signOut.click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByLabel(/description/i)).toHaveValue('Half a review')
  await expect(signOut).toBeVisible()

  await signOut.click()
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(/\/login$/)
})

test('Sign Out of a form without unsaved text asks nothing', async ({ page }) => {
  await enter(page)
  await page.goto('/dashboard/my-review')
  await expect(page.getByLabel(/description/i)).toBeEditable()
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click()

  await expect(page).toHaveURL(/\/login$/)
})
