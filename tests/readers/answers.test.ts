import { expect, test } from 'vitest'
import { comparable } from './answer-of.ts'
import { examples } from './corpus.ts'

const FEWEST_FILES = 200

test('the corpus has files of many programs and banks', () => {
  expect(examples.length).toBeGreaterThanOrEqual(FEWEST_FILES)
})

test.each(examples.map((example) => [example.file, example] as const))('%s is read right', async (_file, { kind, bytes, right }) => {
  expect(await comparable(kind, bytes, right)).toEqual(right.answer)
})
