import Papa from 'papaparse'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvOf, withoutGuard } from './csv.ts'

const KEPT = [
  '004711',
  '0',
  '00',
  '123456789012',
  '340282366920938463463374607431768211456',
  '12E4',
  '1e5',
  '1.10',
  '12.000',
  '1-2',
  '3/4',
  '10:30',
  '01.02.2026',
  '5%',
  '$5',
  '€1.000',
  '.5',
  '12 000',
  'MAR1',
  'mar-1',
  'Sep 2026',
  '2-Dez',
  'May 26',
  'TRUE',
  'false',
]
const AS_THEY_ARE = [
  'TCB-5512-4K',
  '4711',
  '12345678901',
  '2026-11-25',
  '2026-11-25T10:40:00.123Z',
  'O-000123',
  'Board 55',
  '12 pcs',
  '5 mm',
  'Marker 7',
  'MAR-1-X',
  'Mayfair',
  'May',
  '',
]

test.each(KEPT.filter((text) => text !== '0'))('%s is written so that spreadsheets keep it, and is read as it was', (text) => {
  const written = csvOf([['a', text, 1]])

  expect(written).toBe(`a,"=""${text}""",1\r\n`)
  expect(withoutGuard(Papa.parse<string[]>(written).data[0]![1]!)).toBe(text)
})

test.each(AS_THEY_ARE)('%j is written as it is', (text) => {
  expect(csvOf([['a', text, 1]])).toBe(`a,${text},1\r\n`)
})

test('numbers stay numbers', () => {
  expect(csvOf([[4711, 1.5, 1e21, null]])).toBe('4711,1.5,1e+21,\r\n')
})

test.each([
  '\u200b=1+1',
  '\u200b\u200c\u200d=1+1',
  '\ufeff=1+1',
  '\u2060+1',
  '\u00ad-1+1',
  '\u202e@SUM(1)',
  '\u0000=1+1',
  '\u0007=1+1',
  '\u001f=1+1',
  '\u007f=1+1',
  '\u0085=1+1',
  '\u00a0=1+1',
  '\u3000＝1+1',
  '\u180e=1+1',
  '\u115f=1+1',
  '\u3164=1+1',
  '\uffa0=1+1',
  '\u2800=1+1',
  '\u034f=1+1',
  '\ufe0f=1+1',
  '\u{e0020}=1+1',
  '\ue000=1+1',
  ' \u200b \ufeff=1+1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(1)',
  '﹦1+1',
  '﹣1',
  '⁼1',
  '−1+1',
])('the formula %j is written as text, and read as it was', (text) => {
  const [row] = Papa.parse<string[]>(csvOf([['a', text, `x;${text}`]]), { delimiter: ',' }).data

  expect(row![1]).toBe(`'${text}`)
  expect(row![2]).toMatch(/^x;.*'/u)
  expect(row!.map(withoutGuard)).toEqual(['a', text, `x;${text}`])
})

test('every text is read as it was written', () => {
  const signs = fc.constantFrom(
    '0',
    '1',
    '7',
    'E',
    '.',
    ',',
    '-',
    '/',
    ' ',
    '=',
    '+',
    "'",
    '"',
    ';',
    'a',
    '%',
    '\n',
    '\u200b',
    '\ufeff',
    '＝',
  )
  fc.assert(
    fc.property(fc.array(fc.string({ unit: signs, maxLength: 6 }), { minLength: 1, maxLength: 4 }), (row) => {
      // A text that begins with an apostrophe or is such a formula itself has always been ambiguous.
      fc.pre(!row.some((text) => /'|^="/.test(text)))

      expect(Papa.parse<string[]>(csvOf([['x', ...row]]), { delimiter: ',' }).data[0]!.map(withoutGuard)).toEqual(['x', ...row])
    }),
    { numRuns: 2_000 },
  )
})
