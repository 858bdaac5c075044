import { ShopError } from '../../errors.ts'

/** `size` in bytes. `isLast`: after all others. `isFirst`: before all others, for work of the shop's people. */
export type FairWork = { owner: string; size: number; isLast: boolean; isFirst?: boolean; signal?: AbortSignal | undefined }
type Waiting = FairWork & { begin: () => void }

/** Share of the queue that is not kept for work of the shop's people. */
const SHARE_OF_OTHERS = 0.8

/**
 * Runs work in `places` at the same time, of one owner one at a time. The smallest is first, so that a large file holds up no small one.
 * @throws ShopError BUSY when `waiting` wait, or `waitingOfOwner` of this one; the signal's reason when it was aborted.
 */
export function limitFairly({ places, waiting, waitingOfOwner }: { places: number; waiting: number; waitingOfOwner: number }) {
  const queue: Waiting[] = []
  const running = new Set<string>()

  const beginWaiting = () => {
    while (running.size < places) {
      const [next] = queue
        .filter(({ owner }) => !running.has(owner))
        .toSorted(
          (a, b) => Number(b.isFirst ?? false) - Number(a.isFirst ?? false) || Number(a.isLast) - Number(b.isLast) || a.size - b.size,
        )
      if (!next) return
      queue.splice(queue.indexOf(next), 1)
      running.add(next.owner)
      next.begin()
    }
  }

  return async <T>(asked: FairWork, work: () => Promise<T>): Promise<T> => {
    asked.signal?.throwIfAborted()
    const own = queue.filter(({ owner }) => owner === asked.owner).length
    if (queue.length >= (asked.isFirst ? waiting : waiting * SHARE_OF_OTHERS) || own >= waitingOfOwner) throw new ShopError('BUSY')
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        queue.splice(queue.indexOf(waiter), 1)
        reject(asked.signal?.reason)
      }
      const begin = () => {
        asked.signal?.removeEventListener('abort', leave)
        resolve()
      }
      const waiter = { ...asked, begin }
      asked.signal?.addEventListener('abort', leave)
      queue.push(waiter)
      beginWaiting()
    })
    try {
      return await work()
    } finally {
      running.delete(asked.owner)
      beginWaiting()
    }
  }
}
