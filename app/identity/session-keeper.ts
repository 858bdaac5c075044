import { SESSION } from '#contract/limits.ts'
import type { Identity } from '#contract/users.ts'
import { LOADING, STORED, type KeptStorage, type SessionState } from '#app/identity/session-state.ts'
import { QUOTE_DRAFT } from '#app/quotes/draft-key.ts'

/** What the server hands out for an identity session: the token, how long it lives, and the person's name as it is now. */
export type TokenGrant = { token: string; lifetimeMs: number; displayName: string }

/** What the keeper needs from its surroundings. */
export type Surroundings = {
  /** This device's clock, in milliseconds. It may be wrong and it may jump. */
  now: () => number
  /** Runs `work` once after `delayMs`; what comes back calls it off. */
  after: (delayMs: number, work: () => void) => () => void
  storage: KeptStorage
  /** Runs `work` while no other tab runs its own. */
  exclusively: (work: () => Promise<void>) => Promise<void>
  /** Turns the identity session into an access token. The name is sent once, at sign-in: later it could be outdated. */
  sync: (email: string, displayName?: string) => Promise<TokenGrant>
  /** Whom the identity session belongs to; null when there is none. */
  current: () => Promise<Identity | null>
  /** Ends the identity session on the server. */
  endSession: (token: string | null) => Promise<void>
  /** Whether an error is the server's definite no, rather than a failure that may pass. */
  isRefusal: (error: unknown) => boolean
}

/** By this device's clock, in milliseconds. */
type TokenTimes = { obtainedAt: number; expiresAt: number }

type Saved = { token: string | null; times: TokenTimes | null; identity: Identity | null }

/**
 * Keeps a person signed in: stores the access token, renews it ahead of its expiry, and lets go of it once the server
 * refuses. Specification section 4, "Session", and section 9; the figures are `SESSION` in contract/limits.ts.
 *
 * Times are this device's own: a token's lifetime comes from the server and is counted from the moment it was asked
 * for, so a clock that is wrong by hours does no harm. A clock put back after that makes the token count as expired.
 */
export class SessionKeeper {
  private readonly around: Surroundings
  private readonly listeners = new Set<() => void>()
  private state = LOADING
  private refreshing: Promise<void> | undefined
  private leaving: Promise<void> = Promise.resolve()
  private callOffTimer: (() => void) | undefined
  /** A renewal that nobody's call waits for is under way. */
  private isTending = false
  private retryDelayMs: number = SESSION.retryFirstMs

  constructor(around: Surroundings) {
    this.around = around
  }

  readonly snapshot = (): SessionState => this.state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Takes up what an earlier page left. `stop` calls off what is planned. */
  start(): void {
    this.adopt()
    this.finishSignOut()
  }

  stop(): void {
    this.callOffTimer?.()
    this.callOffTimer = undefined
  }

  /** The page is looked at again, or the network is back: what fell due meanwhile is done now. */
  wake(): void {
    this.adopt()
    this.finishSignOut()
  }

  /** Another tab changed this key; null when it emptied the whole storage. */
  storageChanged(key: string | null): void {
    if (key === null || key === STORED.token || key === STORED.identity) this.adopt()
  }

  /**
   * The token to send, renewed first when it counts as expired; null when there is none.
   * @throws what the renewal failed with. After a refusal the session has ended.
   */
  async freshToken(): Promise<string | null> {
    const saved = this.read()
    if (saved.token === null || !this.countsAsExpired(saved)) return saved.token
    await this.refresh(saved.token)
    return this.read().token
  }

  /** The stored token as it is, whatever its age. */
  storedToken(): string | null {
    return this.around.storage.getItem(STORED.token)
  }

  /**
   * The token to repeat a call with whose token the server refused; null when the session is over.
   * @throws what the renewal failed with, as `freshToken`.
   */
  async tokenInsteadOf(refused: string): Promise<string | null> {
    if (this.storedToken() === refused) await this.refresh(refused)
    return this.storedToken()
  }

  /** Resolves once no sign-out is under way that could end the session which is about to begin. */
  async readyToSignIn(): Promise<void> {
    await this.leaving
    this.around.storage.removeItem(STORED.signOutPending)
  }

