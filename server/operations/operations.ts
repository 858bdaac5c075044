import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { createJobFigures, type JobFigures } from './job-figures.ts'
import type { Metrics } from './metrics.ts'
import { watchLoad, type Overload } from './overload.ts'
import { watchReadiness, type Readiness } from './readiness.ts'
import { createRequestFigures, type RequestFigures } from './request-figures.ts'

/** What is known of the running process. */
export type Operations = {
  readiness: Readiness
  requests: RequestFigures
  jobs: JobFigures
  /** Undefined where nobody is turned away. */
  overload: Overload | undefined
  /** Made when first asked for. */
  metrics(): Promise<Metrics>
}

/** @param options.turnAway whether a crowd that cannot be served is turned away */
export function openOperations({ db, log }: Pick<Services, 'db' | 'log'>, options: { turnAway: boolean }): Operations {
  const requests = createRequestFigures()
  const jobs = createJobFigures()
  const overload = options.turnAway ? watchLoad({ db, log }) : undefined
  let metrics: Promise<Metrics> | undefined
  return {
    readiness: watchReadiness(db),
    requests,
    jobs,
    overload,
    metrics: () => (metrics ??= loadMetrics()),
  }

  async function loadMetrics(): Promise<Metrics> {
    const { createMetrics } = await import('./metrics.ts')
    return createMetrics({ db, requests, jobs, overload })
  }
}

/**
 * While the shop ends, every answer asks its connection to end as well, so that none is cut in the middle of a request. Also
 * the answers to what was under way before: their connections would be waited for until they are cut off.
 */
export function endConnectionsOnClosing(app: FastifyInstance, { readiness }: Operations): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (readiness.isClosing()) reply.header('connection', 'close')
    done()
  })
}
