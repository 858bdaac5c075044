import { expect, test } from 'vitest'
import { splitByPlace } from './columns-by-place.ts'
import { findColumns } from './find-columns.ts'
import { readList } from './read-list.ts'
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

test('rules are in no column, a sum below the last one in none, and two words may be one title', async () => {
  const text = [
    'Purchase order                       4711',
    '',
    'Item  Material     Order qty.  Unit  Price per unit',
    '---------------------------------------------------',
    '00010 TCB-5512-4K  2000        PC    14.85 USD',
    '00020 MB-6543      12500       PC    38.60 USD',
    '---------------------------------------------------',
    'Total net value excl. tax USD            512,200.00',
  ].join('\n')
  const table = readText(text)
  const columns = await findColumns(table.rows, async (texts) => texts.map(() => false))
  const { lines, notRead } = await readList(table, columns!, async (texts) => texts.map(() => 'unknown')) // has titles

  expect(lines).toEqual([
    { text: 'TCB-5512-4K', quantity: '2000' },
    { text: 'MB-6543', quantity: '12500' },
  ])
  expect(notRead.map(({ whole }) => whole.replace(/ .*/, ''))).toEqual([
    'Purchase',
    expect.stringMatching('-'),
    expect.stringMatching('-'),
    'Total',
  ])
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
