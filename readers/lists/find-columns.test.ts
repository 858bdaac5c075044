import { expect, test, vi } from 'vitest'
import { findColumns, type Knows } from './find-columns.ts'
import { linesOfTable } from './lines-of-table.ts'
import { readText } from './read-text.ts'

const shop = new Set(['TCB-5512-4K', 'LVDS-51-450', 'PSU-24-180', 'LED-32-12', '100245', '100246'])
const knows: Knows = async (texts) => texts.map((text) => shop.has(text))

async function linesOf(text: string, ask: Knows = knows): Promise<string[] | 'asks'> {
  const table = readText(text)
  const columns = await findColumns(table.rows, ask)
  return columns ? linesOfTable(table, columns).lines.map((line) => `${line.text} | ${line.quantity}`) : 'asks'
}

test.each([
  [
    'a German spreadsheet',
    'Pos;Art.-Nr.;Bezeichnung;Menge\n1;TCB-5512-4K;T-Con-Platine;2000\n2;LVDS-51-450;LVDS-Kabel;5000',
    ['TCB-5512-4K | 2000', 'LVDS-51-450 | 5000'],
  ],
  [
    'positions in tens and a unit',
    'Pos.;Material;Kurztext;Bestellmenge;ME\n10;PSU-24-180;Netzteil;1.200;ST\n20;TCB-5512-4K;Platine;3.000;ST',
    ['PSU-24-180 | 1.200', 'TCB-5512-4K | 3.000'],
  ],
  [
    'a list of a circuit board program',
    '"Id";"Designator";"Footprint";"Quantity";"Designation"\n1;"J1,J2";"0805";2;"LVDS-51-450"\n2;"U1";"0603";1;"PSU-24-180"',
    ['LVDS-51-450 | 2', 'PSU-24-180 | 1'],
  ],
  [
    'two numbers of one part, of which one is the shop’s',
    'Index,Quantity,Part Number,Manufacturer Part Number,Unit Price\n1,2000,X-1-ND,TCB-5512-4K,4.50\n2,1000,X-2-ND,LED-32-12,1.20',
    ['TCB-5512-4K | 2000', 'LED-32-12 | 1000'],
  ],
  [
    'French titles',
    'Référence\tDésignation\tQté\nLED-32-12\tBarre\t4000\nPSU-24-180\tAlim\t1500',
    ['LED-32-12 | 4000', 'PSU-24-180 | 1500'],
  ],
  ['part numbers of digits alone', 'Nr;Stk\n100245;2000\n100246;3000', ['100245 | 2000', '100246 | 3000']],
  ['two quantities that could be positions', 'LED-32-12;2000\nPSU-24-180;4000', ['LED-32-12 | 2000', 'PSU-24-180 | 4000']],
  ['positions without pieces', 'Pos;Artikel;Text\n1;LED-32-12;Leiste\n2;PSU-24-180;Netzteil', ['LED-32-12 | ', 'PSU-24-180 | ']],
  ['no titles', 'TCB-5512-4K\tMain Board\t5000\nLED-32-12\tLED Strip\t7000', ['TCB-5512-4K | 5000', 'LED-32-12 | 7000']],
  [
    'an empty number: the column with the title counts',
    'Part No.,MPN,Qty\nA1,TCB-5512-4K,2000\nLED Strip,,1000',
    ['TCB-5512-4K | 2000', 'LED Strip | 1000'],
  ],
])('finds the columns of %s by what the shop knows', async (_, text, lines) => {
  expect(await linesOf(text)).toEqual(lines)
})

test('asks the buyer when two columns could be pieces, and when the shop knows nothing and titles say nothing', async () => {
  expect(await linesOf('TCB-5512-4K\t5000\t7000\nLED-32-12\t6000\t9000')).toBe('asks')
  expect(await linesOf('AAA\tMain Board\t5000\nBBB\tLED Strip\t7000')).toBe('asks')
})

test('places on a board are counted where no column has quantities', async () => {
  expect(await linesOf('Reference,Value,Footprint\n"C1,C2,C5-C9",TCB-5512-4K,A\nU1,LED-32-12,B')).toEqual([
    'TCB-5512-4K | 7',
    'LED-32-12 | 1',
  ])
  expect(await linesOf('TCB-5512-4K;C1 C2\nLED-32-12;U1')).toEqual(['TCB-5512-4K | 2', 'LED-32-12 | 1'])
  expect(await linesOf('Reference,Value,Qty\n"C1,C2",TCB-5512-4K,5\nU1,LED-32-12,6')).toEqual(['TCB-5512-4K | 5', 'LED-32-12 | 6'])
  expect(await linesOf('Supplier number,Value\nA1,TCB-5512-4K\nA2,LED-32-12')).not.toContain('TCB-5512-4K | 1')
})

