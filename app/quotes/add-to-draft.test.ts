import { expect, test } from 'vitest'
import { MAXIMUM_QUOTE_LINES } from '#contract/basics/limits.ts'
import { addLinesToDraft, addToDraft } from './add-to-draft.ts'
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

test('lines of orders stand below those of the draft as they were ordered, also of a part that it has', () => {
  const storage = openStorage()
  addToDraft({ ...board, quantity: '1000' }, null, storage)

  const added = addLinesToDraft(
    [
      { text: 'Main Board', quantity: '2000', partsId: 'a' },
      { text: 'Panel', quantity: '3000', partsId: 'b' },
    ],
    null,
    storage,
  )

  expect(added).toEqual({ isAdded: true, text: '2 lines added to your quote.' })
  expect(findDraft(null, storage)?.lines.map(({ quantity }) => quantity)).toEqual(['1000', '2000', '3000'])
})

test('lines that would be too many are not added, and the draft stays', () => {
  const storage = openStorage()
  addToDraft({ ...board, quantity: '1000' }, null, storage)

  const tooMany = Array.from({ length: MAXIMUM_QUOTE_LINES }, () => ({ text: 'x', quantity: '1' }))

  expect(addLinesToDraft(tooMany, null, storage).isAdded).toBe(false)
  expect(findDraft(null, storage)?.lines).toHaveLength(1)
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
