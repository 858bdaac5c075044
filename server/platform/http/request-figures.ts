import { Histogram, type Registry } from 'prom-client'
import type { Answered } from './watch-answers.ts'

/** Upper bounds of the histogram in seconds, from answers out of memory to timeouts. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export type RequestFigures = { count(answered: Answered): void }

/** Number and duration of requests by route pattern and class of status. */
export function createRequestFigures(registry: Registry): RequestFigures {
  const durations = new Histogram({
    name: 'teleforge_http_request_duration_seconds',
    help: 'Answered requests by route and class of status.',
    labelNames: ['method', 'route', 'status'],
    buckets: BOUNDS,
    registers: [registry],
  })
  return {
    count({ method, route: { url = 'none' }, status, ms }) {
      // Each built file has a separate route, whose name changes with every build.
      const route = url.startsWith('/assets/') ? '/assets/*' : url
      durations.observe({ method, route, status: `${Math.trunc(status / 100)}xx` }, ms / 1_000)
    },
  }
}
