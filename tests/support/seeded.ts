import { randomInt } from 'node:crypto'

/** Random choices that are the same for the same seed. */
export type Chance = {
  /** From 0 up to, but not with, 1. */
  next(): number
  /** A whole number below `limit`. */
  below(limit: number): number
  /** True with this probability, from 0 to 1. */
  happens(part: number): boolean
  /** One of the items, of which there must be at least one. */
  pick<T>(items: readonly T[]): T
  shuffled<T>(items: readonly T[]): T[]
}

const SEED_OF_THE_GATE = 22

/**
 * The seed of this run, for all of its processes: `SEED=123`, else a fixed one, so that the gate is red only when the shop is wrong.
 * `SEED=random` chooses one and prints it. The configuration of a run asks first, and its workers inherit the answer.
 * @throws Error when SEED is something else.
 */
export function chosenSeed(): number {
  if (process.env['SEED'] === 'random') {
    process.env['SEED'] = String(randomInt(2 ** 31))
    process.stdout.write(`SEED=${process.env['SEED']}\n`)
  }
  const seed = Number(process.env['SEED'] || SEED_OF_THE_GATE)
  if (!Number.isInteger(seed)) throw new Error(`SEED is '${process.env['SEED']}'; it is a whole number, or 'random'.`)
  return seed
}

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

/** Runs the work for all items, with limited concurrency, in the order of the items. */
export async function someAtOnce<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of waiting) await work(item)
    }),
  )
}
