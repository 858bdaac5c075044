import { SESSION } from '#contract/basics/limits.ts'
import type { Identity } from '#contract/people/users.ts'
import { STORED, type KeptStorage } from '#app/identity/session-state.ts'
import { isRecord, readStored } from '#app/identity/stored-json.ts'
import { QUOTE_DRAFT } from '#app/quotes/draft-key.ts'

/** What the server hands out for an identity session: the token, how long it lives, and the person's current name. */
export type TokenGrant = { token: string; lifetimeMs: number; displayName: string }

/** By this device's clock, in milliseconds. */
type TokenTimes = { obtainedAt: number; expiresAt: number }

export type SavedSession = { token: string | null; times: TokenTimes | null; identity: Identity | null }

/** The session in the browser's storage, and other stored data of one person. */
export class StoredSession {
  private readonly storage: KeptStorage

  constructor(storage: KeptStorage) {
    this.storage = storage
  }

  token(): string | null {
    return this.storage.getItem(STORED.token)
  }

  read(): SavedSession {
    const times = readStored(this.storage, STORED.times)
    const identity = readStored(this.storage, STORED.identity)
    return { token: this.token(), times: isTimes(times) ? times : null, identity: isIdentity(identity) ? identity : null }
  }

  /** The token is stored last: its event makes other tabs read the rest. */
  save(identity: Identity, { token, lifetimeMs, displayName }: TokenGrant, askedAt: number): void {
    const times: TokenTimes = { obtainedAt: askedAt, expiresAt: askedAt + lifetimeMs }
    this.saveIdentity({ ...identity, displayName })
    this.storage.setItem(STORED.times, JSON.stringify(times))
    this.storage.setItem(STORED.token, token)
  }

  saveIdentity(identity: Identity): void {
    this.storage.setItem(STORED.identity, JSON.stringify(identity))
  }

  remove(): void {
    for (const key of [STORED.token, STORED.times, STORED.identity, STORED.worksForShop]) this.storage.removeItem(key)
  }

  /** Whether a sign-out still has to be sent to the server. */
  isSignOutPending(): boolean {
    return this.storage.getItem(STORED.signOutPending) !== null
  }

  setSignOutPending(isPending: boolean): void {
    if (isPending) this.storage.setItem(STORED.signOutPending, 'yes')
    else this.storage.removeItem(STORED.signOutPending)
  }

  /**
   * Removes what does not belong to this person; null when there is none. The basket carries its owner's email. An unsaved
   * quote without an owner is a visitor's, and goes to the person who signs in.
   */
  removeDataOfOthers(email: string | null): void {
    const basket = readStored(this.storage, STORED.order)
    if (email === null || !isRecord(basket) || String(basket.email).toLowerCase() !== email.toLowerCase()) {
      this.storage.removeItem(STORED.order)
      this.storage.removeItem(STORED.restAvailable)
    }
    const draft = readStored(this.storage, QUOTE_DRAFT)
    const owner = isRecord(draft) ? (draft['owner'] ?? null) : null
    if (owner !== null && owner !== email) this.storage.removeItem(QUOTE_DRAFT)
  }
}

export function countsAsExpired({ times }: SavedSession, now: number): boolean {
  if (times === null) return true
  // A token from the future was stored before the clock was put back.
  return now < times.obtainedAt || now >= times.expiresAt - SESSION.expiryMarginMs
}

/** When to renew: five minutes ahead; a token that lives for less than ten is renewed at half its life instead. */
export function refreshAt({ times }: SavedSession): number {
  if (times === null) return 0
  const halfLife = (times.obtainedAt + times.expiresAt) / 2
  return Math.max(times.expiresAt - SESSION.refreshMarginMs, halfLife)
}

const isTimes = (value: unknown): value is TokenTimes =>
  isRecord(value) && Number.isFinite(value.obtainedAt) && Number.isFinite(value.expiresAt)

const isIdentity = (value: unknown): value is Identity =>
  isRecord(value) && typeof value.uid === 'string' && typeof value.email === 'string' && typeof value.displayName === 'string'
