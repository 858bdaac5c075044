import type { Page } from '@playwright/test'
import { formatCount } from '#contract/basics/figures.ts'
import type { ListedUser } from '#contract/people/users.ts'
import {
  addPart,
  answerInstead,
  enter,
  expect,
  expectToast,
  mailTo,
  newPerson,
  orderRow,
  placeOrder,
  test,
  watchCalls,
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
  permissions: [],
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
  await expect(office.getByRole('heading', { level: 2 })).toHaveText(`Total Users ${formatCount(count)}`)
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

test('the row that has the focus stays, however far a list of 10,000 rows is scrolled', async ({ office }) => {
  await openUsers(office, 10_000)
  const button = orderRow(office, 'buyer-3@example.com').getByRole('button', { name: 'Make Admin' })
  await button.focus()

  await office.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await expect.poll(() => textInTheMiddle(office)).toMatch(/buyer-99\d\d@/)
  await expect(button).toBeFocused()
  await office.evaluate(() => window.scrollTo(0, 0))
  await expect.poll(() => textInTheMiddle(office)).toMatch(/buyer-\d\d?@/)

  await expect(button).toBeFocused()
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

  await orderRow(page, part.name).getByRole('cell').nth(1).click({ force: true })
  await expect(page).toHaveURL(/\/dashboard\/order\//)
  await page.goBack()
  await expect(page.getByRole('heading', { name: /^My Total Order/ })).toBeVisible()
  await orderRow(page, part.name).getByRole('link', { name: part.name }).focus()
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(/\/dashboard\/order\//)
})

test('on a phone the work begins within 160 pixels, and one button opens the menu, whose current entry is in view', async ({ office }) => {
  await office.setViewportSize({ width: 375, height: 812 })
  await office.goto('/dashboard/all-order')
  const heading = office.getByRole('heading', { level: 2 })
  await expect(heading).toBeVisible()
  expect((await heading.boundingBox())!.y).toBeLessThanOrEqual(160)

  const menu = office.getByRole('navigation', { name: 'Dashboard' })
  await expect(menu).toBeHidden()
  await office.getByRole('button', { name: 'Menu', exact: true }).click()
  for (const entry of await menu.getByRole('link').all()) expect((await entry.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  await menu.getByRole('link', { name: 'Audit Log' }).click()
  await expect(office).toHaveURL(/\/dashboard\/audit$/)
  await expect(menu).toBeHidden()
})

test('the profile sends the mail that changes the password', async ({ page }) => {
  const ann = newPerson('Ann Password')
  await enter(page, ann)
  await page.goto('/dashboard/profile/security')

  await page.getByRole('button', { name: 'Send link' }).click()

  await expectToast(page, 'Reset Password Email is pending')
  expect(await mailTo(ann.email, /new password/i)).toContain('/reset-password')
})

test('All Order is limited to days, which are in the address', async ({ office }) => {
  await office.clock.setFixedTime('2001-04-15T12:00:00Z')
  const calls = watchCalls(office)
  await office.goto('/dashboard/all-order')
  const days = office.getByRole('group', { name: 'Order date' })
  const lastQuery = () => new URLSearchParams(calls.findLast(({ path }) => path.startsWith('/allOrder?'))?.path.split('?')[1])

  const chip = office.getByRole('button', { name: /^Order date: / })
  await expect(chip).toHaveText('Order date: All days')
  await chip.click()
  await days.getByLabel('From').fill('2001-03-01')
  await days.getByLabel('To', { exact: true }).fill('2001-03-31')
  await expect(office).toHaveURL('/dashboard/all-order?from=2001-03-01&to=2001-03-31')
  const [from, to] = await office.evaluate(() => [new Date(2001, 2, 1).toISOString(), new Date(2001, 3, 1).toISOString()])
  await expect.poll(() => [lastQuery().get('from'), lastQuery().get('to')]).toEqual([from, to])
  await expect(office.getByRole('heading', { level: 2 })).toHaveText('Total Order: 0')

  await days.getByLabel('From').fill('2001-04-02')
  await expect(days.getByRole('alert')).toHaveText('The first day is after the last, so all days are shown.')
  await expect(days.getByLabel('From')).toHaveAttribute('aria-invalid', 'true')
  await expect.poll(() => [lastQuery().get('from'), lastQuery().get('to')]).toEqual([null, null])

  await days.getByRole('link', { name: 'Today' }).click()
  await expect(days).toBeHidden()
  await expect(chip).toHaveText('Order date: Today')
  await chip.press('Enter')
  await expect(days.getByRole('link', { name: 'Today' })).toHaveAttribute('aria-current', 'true')
  for (const label of ['From', 'To']) await expect(days.getByLabel(label, { exact: true })).toHaveValue('2001-04-15')
  await expect(days.getByRole('alert')).toHaveCount(0)
})

test('the audit log is limited to days, and things have their names in it, not their ids', async ({ office }) => {
  const part = await addPart(office)

  await office.goto(`/dashboard/audit?from=2001-03-01&to=2001-03-31&q=${part.partNumber}`)
  await expect(office.getByText('No entries fit.')).toBeVisible()
  await office.getByRole('button', { name: 'Date of the entries: 1 Mar 2001 – 31 Mar 2001' }).click()
  await office.getByRole('link', { name: 'Last 7 days' }).click()

  await expect(office.getByRole('row').filter({ hasText: 'Added a part' }).filter({ hasText: part.name })).toBeVisible()
})

test('columns are hidden but for the name, also the next time, and shown again', async ({ office }) => {
  await openUsers(office, 250)
  const headings = office.getByRole('columnheader')
  const menu = office.getByRole('group', { name: 'Columns' })
  await office.getByRole('button', { name: 'Columns' }).click()
  await expect(menu.getByRole('checkbox')).toHaveCount(5)
  await expect(menu.getByLabel('Email')).toHaveCount(0)

  await menu.getByLabel('Remove').uncheck()
  await menu.getByLabel('SN').press('Space')
  await office.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(headings).toHaveText(['Email', 'Add', 'Permissions', 'Sign-in'])
  await office.reload()
  await expect(headings).toHaveText(['Email', 'Add', 'Permissions', 'Sign-in'])
  const widths = await headings.evaluateAll((cells) => cells.reduce((sum, cell) => sum + cell.getBoundingClientRect().width, 0))
  // The measured widths fill the table again, but for its borders.
  expect(Math.abs(widths - (await office.getByRole('table').boundingBox())!.width)).toBeLessThan(4)

  await office.getByRole('button', { name: 'Columns' }).click()
  await menu.getByRole('button', { name: 'Show all columns' }).click()
  await expect(headings).toHaveText(['SN', 'Email', 'Add', 'Remove', 'Permissions', 'Sign-in'])
})
