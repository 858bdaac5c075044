const FIRST_MS = 500
const LONGEST_MS = 20_000

/** Wait before the next attempt in ms: doubled each time, a half of it at random so that many programs do not come back together. */
export function backOffMs(attempt: number): number {
  const longest = Math.min(FIRST_MS * 2 ** attempt, LONGEST_MS)
  return longest / 2 + (Math.random() * longest) / 2
}

/** Seconds of a Retry-After header, which has them or a date; undefined without one. */
export function retryAfterSeconds(header: string | null): number | undefined {
  if (header === null) return undefined
  if (/^\d+$/.test(header)) return Number(header)
  const time = Date.parse(header)
  return Number.isNaN(time) ? undefined : Math.max(0, (time - Date.now()) / 1_000)
}

/** @throws the reason of `signal` when it aborts. */
export function delay(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const callOff = () => {
      clearTimeout(timer)
      reject(signal!.reason as Error) // only with a signal
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', callOff)
      resolve()
    }, ms)
    signal?.addEventListener('abort', callOff, { once: true })
  })
}
