declare module 'autocannon' {
  /** The part of autocannon that the bench uses; latencies in ms. */
  export type Result = {
    requests: { average: number; total: number }
    latency: { p50: number; p97_5: number; p99: number }
    non2xx: number
    errors: number
  }
  export default function autocannon(options: {
    url: string
    connections: number
    /** Seconds. */
    duration: number
    requests?: { headers: Record<string, string> }[]
  }): Promise<Result>
}
