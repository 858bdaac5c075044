/*
 * Copies of what signed-in screens have read, for the time without a network: one cache of the browser for each person.
 * Forms that sign in need this file alone.
 */

const NAME = 'answers of '

/** Undefined where a page may not keep anything: plain http on another machine. */
export const browserCaches = (): CacheStorage | undefined => globalThis.caches

export const answerCacheOf = (uid: string) => NAME + uid

/** Removes the copies of everybody else; null for all of them. */
export async function removeAnswersOfOthers(uid: string | null): Promise<void> {
  const caches = browserCaches()
  for (const name of (await caches?.keys()) ?? []) {
    if (name.startsWith(NAME) && name !== NAME + uid) await caches?.delete(name)
  }
}
