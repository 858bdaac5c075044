import { expect, test } from 'vitest'
import { mapInSlices } from './in-slices.ts'

const lines = Array.from({ length: 1_000 }, (_, index) => index)

/** Does work on each line that takes `lineMs` by the clock; returns what came of it, and how many lines each turn of the event loop saw. */
async function mapAtPace(lineMs: number) {
  let [now, turn] = [0, 0]
  let others = setImmediate(function next() {
    turn++
    others = setImmediate(next)
  })
  const turns: number[] = []
  const results = await mapInSlices(
    lines,
    (line, index) => {
      now += lineMs
      turns.push(turn)
      return [line, index]
    },
    () => now,
  )
  clearImmediate(others)
  const linesOfTurns = [...Map.groupBy(turns, (of) => of).values()].map(({ length }) => length)
  return { results, linesOfTurns }
}

test('work on thousands of lines yields to the event loop each 10 ms, and leaves no line out', async () => {
  const { results, linesOfTurns } = await mapAtPace(0.2)

  expect(results).toEqual(lines.map((line) => [line, line]))
  // 50 lines take 10 ms; the clock is read each 32 lines.
  expect(linesOfTurns).toEqual([...Array(15).fill(64), 40])
})

test('quick work does not yield', async () => {
  const { linesOfTurns } = await mapAtPace(0.001)

  expect(linesOfTurns).toEqual([1_000])
})
