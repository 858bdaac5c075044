import { ShopError } from '../errors.ts'

/** Does the work once as many `places` as it takes are free. @throws ShopError BUSY when too many wait already. */
export type TakeTurn = <T>(work: () => Promise<T>, places?: number) => Promise<T>

/**
 * So many places for work, and so many pieces of work that may wait for one, in order. What finds no room to wait is
 * refused and not begun.
 */
export function takeTurns({ places, waiting }: { places: number; waiting: number }): TakeTurn {
  const queue: { places: number; begin: () => void }[] = []
  let free = places

  const beginWaiting = () => {
    for (let next = queue[0]; next && next.places <= free; next = queue[0]) {
      queue.shift()
      free -= next.places
      next.begin()
    }
  }

  return async (work, needed = 1) => {
    if (queue.length > 0 || needed > free) {
      if (queue.length >= waiting) throw new ShopError('BUSY')
      await new Promise<void>((resolve) => queue.push({ places: needed, begin: resolve }))
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
}
