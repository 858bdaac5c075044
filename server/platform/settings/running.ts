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
export const DRAIN_MAX_MS = 120_000
/** Processes that answer in production, of more cores too. */
const USUAL_PROCESSES = 8
const MEGABYTE = 1024 * 1024

/*
 * The shop:
 * | `SHOP_PROCESSES` | `1` | the machine's cores, at most 8 | processes that answer requests, 1 to 64; with more than one, another runs the jobs and a first one [keeps them](operations.md#several-processes) |
 * | `DRAIN_MS` | `0` | behind a balancer | milliseconds that the shop keeps serving, with `/readyz` at 503, after it was told to stop |
 */

/*
 * Operation and limits:
 * | `METRICS_TOKEN` | none | recommended | Bearer token that allows reading `/metrics`; at least 16 characters |
 * | `IN_FLIGHT_MB`, `IN_FLIGHT_NETWORK_MB` | `64`, `24` | optional | memory for request bodies and streamed answers: in all (at least 48; at most half of it for those who have never paid) and per network (at least 24) |
 * | `WRITE_TIMEOUT_SECONDS` | `30` | optional | a connection is closed when the client reads nothing of an answer for this time |
 */

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
