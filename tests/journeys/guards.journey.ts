import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { SESSION } from '#contract/basics/limits.ts'
import {
  answerInstead,
  enter,
  expect,
  fillLogin,
  holdBack,
  newPerson,
  register,
  sampleAdmin,
  test,
} from '#tests/support/browser/journey.ts'

const id = randomUUID()

test('every guarded address leads a visitor to the login page', async ({ page }) => {
  for (const path of [
    `/inventory/${id}`,
    `/inventory/${id}/purchase`,
    '/dashboard',
    '/dashboard/my-review',
    '/dashboard/profile',
    `/dashboard/payment/${id}`,
    '/dashboard/all-order',
    '/dashboard/addparts',
    '/dashboard/makeAdmin',
    '/dashboard/manegeProduct',
  ]) {
    await page.goto(path)
    await expect(page, path).toHaveURL(/\/login$/)
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  }
})

test('a guarded page shows a spinner until it is known who is there', async ({ page }) => {
  // A page of the shop would find out who is there by itself.
  await page.goto('/favicon.svg')
  await page.evaluate(() => localStorage.setItem('accessToken', 'of nobody known'))
  const release = await holdBack(page, '**/api/auth/get-session')

  await page.goto('/dashboard')
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
  release()

  await expect(page).toHaveURL(/\/login$/)
})

test('a customer has the welcome, My Profile, My Order and Reviews on the dashboard, and nothing of the admins', async ({ page }) => {
  const ann = newPerson('Ann Dash')
  await enter(page, ann)
  await page.goto('/dashboard')

  await expect(page.getByRole('heading', { level: 1 })).toContainText(/welcome/i)
  const menu = page.getByRole('main').getByRole('navigation')
  await expect(menu.getByRole('link')).toHaveText(['My Profile', 'My Order', 'Reviews', 'My Invoices', 'My Quotes'])
  for (const [entry, address, heading] of [
    ['My Profile', '/dashboard/profile', 'My Profile'],
    ['My Order', '/dashboard', 'My Total Order: 0'],
    ['Reviews', '/dashboard/my-review', 'Your Review'],
    ['My Invoices', '/dashboard/my-papers', 'My Invoices'],
    ['My Quotes', '/dashboard/quotes', 'My Quotes: 0'],
  ] as const) {
    await menu.getByRole('link', { name: entry }).click()
    await expect(page).toHaveURL(new RegExp(`${address}$`))
    await expect(page.getByRole('heading', { level: 2, name: heading })).toBeVisible()
  }

  await menu.getByRole('link', { name: 'My Profile' }).click()
  const pages = page.getByRole('navigation', { name: 'Pages of your profile' })
  for (const [entry, address, content] of [
    ['Company and tax', '/dashboard/profile/company', 'Invoices'],
    ['Addresses', '/dashboard/profile/addresses', 'No addresses yet.'],
    ['API keys and webhooks', '/dashboard/profile/developers', 'API keys'],
    ['Security', '/dashboard/profile/security', 'Sessions'],
  ] as const) {
    await pages.getByRole('link', { name: entry }).click()
    await expect(page).toHaveURL(new RegExp(`${address}$`))
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(entry)
    await expect(page.getByRole('main').getByText(content, { exact: true })).toBeVisible()
    await expect(menu.getByRole('link', { name: 'My Profile' })).toHaveAttribute('aria-current', 'page')
  }
  for (const [before, now] of [
    ['/dashboard/addresses', '/dashboard/profile/addresses'],
    ['/dashboard/profile?open=none', '/dashboard/profile/developers?open=none'],
  ] as const) {
    await page.goto(before)
    await expect(page).toHaveURL(now)
  }
})

