import type { FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import type { Services } from '../../services.ts'
import { createJobFigures, type JobFigures } from '../../platform/jobs/job-figures.ts'
import type { Metrics } from './metrics.ts'
import type { OwnFigures } from '../processes/part.ts'
import { watchLoad, type Overload } from '../../platform/limits/overload.ts'
import { watchReadiness, type Readiness } from '../../platform/http/readiness.ts'
import { createRequestFigures, type RequestFigures } from '../../platform/http/request-figures.ts'

export type Operations = {
  readiness: Readiness
  requests: RequestFigures
  jobs: JobFigures
  /** Undefined when no requests are refused because of overload. */
  overload: Overload | undefined
  /** Created at the first call. */
  metrics(): Promise<Metrics>
  /** Asks for the figures of all processes, where there are several. */
  allFigures?: () => Promise<OwnFigures[]>
}

/** @param options.shedsLoad whether requests are refused during overload */
export function openOperations(
  { db, log, settings }: Pick<Services, 'db' | 'log' | 'settings'>,
  options: { shedsLoad: boolean },
): Operations {
  const readiness = watchReadiness(db)
  const registry = new Registry()
  const requests = createRequestFigures(registry)
  const jobs = createJobFigures()
  const overload = options.shedsLoad ? watchLoad({ db, log }) : undefined
  let metrics: Promise<Metrics> | undefined
  return {
    readiness,
    requests,
    jobs,
    overload,
    metrics: () => (metrics ??= loadMetrics()),
  }

  async function loadMetrics(): Promise<Metrics> {
    const { createMetrics } = await import('./metrics.ts')
    return createMetrics({ registry, db, settings, readiness, jobs, overload })
  }
}

/**
 * During shutdown, every answer asks the client to close its connection, so that no request is cut off. This includes
 * answers to requests that were open before: otherwise their idle connections would delay the shutdown.
 */
export function endConnectionsOnClosing(app: FastifyInstance, { readiness }: Operations): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (readiness.isClosing()) reply.header('connection', 'close')
    done()
  })
}
