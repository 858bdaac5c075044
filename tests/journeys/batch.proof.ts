import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import {
  addPart,
  answerInstead,
  callShop,
  enter,
  expect,
  holdBack,
  newPerson,
  orderRow,
  payOrder,
  placeOrder,
  test,
  watchCalls,
} from '#tests/support/browser/journey.ts'

const bar = (page: Page) => page.getByRole('group', { name: 'Selection' })
const boxOf = (page: Page, text: string) => orderRow(page, text).getByRole('checkbox')

test('ticked orders are shipped after one question, one call each; what is refused is listed', async ({ page, office }) => {
  const ann = newPerson()
  const parts = [await addPart(office), await addPart(office), await addPart(office), await addPart(office)]
  await enter(page, ann)
  const orders = []
  for (const part of parts) orders.push(await placeOrder(page, part))
  for (const order of orders.slice(1)) await payOrder(page, order)
  await office.goto(`/dashboard/all-order?q=${encodeURIComponent(ann.email)}`)

  // The first order is not paid, so that it cannot be ticked.
  await expect(office.getByRole('row').getByRole('checkbox')).toHaveCount(3)
  await bar(office).getByLabel('Select all 3').check()
  await expect(bar(office)).toContainText('3 selected')
  await boxOf(office, parts[1]!.name).uncheck()
  await expect(bar(office)).toContainText('2 selected')

  // Meanwhile another admin ships one of them.
  const calls = watchCalls(office)
  await answerInstead(office, `PUT /orderShipped/${orders[2]!._id}`, { modifiedCount: 0 })
  await bar(office).getByRole('button', { name: 'Ship selected' }).click()
  const question = office.getByRole('dialog', { name: 'Ship 2 orders?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(calls.filter(({ method }) => method === 'PUT')).toEqual([])
  await bar(office).getByRole('button', { name: 'Ship selected' }).click()
  // Pressed twice before the question is gone.
  await question.getByRole('button', { name: 'Confirm' }).evaluate((button: HTMLElement) => [button, button].forEach((one) => one.click()))

  await expect(question.getByRole('status')).toHaveText('Done: 1 of 2')
  await expect(question.getByRole('row').filter({ hasText: orders[2]!.number })).toContainText(
    'Not shipped: it is no longer pending shipping.',
  )
  await expect(question.getByRole('textbox')).toHaveCount(1)
  const shipped = calls.filter(({ method }) => method === 'PUT').map(({ path }) => path)
  expect(shipped.toSorted()).toEqual([orders[3]!, orders[2]!].map(({ _id }) => `/orderShipped/${_id}`).toSorted())
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(orderRow(office, parts[3]!.name)).toContainText('Shipped')
  await expect(boxOf(office, parts[3]!.name)).toHaveCount(0)
})

test('a batch is stopped between two calls, and leaves the rest as it is', async ({ page, office }) => {
  const ann = newPerson()
  await enter(page, ann)
  for (let count = 0; count < 3; count++) await payOrder(page, await placeOrder(page, await addPart(office)))
  await office.goto(`/dashboard/all-order?q=${encodeURIComponent(ann.email)}`)
  await bar(office).getByLabel('Select all 3').check()
  await bar(office).getByRole('button', { name: 'Ship selected' }).click()
  const release = await holdBack(office, /\/orderShipped\//)
  const calls = watchCalls(office)
  await office.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()

  const result = office.getByRole('dialog', { name: 'Ship 3 orders?' })
  await expect(result.getByRole('status')).toHaveText('0 of 3')
  await office.keyboard.press('Escape')
  await result.getByRole('button', { name: 'Stop' }).click()
  release()

  await expect(result.getByRole('status')).toHaveText('Done: 1 of 3')
  await expect(result.getByRole('textbox')).toHaveCount(2)
  expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(1)
})

test('orders are shipped with a pasted column of tracking numbers, and a wrong number stays at its row', async ({ page, office }) => {
  const ann = newPerson()
  await enter(page, ann)
  const orders = []
  for (let count = 0; count < 3; count++) orders.push(await payOrder(page, await placeOrder(page, await addPart(office))))
  await office.goto(`/dashboard/all-order?q=${encodeURIComponent(ann.email)}`)
  await bar(office).getByLabel('Select all 3').check()
  await bar(office).getByRole('button', { name: 'Ship selected' }).click()

  const dialog = office.getByRole('dialog', { name: 'Ship 3 orders?' })
  const fields = dialog.getByRole('textbox', { name: /^Tracking number of / })
  await dialog.getByLabel('Carrier').selectOption('UPS')
  await fields.first().evaluate((field) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', '\n1Z999AA10123456785\tbox 2\nnone\n')
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(fields.nth(1)).toHaveValue('1Z999AA10123456785')
  await expect(fields.nth(0)).toHaveValue('')
  await fields.nth(0).fill('1Z999AA10123456784')
  await office.keyboard.press('Escape')
  await office.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Cancel' }).click()
  await expect(fields.nth(0)).toHaveValue('1Z999AA10123456784')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(fields.nth(2)).toHaveAccessibleDescription(/UPS/)
  await expect(dialog.getByRole('status')).toHaveText('Nothing was sent. Correct 1 tracking number and confirm again.')
  await expect(fields.first()).toHaveValue('1Z999AA10123456784')
  await fields.nth(2).fill('1Z999AA10123456786')
  await fields.nth(2).press('Enter')
  await expect(dialog.getByRole('button', { name: 'Confirm' })).toBeFocused()
  await office.keyboard.press('Enter')

  await expect(dialog).toHaveCount(0)
  const sent = await Promise.all(orders.map(({ _id }) => callShop<{ parcels: object[] }>(page, 'GET', `/order/${_id}/parcels`)))
  expect(sent.map(({ parcels }) => parcels)).toEqual(orders.map(() => [expect.objectContaining({ carrier: 'ups' })]))
})

test('ten orders with tracking numbers are shipped in at most eight presses beside the numbers', async ({ page, office }) => {
  const ann = newPerson()
  await enter(page, ann)
  const part = await addPart(office, { available: 10_000 })
  for (let count = 0; count < 10; count++) await payOrder(page, await placeOrder(page, part))
  const numbers = Array.from({ length: 10 }, (_, index) => `1Z999AA1012345678${index}`)
  await office.goto(`/dashboard/all-order?q=${encodeURIComponent(ann.email)}`)
  const presses = await countPresses(office)

  await bar(office).getByLabel('Select all 10').click()
  await bar(office).getByRole('button', { name: 'Ship selected' }).click()
  const dialog = office.getByRole('dialog', { name: 'Ship 10 orders?' })
  const first = dialog.getByRole('textbox', { name: /^Tracking number of / }).first()
  await first.click()
  await office.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await office.evaluate((text) => navigator.clipboard.writeText(text), numbers.join('\n'))
  await office.keyboard.press('Control+v')
  await expect(first).toHaveValue(numbers[0]!)
  await dialog.getByRole('button', { name: 'Confirm' }).click()

  await expect(dialog).toHaveCount(0)
  expect(await presses()).toBeLessThanOrEqual(8)
  const { shipped } = await callShop<{ shipped: number }>(office, 'GET', `/allOrderStates?q=${encodeURIComponent(ann.email)}`)
  expect(shipped).toBe(10)
})

/** Counts presses of the mouse and of keys that write nothing. */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const count = ({ type, key }: { type: string; key?: string }) => {
      if (type === 'pointerdown' || key!.length > 1)
        document.body.dataset['presses'] = String(Number(document.body.dataset['presses'] ?? 0) + 1)
    }
    addEventListener('pointerdown', count, true)
    addEventListener('keydown', count, true)
  })
  return async () => Number(await page.evaluate(() => document.body.dataset['presses'] ?? 0))
}

test('a range of rows is selected with Shift in the order that is shown, and deleted by keyboard after a question', async ({ office }) => {
  const name = `Range ${randomUUID().slice(0, 8)}`
  const parts = []
  for (const letter of ['C', 'A', 'B', 'D']) parts.push(await addPart(office, { name: `${name} ${letter}` }))
  await office.goto(`/dashboard/manegeProduct?q=${name}`)
  await office.getByRole('columnheader', { name: 'Parts Name' }).getByRole('button').click()
  await expect(office.getByRole('row')).toContainText(['Parts Name', `${name} A`, `${name} B`, `${name} C`, `${name} D`])

  await boxOf(office, `${name} A`).click()
  await boxOf(office, `${name} C`).click({ modifiers: ['Shift'] })
  await expect(bar(office)).toContainText('3 selected')
  await expect(boxOf(office, `${name} B`)).toBeChecked()
  await boxOf(office, `${name} C`).focus()
  await office.keyboard.press('Space')
  await expect(bar(office)).toContainText('2 selected')

  await bar(office).getByRole('button', { name: 'Delete selected' }).press('Enter')
  await office.getByRole('dialog', { name: 'Delete 2 parts?' }).getByRole('button', { name: 'Confirm' }).press('Enter')
  await expect(office.getByRole('dialog').getByRole('status')).toHaveText('Done: 2 of 2')
  await office.keyboard.press('Escape')
  await expect(office.getByRole('row').filter({ hasText: name })).toHaveText([new RegExp(`${name} C`), new RegExp(`${name} D`)])
})

const review = (index: number, state: string) => ({
  _id: `00000000-0000-4000-8000-00000000000${index}`,
  displayName: `Writer ${index}`,
  rating: 4.5,
  review: 'Good.',
  boughtHere: false,
  answer: null,
  email: `writer-${index}@example.com`,
  createdAt: '2026-03-01T10:00:00Z',
  state,
  hiddenAt: null,
  hiddenBy: null,
  answeredAt: null,
})

test('reviews that wait are published together, mails that failed are sent together', async ({ office }) => {
  const reviews = [review(1, 'waiting'), review(2, 'waiting'), review(3, 'shown')]
  await answerInstead(office, 'GET /allReviews*', { count: 3, waiting: 2, states: { waiting: 2, shown: 1, hidden: 0 }, page: 0, reviews })
  await answerInstead(office, 'PUT /reviews/*/shown', { modifiedCount: 1 })
  const calls = watchCalls(office)
  const putBodies = () => calls.filter(({ method }) => method === 'PUT').map(({ path, body }) => [path, body])
  await office.goto('/dashboard/all-reviews')
  await expect(office.getByRole('row').getByRole('checkbox')).toHaveCount(2)
  await bar(office).getByLabel('Select all 2').check()
  await bar(office).getByRole('button', { name: 'Publish selected' }).click()
  await office.getByRole('dialog', { name: 'Publish 2 reviews?' }).getByRole('button', { name: 'Confirm' }).click()
  await expect(office.getByRole('dialog').getByRole('status')).toHaveText('Done: 2 of 2')
  expect(putBodies()).toEqual([1, 2].map((index) => [`/reviews/${review(index, '')._id}/shown`, { shown: true }]))

  const mail = (index: number, state: string) => ({
    id: review(index, '')._id,
    kind: 'order-placed',
    recipient: `buyer-${index}@example.com`,
    subject: `Mail ${index}`,
    state,
    createdAt: '2026-03-01T10:00:00Z',
    sentAt: null,
    attempts: 1,
    sentWith: null,
    lastError: 'Refused',
  })
  const mails = [mail(4, 'failed'), mail(5, 'sending'), { ...mail(6, 'held'), attempts: 0 }]
  const states = { waiting: 0, sending: 1, sent: 0, failed: 1, unknown: 0, held: 1 }
  await answerInstead(office, 'GET /allMails*', { count: 3, page: 0, states, mails })
  await answerInstead(office, 'PUT /mails/*/retry', { modifiedCount: 0 })
  calls.length = 0
  await office.goto('/dashboard/mails')
  await bar(office).getByLabel('Select all 2').check()
  await bar(office).getByRole('button', { name: 'Send selected' }).click()
  await office.getByRole('dialog', { name: 'Send 2 mails again?' }).getByRole('button', { name: 'Confirm' }).click()
  await expect(office.getByRole('dialog').getByRole('status')).toHaveText('Done: 0 of 2')
  await expect(office.getByRole('dialog').getByRole('listitem')).toHaveCount(2)
  expect(putBodies().map(([path]) => path)).toEqual([4, 6].map((index) => `/mails/${review(index, '')._id}/retry`))
})