  /**
   * The identity session has begun: fetches the access token and stores it. What an earlier person had in the basket
   * goes.
   * @throws what the call failed with; nothing is stored then.
   */
  async begin(identity: Identity): Promise<void> {
    const askedAt = this.around.now()
    const grant = await this.around.sync(identity.email, identity.displayName)
    if (!this.isBasketOf(identity)) this.emptyBasket()
    this.forgetQuoteOf(identity.email)
    this.around.storage.removeItem(STORED.signOutPending)
    this.store(identity, grant, askedAt)
    this.adopt()
  }

  /** The person has changed their name. */
  rename(displayName: string): void {
    const { token, identity } = this.read()
    if (token === null || identity === null) return
    this.around.storage.setItem(STORED.identity, JSON.stringify({ ...identity, displayName }))
    this.adopt()
  }

  /**
   * Signs out: at once in this browser, then on the server. Never fails; a server that could not be told is told as
   * soon as it can be reached.
   */
  async leave(): Promise<void> {
    const token = this.storedToken()
    if (token === null && this.state.ending === 'left') return this.leaving
    this.leaveNothing()
    this.around.storage.setItem(STORED.signOutPending, 'yes')
    await this.tellSignOut(token)
  }

  /** The server wants nothing to do with the session any more. The basket stays for the person's return. */
  end(): void {
    this.forget('ended')
  }

  /** What a sign-out could not do: the server was away, or the page had no more than its first lines yet. */
  private finishSignOut(): void {
    if (this.around.storage.getItem(STORED.signOutPending) === null || this.storedToken() !== null) return
    this.leaveNothing()
    void this.tellSignOut(null)
  }

  private leaveNothing(): void {
    this.forget('left')
    this.emptyBasket()
    this.forgetQuoteOf(null)
  }

  private tellSignOut(token: string | null): Promise<void> {
    this.leaving = this.around.endSession(token).then(
      () => this.around.storage.removeItem(STORED.signOutPending),
      () => undefined, // The mark in the storage stays, and the next start or wake tries again.
    )
    return this.leaving
  }

  /** Makes the page agree with the storage, and plans or does the next renewal. */
  private adopt(): void {
    const saved = this.read()
    if (saved.token === null) {
      this.stop()
      // A session that vanishes from the storage ended in another tab.
      const ending = this.state.status === 'signedIn' ? 'ended' : this.state.ending
      this.show({ status: 'signedOut', identity: null, ending })
      return
    }
    if (saved.identity === null || this.countsAsExpired(saved)) {
      void this.refreshInBackground()
      return
    }
    this.show({ status: 'signedIn', identity: saved.identity, ending: null })
    const waitMs = this.refreshAt(saved) - this.around.now()
    if (waitMs <= 0) {
      void this.refreshInBackground()
      return
    }
    this.retryDelayMs = SESSION.retryFirstMs
    this.plan(waitMs)
  }

  private plan(delayMs: number): void {
    this.stop()
    this.callOffTimer = this.around.after(delayMs, () => {
      this.callOffTimer = undefined
      // Another tab may have been quicker.
      this.adopt()
    })
  }

  private async refreshInBackground(): Promise<void> {
    const token = this.storedToken()
    if (token === null || this.isTending) return
    this.isTending = true
    try {
      await this.refresh(token)
    } catch (error) {
      if (this.around.isRefusal(error)) return
      // Only these attempts lengthen the wait: a customer's own calls may try at any time.
      this.plan(this.retryDelayMs)
      this.retryDelayMs = Math.min(this.retryDelayMs * 2, SESSION.retryMaxMs)
    } finally {
      this.isTending = false
    }
  }

  private refresh(stale: string): Promise<void> {
    this.refreshing ??= this.around
      .exclusively(() => this.renew(stale))
      .finally(() => {
        this.refreshing = undefined
      })
    return this.refreshing
  }

