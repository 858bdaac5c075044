import { LRUCache } from 'lru-cache'

/** Counted for each value besides its own bytes: its key and its place. */
const BYTES_EACH = 512

type Kept<T> = { value: T; since: number; generation: number }

export type MicroCacheOptions<T extends {}> = {
  /** Oldest that a value may be at this moment, in ms, to be given out. */
  maxAgeMs: () => number
  /** Most bytes kept; the values asked for longest ago go first. */
  maxBytes: number
  /** Size of a value; undefined for one that must not be kept, such as a failure. */
  bytesOf: (value: T) => number | undefined
  /** A clock in ms that never goes back. */
  now?: () => number
}

export type MicroCache<T extends {}> = {
  /**
   * The value of this key: the kept one, or a new one by `make`, which runs once for all who ask meanwhile. It is
   * given the value that it replaces, if that is still there. What `make` throws reaches all who wait and is not kept.
   */
  get(key: string, make: (outdated: T | undefined) => Promise<T>): T | Promise<T>
  /** The kept value, if it may still be given out. */
  peek(key: string): T | undefined
  /** Whatever was begun before this moment is given to nobody who asks after it. */
  drop(): void
  /** Bytes counted now; never more than `maxBytes`. */
  bytes(): number
}

/** Keeps values for a moment, so that a thousand people who ask for the same at once cost one answer. */
export function createMicroCache<T extends {}>(options: MicroCacheOptions<T>): MicroCache<T> {
  const { maxAgeMs, maxBytes, bytesOf, now = () => performance.now() } = options
  const kept = new LRUCache<string, Kept<T>>({ maxSize: maxBytes })
  const underWay = new Map<string, Promise<T>>()
  let generation = 0

  async function begin(key: string, make: (outdated: T | undefined) => Promise<T>): Promise<T> {
    const begun = { since: now(), generation }
    try {
      const value = await make(kept.peek(key)?.value)
      const bytes = bytesOf(value)
      // What was begun before a drop is for those who were waiting already.
      if (bytes !== undefined && begun.generation === generation) {
        kept.set(key, { value, ...begun }, { size: bytes + 2 * key.length + BYTES_EACH })
      }
      return value
    } finally {
      if (begun.generation === generation) underWay.delete(key)
    }
  }

  function peek(key: string): T | undefined {
    const entry = kept.get(key)
    if (entry?.generation !== generation || now() - entry.since >= maxAgeMs()) return undefined
    return entry.value
  }

  return {
    peek,
    get(key, make) {
      const value = peek(key)
      if (value !== undefined) return value
      const running = underWay.get(key)
      if (running) return running
      const flight = begin(key, make)
      underWay.set(key, flight)
      return flight
    },
    drop() {
      generation += 1
      underWay.clear()
    },
    bytes: () => kept.calculatedSize,
  }
}
