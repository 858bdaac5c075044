// No library: prom-client's histogram takes 0.46 microseconds for each request instead of 0.04, and loading prom-client at
// the start, not with the first request for the figures, takes 50 ms of processor time and 14 to 21 MB.
import type { Answered } from './watch-answers.ts'

/** Upper bounds of the histogram in seconds, from answers out of memory to timeouts. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const NAME = 'teleforge_http_request_duration_seconds'

/** Requests of one method, route and class of status. `counts` has one element more than there are bounds. */
type Series = { labels: string; counts: number[]; sum: number }

export type RequestFigures = {
  count(answered: Answered): void
  expose(): string
}

/** Number and duration of requests by route pattern. Counting takes about a tenth of a microsecond: it only adds to numbers. */
export function createRequestFigures(): RequestFigures {
  // Keyed by a route's configuration, which is the same object in every request.
  const routes = new Map<object, Map<string, Series>>()

  function find(answered: Answered): Series {
    const { config } = answered.route
    const key = `${answered.method}${Math.trunc(answered.status / 100)}`
    let ofRoute = routes.get(config)
    if (!ofRoute) routes.set(config, (ofRoute = new Map()))
    let series = ofRoute.get(key)
    if (!series) {
      series = { labels: labelsOf(answered), counts: Array<number>(BOUNDS.length + 1).fill(0), sum: 0 }
      ofRoute.set(key, series)
    }
    return series
  }

  return {
    count(answered) {
      const series = find(answered)
      const seconds = answered.ms / 1_000
      let place = 0
      while (place < BOUNDS.length && seconds > BOUNDS[place]!) place++ // below the length
      series.counts[place]!++
      series.sum += seconds
    },
    expose: () => [...head, ...mergeSame(routes).flatMap(linesOf), ''].join('\n'),
  }
}

const head = [`# HELP ${NAME} Answered requests by route and class of status.`, `# TYPE ${NAME} histogram`]

function labelsOf({ method, route: { url = 'none' }, status }: Answered): string {
  // Each built file has a separate route, whose name changes with every build.
  const route = url.startsWith('/assets/') ? '/assets/*' : url
  return `method="${method}",route="${route}",status="${Math.trunc(status / 100)}xx"`
}

/** Merges routes with the same labels, such as all built files. */
function mergeSame(routes: Map<object, Map<string, Series>>): Series[] {
  const merged = new Map<string, Series>()
  for (const { labels, counts, sum } of [...routes.values()].flatMap((ofRoute) => [...ofRoute.values()])) {
    const same = merged.get(labels)
    merged.set(labels, {
      labels,
      counts: same ? counts.map((count, place) => count + same.counts[place]!) : counts, // all have the same length
      sum: sum + (same?.sum ?? 0),
    })
  }
  return [...merged.values()]
}

/** Buckets are cumulative. */
function linesOf({ labels, counts, sum }: Series): string[] {
  let total = 0
  const buckets = counts.map((count, place) => {
    total += count
    return `${NAME}_bucket{${labels},le="${BOUNDS[place] ?? '+Inf'}"} ${total}`
  })
  return [...buckets, `${NAME}_sum{${labels}} ${sum}`, `${NAME}_count{${labels}} ${total}`]
}

/** The figures of several processes as one: the same series is added up. */
export function addUp(exposed: string[]): string {
  const sums = new Map<string, number>()
  for (const line of exposed.flatMap((text) => text.split('\n')).filter((text) => text !== '' && !text.startsWith('#'))) {
    const at = line.lastIndexOf(' ')
    const series = line.slice(0, at)
    sums.set(series, (sums.get(series) ?? 0) + Number(line.slice(at)))
  }
  return [...head, ...Array.from(sums, ([series, sum]) => `${series} ${sum}`), ''].join('\n')
}
