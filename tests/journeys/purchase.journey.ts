import {
  addPart,
  enter,
  enterCard,
  expect,
  expectToast,
  inFirefoxToo,
  fillLogin,
  mailTo,
  newPerson,
  openPart,
  orderPart,
  orderRow,
  register,
  sampleAdmin,
  signIn,
  test,
} from '#tests/support/browser/journey.ts'

test(
  'a visitor is led through registration back to the part, buys 2,000 pieces, pays, and sees them shipped',
  inFirefoxToo,
  async ({ page, browser }) => {
    const ann = newPerson()
    await page.goto('/')
    await page.getByRole('article').filter({ hasText: 'T-Con Board' }).getByRole('link', { name: 'Order Now' }).click()
    await expect(page).toHaveURL(/\/login$/)
    await page.getByRole('link', { name: 'Create New Account' }).click()
    await page.getByLabel('Name', { exact: true }).fill(ann.name)
    await page.getByLabel('Email').fill(ann.email)
    await page.getByLabel('Password', { exact: true }).fill(ann.password)
    await page.getByLabel('Confirm Password').fill(ann.password)
    await page.getByLabel(/terms/).check()
    await page.getByRole('button', { name: 'Register' }).click()

    await expect(page.getByRole('heading', { name: /T-Con Board/ })).toBeVisible()
    await page.getByRole('button', { name: 'Plus 1,000 pieces' }).click()
    await expect(page.getByLabel('Quantity')).toHaveValue('2000')
    await page.getByRole('button', { name: 'Purchase' }).click()
    await expect(page.getByLabel('Total price')).toHaveText('$29,700.00')
    await page.getByLabel('Phone').fill('+49 30 1234567')
    await page.getByLabel('Address').fill('Dock Road 1, 20457 Hamburg')
    await page.getByRole('button', { name: 'Submit' }).click()

    await expect(page.getByRole('heading', { name: 'My Total Order: 1' })).toBeVisible()
    await page.getByRole('link', { name: 'Pay Now' }).click()
    await expect(page.getByText('Please Pay: $29,700.00')).toBeVisible()
    await enterCard(page, '4242 4242 4242 4242')
    await expect(page.getByText('Your visa card Payment Is Completed', { exact: false })).toBeVisible()
    await expect(page.getByText(/Your Transaction Id: pi_\w{24}/)).toBeVisible()
    await expect(page.getByText('Your Transaction Is Completed')).toBeVisible()

    await page.goto('/dashboard')
    await expect(orderRow(page, 'T-Con Board')).toContainText(/Tx\.ID-\w+/)
    expect(await mailTo(ann.email, /payment/i)).toContain('T-Con Board')

    const office = await browser.newPage()
    await signIn(office, sampleAdmin)
    await office.goto(`/dashboard/all-order?q=${encodeURIComponent(ann.email)}`)
    await orderRow(office, ann.email).getByRole('button', { name: 'Pending Shipping' }).click()
    await expect(office.getByRole('dialog')).toContainText('Are You Sure You Want to Shipping T-Con Board')
    await office.getByRole('button', { name: 'Confirm' }).click()
    await expectToast(office, 'Parts Shipped Successfully')
    await expect(orderRow(office, ann.email)).toContainText('Shipped')
    await office.close()

    await page.reload()
    await expect(orderRow(page, 'T-Con Board')).toContainText('Shipped')
  },
)

test('a declined card shows the reason in red, and another card pays the same order', inFirefoxToo, async ({ page }) => {
  await enter(page)
  await orderPart(page, 'Main Board')
  await page.getByRole('link', { name: 'Pay Now' }).click()

  await enterCard(page, '4000 0000 0000 0002')
  await expect(page.getByRole('alert').filter({ hasText: 'Your card was declined.' })).toBeVisible()

  await enterCard(page, '4242 4242 4242 4242')
  await expect(page.getByText(/card Payment Is Completed/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay', exact: true })).toBeDisabled()
})

test('a card that asks for a second step pays once it is confirmed', inFirefoxToo, async ({ page }) => {
  await enter(page)
  await orderPart(page, 'Power Supply Board')
  await page.getByRole('link', { name: 'Pay Now' }).click()

  await enterCard(page, '4000 0025 0000 3155')
  await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click()

  await expect(page.getByText(/card Payment Is Completed/)).toBeVisible()
})

test('an unpaid order is cancelled and its pieces come back', inFirefoxToo, async ({ page, office }) => {
  const { name } = await addPart(office, { available: 58_000 })
  await enter(page)
  await orderPart(page, name, 3_000)
  await page.getByRole('button', { name: new RegExp(name) }).click()
  await expect(page.getByRole('dialog')).toContainText(`Are You Sure You Want to Delete ${name} !`)
  await page.getByRole('button', { name: 'Confirm' }).click()

  await expectToast(page, `${name} Your Order has Removed Successfully`)
  await expect(page.getByRole('heading', { name: 'My Total Order: 0' })).toBeVisible()
  await openPart(page, name)
  await expect(page.getByText('58,000 Pieces')).toBeVisible()
})

test('fewer than 1,000 pieces are not bought, whatever is pressed', inFirefoxToo, async ({ page }) => {
  await enter(page)
  await openPart(page, 'LED Driver Board')
  await page.getByLabel('Quantity').fill('999')

  await expect(page.getByRole('button', { name: 'Purchase' })).toBeDisabled()
  await page.getByLabel('Quantity').press('Enter')

  await expect(page.getByText('Minimum Order 1000', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/inventory\/[0-9a-f-]+$/)
})

test('a purchase without phone and address says so at the fields and loses nothing; on a phone Submit stays in sight', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await enter(page)
  await openPart(page, 'LED Driver Board')
  await page.getByRole('button', { name: 'Purchase' }).click()
  await expect(page.getByRole('button', { name: 'Submit' })).toBeInViewport({ ratio: 1 })
  await page.getByLabel('Phone').fill('+49 30 1')
  await page.getByRole('button', { name: 'Submit' }).click()

  await expect(page.getByText('Your Address is required')).toBeVisible()
  await expect(page.getByLabel('Phone')).toHaveValue('+49 30 1')
  await expect(page.getByLabel('Address')).toBeFocused()
})

test('a purchase above what can be paid at once says so before it is submitted', async ({ page }) => {
  await page.route('**/api/payment-setup', async (route) => {
    const { mostByCard: _, ...setup } = (await (await route.fetch()).json()) as { mostByCard?: number }
    await route.fulfill({ json: { ...setup, mostAtOnce: 1_000 } })
  })
  await enter(page)
  await openPart(page, 'LED Driver Board')
  await page.getByRole('button', { name: 'Purchase' }).click()

  await expect(page.getByText('One card payment can be at most $1,000.00. Please order fewer pieces at a time.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Submit' })).toBeDisabled()
})

test('a signed-in page leads a visitor to the login and back', async ({ page }) => {
  const ann = newPerson()
  await register(page, ann)
  await page.getByRole('button', { name: 'Sign Out' }).first().click()
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()

  await page.goto('/dashboard/profile')
  await expect(page).toHaveURL(/\/login$/)
  await fillLogin(page, ann)

  await expect(page).toHaveURL(/\/dashboard\/profile$/)
})
