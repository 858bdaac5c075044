import { expect, test } from 'vitest'
import { sampleLines } from './sample-lines.ts'

test('one line of a kind is written in ten seconds, and the next one says how many were left out', () => {
  let now = 0
  const leftOutOf = sampleLines(10_000, () => now)
  const at = (time: number, kind: string) => {
    now = time
    return leftOutOf(kind)
  }

  const lines = [at(0, 'a'), at(1, 'a'), at(9_999, 'a'), at(9_999, 'b'), at(10_000, 'a'), at(10_001, 'a'), at(40_000, 'a')]

  expect(lines).toEqual([0, undefined, undefined, 0, 2, undefined, 1])
})

test('kinds without an end do not fill the memory', () => {
  const leftOutOf = sampleLines(10_000, () => 0)

  const first = Array.from({ length: 1_000 }, (_, kind) => leftOutOf(String(kind)))

  expect(first.every((leftOut) => leftOut === 0)).toBe(true)
  expect(leftOutOf('0')).toBe(0)
})
