import type { Page } from '@playwright/test'
import type { ListedUser } from '#contract/users.ts'
import {
  addPart,
  answerInstead,
  enter,
  expect,
  mailTo,
  newPerson,
  orderRow,
  placeOrder,
  test,
  toastOf,
} from '#tests/support/browser/journey.ts'

const user = (index: number): ListedUser => ({
  _id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  email: `buyer-${index}@example.com`,
  displayName: `Buyer ${index}`,
  phone: '',
  education: '',
  address: '',
  role: '',
  blocked: false,
})

/** Text of the row in the middle of the window. */
const textInTheMiddle = (page: Page) =>
  page.evaluate(() => document.elementFromPoint(window.innerWidth / 2, window.innerHeight / 2)?.closest('tr')?.textContent ?? '')

async function openUsers(office: Page, count: number): Promise<void> {
  await answerInstead(
    office,
    'GET /user',
    Array.from({ length: count }, (_, index) => user(index)),
  )
  await office.goto('/dashboard/makeAdmin')
  await expect(office.getByRole('heading', { level: 2 })).toHaveText(`Total Users ${count}`)
}

test('a list of 10,000 rows keeps only the rows near the window in the document, and scrolls to its end', async ({ office }) => {
  await openUsers(office, 10_000)
  const rows = office.getByRole('row')
  await expect(office.getByRole('table')).toHaveAttribute('aria-rowcount', '10001')
  await expect(orderRow(office, 'buyer-0@example.com')).toBeVisible()
  expect(await rows.count()).toBeLessThan(200)

  for (const [share, email] of [
    [0.5, /buyer-(49|50)\d\d@/],
    [1, /buyer-99\d\d@/],
    [0, /buyer-\d@/],
  ] as const) {
    await office.evaluate((part) => window.scrollTo(0, part * document.documentElement.scrollHeight), share)
    await expect.poll(() => textInTheMiddle(office)).toMatch(email)
    await expect.poll(() => rows.count()).toBeLessThan(200)
  }
})

test('a list is sorted by a column, up and then down, and the heading says so', async ({ office }) => {
  await openUsers(office, 12)
  const heading = office.getByRole('columnheader', { name: 'Email' })
  const lastRow = office.getByRole('row').last()
  await expect(lastRow).toContainText('buyer-11@')

  await heading.getByRole('button').click()
  await expect(heading).toHaveAttribute('aria-sort', 'ascending')
  await expect(lastRow).toContainText('buyer-11@')
  await heading.getByRole('button').click()

  await expect(heading).toHaveAttribute('aria-sort', 'descending')
  await expect(lastRow).toContainText('buyer-0@')
})

test('rows are 40 pixels high, and 56 where that is chosen, also the next time', async ({ office }) => {
  await openUsers(office, 3)
  const height = async () => Math.round((await office.getByRole('row').nth(2).boundingBox())!.height)
  expect(await height()).toBe(40)

  await office.getByRole('button', { name: 'Taller rows' }).click()
  await expect.poll(height).toBe(56)
  await office.reload()
  await expect.poll(height).toBe(56)
  await office.getByRole('button', { name: 'Taller rows' }).click()
  await expect.poll(height).toBe(40)
})

test('a whole row leads to its order, by mouse and by keyboard', async ({ page, office }) => {
  const part = await addPart(office)
  await enter(page)
  await placeOrder(page, part)
  await page.goto('/dashboard')

  await orderRow(page, part.name).getByRole('cell').first().click({ force: true })
  await expect(page).toHaveURL(/\/dashboard\/payment\//)
  await page.goBack()
  await page.getByRole('link', { name: part.name }).focus()
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(/\/dashboard\/payment\//)
})

test('on a phone the work begins within 160 pixels, below one row of tabs', async ({ office }) => {
  await office.setViewportSize({ width: 375, height: 812 })
  await office.goto('/dashboard/all-order')
  const heading = office.getByRole('heading', { level: 2 })
  await expect(heading).toBeVisible()
  expect((await heading.boundingBox())!.y).toBeLessThanOrEqual(160)

  const tabs = office.getByRole('navigation', { name: 'Dashboard' }).getByRole('link')
  const boxes = await Promise.all((await tabs.all()).map((tab) => tab.boundingBox()))
  expect(new Set(boxes.map((box) => box!.y)).size).toBe(1)
  for (const box of boxes) expect(box!.height).toBeGreaterThanOrEqual(44)
  await office.goto('/dashboard/audit')
  await expect(tabs.filter({ hasText: 'Audit Log' })).toBeInViewport()
})

test('the profile sends the mail that changes the password, and shows what is saved in panel and form', async ({ page }) => {
  const ann = newPerson('Ann Password')
  await enter(page, ann)
  await page.goto('/dashboard/profile')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(toastOf(page, 'Reset Password Email is pending')).toBeVisible()
  expect(await mailTo(ann.email, /new password/i)).toContain('/reset-password')

  for (const label of ['Phone', 'Education', 'Address']) await page.getByLabel(label).fill('Dock 1')
  await page.getByRole('button', { name: 'Update Profile' }).click()
  await expect(toastOf(page, 'Profile updated successfully')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('definition').filter({ hasText: 'Dock 1' })).toHaveCount(3)

  await expect(page.getByLabel('Phone')).toHaveValue('Dock 1')
})
