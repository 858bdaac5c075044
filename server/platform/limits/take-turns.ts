// No library: p-queue 10 has no work of several places, no limit of the queue and no time limit in it, and takes 1.7
// microseconds of processor time for work that need not wait, instead of 0.14.
import { ShopError } from '../../errors.ts'

export type Turn = {
  /** Places that the work takes; 1 by default. */
  places?: number
  /** Whether it runs before queued work without this flag. */
  ahead?: boolean
  signal?: AbortSignal
}

/**
 * Runs the work as soon as enough places are free.
 * @throws ShopError when the queue is full, or the work waited too long; the signal's reason when it was aborted.
 */
type TakeTurn = {
  <T>(work: () => Promise<T>, turn?: Turn): Promise<T>
  isIdle(): boolean
}

export type Turns = {
  places: number
  /** Length of the queue, in order; further work is refused. */
  waiting: number
  /** Maximum wait in the queue, in ms; unlimited by default. */
  maxWaitMs?: number
  refusal?: () => ShopError
}

type Waiting = Required<Pick<Turn, 'places' | 'ahead'>> & { begin: () => void }

export function takeTurns({ places, waiting, maxWaitMs, refusal = () => new ShopError('BUSY') }: Turns): TakeTurn {
  const queue: Waiting[] = []
  let free = places

  const beginWaiting = () => {
    for (let next = queue[0]; next && next.places <= free; next = queue[0]) {
      queue.shift()
      free -= next.places
      next.begin()
    }
  }

  const wait = ({ places: needed = 1, ahead = false, signal }: Turn) =>
    new Promise<void>((resolve, reject) => {
      const leave = (reason: unknown) => {
        settle()
        queue.splice(queue.indexOf(waiter), 1)
        reject(reason)
        beginWaiting()
      }
      const onAbort = () => leave(signal?.reason)
      const timer = maxWaitMs === undefined ? undefined : setTimeout(() => leave(refusal()), maxWaitMs)
      const settle = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      }
      signal?.addEventListener('abort', onAbort)
      const begin = () => {
        settle()
        resolve()
      }
      const waiter: Waiting = { places: needed, ahead, begin }
      const later = ahead ? queue.findIndex((other) => !other.ahead) : -1
      queue.splice(later === -1 ? queue.length : later, 0, waiter)
    })

  const takeTurn = async <T>(work: () => Promise<T>, turn: Turn = {}): Promise<T> => {
    turn.signal?.throwIfAborted()
    const { places: needed = 1 } = turn
    if (queue.length > 0 || needed > free) {
      if (queue.length >= waiting) throw refusal()
      await wait(turn)
    } else {
      free -= needed
    }
    try {
      return await work()
    } finally {
      free += needed
      beginWaiting()
    }
  }
  return Object.assign(takeTurn, { isIdle: () => free === places && queue.length === 0 })
}
