import type { FastifyBaseLogger } from 'fastify'
import type { Availability } from '#database/availability.ts'

/** An outage has ended when the database was there for so long; a shorter return belongs to it. */
const CALM_MS = 5_000

/** Logs each outage of the database in two lines: that it does not answer, and for how long it did not. */
export function logOutages(availability: Availability, log: FastifyBaseLogger, name = 'the database'): void {
  let outage: { since: number; times: number } | undefined
  let calm: NodeJS.Timeout | undefined
  availability.watch({
    away(error) {
      clearTimeout(calm)
      if (outage) return void (outage.times += 1)
      outage = { since: performance.now(), times: 1 }
      log.error({ refused: error }, `${name} does not answer`)
    },
    back() {
      if (!outage) return
      const { since, times } = outage
      const seconds = Math.round((performance.now() - since) / 100) / 10
      calm = setTimeout(() => {
        outage = undefined
        log.warn({ seconds, times }, `${name} answers again after ${seconds} s`)
      }, CALM_MS).unref()
    },
  })
}
