import { AsyncLocalStorage } from 'node:async_hooks'

/** When the present reading ends at the latest, by the clock of `performance`. */
const ends = new AsyncLocalStorage<number>()

/**
 * Reads what everybody may see. All its statements together end within this time; those of a reading within a reading within the
 * shorter one. It may also be read from a server that takes no writes, which is never asked for anything else.
 */
export const readPublicly = <T>(limitMs: number, read: () => T | PromiseLike<T>): Promise<T> =>
  // A statement of the query builder is sent when it is awaited.
  ends.run(Math.min(performance.now() + limitMs, ends.getStore() ?? Infinity), async () => await read())

export const isPublicReading = (): boolean => ends.getStore() !== undefined

/** @throws Error ETIMEDOUT when the present reading has no time left for this work, which goes on. */
export async function withinReading<T>(work: () => Promise<T>): Promise<T> {
  const leftMs = (ends.getStore() ?? Infinity) - performance.now()
  if (leftMs <= 0) throw timeIsUp()
  if (leftMs === Infinity) return work()
  let timer: NodeJS.Timeout | undefined
  const timeUp = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(timeIsUp()), leftMs)
  })
  try {
    return await Promise.race([work(), timeUp])
  } finally {
    clearTimeout(timer)
  }
}

const timeIsUp = () => Object.assign(new Error('the database did not answer in time'), { code: 'ETIMEDOUT' })
