import { AsyncLocalStorage } from 'node:async_hooks'

type Waiting = { begin: () => void }

/** Connections that many requests have together at most: the next one waits for one of theirs, while others find some free. */
export class ConnectionShare {
  #free: number
  readonly #queue: Waiting[] = []

  constructor(connections: number) {
    this.#free = connections
  }

  get waiting(): number {
    return this.#queue.length
  }

  /** @throws Error after this time, as the pool does for a connection. */
  async take(waitMs: number): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1
      return
    }
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#queue.splice(this.#queue.indexOf(waiter), 1)
        reject(new Error('timeout exceeded when trying to connect'))
      }, waitMs)
      const waiter = {
        begin: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      this.#queue.push(waiter)
    })
  }

  giveBack(): void {
    const next = this.#queue.shift()
    if (next) next.begin()
    else this.#free += 1
  }
}

/** The shares of what runs now; work without any, such as jobs, may use every connection. */
const shares = new AsyncLocalStorage<readonly ConnectionShare[]>()

/** Runs work whose connections all come from these shares. */
export const withinShares = <T>(of: readonly ConnectionShare[], work: () => T): T => (of.length === 0 ? work() : shares.run(of, work))

/** Takes one connection of each share of what runs now. Returns what gives it back, which does so once. */
export async function takeFromShares(waitMs: number): Promise<() => void> {
  const taken: ConnectionShare[] = []
  const giveBack = () => {
    for (const share of taken.splice(0)) share.giveBack()
  }
  try {
    for (const share of shares.getStore() ?? []) {
      await share.take(waitMs)
      taken.push(share)
    }
    return giveBack
  } catch (error) {
    giveBack()
    throw error
  }
}