test('of several columns of pieces the buyer chooses, and prices, sums and numbers of rows are none', async () => {
  expect(await linesOf('Qty;Order qty;Part\n2;2000;TCB-5512-4K\n3;3000;LED-32-12')).toBe('asks')
  expect(await linesOf('Qty;Order qty;Part\n5;5;TCB-5512-4K\n3;3;LED-32-12')).toEqual(['TCB-5512-4K | 5', 'LED-32-12 | 3'])
  expect(await linesOf('Part;Text;Unit price\nTCB-5512-4K;A;4\nLED-32-12;B;2')).toEqual(['TCB-5512-4K | ', 'LED-32-12 | '])
  expect(await linesOf('Amount;Part;Qty\n40;TCB-5512-4K;2000\n30;LED-32-12;3000')).toEqual(['TCB-5512-4K | 2000', 'LED-32-12 | 3000'])
})

test('numbers of rows are no pieces, whatever their title; pieces may have their unit in brackets', async () => {
  expect(await linesOf('Line No.,Part #,Qty (Unit)\n1,TCB-5512-4K,2000 (EA)\n2,LED-32-12,800 (EA)\n3,PSU-24-180,500 (BX)')).toEqual([
    'TCB-5512-4K | 2000 (EA)',
    'LED-32-12 | 800 (EA)',
    'PSU-24-180 | 500 (BX)',
  ])
  expect(await linesOf('Seq,Part,Note\n1,TCB-5512-4K,a\n2,LED-32-12,b\n3,PSU-24-180,c')).toBe('asks')
})

test('a part in the sample of a wrong column does not decide: all different cells are looked up', async () => {
  const rows = Array.from({ length: 60 }, (_, row) => [`100${row}`, row === 0 ? 'LED-32-12' : `board ${row}`, '5'])
  for (const [row, number] of ['TCB-5512-4K', 'LVDS-51-450', 'PSU-24-180'].entries()) rows[row * 20 + 1]![0] = number
  const ask = vi.fn(knows)

  expect((await linesOf(`No;Text;Kért\n${rows.map((row) => row.join(';')).join('\n')}`, ask)).slice(0, 2)).toEqual([
    '1000 | 5',
    'TCB-5512-4K | 5',
  ])
  expect(ask).toHaveBeenCalledTimes(2)
})

test('titles count when the shop knows nothing', async () => {
  expect(await linesOf('Part No.\tDescription\tQty\nAAA\tBoard\t5')).toEqual(['AAA | 5'])
})

test('the shop is asked about at most twenty cells of each of twelve columns, and where it knows none about as many as a call may have', async () => {
  const ask = vi.fn<Knows>(async (texts) => texts.map(() => false))
  const rows = Array.from({ length: 500 }, (_, row) => Array.from({ length: 40 }, (__, column) => `cell ${row} ${column}`).join('\t'))
  await linesOf(rows.join('\n'), ask)

  expect(ask.mock.calls.map(([texts]) => texts.length)).toEqual([20 * 12, 500 * 12])
})

test('a list of one column is not asked about', async () => {
  const ask = vi.fn<Knows>()
  expect(await linesOf('2000 x T-Con Board\n3000 x LED Strip', ask)).toEqual(['T-Con Board | 2000', 'LED Strip | 3000'])
  expect(ask).not.toHaveBeenCalled()
})

const odd = [
  '?',
  '-',
  'n/a',
  'tbd',
  '#N/A',
  '#REF!',
  '2.500,50',
  '12.5',
  '0',
  '-5',
  'about 2000',
  '2000?',
  '10 boxes',
  'see note',
  '500-1000',
]

test.each(odd)('a quantity that says %s stays as it is, and so do the figures beside it, with titles and without', async (quantity) => {
  for (const place of [0, 1, 2]) {
    const rows = ['TCB-5512-4K;2000', 'LED-32-12;3000', 'PSU-24-180;4000'].map((row, at) =>
      at === place ? row.replace(/;.*/, `;${quantity}`) : row,
    )
    const lines = rows.map((row) => row.replace(';', ' | '))

    expect(await linesOf(rows.join('\n'))).toEqual(lines)
    expect(await linesOf(`Part;Qty\n${rows.join('\n')}`)).toEqual(lines)
    expect(await linesOf(`Part;Text;Adet\n${rows.join('\n').replaceAll(';', ';x;')}`)).toEqual(lines)
    // A title that says nothing.
    expect(await linesOf(`Part;Text;Kért\n${rows.join('\n').replaceAll(';', ';x;')}`)).toEqual(
      /boxes|note|about/.test(quantity) ? 'asks' : lines,
    )
  }
})

test.each(odd.filter((quantity) => quantity !== 'see note'))('where every quantity says %s, no line gets another', async (quantity) => {
  const read = await linesOf(`TCB-5512-4K;${quantity}\nLED-32-12;${quantity}`)

  expect(read).toSatisfy((lines: unknown) => lines === 'asks' || String(lines) === `TCB-5512-4K | ${quantity},LED-32-12 | ${quantity}`)
})

test('the first line of a list without titles is a line, whatever its quantity says', async () => {
  expect(await linesOf('TCB-5512-4K;viele\nLED-32-12;3000\nPSU-24-180;4000')).toEqual([
    'TCB-5512-4K | viele',
    'LED-32-12 | 3000',
    'PSU-24-180 | 4000',
  ])
})
