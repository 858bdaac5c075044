import { setImmediate } from 'node:timers/promises'

/** Work on many lines yields to the event loop after this time. */
const SLICE_MS = 10
/** Lines between two reads of the clock. */
const LINES_BETWEEN_LOOKS = 32

/** `items.map(work)` that yields to the event loop. `clock` in ms. */
export async function mapInSlices<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => R,
  clock: () => number = () => performance.now(),
): Promise<R[]> {
  const results: R[] = []
  let began = clock()
  for (const [index, item] of items.entries()) {
    if (index % LINES_BETWEEN_LOOKS === 0 && clock() - began >= SLICE_MS) {
      await setImmediate()
      began = clock()
    }
    results.push(work(item, index))
  }
  return results
}

/** As the batches that are read from the database. */
const LINES_OF_BATCH = 250

/** Lines in memory, in batches. */
export async function* inBatches<T>(items: readonly T[]): AsyncGenerator<T[], void, undefined> {
  for (let start = 0; start < items.length; start += LINES_OF_BATCH) yield items.slice(start, start + LINES_OF_BATCH)
}
