import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '#database/connect.ts'
import { readPublicly } from '#database/public-reading.ts'

/** A database that takes longer for an empty statement cannot serve a shop. */
const ANSWER_LIMIT_MS = 2_000
/** Probes may come at any rate; the database is asked again this time after its answer, so that a silent one is asked once. */
const KEPT_MS = 250

/** Whether the shop accepts requests. It listens only after its migrations, so these need no check. */
export type Readiness = {
  look(): Promise<'ready' | 'closing' | 'database'>
  /** From now on answers close their connections; readiness probes fail unless another process replaces this one. */
  close(makesRoom?: boolean): void
  isClosing(): boolean
}

export function watchReadiness(db: Database): Readiness {
  let closing = false
  let isReplaced = false
  let asked: { answer: Promise<boolean>; keptUntil: number } | undefined

  return {
    async look() {
      if (closing && !isReplaced) return 'closing'
      if (!asked || performance.now() > asked.keptUntil) asked = ask()
      const isThere = await asked.answer
      if (closing && !isReplaced) return 'closing'
      return isThere ? 'ready' : 'database'
    },
    close(makesRoom = false) {
      closing = true
      isReplaced = makesRoom
    },
    isClosing: () => closing,
  }

  function ask() {
    const asking = { answer: answers(db), keptUntil: Infinity }
    void asking.answer.then(() => (asking.keptUntil = performance.now() + KEPT_MS))
    return asking
  }
}

async function answers(db: Database): Promise<boolean> {
  const timeUp = new AbortController()
  const asking = readPublicly(Infinity, () => db.$client.query('select 1')).then(
    () => true,
    () => false,
  )
  const waiting = delay(ANSWER_LIMIT_MS, false, { ref: false, signal: timeUp.signal }).catch(() => false)
  try {
    return await Promise.race([asking, waiting])
  } finally {
    timeUp.abort()
  }
}
