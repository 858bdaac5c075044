import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { readQuantity } from '#contract/basics/quantity-text.ts'
import { endIfItHangs } from '#tests/support/load/end-if-it-hangs.ts'
import { linesOfTable } from './lines-of-table.ts'
import { fitLine, QUANTITY_LENGTH, type GivenLine } from './lines.ts'
import { readText } from './read-text.ts'
import { readWrittenLine } from './read-written-line.ts'
import { guessColumns, recogniseColumns } from './recognise-columns.ts'

/** Lines of a text whose columns are recognised; 'asks' when the buyer would be asked. */
function linesOf(text: string): string[] | 'asks' {
  const table = readText(text)
  const columns = recogniseColumns(table.rows)
  if (!columns) return 'asks'
  return linesOfTable(table, columns).lines.map((line) => `${line.text} | ${line.quantity}`)
}

test.each([
  ['tabs, as a spreadsheet copies them', 'TF-000001\t5000\nTF-000002\t12,000', ['TF-000001 | 5000', 'TF-000002 | 12,000']],
  ['semicolons', 'T-Con Board; 2000\nLED Strip; 1.000', ['T-Con Board | 2000', 'LED Strip | 1.000']],
  ['commas', 'T-Con Board,2000\nLED Strip,3000', ['T-Con Board | 2000', 'LED Strip | 3000']],
  ['commas in quantities', 'T-Con Board, 2,000\nLED Strip, 12,500 pcs', ['T-Con Board | 2,000', 'LED Strip | 12,500 pcs']],
  ['commas in names', 'LVDS Cable, 51 pin, 2000\nLED Strip, 3000', ['LVDS Cable, 51 pin | 2000', 'LED Strip | 3000']],
  ['quotes', '"LVDS Cable, 51 pin","2,000"\n"A ""good"" part","3,000"', ['LVDS Cable, 51 pin | 2,000', 'A "good" part | 3,000']],
  ['qty x name', '2000 x T-Con Board\n3,000 × LED Strip', ['T-Con Board | 2000', 'LED Strip | 3,000']],
  ['name x qty', 'T-Con Board x 2000\nLED Strip x 3,000 pcs', ['T-Con Board | 2000', 'LED Strip | 3,000 pcs']],
  ['name; 1,000', 'T-Con Board; 1,000', ['T-Con Board | 1,000']],
  ['words for pieces', '2000 pcs T-Con Board\nLED Strip 32 2000 pcs', ['T-Con Board | 2000 pcs', 'LED Strip 32 | 2000 pcs']],
  ['part number and quantity apart by a space', 'TF-000123 5000', ['TF-000123 | 5000']],
  ['bullets', '- 2000 x T-Con Board\n• LED Strip; 3,000\n* Remote x 500', ['T-Con Board | 2000', 'LED Strip | 3,000', 'Remote | 500']],
  [
    'numbers of items',
    '1. 2000 x T-Con Board\n2) LED Strip - 3000\n(3) Remote: 500',
    ['T-Con Board | 2000', 'LED Strip | 3000', 'Remote | 500'],
  ],
  ['numbers of items before commas', '1. TF-000001, 2000\n2. TF-000002, 12500', ['TF-000001 | 2000', 'TF-000002 | 12500']],
  ['bullets before tabs', '- TF-000001\t2000\n- TF-000002\t12500', ['TF-000001 | 2000', 'TF-000002 | 12500']],
  ['a word for the quantity', 'T-Con Board, qty 12000\nLED Strip Menge: 500', ['T-Con Board | 12000', 'LED Strip | 500']],
  [
    'quantities in brackets',
    'T-Con Board (25000)\nSpeakers (set of 3) (1,000 pcs)',
    ['T-Con Board | 25000', 'Speakers (set of 3) | 1,000'],
  ],
  ['brackets and measures of names', 'Speaker Pair (2)\nLCD Panel 55 4K', ['Speaker Pair (2) | ', 'LCD Panel 55 4K | ']],
  ['thousands', 'TF-000123 4k\n2.5k pcs T-Con Board', ['TF-000123 | 4k', 'T-Con Board | 2.5k pcs']],
  ['off', '8000 off T-Con Board', ['T-Con Board | 8000']],
  ['an at sign', 'TF-000123 @ 8000\nT-Con Board @ 2,500 pcs', ['TF-000123 | 8000', 'T-Con Board | 2,500']],
  ['a price after an at sign', 'TF-000123 @ 16.40\n2000 pcs TF-000123 @ 9', ['TF-000123 @ 16.40 | ', 'TF-000123 @ 9 | 2000 pcs']],
  ['a quantity and a price after an at sign', 'TF-000123 x 2000 @ 150', ['TF-000123 x 2000 @ 150 | ']],
  ['a number in front of words', '10115 Berlin\n5000 Netzteil', ['10115 Berlin | ', '5000 Netzteil | ']],
  ['a quantity before a part number', '2000 TF-000123', ['TF-000123 | 2000']],
  [
    'one tab in a written list',
    'T-Con Board x 2000\nLED Strip\t3000\nRemote x 500',
    ['T-Con Board | 2000', 'LED Strip | 3000', 'Remote | 500'],
  ],
  [
    'bars with rules',
    '-----------------\n|Material  |Menge|\n-----------------\n|TF-1      |2.000|\n|TF-2      |3.000|',
    [' | ', ' | ', 'TF-1 | 2.000', 'TF-2 | 3.000'],
  ],
  ['a bar between part and quantity', 'T-Con Board | 2000\nLED Strip | 3000', ['T-Con Board | 2000', 'LED Strip | 3000']],
  ['names alone', 'T-Con Board\nLED Strip 32', ['T-Con Board | ', 'LED Strip 32 | ']],
  ['a header', 'Part No.\tDescription\tQty\nTF-1\tBoard\t5\n\tLED Strip\t7', ['TF-1 | 5', 'LED Strip | 7']],
  ['titles between bars', 'Part number|Quantity\nTF-1|2000\nTF-2|3000', ['TF-1 | 2000', 'TF-2 | 3000']],
  [
    'titles between commas, and semicolons in the cells',
    'Part number,Quantity,Note\nTF-1,2000,a; b\nTF-2,3000,c; d',
    ['TF-1 | 2000', 'TF-2 | 3000'],
  ],
  [
    'titles between semicolons above many words',
    'Part;Qty\nTF-1;2000\n\nBest\nregards\nKim',
    ['TF-1 | 2000', 'Best | ', 'regards | ', 'Kim | '],
  ],
  ['a header in another order', 'Quantity;Item\n5000;T-Con Board', ['T-Con Board | 5000']],
  ['what Excel writes first', 'sep=;\r\nPart;Qty\r\nT-Con Board;5000\r\n', ['T-Con Board | 5000']],
  ['old and new ends of lines', 'T-Con Board\t1\r\nLED Strip\t2\rRemote\t3', ['T-Con Board | 1', 'LED Strip | 2', 'Remote | 3']],
  ['a quote that is never closed', '"T-Con Board\t1\nLED Strip\t2\nRemote\t3', ['"T-Con Board | 1', 'LED Strip | 2', 'Remote | 3']],
])('reads %s', (_, text, lines) => {
  expect(linesOf(text)).toEqual(lines)
})

