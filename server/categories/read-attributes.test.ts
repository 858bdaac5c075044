import { expect, test } from 'vitest'
import { readValue } from './read-attributes.ts'

const inches = { name: 'Panel size', kind: 'number', unit: 'in' } as const
const length = { name: 'Length', kind: 'number', unit: 'mm' } as const

test.each(['55', '55"', '55 in', '55in.', '55 inch', '55 Inches', '55 Zoll', '55″', '55”', "55''", '55′′', '55＂', '55,0 "'])(
  'a panel of %s has 55 inches',
  (typed) => {
    expect(readValue(inches, typed)).toBe('55')
  },
)

test.each([
  ['1.234', '1.234'],
  ['0,125 mm', '0.125'],
  ['1,5', '1.5'],
  ['\u22123.30', '-3.3'],
  ['1.234,5', '1234.5'],
])('a length of %s that is typed alone is %s', (typed, read) => {
  expect(readValue(length, typed)).toBe(read)
})

test('a length with two readings is refused, and taken once the decimal mark is known', () => {
  expect(() => readValue(length, '1,234')).toThrow('Enter Length without groups and with a decimal point, such as 1234 or 1.234.')
  expect(readValue(length, '1,234 mm', ',')).toBe('1.234')
  expect(readValue(length, '1,234 mm', '.')).toBe('1234')
})

test.each(['55"', '55 inch', 'wide', '1,23.4', '12345678901'])('%s is no length', (typed) => {
  expect(() => readValue(length, typed)).toThrow('Enter a number for Length, such as 55 or 3.3.')
})
