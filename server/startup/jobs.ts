import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { JobFigures } from '../operations/job-figures.ts'

/** Work that the shop does by itself, again and again. Each run is safe to repeat and to run in two shops at once. */
export type Job = { name: string; everyMs: number; run: () => Promise<unknown> }

export type Jobs = {
  /** Lets running work end and starts nothing new. */
  stop(): Promise<void>
}

/**
 * Runs each job again and again, so much time from one beginning to the next; a run that takes longer is followed by the
 * next at once. One that fails is logged and tried at its next turn.
 */
export function startJobs(jobs: Job[], log: FastifyBaseLogger, figures?: JobFigures): Jobs {
  const stopping = new AbortController()
  const { signal } = stopping
  const running = jobs.map(async ({ name, everyMs, run }) => {
    while (!signal.aborted) {
      const begun = performance.now()
      let failed = false
      try {
        await run()
      } catch (error) {
        failed = true
        log.error({ err: error, job: name }, 'a job failed and will be tried again')
      }
      const ms = performance.now() - begun
      figures?.add(name, ms, failed)
      await delay(Math.max(everyMs - ms, 0), undefined, { signal }).catch(() => {})
    }
  })
  return {
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}
