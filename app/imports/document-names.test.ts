import { expect, test } from 'vitest'
import { endIfItHangs } from '#tests/support/load/end-if-it-hangs.ts'
import { isDocumentName, kindOf, possibleNumbers, titleOf } from './document-names.ts'

test.each<[string, string[]]>([
  ['TF-000123.pdf', ['TF-000123', 'TF']],
  ['TF-000123 drawing.STEP', ['TF-000123 drawing', 'TF-000123', 'TF']],
  ['sheets/AC_10 (2024).pdf', ['AC_10 (2024)', 'AC_10 (2024', 'AC_10', 'AC', 'sheets']],
  ['TF-000123/data sheet.pdf', ['data sheet', 'data', 'TF-000123']],
  [`TF-000123 ${'word '.repeat(100)}.pdf`, expect.arrayContaining(['TF-000123 word', 'TF-000123', 'TF'])],
])('%s may belong to %j', (path, numbers) => {
  expect(possibleNumbers(path)).toEqual(numbers)
})

test.each([
  ['a.pdf', 'data-sheet'],
  ['a.dxf', 'drawing'],
  ['a.stp', 'drawing'],
  ['a outline.pdf', 'drawing'],
  ['a RoHS.pdf', 'declaration'],
  ['drawings/a.pdf', 'data-sheet'],
])('%s is a %s', (path, kind) => {
  expect(kindOf(path)).toBe(kind)
})

test.each([
  ['TF-000123.pdf', 'TF-000123', 'Data sheet'],
  ['x/TF-000123_rev-b.pdf', 'TF-000123', 'Rev b'],
  ['TF-000123/user manual.pdf', 'TF-000123', 'User manual'],
])('%s of %s is called %s', (path, number, title) => {
  expect(titleOf(path, number, 'Data sheet')).toBe(title)
})

test.each([
  ['a.pdf', true],
  ['a/b.Stp', true],
  ['__MACOSX/a.pdf', false],
  ['a/._b.pdf', false],
  ['a.docx', false],
])('%s is looked at: %s', (path, isOne) => {
  expect(isDocumentName(path)).toBe(isOne)
})

test('a name of many words is answered', () => {
  expect(endIfItHangs(() => possibleNumbers(`${'a-'.repeat(150_000)}.pdf`)).length).toBeLessThan(1_000)
})
