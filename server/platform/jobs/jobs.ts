import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { isDatabaseAway, isDatabaseBusy, messageOf } from '#database/database-trouble.ts'
import { SQL_STATE, sqlState } from '#database/sql-state.ts'
import { sampleLines } from '../http/sample-lines.ts'
import type { JobFigures } from './job-figures.ts'

const RETRY_MS = 60_000
/** While the database is away, each job is logged once in this time, in ms; while it is busy or read-only, all jobs together. */
const SAMPLE_MS = 10_000

/** A periodic job. Each run can be repeated, and can run in several processes concurrently; `lanes` run at the same time here, one by default. */
export type Job = { name: string; everyMs: number; lanes?: number; run: () => Promise<unknown> }

export type Jobs = {
  /** Waits for running jobs and starts no new ones. */
  stop(): Promise<void>
}

/**
 * Runs each job every `everyMs`, measured from start to start; a run that takes longer is followed immediately by the next.
 * A failed run is logged and retried at the next run, or after a minute if that is sooner. One that does not get its lock, as another one
 * is at work, leaves quietly: it is no failure, and no run. Lanes that fail together are logged once, and so are jobs that fail as a
 * server takes no writes, or has no connection left. That the database is away is told by `log-outages.ts`.
 */
export function startJobs(jobs: Job[], log: FastifyBaseLogger, figures?: JobFigures): Jobs {
  const stopping = new AbortController()
  const { signal } = stopping
  const leftOutOf = sampleLines(SAMPLE_MS)
  const runLane = async ({ name, everyMs, run }: Job, told: { at: number }) => {
    while (!signal.aborted) {
      const startedAt = performance.now()
      let [failed, left] = [false, false]
      try {
        await run()
      } catch (error) {
        left = sqlState(error) === SQL_STATE.lockNotAvailable
        failed = !left
        if (startedAt >= told.at) {
          if (left) log.info({ job: name }, 'a job did not get its lock and will be tried again')
          else if (isDatabaseAway(error)) log.info({ refused: error, job: name }, 'a job waits for the database')
          else if (isDatabaseBusy(error)) {
            const leftOut = leftOutOf(sqlState(error) ?? messageOf(error))
            if (leftOut !== undefined)
              log.warn({ refused: error, job: name, leftOut }, 'jobs fail for the database, and will be tried again')
          } else log.error({ err: error, job: name }, 'a job failed and will be tried again')
          told.at = performance.now() + (isDatabaseAway(error) ? SAMPLE_MS : 0)
        }
      }
      const ms = performance.now() - startedAt
      if (!left) figures?.add(name, ms, failed)
      const intervalMs = failed ? Math.min(everyMs, RETRY_MS) : everyMs
      await delay(Math.max(intervalMs - ms, 0), undefined, { signal }).catch(() => {})
    }
  }
  const running = jobs.flatMap((job) => {
    const told = { at: -Infinity }
    return Array.from({ length: job.lanes ?? 1 }, () => runLane(job, told))
  })
  return {
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}
