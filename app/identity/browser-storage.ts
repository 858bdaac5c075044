import type { KeptStorage } from '#app/identity/session-state.ts'

const kept = new Map<string, string>()

/** Event of this page's window after it has stored or removed something. Other tabs get the browser's event `storage`. */
export const STORED_HERE = 'storedhere'

/**
 * The browser's storage. If it is unavailable (private windows, blocked site data, full disk), values last as long as
 * the page, so that users can still sign in.
 */
export const browserStorage: KeptStorage = {
  getItem(key) {
    try {
      return localStorage.getItem(key) ?? kept.get(key) ?? null
    } catch {
      return kept.get(key) ?? null
    }
  },
  setItem(key, value) {
    try {
      localStorage.setItem(key, value)
      kept.delete(key)
      dispatchEvent(new Event(STORED_HERE))
    } catch {
      kept.set(key, value)
    }
  },
  removeItem(key) {
    kept.delete(key)
    try {
      localStorage.removeItem(key)
      dispatchEvent(new Event(STORED_HERE))
    } catch {
      // Unavailable storage has nothing to remove.
    }
  },
}
