import { expect, test } from 'vitest'
import { mapInSlices } from './in-slices.ts'

const busyFor = (ms: number) => {
  const until = performance.now() + ms
  while (performance.now() < until);
}

test('work on thousands of lines yields to the event loop, and leaves no line out', async () => {
  const lines = Array.from({ length: 1_000 }, (_, index) => index)
  let turnsOfOthers = 0
  const others = setInterval(() => turnsOfOthers++, 1)

  const results = await mapInSlices(lines, (line, index) => {
    busyFor(0.2)
    return [line, index]
  })

  clearInterval(others)
  expect(results).toEqual(lines.map((line) => [line, line]))
  expect(turnsOfOthers).toBeGreaterThan(5)
})
