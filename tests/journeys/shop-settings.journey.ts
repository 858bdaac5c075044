import type { ShopSettingsNow } from '#contract/shop-settings.ts'
import { axeFindings } from '#tests/support/browser/axe.ts'
import { callShop, expect, test, toastOf } from '#tests/support/browser/journey.ts'

test.afterEach(async ({ office }) => {
  const { version } = await callShop<ShopSettingsNow>(office, 'GET', '/shop-settings')
  await callShop(office, 'POST', '/shop-settings/restore', { version, restored: 0 })
})

test('the owner changes name, logo, colours and texts, sees a preview, publishes, and goes back', async ({ page, office, context }) => {
  await office.goto('/dashboard/shop-settings')
  expect(await axeFindings(office)).toEqual([])
  await office.getByLabel('Name of the shop').fill('Panel Works')
  await office.getByLabel('Logo').setInputFiles('public/icon-192.png')
  await expect(office.getByRole('button', { name: 'Remove the picture: Logo' })).toBeVisible()
  await office.getByLabel('Colour of links and buttons by day').fill('#ffd400')
  await expect(office.getByLabel('Colour of links and buttons by day')).toHaveAccessibleDescription(/^Contrast 1\.\d, at least 4.5/)
  await office.getByLabel('Heading', { exact: true }).fill('Panels, made for you')
  await office.getByLabel('Imprint').fill('Panel Works Ltd.\n\nDock Road 1')
  await office.getByLabel('Terms and conditions').fill('You order, we deliver.')
  await office.getByRole('textbox', { name: 'LinkedIn' }).fill('https://www.linkedin.com/company/panel-works')
  await office.getByRole('textbox', { name: 'Phone' }).fill('+49 40 1234')
  await office.getByRole('button', { name: 'Add a holiday' }).click()
  await office.getByLabel('First day').fill('2026-12-24')
  await office.getByRole('button', { name: 'Save and publish' }).click()
  await expect(office.getByLabel('Last day')).toHaveAccessibleDescription('Enter a day.')
  await office.getByLabel('Last day').fill('2026-12-26')
  await office.getByRole('button', { name: 'Save and publish' }).click()
  await expect(office.getByLabel('Colour of links and buttons by day')).toHaveAccessibleDescription(/hard to read on the pages/)
  await office.getByLabel('Colour of links and buttons by day').fill('#0a7a3d')

  await office.getByRole('button', { name: 'Preview' }).click()
  const [shown] = await Promise.all([
    office.context().waitForEvent('page'),
    office.getByRole('link', { name: 'Open it in a new tab' }).click(),
  ])
  await expect(shown.getByRole('heading', { name: 'Panels, made for you' })).toBeVisible()
  await expect(shown.getByText('visitors do not see this')).toBeVisible()
  await shown.close()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Manufacturing on Demand' })).toBeVisible()

  await office.getByRole('button', { name: 'Save and publish' }).click()
  await expect(toastOf(office, 'The settings are published')).toBeVisible()
  const visitor = await context.newPage()
  await visitor.goto('/')
  await expect(visitor).toHaveTitle(/Panel Works/)
  await expect(visitor.getByRole('heading', { level: 1, name: 'Panels, made for you' })).toBeVisible()
  await expect(visitor.locator('header .brand-logo')).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'LinkedIn' })).toHaveAttribute('href', 'https://www.linkedin.com/company/panel-works')
  expect(await axeFindings(visitor)).toEqual([])
  await visitor.getByRole('link', { name: 'Legal' }).click()
  await expect(visitor.getByText('You order, we deliver.')).toBeVisible()
  await expect(visitor.getByText('Dock Road 1')).toBeVisible()
  await visitor.goto('/contact-us')
  await expect(visitor.getByRole('button', { name: 'Send' })).toHaveCSS('background-color', 'rgb(10, 122, 61)')
  await expect(visitor.getByRole('link', { name: '+49 40 1234' })).toBeVisible()

  await office.getByRole('button', { name: 'Go back to it: The shop as it was built' }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(toastOf(office, 'The earlier settings are published')).toBeVisible()
  await expect(office.getByLabel('Name of the shop')).toHaveValue('')
  await visitor.goto('/')
  await expect(visitor).toHaveTitle(/Teleforge/)
})
