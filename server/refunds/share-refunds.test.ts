import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shareRefunds } from './share-refunds.ts'

test('a refund of the whole payment is shared by price, and the cents left by rounding go to the largest remainders', () => {
  const orders = [
    { id: 'a', dueCents: 100 },
    { id: 'b', dueCents: 100 },
    { id: 'c', dueCents: 101 },
  ]

  const shares = shareRefunds(orders, [{ orderId: null, amountCents: 100 }])

  expect([...shares.values()]).toEqual([33, 33, 34])
})

test('a refund of one order counts for that order, and the rest is shared by what is left of each', () => {
  const orders = [
    { id: 'a', dueCents: 300 },
    { id: 'b', dueCents: 300 },
  ]

  const shares = shareRefunds(orders, [
    { orderId: 'a', amountCents: 300 },
    { orderId: null, amountCents: 120 },
  ])

  expect([...shares.values()]).toEqual([300, 120])
})

test('shares add up to the refunds to the cent, and none is above the price of its order (73)', () => {
  const cents = fc.integer({ min: 1, max: 99_999_999 })
  const bills = fc.array(cents, { minLength: 1, maxLength: 20 }).chain((totals) => {
    const sum = totals.reduce((all, total) => all + total, 0)
    return fc.record({ totals: fc.constant(totals), refunded: fc.integer({ min: 0, max: sum }) })
  })
  fc.assert(
    fc.property(bills, ({ totals, refunded }) => {
      const orders = totals.map((dueCents, index) => ({ id: String(index), dueCents }))

      const shares = shareRefunds(orders, [{ orderId: null, amountCents: refunded }])

      expect([...shares.values()].reduce((all, share) => all + share, 0)).toBe(refunded)
      for (const { id, dueCents } of orders) expect(shares.get(id)).toBeLessThanOrEqual(dueCents)
    }),
  )
})
