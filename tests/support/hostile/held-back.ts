import { setImmediate as nextTurn } from 'node:timers/promises'
import { vi } from 'vitest'
import type { Database } from '#database/connect.ts'

/**
 * Sends a request while every timer of `ms` milliseconds is stopped, until the work for the answer is done. Returns the answer, which
 * is awaited after the timers have run, and whether it was delayed until then.
 */
export async function heldBack<T>(db: Database, ms: number, ask: () => Promise<T>): Promise<{ answer: T; wasHeldBack: boolean }> {
  const { setTimeout } = globalThis
  const held: (() => void)[] = []
  const spy = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, after?: number, ...given: []) => {
    if (after !== ms) return setTimeout(work, after, ...given)
    return void held.push(work)
  }) as typeof setTimeout)
  const asked = { isAnswered: false }
  try {
    const asking = ask().finally(() => (asked.isAnswered = true))
    while (!asked.isAnswered && held.length === 0) await nextTurn()
    await untilIdle(db)
    const wasHeldBack = !asked.isAnswered
    for (const work of held) work()
    return { answer: await asking, wasHeldBack }
  } finally {
    spy.mockRestore()
  }
}

/** Turns of the event loop without a statement after which the work counts as done. */
const IDLE_TURNS = 50

async function untilIdle({ $client: { driver: pool } }: Database): Promise<void> {
  for (let idle = 0; idle < IDLE_TURNS; idle++) {
    if (pool.idleCount < pool.totalCount || pool.waitingCount > 0) idle = 0
    await nextTurn()
  }
}
