import { LRUCache } from 'lru-cache'

/** Counted for each value in addition to its bytes: its key and its entry. */
const BYTES_EACH = 512

type Kept<T> = { value: T; since: number; generation: number }

type MicroCacheOptions<T extends {}> = {
  /** The largest age of a value that is still served, in ms. */
  maxAgeMs: () => number
  /** Limit of the bytes in memory; the least recently used values are dropped first. */
  maxBytes: number
  /** Size of a value; undefined for one that must not be cached, such as a failure. */
  bytesOf: (value: T) => number | undefined
  now?: () => number
}

export type MicroCache<T extends {}> = {
  /**
   * The value of this key: the cached one, or a new one by `make`, which runs once for concurrent requests. It gets the
   * value that it replaces, if that is still in memory. What `make` throws reaches all waiting requests and is not cached.
   */
  get(key: string, make: (outdated: T | undefined) => Promise<T>): T | Promise<T>
  /** The cached value, if it may still be served. */
  peek(key: string): T | undefined
  /** The last value in memory, whatever its age and what was dropped since. */
  last(key: string): { value: T; ageMs: number } | undefined
  /** Values whose making started before this moment are not served to later requests. */
  drop(): void
  bytes(): number
}

/** Caches values for a limited time, and makes one value for concurrent requests of the same key. */
export function createMicroCache<T extends {}>(options: MicroCacheOptions<T>): MicroCache<T> {
  const { maxAgeMs, maxBytes, bytesOf, now = () => performance.now() } = options
  const kept = new LRUCache<string, Kept<T>>({ maxSize: maxBytes })
  const underWay = new Map<string, Promise<T>>()
  let generation = 0

  async function start(key: string, make: (outdated: T | undefined) => Promise<T>): Promise<T> {
    const started = { since: now(), generation }
    try {
      const value = await make(kept.peek(key)?.value)
      const bytes = bytesOf(value)
      // A value whose making started before a drop is only for the requests that were waiting for it.
      if (bytes !== undefined && started.generation === generation) {
        kept.set(key, { value, ...started }, { size: bytes + 2 * key.length + BYTES_EACH })
      }
      return value
    } finally {
      if (started.generation === generation) underWay.delete(key)
    }
  }

  function peek(key: string): T | undefined {
    const entry = kept.get(key)
    if (entry?.generation !== generation || now() - entry.since >= maxAgeMs()) return undefined
    return entry.value
  }

  return {
    peek,
    last(key) {
      const entry = kept.get(key)
      return entry && { value: entry.value, ageMs: now() - entry.since }
    },
    get(key, make) {
      const value = peek(key)
      if (value !== undefined) return value
      const running = underWay.get(key)
      if (running) return running
      const flight = start(key, make)
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
