import type { ListedUser } from '#contract/people/users.ts'
import { axeFindings } from '#tests/support/browser/axe.ts'
import {
  addPart,
  answerInstead,
  columnsOf,
  enter,
  expect,
  expectToast,
  newPerson,
  orderRow,
  placeOrder,
  sampleAdmin,
  test,
  watchCalls,
} from '#tests/support/browser/journey.ts'

test('Make Admin counts the users and offers each what the role allows; what fails is told', async ({ page, office }) => {
  const carl = newPerson('Carl')
  await enter(page, carl)
  // Carl and the admin alone, without other registered people.
  await office.route('**/api/user', async (route) => {
    const users = (await (await route.fetch()).json()) as ListedUser[]
    await route.fulfill({ json: users.filter(({ email }) => [carl.email, sampleAdmin.email].includes(email)) })
  })
  await office.goto('/dashboard/makeAdmin')
  await expect(office.getByRole('heading', { level: 2 })).toHaveText('Total Users 2')
  await expect(columnsOf(office)).toHaveText(['SN', 'Email', 'Add', 'Remove', 'Permissions', 'Sign-in'])
  await expect(office.getByRole('row')).toHaveCount(3)
  const customers = orderRow(office, carl.email).getByRole('cell')
  const admins = orderRow(office, sampleAdmin.email).getByRole('cell')
  await expect(customers).toHaveText(['2', carl.email, 'Make Admin', 'Remove Admin', 'None', 'Block'])
  await expect(admins).toHaveText(['1', sampleAdmin.email, '', 'Remove Admin', 'Everything', ''])

  const calls = watchCalls(office)
  await answerInstead(office, 'PUT /user/admin/*', { result: { modifiedCount: 0 } })
  await customers.getByRole('button', { name: 'Make Admin' }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  expect(calls.filter(({ method }) => method === 'PUT')).toEqual([])
  await customers.getByRole('button', { name: 'Make Admin' }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expectToast(office, 'Failed to make an admin')
  await customers.getByRole('button', { name: 'Remove Admin' }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expectToast(office, 'Failed to make an user')
  const path = `/user/admin/${encodeURIComponent(carl.email)}`
  expect(calls.filter(({ method }) => method === 'PUT')).toMatchObject([
    { path, body: { role: 'admin' } },
    { path, body: { role: '' } },
  ])
})

test('Manege Product adds what is entered to the stock, and asks before it deletes', async ({ office }) => {
  const part = await addPart(office, { available: 2_000 })
  await office.goto(`/dashboard/manegeProduct?q=${part.partNumber}`)
  await expect(columnsOf(office)).toHaveText(['SN', 'Parts Name', 'Quality', 'Update Quantity', 'Part number', 'Price', 'More', /./])
  const cells = orderRow(office, part.name).getByRole('cell')
  await expect(cells.nth(0)).toHaveText(/^\d+$/)
  await expect(cells.nth(1)).toHaveText(part.name)
  await expect(cells.nth(2)).toHaveText('2,000')
  const quantity = cells.nth(3).getByPlaceholder('Purchase quantity', { exact: true })
  await expect(quantity).toHaveAttribute('type', 'number')
  const update = cells.nth(3).getByText('Update', { exact: true })
  const calls = watchCalls(office)
  await update.click()
  await expect(quantity).toHaveAttribute('aria-invalid', 'true')
  await quantity.fill('1500')
  await update.click()
  await expectToast(office, `${part.name} Updated successfully`)
  await expect(cells.nth(2)).toHaveText('3,500')
  expect(calls.filter(({ method }) => method === 'PUT')).toMatchObject([
    { path: `/inventory/${part._id}`, body: { newAvailable: { available: 3_500 }, user: { email: sampleAdmin.email } } },
  ])

  await cells.last().getByRole('button').click()
  const question = office.getByRole('dialog')
  await expect(question.getByRole('heading')).toHaveText(`Are You Sure You Want to Delete ${part.name} !`)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  expect(calls.filter(({ method }) => method === 'DELETE')).toEqual([])
  await cells.last().getByRole('button').click()
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expectToast(office, `${part.name} Your Parts has Removed Successfully`)
  await expect(orderRow(office, part.name)).toHaveCount(0)
  expect(calls.filter(({ method }) => method === 'DELETE')).toMatchObject([{ path: `/parts/${part._id}` }])
})

test('Manege Product has facets behind Filters, what is chosen beside the states, rare work in More, and one menu in a row', async ({
  office,
}) => {
  await office.goto('/dashboard/manegeProduct')
  await office.getByRole('button', { name: 'Filters', exact: true }).click()
  const sizes = office.getByRole('navigation', { name: 'Narrow down' }).getByRole('list', { name: 'Panel size' }).getByRole('link')
  const chosen = office.getByRole('link', { name: /^Remove filter: Panel size/ })
  await sizes.nth(0).click()
  await expect(chosen).toHaveCount(1)
  await sizes.nth(1).click()
  await expect(chosen).toHaveCount(2)
  await expect(sizes.nth(1)).toHaveAttribute('aria-current', 'true')
  expect(await axeFindings(office)).toEqual([])
  await office.keyboard.press('Escape')
  await chosen.first().click()
  await expect(chosen).toHaveCount(1)

  await office.getByRole('button', { name: 'More', exact: true }).click()
  await expect(office.getByRole('group', { name: 'More', exact: true }).getByRole('link')).toHaveText([
    'Delivery or count',
    'Stock moves',
    'Price changes',
    'Import',
    'Categories',
    'Documents',
    'Removed and hidden parts',
  ])
  expect(await axeFindings(office)).toEqual([])
  await office.keyboard.press('Escape')
  const menu = office.getByRole('button', { name: /^More of / })
  await menu.first().press('Enter')
  await office.getByRole('link', { name: 'History', exact: true }).click()
  await expect(office.getByRole('region', { name: 'History' })).toBeInViewport()
  for (const address of ['/dashboard/manegeProduct', '/dashboard/stock-moves', '/dashboard/price-changes', '/dashboard/imports']) {
    await office.goto(address)
    for (const width of [1_440, 1_024, 390]) {
      await office.setViewportSize({ width, height: 900 })
      await expect(office.getByRole('heading', { level: 2 }).first()).toBeVisible()
      expect(await office.evaluate(() => document.documentElement.scrollWidth), `${address} at ${width} px`).toBeLessThanOrEqual(width)
    }
  }
})

test('an order and a part that could not be deleted stay, with PLease try again later', async ({ page, office }) => {
  const part = await addPart(office)
  await enter(page)
  await placeOrder(page, part)
  await answerInstead(page, 'DELETE /order/*', { deletedCount: 0 })
  await answerInstead(office, 'DELETE /parts/*', { deletedCount: 0 })

  for (const [screen, address] of [
    [page, '/dashboard'],
    [office, `/dashboard/manegeProduct?q=${part.partNumber}`],
  ] as const) {
    await screen.goto(address)
    await orderRow(screen, part.name).getByRole('cell').last().getByRole('button').click()
    await screen.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()

    await expectToast(screen, 'PLease try again later')
    await expect(orderRow(screen, part.name)).toHaveCount(1)
  }
})