test("an admin's side menu leads to the four admin pages, in groups that stay folded; the Overview stays at the dashboard's address", async ({
  office,
}) => {
  await office.goto('/dashboard')
  await expect(office).toHaveTitle(/^Overview \|/)
  const menu = office.getByRole('navigation', { name: 'Dashboard' })
  await expect(menu.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page')
  await expect(menu.getByRole('group')).toHaveText([
    /^SalesAll Order.*Ship.*Returns.*All Quotes.*Messages/,
    /^Products/,
    /^Customers/,
    /^Money/,
    /^Shop/,
  ])
  for (const entry of ['My Order', 'Reviews']) await expect(menu.getByRole('link', { name: entry, exact: true })).toHaveCount(0)

  for (const [entry, address, heading] of [
    ['My Profile', '/dashboard/profile', /^My Profile$/],
    ['All Order', '/dashboard/all-order', /^Total Order: \d+$/],
    ['Add Parts', '/dashboard/addparts', /^Add new parts$/],
    ['Make Admin', '/dashboard/makeAdmin', /^Total Users \d+$/],
    ['Manege Product', '/dashboard/manegeProduct', /^Manege Product$/],
    ['Categories', '/dashboard/categories', /^Categories and Attributes$/],
    ['Payouts', '/dashboard/books/payouts', /^Payouts/],
  ] as const) {
    await menu.getByRole('link', { name: entry }).click()
    await expect(office).toHaveURL(new RegExp(`${address}$`))
    await expect(office.getByRole('heading', { level: 2, name: heading })).toBeVisible()
    await expect(menu.locator('[aria-current]')).toHaveText(new RegExp(`^${entry}`))
  }

  await menu.getByText('Money', { exact: true }).click()
  await expect(menu.getByRole('link', { name: 'Payouts' })).toBeHidden()
  await office.reload()
  await expect(menu.getByRole('link', { name: 'All Order' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Payouts' })).toBeHidden()
})

test("who works for the shop has one bar on the dashboard instead of the visitors' header, and the header elsewhere", async ({
  office,
}) => {
  const bar = office.getByRole('banner')
  await office.goto('/dashboard/all-order')
  await expect(bar.getByRole('link', { name: 'All Parts' })).toBeHidden()
  await expect(bar.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  await expect(bar.getByRole('link', { name: 'Sample Admin' })).toHaveAttribute('href', '/dashboard/profile')

  await bar.getByRole('button', { name: 'Find or do something' }).click()
  await expect(office.getByRole('dialog', { name: 'Go to' })).toBeVisible()
  await office.keyboard.press('Escape')
  await bar.getByRole('button', { name: 'View shop' }).click()
  await expect(bar.getByRole('navigation').getByRole('link')).toHaveText([
    'Home',
    'All Parts',
    'Blogs',
    'About Us',
    'Contact Us',
    'DashBoard',
  ])
  await bar.getByRole('link', { name: 'All Parts' }).click()

  await expect(bar.getByRole('searchbox', { name: 'Search parts' })).toBeVisible()
  await expect(bar.getByRole('button', { name: 'View shop' })).toBeHidden()
  await office.goBack()
  await expect(bar.getByRole('button', { name: 'View shop' })).toBeVisible()
})

const troubles: Record<string, (page: Page) => Promise<unknown>> = {
  'is refused': (page) => answerInstead(page, 'GET /admin/*', { code: 'INVALID_INPUT', message: 'Not now' }, 400),
  'meets a fault': (page) => answerInstead(page, 'GET /admin/*', { code: 'INTERNAL', message: 'Out of order' }, 500),
  'is never answered': (page) => holdBack(page, '**/api/admin/*'),
  'finds no network': (page) => page.route('**/api/admin/*', (route) => route.abort('internetdisconnected')),
}

for (const [trouble, make] of Object.entries(troubles)) {
  test(`an admin check that ${trouble} signs nobody out, and the repeated one decides (43)`, async ({ page }) => {
    await page.clock.install()
    await enter(page)
    await make(page)
    await page.goto('/dashboard/all-order')
    const notice = page.getByRole('alert').filter({ hasText: 'Your admin rights could not be checked.' })

    await expect(async () => {
      // Past a time-out, or the pause before it is tried again.
      await page.clock.fastForward(SESSION.timeoutDesktopMs)
      await expect(notice).toBeVisible({ timeout: 500 })
    }).toPass({ intervals: [50] })
    await expect(page).toHaveURL(/\/dashboard\/all-order$/)
    await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await notice.getByRole('button', { name: 'Try again' }).click()

    await expect(page).toHaveURL(/\/login$/)
  })
}

test('whoever comes to the login page by themselves is led home, signed in', async ({ page }) => {
  const ann = newPerson()
  await register(page, ann)
  await expect(page).toHaveURL(/:\d+\/$/)
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()

  await fillLogin(page, ann)

  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  await expect(page).toHaveURL(/:\d+\/$/)
})

test('who works for the shop has the menu on a phone, also where the storage is blocked', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('Blocked', 'SecurityError')
      },
    })
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/dashboard')
  await fillLogin(page, sampleAdmin)
  await expect(page.getByRole('button', { name: 'Find or do something' })).toBeVisible()

  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('link', { name: 'All Order' }).click()
  await expect(page.getByRole('heading', { name: /^Total Order/ })).toBeVisible()
})
