import { expect, test } from 'vitest'
import { stockStateNames, stockStates } from './stock-states.ts'

const statesOf = (part: Parameters<(typeof stockStates)['low']>[0]) => stockStateNames.filter((state) => stockStates[state](part))

test('sold out is nothing left, below minimum fewer than can be ordered, low fewer than the reorder level', () => {
  expect(statesOf({ available: 0 })).toEqual(['soldOut', 'low'])
  expect(statesOf({ available: 900 })).toEqual(['belowMinimum', 'low'])
  expect(statesOf({ available: 900, lowStockBelow: 500 })).toEqual(['belowMinimum'])
  expect(statesOf({ available: 900, minimumOrder: 100 })).toEqual([])
  expect(statesOf({ available: 4_000, lowStockBelow: 5_000 })).toEqual(['low'])
  expect(statesOf({ available: 0, lowStockBelow: 0 })).toEqual(['soldOut'])
})
