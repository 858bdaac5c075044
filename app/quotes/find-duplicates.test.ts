import { expect, test } from 'vitest'
import type { QuoteLine } from '#contract/quotes/quotes.ts'
import { countDuplicates, findDuplicates } from './find-duplicates.ts'

/** Merges lines of 'part quantity'; the part '?' has no match, '-' no answer yet. */
function mergeAndCount(...written: string[]) {
  const lines = written.map((text, id) => ({ id, text, quantity: text.slice(2), listed: text }))
  const answerOf = ({ text }: { text: string }) =>
    text.startsWith('-') ? undefined : ({ status: text.startsWith('?') ? 'unknown' : 'matched', partsId: text[0] } as QuoteLine)
  const { sums, removed } = findDuplicates(lines, answerOf)
  return { sums: Object.fromEntries(sums), removed, counted: countDuplicates(lines, answerOf) }
}

function mergeOf(...written: string[]) {
  const { sums, removed } = mergeAndCount(...written)
  return { sums, removed }
}

test('lines of one part beside its first are counted', () => {
  expect(mergeAndCount('A 2000', 'B 500', 'A 1,500', '? 1000', '- 1000', 'A 3000').counted).toBe(2)
})

test('quantities of one part are added to its first line, and the others go', () => {
  expect(mergeOf('A 2000', 'B 500', 'A 1,500', 'A 12 000 pcs')).toEqual({ sums: { 0: '15500' }, removed: [2, 3] })
})

test('what is for the same number of boards stays for it', () => {
  expect(mergeOf('A 2 x 1,000', 'A 3 x 1,000')).toEqual({ sums: { 0: '5 x 1,000' }, removed: [1] })
  expect(mergeOf('A 2 x 1,000', 'A 3 x 500')).toEqual({ sums: { 0: '3500' }, removed: [1] })
})

test('a line without a quantity counts as the minimum order', () => {
  expect(mergeOf('A ', 'A 2000')).toEqual({ sums: { 0: '3000' }, removed: [1] })
})

test.each([
  ['parts that are not known', ['? 5', '? 5']],
  ['lines that are not answered', ['- 5', '- 5']],
  ['different parts', ['A 5', 'B 5']],
  ['quantities that are not clear', ['A 12.000', 'A 5']],
  ['more than can be ordered', ['A 1000000000', 'A 5']],
])('%s are not merged', (_, lines) => {
  expect(mergeOf(...lines)).toEqual({ sums: {}, removed: [] })
})
