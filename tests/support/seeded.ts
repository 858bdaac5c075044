/** Random choices that are the same for the same seed. */
export type Chance = {
  /** From 0 up to, but not with, 1. */
  next(): number
  /** A whole number below `limit`. */
  below(limit: number): number
  /** True in this part of all cases, from 0 to 1. */
  happens(part: number): boolean
  /** One of the items, of which there must be one at least. */
  pick<T>(items: readonly T[]): T
  shuffled<T>(items: readonly T[]): T[]
}

/** A seed for this run: the one in `SEED`, else a new one. Print it, so that the run can be repeated. */
export const chosenSeed = (): number => Number(process.env['SEED'] ?? Date.now() % 2 ** 31)

export function chanceOf(seed: number): Chance {
  let state = seed | 0
  /** Mulberry32: small, fast, and good enough to choose by. */
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    happens: (part) => next() < part,
    pick: (items) => items[below(items.length)]!,
    shuffled(items) {
      const left = [...items]
      return Array.from({ length: items.length }, () => left.splice(below(left.length), 1)[0]!)
    },
  }
}

/** Does the work for all items, so many at a time, begun in the order of the items. */
export async function someAtOnce<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of waiting) await work(item)
    }),
  )
}
