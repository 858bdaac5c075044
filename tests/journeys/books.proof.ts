import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { SHEET_PAGE_SIZE, type AccountSheet } from '#contract/payments/ledger.ts'
import type { Order } from '#contract/orders/orders.ts'
import { axeFindings } from '#tests/support/browser/axe.ts'
import { addPart, answerInstead, callShop, enter, expect, expectToast, payOrder, placeOrder, test } from '#tests/support/browser/journey.ts'

test('a payment stands in the books, its account leads to its line, and the month is saved for DATEV (77)', async ({ page, office }) => {
  await enter(page)
  const order = await payOrder(page, await placeOrder(page, await addPart(office)))
  await office.goto('/dashboard')
  await office.getByRole('link', { name: 'Books' }).click()
  await expect(office.getByText('Debits and credits are equal.')).toBeVisible()
  expect(await axeFindings(office)).toEqual([])

  const saving = office.waitForEvent('download')
  await office.getByRole('button', { name: /as a DATEV batch/ }).click()
  const file = await saving
  expect(file.suggestedFilename()).toMatch(/^EXTF_Buchungsstapel_\d{4}-\d\d\.csv$/)
  expect((await readFile(await file.path(), 'latin1')).split('\r\n')[0]).toMatch(/^"EXTF";700;21;"Buchungsstapel";13;/)

  // Months around that of the payment, which may just have ended; the lines of other orders fill pages before it.
  const months = 'from=2026-01&to=2099-12'
  await office.goto(`/dashboard/books?${months}`)
  await office.getByRole('link', { name: 'Card processor' }).click()
  await expect(office).toHaveURL(/\/books\/card_clearing\?/)
  await expect(office.getByRole('heading', { name: 'Books: Card processor' })).toBeVisible()
  await office.goto(`/dashboard/books/card_clearing?${months}&page=${await pageOf(office, order, months)}`)
  await expect(office.getByText(order.number).first()).toBeVisible()
  expect(await axeFindings(office)).toEqual([])
})

/** The page of the card processor's account that has an order. Entries are only added, so that each keeps its page. */
async function pageOf(office: Page, { _id }: Order, months: string): Promise<number> {
  for (let page = 0; ; page++) {
    const { lines, count } = await callShop<AccountSheet>(office, 'GET', `/books/accounts/card_clearing?${months}&page=${page}`)
    if (lines.some(({ orderId }) => orderId === _id)) return page
    if ((page + 1) * SHEET_PAGE_SIZE >= count) throw new Error('The order has no line')
  }
}

test('an accountant sets account numbers, and a wrong one is told at its field', async ({ office }) => {
  await office.goto('/dashboard/books')
  await office.getByRole('button', { name: 'Accounts for DATEV' }).click()
  const dialog = office.getByRole('dialog', { name: 'Accounts for DATEV' })
  await dialog.getByLabel('Chart of accounts').selectOption('SKR04')
  await dialog.getByLabel('Bank', { exact: true }).fill('12')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('Bank', { exact: true })).toHaveAccessibleDescription(
    'An account number has 4 digits, that of a customer 5.',
  )
  await dialog.getByLabel('Bank', { exact: true }).fill('1810')
  expect(await axeFindings(office)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(office, 'The accounts are saved')
})

test('books without entries, and books that do not come, say so', async ({ office }) => {
  await office.goto('/dashboard/books?from=2020-01&to=2020-02')
  await expect(office.getByText('Nothing is booked until the end of these months.')).toBeVisible()
  await answerInstead(office, 'GET /books/trial-balance*', { code: 'INTERNAL', message: 'no' }, 500)
  await office.reload()
  await expect(office.getByRole('button', { name: 'Try again' })).toBeVisible()
})
