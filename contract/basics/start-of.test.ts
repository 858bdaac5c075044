import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstSigns, startOf } from './start-of.ts'

test.each([
  ['letters', 'abcdef', 3, 'abc'],
  ['a text that fits', 'abc', 3, 'abc'],
  ['an emoji', 'ab😀c', 3, 'ab'],
  ['an emoji that fits', 'ab😀c', 4, 'ab😀'],
  ['a skin tone', 'a👍🏽b', 3, 'a'],
  ['a family', 'a👨‍👩‍👧b', 8, 'a'],
  ['a flag', 'a🇩🇪🇫🇷', 6, 'a🇩🇪'],
  ['a combining accent', 'cafe\u0301s', 4, 'caf'],
  ['a key cap', '12️⃣3', 2, '1'],
  ['a syllable of Devanagari', 'aकि', 2, 'a'],
  ['the end of a line', 'ab\r\nc', 3, 'ab'],
  ['a sign that is longer than all', `e${'\u0301'.repeat(9)}`, 4, 'e\u0301\u0301\u0301'],
])('%s is not cut in two', (_, text, length, start) => {
  expect(startOf(text, length)).toBe(start)
  expect(startOf(text, length).length).toBeLessThanOrEqual(length)
})

test('the beginning of a text is as long as it may be, and its signs are those of the text', () => {
  const signs = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  const sign = fc.oneof(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }), fc.constantFrom('👨‍👩‍👧', '🇩🇪', 'e\u0301', '\r\n', '1️⃣'))
  fc.assert(
    fc.property(fc.array(sign, { maxLength: 20 }), fc.integer({ min: 12, max: 40 }), (written, length) => {
      const text = written.join('')
      const all = Array.from(signs.segment(text), ({ segment }) => segment)
      let end = 0
      while (end < all.length && all.slice(0, end + 1).join('').length <= length) end += 1

      expect(startOf(text, length)).toBe(all.slice(0, end).join(''))
    }),
  )
})

test('signs are counted as readers count them', () => {
  expect(firstSigns('a👨‍👩‍👧🇩🇪e\u0301b', 4)).toBe('a👨‍👩‍👧🇩🇪e\u0301')
  expect(firstSigns('a👨‍👩‍👧', 2)).toBe('a👨‍👩‍👧')
  expect(firstSigns('abc', 5)).toBe('abc')
})

const ROOT = join(import.meta.dirname, '../..')
/** These cut ids, keys, names of files and databases, and what programs say of themselves: ASCII alone. */
const OTHER_CUTS = [
  'app/orders/ordered-part.tsx',
  'app/quotes/remembered-columns.ts',
  'server/api-keys/key-text.ts',
  'server/categories/free-key.ts',
  'server/identity/identity.ts',
  'server/ledger/write-datev.ts',
  'server/mail/folder-transport.ts',
  'server/run/sandbox-shop/sandbox-database.ts',
]

test('no text that people wrote is cut in another way', async () => {
  const names = await Promise.all(
    ['app', 'server', 'contract', 'readers'].map(async (folder) =>
      (await readdir(join(ROOT, folder), { recursive: true })).map((name) => `${folder}/${name}`),
    ),
  )
  const sources = names.flat().filter((name) => /\.tsx?$/.test(name) && !/\.(?:test|proof)\.tsx?$/.test(name))
  const texts = await Promise.all(sources.map(async (name) => [name, await readFile(join(ROOT, name), 'utf8')] as const))
  const cutting = texts.filter(([, text]) => /\.(?:slice|substring|substr)\(0, [^)\n]*(?:LIMITS|LENGTH|LONGEST|QUOTED)/.test(text))

  expect(cutting.map(([name]) => name).toSorted()).toEqual(OTHER_CUTS)
})
