import { readFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import type { GiveBack } from '#contract/payments/bank.ts'
import type { OpenItem } from '#contract/payments/open-items.ts'
import { salesPeriods, type Best, type OpenWork, type SalesReport } from '#contract/shop/reports.ts'
import { axeFindings } from '#tests/support/browser/axe.ts'
import { addPart, answerInstead, callShop, enter, expect, newPerson, payOrder, placeOrder, test } from '#tests/support/browser/journey.ts'

/** Sales of a day of 2001: neither current sales nor midnight change them. The last period has three orders. */
function salesBy(by: 'day' | 'month'): SalesReport {
  const beginOf = (index: number) => new Date(by === 'month' ? Date.UTC(2001, index, 1) : Date.UTC(2001, 10, index)).toISOString()
  const none = { orders: 0, pieces: 0, turnover: 0 }
  const some = { orders: 3, pieces: 6_000, turnover: 15_000 }
  const last = salesPeriods[by] - 1
  return {
    at: beginOf(last),
    zone: 'UTC',
    periods: Array.from({ length: last + 1 }, (_, index) => ({
      from: beginOf(index),
      to: beginOf(index + 1),
      ...(index === last ? some : none),
      before: none,
    })),
    total: some,
    before: none,
    refunded: 0,
    quotes: { days: 90, now: { saved: 0, ordered: 0 }, before: { saved: 0, ordered: 0 } },
  }
}

const bestWith = (name: string): Best => ({
  parts: [{ partsId: randomUUID(), name, partNumber: 'JP-1', removed: false, orders: 1, pieces: 2_000, turnover: 5_000 }],
  customers: [],
})

test('an admin begins with what waits and how the shop sells; the chart is read by keyboard, as a table and as a file', async ({
  page,
  office,
}) => {
  const part = await addPart(office, { available: 2_000 })
  await enter(page, newPerson('Ann Overview'))
  const order = await payOrder(page, await placeOrder(page, part))
  await payOrder(page, await placeOrder(page, part))
  for (const by of ['day', 'month'] as const) await answerInstead(office, `GET /sales?by=${by}&*`, salesBy(by))
  await answerInstead(office, 'GET /best', bestWith('=Sold'))

  await office.goto('/dashboard')
  await expect(office.getByRole('heading', { name: 'Overview' })).toBeVisible()
  const work = office.getByRole('navigation', { name: 'To do' })
  await expect(work.getByRole('listitem').filter({ hasText: 'To ship' })).toHaveText(/^To ship[\d,]+ [A-Z][a-z]{2} \d{4}\$[\d,.]+$/)
  // Work without a time comes last.
  await expect(work.getByRole('listitem').last()).not.toContainText(/[a-z] \d{4}/)
  await expect(work.getByText(/^Nothing waits: .*refunds sent back/)).toBeVisible()
  await expect(office.getByRole('row', { name: new RegExp(`${part.partNumber}.*0.*2,000.*Sold out`, 'i') })).toBeVisible()

  await office.getByRole('link', { name: 'Paid orders', exact: true }).click()
  await expect(office.getByRole('link', { name: 'Paid orders', exact: true })).toHaveAttribute('aria-current', 'true')
  const chart = office.getByRole('application')
  await chart.focus()
  await office.keyboard.press('End')
  for (let day = 0; day < 30; day++) await office.keyboard.press('ArrowRight')
  await expect(office.getByRole('status').filter({ hasText: '(so far)' })).toContainText('Now : 3')

  await office.getByRole('link', { name: '12 months' }).click()
  await expect(office).toHaveURL(/figure=orders&by=month/)
  await office.getByRole('button', { name: 'Table' }).click()
  const table = office.getByRole('table', { name: 'Sales, 12 months' })
  await expect(table.getByRole('row')).toHaveCount(13)
  const saved = office.waitForEvent('download')
  await office.getByRole('button', { name: 'Save Best parts, 12 months as CSV' }).click()
  const file = await readFile((await (await saved).path())!, 'utf8')
  expect(file).toBe(`\ufeffPart,Part number,Turnover,Orders,Pieces\r\n'=Sold,JP-1,5000,1,2000\r\n`)

  await work.getByRole('link', { name: 'Low stock' }).click()
  await expect(office).toHaveURL(/manegeProduct\?show=low$/)
  await expect(office.getByRole('link', { name: /^Low stock/ })).toHaveAttribute('aria-current', 'true')
  await office.goto('/dashboard')
  await work.getByRole('link', { name: /To ship/ }).click()
  await expect(office).toHaveURL(/all-order\?state=paid$/)
  await expect(office.getByRole('link', { name: 'Skip to the list' })).toHaveAttribute('href', '#content')
  await office.getByRole('link', { name: 'Skip to the list' }).press('Enter')
  const rows = office.getByRole('main').getByRole('row')
  await expect(rows.nth(1).locator(':focus')).toHaveCount(1)

  // In a small window the menu is folded to its icons, so that the list stays a table.
  await office.setViewportSize({ width: 1_024, height: 768 })
  await expect(rows.nth(1)).toHaveCSS('display', 'table-row')
  await office.keyboard.press('x')
  await expect(rows.nth(1).getByRole('checkbox')).toBeChecked()
  await office.keyboard.press('x')
  await office.keyboard.press('/')
  await office.keyboard.type('jxk')
  await expect(office.getByRole('main').getByRole('searchbox')).toHaveValue('jxk')
  await office.getByRole('main').getByRole('searchbox').fill(part.name)
  await office.keyboard.press('Enter')
  await expect(rows).toHaveCount(3)
  await office.getByRole('main').getByRole('searchbox').blur()
  const inFocus = (row: number) => expect(rows.nth(row).locator('.row-link:focus')).toHaveCount(1)
  for (const [key, row] of [
    ['j', 1],
    ['j', 2],
    ['k', 1],
    ['ArrowDown', 2],
    ['ArrowUp', 1],
  ] as const) {
    await office.keyboard.press(key)
    await inFocus(row)
  }
  await office.keyboard.press('Enter')
  await expect(office.getByRole('dialog')).toBeVisible()
  await office.keyboard.press('j')
  await office.keyboard.press('Escape')
  await inFocus(1)

  const size = office.viewportSize()!
  await office.setViewportSize({ width: 390, height: 844 })
  await expect(office.getByRole('row').filter({ hasText: part.name }).first()).toBeVisible()
  expect(await axeFindings(office)).toEqual([])
  await office.setViewportSize(size)

  await office.getByRole('button', { name: 'Find or do something' }).click()
  await office.getByRole('combobox', { name: 'Screen, part, order or quote' }).fill(`ship ${order.number}`)
  await office
    .getByRole('group', { name: 'Actions' })
    .getByRole('option', { name: `Ship ${order.number}` })
    .click()
  const question = office.getByRole('dialog').filter({ hasText: order.number })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(
    office.getByRole('row').filter({ hasText: part.name }).getByRole('button', { name: 'Pending Shipping' }).first(),
  ).toBeVisible()

  await office.getByRole('button', { name: 'Find or do something' }).click()
  await office.getByRole('combobox', { name: 'Screen, part, order or quote' }).fill('new quote')
  await office.getByRole('group', { name: 'Actions' }).getByRole('option', { name: 'New quote' }).click()
  await expect(office).toHaveURL(/\/quote$/)
})

test('money to give back, overdue bills and unread messages lead to these alone', async ({ office }) => {
  const bill = {
    orderId: randomUUID(),
    customerId: randomUUID(),
    customer: 'Ann',
    email: 'ann@example.com',
    amount: 5,
    open: 5,
    reminded: 0,
  }
  const item = { ...bill, placedAt: '2001-01-01T00:00:00Z', dueOn: '2001-02-01' }
  const items: OpenItem[] = [
    { ...item, billId: randomUUID(), name: 'O-000001', daysOverdue: 3, bucket: 'upTo30' },
    { ...item, billId: randomUUID(), name: 'O-000002', daysOverdue: -3, bucket: 'notDue' },
  ]
  const back: GiveBack = {
    _id: randomUUID(),
    kind: 'over',
    amount: 9,
    name: 'Bob',
    payer: 'Bob',
    payerAccount: '',
    since: '2001-01-01T00:00:00Z',
    billId: null,
    revivable: null,
  }
  const ages = { notDue: 5, upTo30: 5, upTo60: 0, upTo90: 0, older: 0 }
  const work = await callShop<OpenWork>(office, 'GET', '/openWork')
  await answerInstead(office, 'GET /openWork', { ...work, toGiveBack: 1, overdueBills: 1, unreadOrders: 1 })
  await answerInstead(office, 'GET /open-items', { open: 10, ages, customers: [], items, more: false })
  await answerInstead(office, 'GET /bank/give-back', [back])

  await office.goto('/dashboard')
  const todo = office.getByRole('navigation', { name: 'To do' })
  await todo.getByRole('link', { name: 'Bills overdue' }).click()
  await expect(office.getByRole('table', { name: 'Orders on account' }).getByRole('row')).toHaveCount(2)
  await expect(office.getByRole('row', { name: /^O-000001/ })).toBeVisible()

  await office.goto('/dashboard')
  await todo.getByRole('link', { name: 'Money to give back' }).click()
  await expect(office.getByRole('main').getByRole('table')).toHaveCount(1)
  await expect(office.getByRole('row', { name: /^Bob/ })).toBeVisible()

  const asked = office.waitForRequest((request) => request.url().includes('/api/allOrder?'))
  await office.goto('/dashboard')
  await todo.getByRole('link', { name: 'Order messages' }).click()
  expect(new URL((await asked).url()).searchParams.get('attention')).toBe('messages')
  await expect(office.getByRole('link', { name: 'Unread messages' })).toHaveAttribute('aria-current', 'true')
})

test('where the shop does not know the time zone of a browser, the sales are those of UTC, and it says so', async ({ office }) => {
  await office.addInitScript(() => {
    const known = Intl.DateTimeFormat.prototype.resolvedOptions
    Intl.DateTimeFormat.prototype.resolvedOptions = function () {
      return { ...known.call(this), timeZone: 'Mars/Olympus' }
    }
  })

  await office.goto('/dashboard')

  await expect(office.getByText('The shop does not know the time zone Mars/Olympus. Days begin at midnight UTC.')).toBeVisible()
  await expect(office.getByRole('region', { name: 'Sales' }).getByText('Paid orders').first()).toBeVisible()
})

test('a customer begins with their orders, without figures of the shop', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await enter(page)
  await page.goto('/dashboard')

  await expect(page.getByRole('heading', { name: 'My Total Order: 0' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Overview' })).toHaveCount(0)
  expect(asked.filter((path) => /openWork|sales/.test(path))).toEqual([])
})
