import { Agent, get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { LoadOptions, LoadResult } from './real-load.ts'

/** The program of `putUnderLoad`: a process of its own, so that its work does not delay what the tests measure. */

const { url, seconds, connections, paths, perSecond, token } = JSON.parse(process.argv[2]!) as LoadOptions // always given
const agent = new Agent({ keepAlive: true, maxSockets: connections })
const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
const latencies: number[] = []
const statuses: Record<string, number> = {}
let errors = 0

const ask = (path: string) =>
  new Promise<number | undefined>((resolve) => {
    get(`${url}${path}`, { agent, headers }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode))
      answer.on('error', () => resolve(undefined))
    }).on('error', () => resolve(undefined))
  })

async function visit(visitor: number, ends: number): Promise<void> {
  const everyMs = perSecond === undefined ? 0 : (1_000 * connections) / perSecond
  for (let step = visitor; performance.now() < ends; step++) {
    const begun = performance.now()
    const status = await ask(paths[step % paths.length]!) // below the length
    const ms = performance.now() - begun
    latencies.push(ms)
    if (status === undefined) errors++
    else statuses[status] = (statuses[status] ?? 0) + 1
    if (everyMs > ms) await delay(everyMs - ms)
  }
}

const ends = performance.now() + seconds * 1_000
await Promise.all(Array.from({ length: connections }, (_, visitor) => visit(visitor, ends)))
agent.destroy()
latencies.sort((a, b) => a - b)
const at = (share: number) => Math.round(latencies[Math.floor(latencies.length * share)] ?? 0)
const result: LoadResult = {
  requestsPerSecond: Math.round(latencies.length / seconds),
  p50: at(0.5),
  p99: at(0.99),
  statuses,
  errors,
}
process.stdout.write(JSON.stringify(result))
