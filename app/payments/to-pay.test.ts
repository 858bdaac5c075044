import { expect, test } from 'vitest'
import { sampleOrder } from '#tests/support/shops/sample-order.ts'
import { lastToShip, toPayFor } from './to-pay.ts'

const order = { ...sampleOrder, price: 1, orderQuantity: 1_000, totalPrice: 1_000 }
const other = { ...order, _id: '1b5f2c1e-6f0a-4a5c-9d6e-2f1b3c4d5e6f', totalPrice: 500 }
const group = {
  groupId: '5e3f2c1e-6f0a-4a5c-9d6e-2f1b3c4d5e6f',
  quoteNumber: 'Q-000123',
  totalPrice: 1_500,
  paid: false,
  transactionId: '',
  orders: [order, other],
}

test('an order by itself is paid by itself', () => {
  expect(toPayFor(order, undefined)).toMatchObject({ totalPrice: 1_000, canBePaid: true })
  expect(toPayFor({ ...order, paid: true, transactionId: 'pi_1' }, undefined)).toMatchObject({
    paid: true,
    transactionId: 'pi_1',
    canBePaid: false,
  })
})

test('an order of a group is paid with the others, for the sum of them all', () => {
  expect(toPayFor(order, group)).toMatchObject({ totalPrice: 1_500, canBePaid: true })
})

test('a paid group is paid, even while the order that was read before says otherwise', () => {
  expect(toPayFor(order, { ...group, paid: true, transactionId: 'pi_1' })).toMatchObject({
    paid: true,
    transactionId: 'pi_1',
    canBePaid: false,
  })
})

test('an order that has left its group is not paid with it', () => {
  expect(toPayFor(order, { ...group, orders: [other], totalPrice: 500 }).canBePaid).toBe(false)
})

test('an order that was cancelled before the others of its group were paid is not told as paid', () => {
  const paidWithout = { ...group, orders: [other], totalPrice: 500, paid: true, transactionId: 'pi_1' }

  expect(toPayFor({ ...order, cancelled: true }, paidWithout)).toMatchObject({ paid: false, canBePaid: false })
})

test('a group ships by the day of its last order, of those that have not left', () => {
  const made = { ...other, leadDays: 60 }
  const later = { ...order, shipBy: '2026-12-18' }
  const sent = { ...other, shipBy: '2027-01-29', shipped: true }

  expect(lastToShip({ order, group: { ...group, orders: [order, made] } })).toBe(made)
  expect(lastToShip({ order, group: { ...group, orders: [later, { ...other, shipBy: '2026-12-01' }, sent] } })).toBe(later)
  expect(lastToShip({ order, group: undefined })).toBe(order)
})
