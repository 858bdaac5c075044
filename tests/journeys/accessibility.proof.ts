import type { Page } from '@playwright/test'
import { axeFindingsDayAndNight } from '#tests/support/browser/axe.ts'
import {
  addPart,
  callShop,
  enter,
  expect,
  mailTo,
  newPerson,
  openPart,
  orderPart,
  payOrder,
  placeOrder,
  test,
  untilReactHas,
} from '#tests/support/browser/journey.ts'
import { adminScreens, customerScreens, publicScreens } from '#tests/support/browser/screens.ts'
import { newUps } from '#tests/support/shops/new-ups.ts'
import { openScreen } from '#tests/support/browser/open-screen.ts'

const SIZES = [
  { width: 375, height: 812 },
  { width: 1_440, height: 900 },
]

/** The parts list as a table, searched and filtered, and without a hit. */
const listStates = ['view=table', 'q=cable&inStock=true', 'q=OLED-7788-XQ'].map((query) => `/inventory?${query}`)

/** Nothing that axe finds, and nothing wider than the screen, in every size by day and by night. */
async function expectFine(page: Page, what: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size)
    expect(await axeFindingsDayAndNight(page), `${what}, ${size.width} px`).toEqual([])
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
    expect(sideways, `${what} scrolls sideways at ${size.width} px`).toBe(false)
  }
}

async function expectFineAt(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await openScreen(page, path)
    await expectFine(page, path)
  }
}

async function expectPaletteFine(page: Page, text: string): Promise<void> {
  await page.goto('/about')
  await untilReactHas(page.getByRole('link', { name: 'Skip to content' }))
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Go to' })
  await page.getByRole('combobox', { name: 'Screen, part, order or quote' }).fill(text)
  await expect(palette.getByRole('option').first()).toBeVisible()
  await expect(palette.getByRole('status')).toHaveText(/results?$/)
  await expectFine(page, `the palette with ${text}`)
}

const pathsOf = (screens: { path: string }[]) => screens.map(({ path }) => path)

test('axe finds nothing on what a visitor sees', async ({ page }) => {
  test.slow()
  await expectFineAt(page, [...pathsOf(publicScreens), ...listStates])
})

test('axe finds nothing on what a visitor opens', async ({ page }) => {
  test.slow()
  await page.goto('/login')
  const login = page.getByRole('button', { name: 'Login' })
  await untilReactHas(login)
  await login.click()
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  await expectFine(page, 'a refused form')
  await page.setViewportSize(SIZES[0]!)
  await page.getByRole('button', { name: 'Menu' }).click()
  await expectFine(page, 'the main menu')
  await page.keyboard.press('Escape')
  await page.setViewportSize(SIZES[1]!)
  await page.getByRole('searchbox', { name: 'Search parts' }).pressSequentially('board')
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectFine(page, 'suggestions')
  await expectPaletteFine(page, 'board')
})

test('axe finds nothing on what a customer sees', async ({ page }) => {
  test.slow()
  await enter(page)
  await orderPart(page, 'Aluminium Heat Sink')
  const payment = (await page.getByRole('link', { name: 'Pay Now' }).getAttribute('href'))!
  await openPart(page, 'Aluminium Heat Sink')
  await expect(page.getByRole('button', { name: 'Purchase' })).toBeVisible()
  const part = new URL(page.url()).pathname
  await expectFineAt(page, [...pathsOf(customerScreens), payment, payment.replace('/payment/', '/order/'), part])
  await page.getByRole('button', { name: 'Purchase' }).click()
  await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible()
  await expectFine(page, 'the purchase')
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /Aluminium Heat Sink/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectFine(page, 'the question before cancelling')
  await expectPaletteFine(page, 'heat sink')
})

for (const screens of [adminScreens.slice(0, 10), adminScreens.slice(10, 20), adminScreens.slice(20)]) {
  test(`axe finds nothing on what an admin sees: ${screens[0]!.name} to ${screens.at(-1)!.name}`, async ({ office }) => {
    test.slow()
    await expectFineAt(office, pathsOf(screens))
  })
}

test('axe finds nothing on what an admin opens', async ({ page, office }) => {
  test.slow()
  const ann = newPerson()
  await enter(page, ann)
  const order = await payOrder(page, await placeOrder(page, await addPart(office)))
  await callShop(office, 'POST', `/order/${order._id}/parcels`, { pieces: 400, ...newUps() })
  const sheet = office.getByRole('dialog', { name: order.name })
  const [, tracking] = /\shttps?:\/\/\S+?(\/track\/\S+)/.exec(await mailTo(ann.email, /\s\S+\/track\//)) ?? []
  await expectFineAt(office, [`/dashboard/order/${order._id}`, tracking!])
  await office.goto(`/dashboard/all-order?open=${order._id}`)
  await expect(sheet.getByText(ann.email)).toBeVisible()
  await expectFine(office, 'the sheet of an order')
  await sheet.getByRole('button', { name: 'Pending Shipping' }).click()
  await expect(office.getByRole('dialog', { name: /Shipping/ })).toBeVisible()
  await expectFine(office, 'the question before shipping')
  await office.goto('/dashboard/all-order')
  await office.getByRole('button', { name: 'Columns' }).click()
  await expectFine(office, 'the menu of columns')
  await expectPaletteFine(office, ann.email)
})

test('forced colours still tell the current page and view', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/inventory')
  for (const name of ['All Parts', 'Cards']) {
    await expect(page.getByRole('link', { name, exact: true }).first()).toHaveCSS('text-decoration-line', 'underline')
  }
})

test('a whole purchase works by keyboard alone', async ({ page }) => {
  await enter(page)
  await openPart(page, 'Remote Control')
  await page.getByLabel('Quantity').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Quantity')).toHaveValue('2000')
  await page.getByRole('button', { name: 'Purchase' }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Phone').focus()
  await page.keyboard.type('+49 30 1234567')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Dock Road 1, 20457 Hamburg')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Pay Now' }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel(/Card number/).focus()
  await page.keyboard.type('4242424242424242')
  await page.keyboard.press('Tab')
  await page.keyboard.type('1234')
  await page.keyboard.press('Tab')
  await page.keyboard.type('123')
  await expect(page.getByRole('button', { name: 'Pay', exact: true })).toBeEnabled() // once the payment is open
  await page.keyboard.press('Enter')

  await expect(page.getByText(/card Payment Is Completed/)).toBeVisible()
})
