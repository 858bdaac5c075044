import { expect, test } from 'vitest'
import { isGuess } from './is-guess.ts'

const board = { name: 'T-Con Board 55" 4K', partNumber: 'TCB-5512-4K' }
const panel = { name: 'LCD Panel', partNumber: 'LCP-55' }

test.each([
  ['T CON/board', false],
  ['tcb5512', false],
  ['board t-con', false],
  ['board tcb-5512', false],
  ['t-con baord', true],
  ['TCB-5521', true],
  ['', false],
  ['-', false],
])('%s is a guess: %s', (q, isGuessed) => {
  expect(isGuess(q, [panel, board])).toBe(isGuessed)
})

test('where nothing was found nothing was guessed', () => {
  expect(isGuess('xylophone', [])).toBe(false)
})
