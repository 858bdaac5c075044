import { expect, test } from 'vitest'
import type { ImportCells } from '#contract/parts/imports.ts'
import type { NumberField } from '#contract/parts/part-fields.ts'
import { marksOf, marksOfJson, readingsIn } from './number-columns.ts'

const isNumber = (name: string) => name !== 'Plug'
const markOf = (field: NumberField, cells: readonly string[], beside: ImportCells = {}) =>
  marksOf([beside, ...cells.map((cell) => ({ [field]: cell }))], {}, isNumber)[field]

test.each<[NumberField, string[], string | undefined]>([
  ['price', ['0,125', '1,234'], ','],
  ['price', ['$1,234.50', '1,234'], '.'],
  ['price', ['1,234', '12'], undefined],
  ['price', ['1.234', '12'], undefined],
  ['price', ['1,5', '2.5', '1,234'], undefined],
  ['weight', ['0.250 g', '1.250 g'], '.'],
  ['priceBreaks', ['5,000: 1,234'], '.'],
  ['priceBreaks', ['5.000: 1,234; 10.000: 1,1'], ','],
  ['priceBreaks', ['5000: 1,234'], undefined],
  ['attributes', ['Plug: 2,5 mm; Length: 1,234 mm'], undefined],
  ['attributes', ['Length: 0,5; Width: 1,234'], ','],
  ['available', ['12,000', '7'], '.'],
  ['available', ['12.000', '7'], undefined],
  ['available', ['12.000', '1.250'], ','],
  ['available', ['5,000', '1.250,000'], ','],
  ['minimumOrder', ['1,250'], '.'],
])('the column %s of %j has the decimal mark %s', (field, cells, mark) => {
  expect(markOf(field, cells)).toBe(mark)
})

test('whole thousands with a comma are unclear beside a column with decimal commas, and beside an unclear one', () => {
  expect(markOf('available', ['5,000'], { price: '2.50' })).toBe('.')
  expect(markOf('available', ['5,000'], { price: '0,125' })).toBeUndefined()
  expect(markOf('available', ['5,000'], { price: '1,234' })).toBeUndefined()
  expect(marksOf([{ available: '5,000' }], { price: ',' }).available).toBeUndefined()
  expect(marksOf([{ available: '5,000' }], { available: ',' }).available).toBe(',')
})

test('texts of a program have decimal points, unless their column has a comma', () => {
  expect(marksOfJson([{ price: '2.125' }, { weight: '1.250' }])).toMatchObject({ price: '.', weight: '.' })
  expect(marksOfJson([{ price: '2.125' }, { price: '1,250' }]).price).toBeUndefined()
})

test('both readings of the number in a cell are shown', () => {
  expect(readingsIn('attributes', 'Plug: 1,111; Length: 1,234 mm', isNumber)).toEqual({ example: '1,234', point: '1234', comma: '1.234' })
  expect(readingsIn('available', '12.000', isNumber)).toEqual({ example: '12.000', point: '12', comma: '12000' })
})
