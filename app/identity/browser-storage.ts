import type { KeptStorage } from '#app/identity/session-state.ts'

const kept = new Map<string, string>()

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
    } catch {
      kept.set(key, value)
    }
  },
  removeItem(key) {
    kept.delete(key)
    try {
      localStorage.removeItem(key)
    } catch {
      // Unavailable storage has nothing to remove.
    }
  },
}
