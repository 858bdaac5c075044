import { expect, test } from 'vitest'
import { splitByPlace } from './columns-by-place.ts'
import { readText } from './read-text.ts'

test('columns that stand below each other are cells, with lines above and after them', () => {
  const text = [
    'Partlist exported from main.sch',
    '',
    'Qty Value        Parts        Description',
    '4   TCB-5512-4K  C1, C2, C3   T-Con Board 55", 4K',
    '12  MB-6543      U1           Main Board',
    '',
    'Kind regards',
  ]

  expect(readText(text.join('\r\n'))).toEqual({
    rows: [
      ['Partlist exported from main.sch'],
      ['Qty', 'Value', 'Parts', 'Description'],
      ['4', 'TCB-5512-4K', 'C1, C2, C3', 'T-Con Board 55", 4K'],
      ['12', 'MB-6543', 'U1', 'Main Board'],
      ['Kind regards'],
    ],
    blank: 2,
  })
})

test('numbers that end below each other belong to the title above them', () => {
  const rows = splitByPlace(['Part           Quantity    Price', 'TCB-5512-4K      12,500     2.50', 'MB-6543           1,000    11.20'])

  expect(rows).toEqual([
    ['Part', 'Quantity', 'Price'],
    ['TCB-5512-4K', '12,500', '2.50'],
    ['MB-6543', '1,000', '11.20'],
  ])
})

test.each([
  ['written lines', ['T-Con Board    2000', 'Main Board 43    1000', 'LED Strip    500']],
  ['a letter', ['Dear all,', 'please quote:', '2000 x TCB-5512-4K', 'Regards']],
  ['one title alone', ['Part  Quantity']],
  ['a table with a line across it', ['Part          Quantity  Price', 'TCB-5512-4K and MB-6543, 2000 each', 'MB-6543       1000      2']],
])('%s: no columns', (_, lines) => {
  expect(splitByPlace(lines)).toBeUndefined()
})

test('a long text without columns is read a few times, however many of its lines could be titles', () => {
  const lines = Array.from({ length: 1_000 }, (_, place) => `a  ${'x '.repeat(place % 200)}`)
  let reads = 0
  const counted = new Proxy(lines, {
    get(target, key, receiver) {
      reads++
      return Reflect.get(target, key, receiver)
    },
  })

  splitByPlace(counted)

  // Twice for each of the first twenty lines.
  expect(reads).toBeLessThan(50 * lines.length)
})
