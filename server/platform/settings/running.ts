import { availableParallelism } from 'node:os'
import type { Variables } from './variables.ts'

export type RunningSettings = {
  /** Processes that answer requests; with more than one, another runs the jobs and a first one keeps them. */
  processes: number
  /** Bearer token that may read /metrics. Without it, everyone may in trial mode and no client in production. */
  metricsToken: string | undefined
  /** From the shutdown request to the end of listening, in ms: a load balancer has to notice /readyz before. */
  drainMs: number
  /** Memory for request bodies and streamed answers, in bytes: in all, and of one network. */
  bytesInFlight: number
  bytesInFlightOfNetwork: number
  /** A connection whose client reads nothing for this time is closed, in ms. */
  writeTimeoutMs: number
}

const TOKEN_MIN_LENGTH = 16
const DRAIN_MAX_MS = 120_000
/** Processes that answer in production, of more cores too. */
const USUAL_PROCESSES = 8
const MEGABYTE = 1024 * 1024

export function readRunning(variables: Variables, mode: 'trial' | 'production'): RunningSettings {
  const metricsToken = variables.read('METRICS_TOKEN')
  if (metricsToken && metricsToken.length < TOKEN_MIN_LENGTH) {
    variables.problem(`METRICS_TOKEN has fewer than ${TOKEN_MIN_LENGTH} characters.`)
  }
  const megabytes = variables.count('IN_FLIGHT_MB', { usual: 64, least: 48, most: 100_000 })
  const ofNetwork = variables.count('IN_FLIGHT_NETWORK_MB', { usual: 24, least: 24, most: 100_000 })
  const usual = mode === 'trial' ? 1 : Math.min(availableParallelism(), USUAL_PROCESSES)
  return {
    processes: variables.count('SHOP_PROCESSES', { usual, most: 64 }),
    metricsToken,
    drainMs: variables.count('DRAIN_MS', { usual: 0, least: 0, most: DRAIN_MAX_MS }),
    bytesInFlight: megabytes * MEGABYTE,
    bytesInFlightOfNetwork: ofNetwork * MEGABYTE,
    writeTimeoutMs: variables.count('WRITE_TIMEOUT_SECONDS', { usual: 30, least: 1, most: 3_600 }) * 1_000,
  }
}