  private async renew(stale: string): Promise<void> {
    const saved = this.read()
    // While this tab waited for its turn, another one may have signed out or renewed the token.
    if (saved.token === null || (saved.token !== stale && !this.countsAsExpired(saved))) {
      this.adopt()
      return
    }
    // An answer that comes after a sign-out, or for an earlier person, must not bring that session back.
    const isOutdated = () => this.storedToken() !== saved.token
    try {
      const identity = saved.identity ?? (await this.around.current())
      if (isOutdated()) return
      if (identity === null) {
        this.end()
        return
      }
      const askedAt = this.around.now()
      const grant = await this.around.sync(identity.email)
      if (isOutdated()) return
      this.store(identity, grant, askedAt)
      this.adopt()
    } catch (error) {
      if (isOutdated()) return
      if (this.around.isRefusal(error)) this.end()
      else this.giveUpLoading(saved.identity)
      throw error
    }
  }

  /**
   * A page must not load for ever because the shop cannot be reached: who is known counts as signed in, and each
   * screen tells that its own call failed.
   */
  private giveUpLoading(identity: Identity | null): void {
    if (this.state.status !== 'loading') return
    this.show({ status: identity ? 'signedIn' : 'signedOut', identity, ending: null })
  }

  private forget(ending: 'left' | 'ended'): void {
    const { storage } = this.around
    this.stop()
    for (const key of [STORED.token, STORED.times, STORED.identity]) storage.removeItem(key)
    this.show({ status: 'signedOut', identity: null, ending })
  }

  /** The basket carries its owner's email; one without an owner belongs to nobody. */
  private isBasketOf(identity: Identity): boolean {
    const order = parse(this.around.storage.getItem(STORED.order))
    return isRecord(order) && String(order.email).toLowerCase() === identity.email.toLowerCase()
  }

  private emptyBasket(): void {
    this.around.storage.removeItem(STORED.order)
    this.around.storage.removeItem(STORED.restAvailable)
  }

  /** A quote that is not saved goes with its owner; a visitor's is for whoever signs in. Null when nobody comes. */
  private forgetQuoteOf(email: string | null): void {
    const draft = parse(this.around.storage.getItem(QUOTE_DRAFT))
    const owner = isRecord(draft) ? (draft['owner'] ?? null) : null
    if (owner !== null && owner !== email) this.around.storage.removeItem(QUOTE_DRAFT)
  }

  /** The token goes in last: it is what tells the other tabs, and they read the rest then. */
  private store(identity: Identity, { token, lifetimeMs, displayName }: TokenGrant, askedAt: number): void {
    const times: TokenTimes = { obtainedAt: askedAt, expiresAt: askedAt + lifetimeMs }
    this.around.storage.setItem(STORED.identity, JSON.stringify({ ...identity, displayName }))
    this.around.storage.setItem(STORED.times, JSON.stringify(times))
    this.around.storage.setItem(STORED.token, token)
  }

  private read(): Saved {
    const { storage } = this.around
    const times = parse(storage.getItem(STORED.times))
    const identity = parse(storage.getItem(STORED.identity))
    return {
      token: storage.getItem(STORED.token),
      times: isTimes(times) ? times : null,
      identity: isIdentity(identity) ? identity : null,
    }
  }

  private countsAsExpired({ times }: Saved): boolean {
    if (times === null) return true
    const now = this.around.now()
    // A token from the future was stored before the clock was put back.
    return now < times.obtainedAt || now >= times.expiresAt - SESSION.expiryMarginMs
  }

  /** Five minutes ahead; a token that lives for less than ten is renewed at half its life instead. */
  private refreshAt({ times }: Saved): number {
    if (times === null) return 0
    const halfLife = (times.obtainedAt + times.expiresAt) / 2
    return Math.max(times.expiresAt - SESSION.refreshMarginMs, halfLife)
  }

  private show(state: SessionState): void {
    const { status, identity, ending } = this.state
    const sameIdentity = JSON.stringify(identity) === JSON.stringify(state.identity)
    if (status === state.status && sameIdentity && ending === state.ending) return
    this.state = state
    for (const listener of this.listeners) listener()
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isTimes = (value: unknown): value is TokenTimes =>
  isRecord(value) && Number.isFinite(value.obtainedAt) && Number.isFinite(value.expiresAt)

const isIdentity = (value: unknown): value is Identity =>
  isRecord(value) && typeof value.uid === 'string' && typeof value.email === 'string' && typeof value.displayName === 'string'

/** Stored JSON, or undefined for what is none: the storage is open to the person and to extensions. */
function parse(text: string | null): unknown {
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
