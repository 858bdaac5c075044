import Papa from 'papaparse'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { endIfItHangs } from '#tests/support/load/end-if-it-hangs.ts'
import { saidSeparator, splitRows } from './split-rows.ts'

test.each([
  ['an inch sign in a quoted cell', '"T-Con 55" board";"2000"', [['T-Con 55" board', '2000']]],
  ['an inch sign at the end of a quoted cell', '"Board 55"";"2000"', [['Board 55"', '2000']]],
  ['an inch sign in a cell without quotation marks', 'Board 55";2000', [['Board 55"', '2000']]],
  ['a mark that is not closed', '"Board 55;2000', [['"Board 55', '2000']]],
  ['a mark that is not closed in the last cell', 'Board;"2000', [['Board', '"2000']]],
  ['words behind a closed mark', '"Board" 55;2000', [['"Board" 55', '2000']]],
  ['marks that fit several columns', '"Board 5";10 pin";"200"', [['"Board 5";10 pin";"200"']]],
])('%s spoils no other row', (_, bad, read) => {
  const [good, text] = ['"LED; strip";"3,000"', '"TF-1 ""A""\nof two lines";7']
  const rows = [
    ['LED; strip', '3,000'],
    ['TF-1 "A"\nof two lines', '7'],
  ]

  for (const newline of ['\n', '\r\n']) {
    const lines = (...all: string[]) => all.join(newline)
    expect(splitRows(lines(bad, good, text), ';')).toEqual([...read, ...rows])
    expect(splitRows(lines(good, bad, text), ';')).toEqual([rows[0], ...read, rows[1]])
    expect(splitRows(lines(good, text, bad), ';')).toEqual([...rows, ...read])
  }
})

test('a file that is as it should be is read as by any reader of CSV, also beside a bad row', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ';', '\n', ' ', '5'), maxLength: 8 })
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 10 }), (rows) => {
      const text = Papa.unparse(rows, { delimiter: ';', newline: '\n', quotes: true })

      expect(splitRows(`${text}\n"x"y;1`, ';')).toEqual([...rows, ['"x"y', '1']])
    }),
  )
})

test('no line is lost, whatever marks it has', () => {
  const line = fc.string({ unit: fc.constantFrom('a', '"', ';', '5'), maxLength: 12 })
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), (lines) => {
      const told = splitRows(lines.join('\n'), ';').flat().join('')

      for (const letters of lines) expect(told.replaceAll(/[^a5]/g, '')).toContain(letters.replaceAll(/[^a5]/g, ''))
    }),
  )
})

test('reading takes no longer than its length, however hostile the marks', () => {
  for (const hostile of [
    '"x;'.repeat(100_000),
    '"'.repeat(900_001),
    '"a"a'.repeat(200_000),
    `${'"\n'.repeat(200_000)}x"y`,
    `"a"b;${';'.repeat(900_000)}`,
    '\n'.repeat(900_000),
  ]) {
    expect(
      endIfItHangs(() => splitRows(hostile, ';')),
      hostile.slice(0, 9),
    ).toBeDefined()
  }
})

test.each([
  ['sep=;\r\nPart;Qty', ';', 'Part;Qty'],
  ['SEP=\t\nPart\tQty', '\t', 'Part\tQty'],
  ['"sep=|"\nPart|Qty', '|', 'Part|Qty'],
  ['sep=;;;\nPart;Qty', ';', 'Part;Qty'],
])('%j says what separates its columns', (text, separator, rest) => {
  expect(saidSeparator(text)).toEqual({ separator, rest })
})

test.each(['sep=', 'separator;x', 'Part;sep=;'])('%j says nothing of it', (text) => {
  expect(saidSeparator(text)).toBeUndefined()
})