test.each([
  ['TCB-5512-4K x 2,50,000', 250_000],
  ['2,50,000 pcs TCB-5512-4K', 250_000],
  ['2,50,000 x TCB-5512-4K', 250_000],
  ['2,50,000 off TCB-5512-4K', 250_000],
  ['2,50,000 TCB-5512-4K', 250_000],
  ['TCB-5512-4K (2,50,000)', 250_000],
  ['TCB-5512-4K, 2,50,000', 250_000],
  ['TCB-5512-4K; 2,50,000', 250_000],
  ['TCB-5512-4K: 2,50,000', 250_000],
  ['TCB-5512-4K - 2,50,000', 250_000],
  ['TCB-5512-4K 2,50,000 pcs', 250_000],
  ['TCB-5512-4K, qty 2,50,000', 250_000],
  ['TCB-5512-4K 2,50,000', 250_000],
  ['TCB-5512-4K x 12,34,56,789', 123_456_789],
  ['TCB-5512-4K x 2.500,00', 2_500],
  ['2.500,00 Stk TCB-5512-4K', 2_500],
  ['TCB-5512-4K x 2 500,00', 2_500],
  ['TCB-5512-4K x 2,500.00', 2_500],
  ['TCB-5512-4K x 1.250.000', 1_250_000],
  ["TCB-5512-4K x 1'250'000", 1_250_000],
  ['TCB-5512-4K x 2.500', 'asks'],
  ['TCB-5512-4K x 2.500,50', 'asks'],
  ['2.500,50 pcs TCB-5512-4K', 'asks'],
  ['TCB-5512-4K x 2500,50', 'asks'],
  ['2500,50 pcs TCB-5512-4K', 'asks'],
  ['2500,50 TCB-5512-4K', 'asks'],
  ['TCB-5512-4K: 2500,50', 'asks'],
  ['TCB-5512-4K 12,5', 'asks'],
  ['TCB-5512-4K x 12.5 pcs', 'asks'],
  ['1,5 x TCB-5512-4K', 'asks'],
  ['TCB-5512-4K x 12,0000', 'asks'],
  ['TCB-5512-4K x 2,50,000-3,00,000', 'asks'],
  ['TCB-5512-4K x 2000 szt.', 2_000],
  ['TCB-5512-4K, 2 000 шт', 2_000],
  ['500 adet TCB-5512-4K', 500],
])('%s is so many pieces: %s; no part of a figure is taken for it', (written, pieces) => {
  const { text, quantity } = readWrittenLine(written)

  if (typeof pieces === 'number') expect([text, readQuantity(quantity)]).toEqual(['TCB-5512-4K', pieces])
  else if (text === 'TCB-5512-4K') expect([quantity, readQuantity(quantity)]).toEqual([expect.stringMatching(/\d/), undefined])
  else expect([text, quantity]).toEqual([written, '']) // the shop has no such part, so that the whole line is asked about
})

