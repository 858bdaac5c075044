import { expect, test } from 'vitest'
import type { Part } from '#contract/parts/parts.ts'
import { priceColumns } from './price-columns.ts'

const partOf = (price: number, ...steps: [from: number, price: number][]) =>
  ({ price, priceBreaks: steps.map(([from, each]) => ({ from, price: each })) }) as Part
const pricesOf = (parts: Part[]) => priceColumns(parts).cells.map(({ steps }) => steps.map((step) => step?.price))

test('parts that share their price breaks have a column for each, in which each price has its own decimal places', () => {
  const parts = [partOf(14.85, [5_000, 14.2], [25_000, 12.9]), partOf(0.86, [5_000, 0.825], [10_000, 0.79]), partOf(85)]

  expect(priceColumns(parts).titles).toEqual(['5,000+', '10,000+', '25,000+'])
  expect(pricesOf(parts)).toEqual([
    ['$14.20', undefined, '$12.90'],
    ['$0.825', '$0.79', undefined],
    [undefined, undefined, undefined],
  ])
})

test('parts with many different breaks have theirs from the left, each with its quantity', () => {
  const parts = [partOf(10, [2_000, 9], [3_000, 8], [4_000, 7], [6_000, 6], [7_000, 5]), partOf(2, [5_000, 1.5])]

  const { titles, cells } = priceColumns(parts)
  expect(titles).toEqual([])
  expect(cells.map(({ steps }) => steps.map((step) => step && `${step.from} ${step.price}`))).toEqual([
    ['2,000+ $9.00', '3,000+ $8.00', '4,000+ $7.00', '6,000+ $6.00'],
    ['5,000+ $1.50', null, null, null],
  ])
})

test('a row says how many breaks follow the first, the second and the fourth', () => {
  const [many, one, last] = priceColumns([
    partOf(10, [2_000, 9], [3_000, 8], [4_000, 7]),
    partOf(2, [2_000, 1.5]),
    partOf(3, [4_000, 2], [3_000, 1]),
  ]).cells

  expect(many!.more).toEqual(['and 2 more', '+1', ''])
  expect(one!.more).toEqual(['', '', ''])
  expect(last!.more).toEqual(['and 1 more', '+1', ''])
})

test('unseen zeros bring the points of a column below each other, and breaks below the least order are left out', () => {
  const large = { ...partOf(0.0042, [2_000, 0.004], [20_000, 0.003]), minimumOrder: 10_000 }

  const { titles, cells } = priceColumns([partOf(14.85, [20_000, 14]), large])
  expect(cells.map(({ zeros }) => zeros)).toEqual(['00', ''])
  expect(cells.map(({ steps }) => steps[0]?.zeros)).toEqual(['0', ''])
  expect(titles).toEqual(['20,000+'])
})

test('a page without parts has no columns', () => {
  expect(priceColumns([])).toEqual({ titles: [], width: 0, cells: [] })
})
