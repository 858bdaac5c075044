import { limitConcurrency, type LimitedWork, type ConcurrencyLimits } from './limit-concurrency.ts'

/** `limitConcurrency` per key, such as an account; a key is removed when it is idle. */
export function limitByKey(limits: ConcurrencyLimits) {
  const known = new Map<string, ReturnType<typeof limitConcurrency>>()
  return async <T>(key: string, work: () => Promise<T>, asked?: LimitedWork): Promise<T> => {
    const take = known.get(key) ?? limitConcurrency(limits)
    known.set(key, take)
    try {
      return await take(work, asked)
    } finally {
      if (take.isIdle()) known.delete(key)
    }
  }
}
