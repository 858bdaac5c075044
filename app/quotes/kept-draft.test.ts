import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { QuoteLine } from '#contract/quotes/quotes.ts'
import { draftLine, EMPTY_DRAFT, findDraft, forgetDraft, keepDraft, type Draft } from './kept-draft.ts'

function openStorage() {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

const line = fc.record({ text: fc.string(), quantity: fc.string(), partsId: fc.option(fc.uuid(), { nil: undefined }) })
const draft: fc.Arbitrary<Draft> = fc.record({
  owner: fc.constant(null),
  lines: fc.array(line, { maxLength: 20 }),
  name: fc.string(),
  note: fc.string(),
  edited: fc.option(fc.record({ id: fc.uuid(), number: fc.string(), version: fc.nat() }), { nil: undefined }),
  saveAt: fc.option(
    fc.nat().map((cents) => cents / 100),
    { nil: undefined },
  ),
})

test.each([
  ['are kept', '2099-03-02', true],
  ['are planned anew where the day of one is over', '2026-01-05', false],
])('the deliveries of a line %s', (_, wishedOn, areKept) => {
  const storage = openStorage()
  const releases = [
    { pieces: 1_000, wishedOn },
    { pieces: 2_000, wishedOn: '2099-04-01' },
  ]
  keepDraft({ ...EMPTY_DRAFT, lines: [{ text: 'Main Board', quantity: '3000', releases }] }, storage)

  expect(findDraft(null, storage)!.lines).toEqual([{ text: 'Main Board', quantity: '3000', ...(areKept && { releases }) }])
})

test('a draft comes back as it was', () => {
  fc.assert(
    fc.property(draft, (kept) => {
      const storage = openStorage()

      expect(keepDraft(kept, storage)).toBe(true)
      expect(findDraft(null, storage)).toEqual(kept)
    }),
  )
})

test.each([
  ['a visitor finds their own', null, null, true],
  ['a visitor finds theirs after signing in', null, 'ann@example.com', true],
  ['a person finds their own', 'ann@example.com', 'ann@example.com', true],
  ["nobody finds another person's", 'ann@example.com', 'bob@example.com', false],
  ["nor does a visitor, after that person's sign-out", 'ann@example.com', null, false],
])('%s', (_, owner, email, isFound) => {
  const storage = openStorage()
  keepDraft({ ...EMPTY_DRAFT, owner, lines: [{ text: 'Main Board', quantity: '1000' }] }, storage)

  expect(findDraft(email, storage) !== undefined).toBe(isFound)
})

test('what is longer than the browser should keep is not kept', () => {
  const storage = openStorage()
  const lines = Array.from({ length: 10_000 }, () => ({ text: 'x'.repeat(300), quantity: '1000' }))

  expect(keepDraft({ ...EMPTY_DRAFT, lines }, storage)).toBe(false)
  expect(findDraft(null, storage)).toBeUndefined()
})

test('10,000 lines as people write them are kept', () => {
  const lines = Array.from({ length: 10_000 }, (_, row) => ({
    text: `LED Backlight Strip, 55 inch, version ${row}`,
    quantity: '12,000 pcs',
  }))

  expect(keepDraft({ ...EMPTY_DRAFT, lines }, openStorage())).toBe(true)
})

test('anything else under the key is no draft', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.json().map((lines) => `{"lines":${lines}}`),
      ),
      (written) => {
        const storage = openStorage()
        storage.setItem('quoteDraft', written)

        const found = findDraft(null, storage)
        if (found) expect(found.lines.every(({ text, quantity }) => typeof text === 'string' && typeof quantity === 'string')).toBe(true)
      },
    ),
  )
  const storage = openStorage()
  forgetDraft(storage)
  expect(findDraft(null, storage)).toBeUndefined()
})

test('a saved line that is edited has its quantity as it was typed, or the one that was quoted instead', () => {
  const saved = { text: 'a part', name: 'A part', partsId: null } as QuoteLine

  expect(draftLine({ ...saved, asked: '2,000 pcs', quantity: 2_000 }).quantity).toBe('2,000 pcs')
  expect(draftLine({ ...saved, asked: '12', quantity: 1_000 }).quantity).toBe('1000')
  expect(draftLine({ ...saved, asked: '', quantity: 1_000 }).quantity).toBe('1000')
  expect(draftLine({ ...saved, asked: '12.000', quantity: null }).quantity).toBe('12.000')
})
