import { watchBoxes } from '#tests/support/browser/boxes.ts'
import { addPart, answerInstead, enter, expect, expectToast, holdBack, placeOrder, test } from '#tests/support/browser/journey.ts'

const fault = { code: 'INTERNAL', message: 'Out of order' }

test('a list that cannot be read says so, and can be read again', async ({ page }) => {
  await enter(page)
  await answerInstead(page, 'GET /order?*', fault, 400)
  await page.goto('/dashboard')

  await expect(page.getByRole('alert').filter({ hasText: 'PLease try again later' })).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('button', { name: 'Try again' }).click()

  await expect(page.getByRole('heading', { name: 'My Total Order: 0' })).toBeVisible()
})

test("a buyer's orders are shown although an admin check fails", async ({ page }) => {
  await enter(page)
  await answerInstead(page, 'GET /admin/*', fault, 400)
  await page.goto('/dashboard')

  await expect(page.getByRole('heading', { name: 'My Total Order: 0' })).toBeVisible()
})

test('order calls that fail tell so, lose nothing, and can be repeated', async ({ page, office }) => {
  const part = await addPart(office)
  await enter(page)
  await page.goto(`/inventory/${part._id}`)
  await page.getByRole('button', { name: 'Purchase' }).click()
  await page.getByLabel('Phone').fill('+49 30 1')
  await page.getByLabel('Address').fill('Dock Road 1')
  await answerInstead(page, 'POST /inventory', fault, 500)
  await page.getByRole('button', { name: 'Submit' }).click()

  await expectToast(page, 'PLease try again later')
  await expect(page).toHaveURL(/\/purchase$/)
  await expect(page.getByLabel('Address')).toHaveValue('Dock Road 1')
  expect(await page.evaluate(() => localStorage.getItem('order'))).toContain(part.name)
  // The pieces are held, so that submitting again asks for the same order.
  await expect(page.getByText(/^Reserved until \d\d:\d\d$/)).toBeVisible()
  await expect(page.getByLabel('Quantity')).toHaveCount(0)
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('button', { name: 'Submit' }).click()

  await expect(page.getByRole('heading', { name: 'My Total Order: 1' })).toBeVisible()
})

test('a payment that cannot be opened leaves Pay disabled and offers to try again', async ({ page, office }) => {
  const part = await addPart(office)
  await enter(page)
  const order = await placeOrder(page, part)
  await answerInstead(page, 'POST /create-payment-intent', fault, 400)
  await page.goto(`/dashboard/payment/${order._id}`)

  await expect(page.getByRole('alert').filter({ hasText: 'PLease try again later' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay', exact: true })).toBeDisabled()
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('button', { name: 'Try again' }).click()

  await expect(page.getByRole('button', { name: 'Pay', exact: true })).toBeEnabled()
})

test('signed-in screens do not move while they are read on a slow line', async ({ page, office }) => {
  const part = await addPart(office)
  await enter(page)
  for (const address of [`/inventory/${part._id}`, '/dashboard']) {
    const release = await holdBack(page, '**/api/**')
    await page.goto(address)
    await expect(page.getByRole('main').getByRole('status').first()).toContainText('oading...')
    const moved = await watchBoxes(page)
    release()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('main').getByText('oading...')).toHaveCount(0)

    expect(await moved()).toEqual([])
    await page.unrouteAll({ behavior: 'wait' })
  }
})
