import { onTestFinished, vi } from 'vitest'

const MOMENT_MS = 20

/**
 * For the rest of the test a limit of `AbortSignal.timeout` expires immediately, and the clock then shows that it has passed;
 * otherwise the clock stands still. Returns a function for the skipped time, in ms.
 */
export function skipWaits(): () => number {
  const [began, timeout] = [Date.now(), AbortSignal.timeout.bind(AbortSignal)]
  let passed = 0
  const spies = [
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const end = passed + ms
      const signal = timeout(MOMENT_MS)
      signal.addEventListener('abort', () => (passed = Math.max(passed, end)))
      return signal
    }),
    vi.spyOn(Date, 'now').mockImplementation(() => began + passed),
  ]
  onTestFinished(() => spies.forEach((spy) => spy.mockRestore()))
  return () => passed
}
