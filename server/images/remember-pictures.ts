import type { ImageStore } from './image-store.ts'

/**
 * Caches recently read pictures in memory, at most `maxBytes`. Concurrent requests for one picture share one read. A name
 * never gets other bytes, so entries do not become stale; failures are not cached.
 */
export function rememberPictures(store: ImageStore, maxBytes: number): ImageStore {
  /** Least recently used first. */
  const remembered = new Map<string, Buffer>()
  const fetching = new Map<string, Promise<Buffer | URL | undefined>>()
  let bytes = 0

  const forget = (key: string) => {
    bytes -= remembered.get(key)?.length ?? 0
    remembered.delete(key)
  }
  const remember = (key: string, picture: Buffer) => {
    forget(key)
    remembered.set(key, picture)
    bytes += picture.length
    for (const oldest of remembered.keys()) {
      if (bytes <= maxBytes) break
      forget(oldest)
    }
  }
  const fetchOnce = (key: string) => {
    const found = fetching.get(key)
    if (found) return found
    const fetched = store.read(key).finally(() => fetching.delete(key))
    fetching.set(key, fetched)
    return fetched
  }

  return {
    keep: (picture) => store.keep(picture),
    async read(key) {
      const picture = remembered.get(key) ?? (await fetchOnce(key))
      if (picture instanceof Buffer) remember(key, picture)
      return picture
    },
    async discard(name) {
      for (const key of remembered.keys()) if (key.endsWith(name)) forget(key)
      await store.discard(name)
    },
  }
}
