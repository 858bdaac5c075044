import { expect, test } from 'vitest'
import { readPercent } from './read-percent.ts'

test.each([
  ['5', 5],
  ['+5', 5],
  ['-2,5', -2.5],
  ['\u22122.5', -2.5],
  [' 12.25 ', 12.25],
])('%j is a change by %d percent', (typed, percent) => {
  expect(readPercent(typed)).toBe(percent)
})

test('of all signs of Unicode only plus and two kinds of minus may stand before a percentage', () => {
  const signs = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code)).filter((sign) => !/[\s\d]/.test(sign))

  expect(signs.filter((sign) => readPercent(`${sign}5`) !== undefined)).toEqual(['+', '-', '\u2212'])
})