test('whatever stands around a figure, all of it is the quantity or none', () => {
  const digits = fc.array(fc.tuple(fc.constantFrom(',', '.', "'"), fc.integer({ min: 0, max: 9_999 }).map(String)), { maxLength: 4 })
  const figure = fc
    .tuple(fc.integer({ min: 1, max: 9_999 }), digits)
    .map(([first, more]) => first + more.map(([mark, number]) => mark + number).join(''))
  const way = fc.constantFrom(
    (f: string) => `TF-A1 x ${f}`,
    (f: string) => `TF-A1, ${f}`,
    (f: string) => `TF-A1: ${f}`,
    (f: string) => `TF-A1 ${f} pcs`,
    (f: string) => `TF-A1 (${f})`,
    (f: string) => `${f} x TF-A1`,
    (f: string) => `${f} pcs TF-A1`,
    (f: string) => `${f} TF-A1`,
    (f: string) => `TF-A1 ${f}`,
  )
  fc.assert(
    fc.property(figure, way, (written, write) => {
      const { quantity } = readWrittenLine(write(written))

      expect(['', written, `${written} pcs`]).toContain(quantity)
    }),
    { numRuns: 2_000 },
  )
})

test('asks where two columns could be the part', () => {
  const text = 'TF-000001\tMain Board\t5000\nTF-000002\tLED Strip\t7000'

  expect(linesOf(text)).toBe('asks')
  expect(guessColumns(readText(text).rows)).toEqual({ header: false, part: 0, name: undefined, quantity: 2 })
})

test('blank rows are counted, the end of the last line is none', () => {
  const { rows, blank } = readText('T-Con Board; 1\n\n  \nLED Strip; 2\n')

  expect(rows).toHaveLength(2)
  expect(blank).toBe(2)
})

const cell = fc.string({ unit: 'grapheme', maxLength: 30 })
const seen = (text: string) => text.trim() !== ''

test('every row of a table is a row, whatever stands in its cells', () => {
  const table = fc.array(fc.tuple(cell, cell.filter(seen), cell), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(table, fc.constantFrom('\t', ';', ','), fc.constantFrom('\n', '\r\n'), (rows, delimiter, newline) => {
      const text = `sep=${delimiter}\n${Papa.unparse(rows, { delimiter, newline, quotes: true })}`

      expect(readText(text)).toEqual({ rows, blank: 0 })
    }),
  )
})

