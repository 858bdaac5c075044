import autocannon from 'autocannon'
import { median } from '../../tests/support/load/figures.ts'
import { processorMs } from './processes.ts'

/** Warm-up until a process has compiled its hot code. */
const WARM_UP_SECONDS = 4

/** Latencies in ms. */
type Quantiles = { p50: number; p95: number; p99: number }

/** Figures of one round. Times in ms; processor time per request. */
export type Figures = { perSecond: number; p50: number; p95: number; p99: number; shopMs: number; databaseMs: number }

export type Plan = { rounds: number; seconds: number; connections: number }

/** A program to compare. */
export type Contender = {
  /** Runs one round of load and returns its requests and latencies. */
  load(plan: Plan): Promise<{ total: number; perSecond: number } & Quantiles>
  pid: number
  databasePids?: () => Promise<number[]>
}

/** Runs rounds of all contenders in turn, so that other load affects all equally; returns the medians of each. */
export async function compare<Name extends string>(contenders: Record<Name, Contender>, plan: Plan): Promise<Record<Name, Figures>> {
  const names = Object.keys(contenders) as Name[]
  const rounds = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Figures[]>
  for (const name of names) await contenders[name].load({ ...plan, seconds: WARM_UP_SECONDS })
  for (let round = 0; round < plan.rounds; round++) {
    for (const name of names) rounds[name].push(await oneRound(contenders[name], plan))
  }
  return Object.fromEntries(names.map((name) => [name, mediansOf(rounds[name])])) as Record<Name, Figures>
}

async function oneRound({ load, pid, databasePids }: Contender, plan: Plan): Promise<Figures> {
  const database = (await databasePids?.()) ?? []
  const before = [processorMs([pid]), processorMs(database)] as const
  const { total, perSecond, p50, p95, p99 } = await load(plan)
  return {
    perSecond,
    p50,
    p95,
    p99,
    shopMs: (processorMs([pid]) - before[0]) / total,
    databaseMs: (processorMs((await databasePids?.()) ?? []) - before[1]) / total,
  }
}

function mediansOf(rounds: Figures[]): Figures {
  const of = (field: keyof Figures) => median(rounds.map((round) => round[field]))
  return { perSecond: of('perSecond'), p50: of('p50'), p95: of('p95'), p99: of('p99'), shopMs: of('shopMs'), databaseMs: of('databaseMs') }
}

/** Maximum share of requests turned away because of other load on the machine; they are not counted. */
const MAX_REFUSED = 0.1

type Headers = Record<string, string>

/**
 * Repeats a GET with these headers, or with those of several users in turn.
 * @throws Error when it fails, or more than a tenth of the answers is not 200.
 */
export const getAgainAndAgain =
  (url: string, headers: Headers | Headers[] = {}): Contender['load'] =>
  async ({ seconds, connections }) => {
    const each = [headers].flat().map((ofOne) => ({ headers: ofOne }))
    const { requests, latency, non2xx, errors } = await autocannon({ url, connections, duration: seconds, requests: each })
    const refused = non2xx / requests.total
    if (errors > 0 || refused > MAX_REFUSED) throw new Error(`${url}: ${non2xx} refusals and ${errors} errors`)
    const { p50, p97_5: p95, p99 } = latency // autocannon has no 95th
    return { total: requests.total - non2xx, perSecond: requests.average * (1 - refused), p50, p95, p99 }
  }

/** Runs `step` repeatedly on a number of parallel lanes for a number of seconds. */
export const inLanes =
  (step: () => Promise<void>): Contender['load'] =>
  async ({ seconds, connections }) => {
    const took: number[] = []
    const start = performance.now()
    const end = start + seconds * 1_000
    const lane = async () => {
      while (performance.now() < end) {
        const begun = performance.now()
        await step()
        took.push(performance.now() - begun)
      }
    }
    await Promise.all(Array.from({ length: connections }, lane))
    return { total: took.length, perSecond: (took.length * 1_000) / (performance.now() - start), ...quantilesOf(took) }
  }

export function quantilesOf(values: number[]): Quantiles {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)]!
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}
