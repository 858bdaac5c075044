import { readFile } from 'node:fs/promises'
import { axeFindings } from '#tests/support/browser/axe.ts'
import { answerInstead, expect, test } from '#tests/support/browser/journey.ts'
import type { PayoutInFull, PayoutLine, Payouts } from '#contract/payments/payouts.ts'

const payout = {
  _id: 'po_20261124',
  status: 'paid',
  currency: 'usd',
  amount: 2_422.5,
  arrivesOn: '2026-11-25',
  createdAt: '2026-11-24T00:00:00.000Z',
  isRead: true,
  lines: 2,
  gross: 2_495,
  fees: 72.5,
  unmatched: 1,
} as const
const line: PayoutLine = {
  _id: 'txn_1',
  kind: 'payment',
  type: 'charge',
  gross: 2_500,
  fee: 72.5,
  net: 2_427.5,
  isMatched: true,
  orderId: '00000000-0000-4000-8000-000000000001',
  orderNumber: 'O-000123',
  payment: 'pi_1',
  source: 'ch_1',
  description: '',
  at: '2026-11-23T10:00:00.000Z',
}
const stray: PayoutLine = { ...line, _id: 'txn_2', kind: 'other', type: 'transfer', gross: -5, fee: 0, net: -5, isMatched: false, orderId: null, orderNumber: null, payment: null, source: 'tr_1' } // prettier-ignore
const list: Payouts = { count: 1, page: 0, arrived: 2_422.5, fees: 72.5, unmatched: 1, payouts: [payout] }
const inFull: PayoutInFull = { payout, count: 2, page: 0, lines: [stray, line] }

test('an accountant finds payouts beside the books, what each is made of, and the line that belongs to nothing (77)', async ({
  office,
}) => {
  await answerInstead(office, 'GET /books/payouts?*', list, 200)
  await answerInstead(office, 'GET /books/payouts/po_20261124*', inFull, 200)
  await office.goto('/dashboard/books')
  await office.getByRole('link', { name: 'Payouts' }).click()
  await expect(office.getByText('1 line belongs to nothing the shop knows.')).toBeVisible()
  await expect(office.getByText('$2,422.50 arrived at the bank.')).toBeVisible()
  expect(await axeFindings(office)).toEqual([])

  await office.getByRole('link', { name: 'po_20261124' }).click()
  await expect(office.getByRole('heading', { name: 'Payout po_20261124' })).toBeVisible()
  await expect(office.getByText('Unmatched', { exact: true })).toBeVisible()
  await expect(office.getByRole('link', { name: 'O-000123' })).toHaveAttribute('href', `/dashboard/order/${line.orderId}`)
  expect(await axeFindings(office)).toEqual([])
  await office.getByRole('link', { name: /Unmatched lines/ }).click()
  await expect(office).toHaveURL(/show=unmatched/)
})

test('months without payouts, and payouts that do not come, say so; the lines of a month are saved', async ({ office }) => {
  await office.goto('/dashboard/books/payouts?from=2020-01&to=2020-02')
  await expect(office.getByText('No payout in these months.')).toBeVisible()
  await office.getByRole('link', { name: 'Books' }).last().click()
  const saving = office.waitForEvent('download')
  await office.getByRole('button', { name: /payout lines of/ }).click()
  const file = await saving
  expect(file.suggestedFilename()).toBe('payouts-2020-02.csv')
  expect(await readFile(await file.path(), 'utf8')).toContain('Payout,Created,Status')

  await answerInstead(office, 'GET /books/payouts?*', { code: 'INTERNAL', message: 'no' }, 500)
  await office.goto('/dashboard/books/payouts')
  await expect(office.getByRole('button', { name: 'Try again' })).toBeVisible()
})