// Without quotes: the text between two of them may contain the end of a line.
test('every line that is written is a line, in its order, or counted as blank or header', () => {
  const words = fc.constantFrom('T-Con', 'Board', 'qty', 'Part', '2,000', '12 000', 'x', '×', ';', ',', '\t', 'pcs', '-', '1e5', ' ')
  const line = fc.oneof(
    fc.array(words, { maxLength: 8 }).map((some) => some.join(' ')),
    fc.string({ unit: 'binary', maxLength: 40 }).map((text) => text.replace(/[\r\n"]/g, '')),
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), (written) => {
      const table = readText(written.join('\n'))
      const columns = recogniseColumns(table.rows) ?? guessColumns(table.rows)
      const read = linesOfTable(table, columns)
      const last = (written.at(-1) ?? '') === '' && written.length > 0 ? 1 : 0

      expect(read.lines.length + read.header + read.blank + (written.length === 0 ? 0 : last)).toBe(written.length)
    }),
    { numRuns: 200 },
  )
})

test('a line loses no letter to its quantity: both are in what was written', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), (written) => {
      const { text, quantity } = readWrittenLine(written)

      expect(written).toContain(text)
      expect(written).toContain(quantity)
      if (seen(written)) expect(seen(text)).toBe(true)
    }),
  )
})

test('a name and a quantity come back from every way to write them', () => {
  // '1 pcs Of Aa' is one piece of Aa.
  const name = fc.stringMatching(/^[A-Z][a-z]{1,9}( [A-Z][a-z]{1,9}){0,3}$/).filter((text) => !text.startsWith('Of '))
  const quantity = fc.integer({ min: 1, max: 9_999_999 }).chain((n) => fc.constantFrom(String(n), n.toLocaleString('en')))
  const way = fc.constantFrom(
    (part: string, pieces: string) => `${pieces} x ${part}`,
    (part: string, pieces: string) => `${part} x ${pieces}`,
    (part: string, pieces: string) => `${part}; ${pieces}`,
    (part: string, pieces: string) => `${part}\t${pieces}`,
    (part: string, pieces: string) => `${part}, ${pieces}`,
    (part: string, pieces: string) => `${pieces} pcs ${part}`,
    (part: string, pieces: string) => `${part} ${pieces} pcs`,
  )
  fc.assert(
    fc.property(name, quantity, way, (part, pieces, write): void => {
      const { text, quantity: read } = readWrittenLine(write(part, pieces))

      expect({ text, quantity: read.replace(' pcs', '') } satisfies GivenLine).toEqual({ text: part, quantity: pieces })
    }),
  )
})

test('a line fits what the shop takes, and says when something was cut off', () => {
  const piece = fc.string({ unit: 'binary', minLength: 1, maxLength: 10 })
  fc.assert(
    fc.property(piece, fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 60 }), (some, often, seldom) => {
      const [text, quantity] = [some.repeat(often), some.repeat(seldom)]
      const { line, wasCut } = fitLine(text, quantity)

      expect(line.text.length).toBeLessThanOrEqual(TEXT_LIMITS.quoteLine)
      expect(line.quantity.length).toBeLessThanOrEqual(QUANTITY_LENGTH)
      expect(line.text + line.quantity).not.toMatch(/\p{Cc}/u)
      if (text.length <= TEXT_LIMITS.quoteLine && quantity.length <= QUANTITY_LENGTH) expect(wasCut).toBe(false)
    }),
  )
})

test('reading takes no longer than its length, however hostile the line', () => {
  const hostile = [
    `${'1,000'.repeat(80_000)}`,
    `${' '.repeat(400_000)}x`,
    `a${' x 1'.repeat(100_000)}`,
    `${'1 '.repeat(200_000)}pcs`,
    `a${', 1'.repeat(120_000)}b`,
    `a${' '.repeat(400_000)}b`,
    `${'1,000 '.repeat(80_000)}off`,
    `a ${'('.repeat(200_000)}`,
  ]
  for (const line of hostile) {
    const read = () => linesOfTable(readText(`${line}\n${line}`), { header: false, part: 0, name: undefined, quantity: undefined })
    expect(endIfItHangs(read), line.slice(0, 20)).toBeDefined()
  }
})
