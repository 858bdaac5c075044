import { expect, test } from 'vitest'
import { readText } from '#readers/lists/read-text.ts'
import { sheetLines } from './sheet-lines.ts'

const read = (...lines: string[]) => sheetLines(readText(lines.join('\n')))

test.each([
  [
    ['A-100; 2,500', 'A-200; 500 pcs'],
    [2_500, 500],
  ],
  [
    ['A-100; 2.500', 'A-200; 12.000'],
    [2_500, 12_000],
  ],
  [
    ['A-100; 12,00', 'A-200; 7'],
    [12, 7],
  ],
  [
    ['A-100; -5', 'A-200; \u22121,500', 'A-300; +7', 'A-400; 0'],
    [-5, -1_500, 7, 0],
  ],
  [
    ["A-100; 1'250", 'A-200; 12k'],
    [1_250, 12_000],
  ],
])('the pieces of %j are %j', (lines, pieces) => {
  const { lines: found, unread } = read(...lines)
  expect(unread).toEqual([])
  expect(found.map((line) => line.pieces)).toEqual(pieces)
})

test('lines whose pieces cannot be read are named, and those with two readings with both', () => {
  expect(read('A-100; 12.000', 'A-200; 12,50', 'A-300; 0,125', 'A-400; 8')).toEqual({
    lines: [{ text: 'A-400', pieces: 8 }],
    unread: ['A-100: 12.000 may be 12 or 12,000 pieces.', 'A-200: 12,50 is no number of pieces.', 'A-300: 0,125 is no number of pieces.'],
  })
})

test('beside decimal commas, pieces as 12,000 have two readings', () => {
  expect(read('Part number\tQuantity\tWeight', 'A-100\t12,000\t0,5', 'A-200\t8\t1,25').unread).toEqual([
    'A-100: 12.000 may be 12 or 12,000 pieces.',
  ])
})

test('lines without pieces are left out', () => {
  expect(read('Part number;Count', 'A-100;', 'A-200;8')).toEqual({ lines: [{ text: 'A-200', pieces: 8 }], unread: [] })
})
