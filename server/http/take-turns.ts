import { ShopError } from '../errors.ts'

/** Does the work once as many `places` as it takes are free. @throws ShopError when too many wait already, or it waited too long. */
export type TakeTurn = {
  <T>(work: () => Promise<T>, places?: number): Promise<T>
  /** Whether nothing runs and nothing waits. */
  isIdle(): boolean
}

export type Turns = {
  /** Places for work. */
  places: number
  /** Pieces of work that may wait for a place, in order; what comes then is refused and not begun. */
  waiting: number
  /** Longest that a piece of work waits, in ms; without end by default. */
  patienceMs?: number
  /** The refusal; BUSY by default. */
  refusal?: () => ShopError
}

export function takeTurns({ places, waiting, patienceMs, refusal = () => new ShopError('BUSY') }: Turns): TakeTurn {
  type Waiting = { places: number; begin: () => void }
  const queue: Waiting[] = []
  let free = places

  const beginWaiting = () => {
    for (let next = queue[0]; next && next.places <= free; next = queue[0]) {
      queue.shift()
      free -= next.places
      next.begin()
    }
  }

  const wait = (needed: number) =>
    new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        queue.splice(queue.indexOf(waiter), 1)
        reject(refusal())
        beginWaiting()
      }
      const timer = patienceMs === undefined ? undefined : setTimeout(giveUp, patienceMs)
      const waiter: Waiting = {
        places: needed,
        begin() {
          clearTimeout(timer)
          resolve()
        },
      }
      queue.push(waiter)
    })

  const takeTurn = async <T>(work: () => Promise<T>, needed = 1): Promise<T> => {
    if (queue.length > 0 || needed > free) {
      if (queue.length >= waiting) throw refusal()
      await wait(needed)
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
