import { expect, test } from 'vitest'
import { isOrderable, raisedTo } from './order-rule.ts'

test('without a rule of its own a part is sold from 1,000 pieces on, piece by piece', () => {
  expect(raisedTo({}, 1)).toBe(1_000)
  expect(raisedTo({}, 1_234)).toBe(1_234)
  expect(isOrderable({ available: 999 })).toBe(false)
  expect(isOrderable({ available: 1_000 })).toBe(true)
})

test('a part with a minimum and a step is sold in steps from its minimum on', () => {
  const rule = { minimumOrder: 5_000, orderStep: 400 }
  expect([1, 5_000, 5_001, 5_400, 10_000].map((pieces) => raisedTo(rule, pieces))).toEqual([5_000, 5_000, 5_400, 5_400, 10_200])
  expect(isOrderable({ ...rule, available: 4_999 })).toBe(false)
  expect(raisedTo({ orderStep: 500 }, 1_200)).toBe(1_500)
})
