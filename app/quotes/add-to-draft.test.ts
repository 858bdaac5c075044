import { expect, test } from 'vitest'
import { MAXIMUM_QUOTE_LINES } from '#contract/limits.ts'
import { addToDraft } from './add-to-draft.ts'
import { EMPTY_DRAFT, findDraft, keepDraft } from './kept-draft.ts'

function openStorage() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

const board = { partsId: 'a', name: 'Main Board' }

test('a part becomes a line of the draft, and more of its pieces go into the same line', () => {
  const storage = openStorage()

  expect(addToDraft({ ...board, quantity: '12,000' }, null, storage)).toEqual({
    isAdded: true,
    text: '12,000 × Main Board added to your quote.',
  })
  addToDraft({ partsId: 'b', name: 'Panel', quantity: '1000' }, null, storage)
  addToDraft({ ...board, quantity: '500' }, null, storage)

  expect(findDraft(null, storage)?.lines).toEqual([
    { text: 'Main Board', quantity: '12500', partsId: 'a' },
    { text: 'Panel', quantity: '1000', partsId: 'b' },
  ])
})

test('a line whose quantity cannot be read stays as it is', () => {
  const storage = openStorage()
  keepDraft({ ...EMPTY_DRAFT, lines: [{ text: 'Main Board', quantity: 'a few', partsId: 'a' }] }, storage)

  addToDraft({ ...board, quantity: '1000' }, null, storage)

  expect(findDraft(null, storage)?.lines.map(({ quantity }) => quantity)).toEqual(['a few', '1000'])
})

test('what is not a number of pieces is refused in words', () => {
  const storage = openStorage()

  expect(addToDraft({ ...board, quantity: 'a few' }, null, storage)).toEqual({ isAdded: false, text: 'Enter a whole number of pieces.' })
  expect(findDraft(null, storage)).toBeUndefined()
})

test.each([
  ['lines', { text: 'x', quantity: '1' }, MAXIMUM_QUOTE_LINES],
  ['characters', { text: 'x'.repeat(199), quantity: '1' }, 9_500],
])('a draft that has no room for more %s is kept as it is', (_, line, count) => {
  const storage = openStorage()
  expect(keepDraft({ ...EMPTY_DRAFT, lines: Array.from({ length: count }, () => line) }, storage)).toBe(true)

  const longName = 'x'.repeat(100_000)
  expect(addToDraft({ partsId: 'a', name: longName, quantity: '1000' }, null, storage).isAdded).toBe(false)
  expect(findDraft(null, storage)?.lines).toHaveLength(count)
})
