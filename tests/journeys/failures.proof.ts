import type { Page } from '@playwright/test'
import { watchBoxes } from '#tests/support/browser/boxes.ts'
import {
  addPart,
  answerInstead,
  enter,
  expect,
  expectToast,
  holdBack,
  placeOrder,
  test,
  untilReactHas,
} from '#tests/support/browser/journey.ts'

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

test('a picture that fails is requested once more, and then shows its placeholder', async ({ page, office }) => {
  const part = await addPart(office)
  await enter(page)
  const requests: string[] = []
  await page.route('**/images/**', (route) => {
    requests.push(route.request().url())
    return route.fulfill({ status: 503, body: '' })
  })
  await page.goto(`/inventory/${part._id}`)

  const picture = page.getByRole('main').getByRole('img', { name: part.name })
  await expect(picture).toHaveAttribute('src', /^data:image\/svg/)
  expect(requests).toHaveLength(2)
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

test('a screen whose script is out of reach leaves the page as it is, says so, and is loaded once the shop answers', async ({ page }) => {
  await page.goto('/about')
  const link = page.getByRole('link', { name: 'Contact Us' }).first()
  await untilReactHas(link)
  await page.route('**/*', (route) => route.abort())
  await link.click()

  const notice = page.getByRole('alert').filter({ hasText: 'The shop cannot be reached.' })
  await expect(notice).toBeVisible()
  await expect(page).toHaveURL(/\/about$/)
  const asked = page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD')
  await notice.getByRole('button', { name: 'Try again' }).click()
  await asked
  await expect(notice).toBeVisible()

  await page.unrouteAll({ behavior: 'wait' })
  await notice.getByRole('button', { name: 'Try again' }).click()
  await expect(page).toHaveURL(/\/contact-us$/)
  await expect(notice).toBeHidden()
})

/** The contact form, reached from the list, so that the list's script is here; with something typed. */
async function typeMessage(page: Page) {
  await page.goto('/inventory')
  const link = page.getByRole('banner').getByRole('link', { name: 'Contact Us' })
  await untilReactHas(link)
  await link.click()
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill('We need 3,000 panels by March')
  await page.evaluate(() => (document.documentElement.dataset['testPage'] = 'same'))
  return message
}

const expectSamePage = (page: Page) => expect(page.locator('html[data-test-page=same]')).toBeAttached()
const partsHeading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Our Available Products' })

test('a screen whose data do not come leaves page and typed text as they are, and opens once they come', async ({ page }) => {
  const message = await typeMessage(page)
  await page.route(/\.data\b/, (route) => route.abort())
  await page.getByRole('banner').getByRole('link', { name: 'All Parts' }).click()

  const notice = page.getByRole('alert').filter({ hasText: 'The shop cannot be reached.' })
  await expect(notice).toBeVisible()
  await expect(message).toHaveValue('We need 3,000 panels by March')
  const askedAgain = page.waitForEvent('requestfailed', (request) => request.url().includes('.data'))
  await notice.getByRole('button', { name: 'Try again' }).click()
  await askedAgain
  await expect(notice).toBeVisible()
  await expect(page).toHaveURL(/\/contact-us$/)

  await page.unrouteAll({ behavior: 'wait' })
  await notice.getByRole('button', { name: 'Try again' }).click()
  await expect(partsHeading(page)).toBeVisible()
  await expect(page).toHaveURL(/\/inventory$/)
  await expect(notice).toBeHidden()
  await expectSamePage(page)
  await page.goBack()
  await expect(page).toHaveURL(/\/contact-us$/)
})

test('a press made offline goes on when the network returns, unless something was typed since', async ({ page, context }) => {
  const message = await typeMessage(page)
  const notice = page.getByRole('alert').filter({ hasText: 'The shop cannot be reached.' })
  await context.setOffline(true)
  await page.getByRole('banner').getByRole('link', { name: 'All Parts' }).click()
  await expect(notice).toBeVisible()
  await message.fill('We need 4,000 panels by March')
  await context.setOffline(false)
  await notice.getByRole('button', { name: 'Try again' }).focus() // The browser has told that it is online by then.
  await expect(message).toHaveValue('We need 4,000 panels by March')

  await context.setOffline(true)
  await page.getByRole('banner').getByRole('link', { name: 'All Parts' }).click()
  await expect(notice).toBeVisible()
  await context.setOffline(false)
  await expect(partsHeading(page)).toBeVisible()
  await expectSamePage(page)
})
