import type { Page } from '@playwright/test'
import { axeFindings } from '#tests/support/browser/axe.ts'
import { enter, expect, openPart, orderPart, sampleAdmin, signIn, test } from '#tests/support/browser/journey.ts'
import { adminScreens, customerScreens, publicScreens, type Screen } from '#tests/support/browser/screens.ts'

const SIZES = [
  { width: 375, height: 812 },
  { width: 1_440, height: 900 },
]

async function expectAccessible(page: Page, screens: Screen[]): Promise<void> {
  for (const { path } of screens) {
    await page.goto(path, { waitUntil: 'networkidle' })
    for (const size of SIZES) {
      await page.setViewportSize(size)
      expect(await axeFindings(page), `${path} at ${size.width} px`).toEqual([])
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
      expect(sideways, `${path} scrolls sideways at ${size.width} px`).toBe(false)
    }
  }
}

test('axe finds nothing on what a visitor sees', async ({ page }) => {
  await expectAccessible(page, publicScreens)
})

test('axe finds nothing on what a customer sees', async ({ page }) => {
  test.slow()
  await enter(page)
  await orderPart(page, 'Aluminium Heat Sink')
  const payment = await page.getByRole('link', { name: 'Pay Now' }).getAttribute('href')
  await openPart(page, 'Aluminium Heat Sink')
  await expect(page.getByRole('button', { name: 'Purchase' })).toBeVisible()
  const part = new URL(page.url()).pathname
  await expectAccessible(page, [
    ...customerScreens,
    { name: 'payment', path: payment!, role: 'customer' },
    { name: 'part', path: part, role: 'customer' },
  ])
  await page.getByRole('button', { name: 'Purchase' }).click()
  await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /Aluminium Heat Sink/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
})

test('axe finds nothing on what an admin sees', async ({ page }) => {
  test.slow()
  await signIn(page, sampleAdmin)
  await expectAccessible(page, adminScreens)
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
