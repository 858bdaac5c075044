import type { Variables } from './variables.ts'

/** How the process is looked after. */
export type RunningSettings = {
  /** Who sends it as Bearer may read /metrics. Without it, everyone in trial mode and nobody in production. */
  metricsToken: string | undefined
  /** From the request to end to the end of listening, in ms: a balancer has to notice /readyz before. */
  drainMs: number
}

const TOKEN_MIN_LENGTH = 16
const DRAIN_MAX_MS = 120_000

export function readRunning(variables: Variables): RunningSettings {
  const metricsToken = variables.read('METRICS_TOKEN')
  if (metricsToken && metricsToken.length < TOKEN_MIN_LENGTH) {
    variables.problem(`METRICS_TOKEN has fewer than ${TOKEN_MIN_LENGTH} characters.`)
  }
  const drain = variables.read('DRAIN_MS') ?? '0'
  const drainMs = Number(drain)
  if (!/^\d+$/.test(drain) || drainMs > DRAIN_MAX_MS) variables.problem(`DRAIN_MS is a number from 0 to ${DRAIN_MAX_MS}.`)
  return { metricsToken, drainMs }
}
