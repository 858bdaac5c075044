import { SESSION } from '#contract/basics/limits.ts'
import type { Identity } from '#contract/people/users.ts'
import { LOADING, STORED, type KeptStorage, type SessionState } from '#app/identity/session-state.ts'
import { countsAsExpired, refreshAt, StoredSession, type TokenGrant } from '#app/identity/stored-session.ts'

/** What the keeper needs from the page and the server. */
export type SessionEnvironment = {
  /** This device's clock, in milliseconds. It may be wrong and it may jump. */
  now: () => number
  /** Runs `work` once after `delayMs`; the returned function cancels it. */
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
  /** Whether an error is a refusal by the server, rather than a failure that may pass. */
  isRefusal: (error: unknown) => boolean
}

/**
 * Keeps a person signed in: stores the access token, renews it before it expires, and removes it once the server refuses
 * it. Specification section 4, "Session", and section 9; the figures are `SESSION` in contract/basics/limits.ts.
 *
 * Times are this device's own: a token's lifetime comes from the server and is counted from the moment it was asked
 * for, so a clock that is wrong by hours does no harm. A clock put back after that makes the token count as expired.
 */
export class SessionKeeper {
  private readonly env: SessionEnvironment
  private readonly stored: StoredSession
  private readonly listeners = new Set<() => void>()
  private state = LOADING
  private refreshing: Promise<void> | undefined
  private signingOut: Promise<void> = Promise.resolve()
  private cancelTimer: (() => void) | undefined
  private isRefreshingInBackground = false
  private retryDelayMs: number = SESSION.retryFirstMs

  constructor(env: SessionEnvironment) {
    this.env = env
    this.stored = new StoredSession(env.storage)
  }

  readonly snapshot = (): SessionState => this.state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Continues the stored session. Also called when the page becomes visible and when the network returns. */
  start(): void {
    this.readStorage()
    this.finishSignOut()
  }

  stop(): void {
    this.cancelTimer?.()
    this.cancelTimer = undefined
  }

  /** Another tab changed this key; null when it emptied the whole storage. */
  storageChanged(key: string | null): void {
    if (key === null || key === STORED.token || key === STORED.identity) this.readStorage()
  }

  /**
   * The token to send, renewed first when it counts as expired; null when there is none.
   * @throws what the renewal failed with. After a refusal the session has ended.
   */
  async freshToken(): Promise<string | null> {
    const saved = this.stored.read()
    if (saved.token === null || !countsAsExpired(saved, this.env.now())) return saved.token
    await this.refresh(saved.token)
    return this.stored.token()
  }

  /** The stored token unchanged, of any age. */
  storedToken(): string | null {
    return this.stored.token()
  }

  /**
   * The token to repeat a call with whose token the server refused; null when the session is over.
   * @throws what the renewal failed with, as `freshToken`.
   */
  async tokenInsteadOf(refused: string): Promise<string | null> {
    if (this.stored.token() === refused) await this.refresh(refused)
    return this.stored.token()
  }

  /** Resolves once no sign-out is running that could end the next session. */
  async readyToSignIn(): Promise<void> {
    await this.signingOut
    this.stored.setSignOutPending(false)
  }

  /**
   * The identity session has started: fetches the access token and stores it. Data of an earlier user in the browser are removed.
   * @throws what the call failed with; nothing is stored then.
   */
  async begin(identity: Identity): Promise<void> {
    const askedAt = this.env.now()
    const grant = await this.env.sync(identity.email, identity.displayName)
    this.stored.removeDataOfOthers(identity.email)
    this.stored.setSignOutPending(false)
    this.stored.save(identity, grant, askedAt)
    this.readStorage()
  }

  /** The person has changed their name. */
  rename(displayName: string): void {
    const { token, identity } = this.stored.read()
    if (token === null || identity === null) return
    this.stored.saveIdentity({ ...identity, displayName })
    this.readStorage()
  }

  /** Signs out: at once in this browser, then on the server, as soon as it can be reached. Never fails. */
  async leave(): Promise<void> {
    const token = this.stored.token()
    if (token === null && this.state.ending === 'left') return this.signingOut
    this.removeEverything()
    this.stored.setSignOutPending(true)
    await this.sendSignOut(token)
  }

  /** The server has refused the session. The basket stays for the person's return. */
  end(): void {
    this.removeSession('ended')
  }

  /** Completes a sign-out that has not reached the server: it was unreachable, or the page was still loading. */
  private finishSignOut(): void {
    if (!this.stored.isSignOutPending() || this.stored.token() !== null) return
    this.removeEverything()
    void this.sendSignOut(null)
  }

  private removeEverything(): void {
    this.removeSession('left')
    this.stored.removeDataOfOthers(null)
  }

  private removeSession(ending: 'left' | 'ended'): void {
    this.stop()
    this.stored.remove()
    this.show({ status: 'signedOut', identity: null, ending })
  }

  private sendSignOut(token: string | null): Promise<void> {
    this.signingOut = this.env.endSession(token).then(
      () => this.stored.setSignOutPending(false),
      () => undefined, // It stays pending, and the next start or wake tries again.
    )
    return this.signingOut
  }

  /** Publishes the stored session, and schedules or starts the next renewal. */
  private readStorage(): void {
    const saved = this.stored.read()
    const now = this.env.now()
    if (saved.token === null) {
      this.stop()
      // A session that vanishes from the storage ended in another tab.
      const ending = this.state.status === 'signedIn' ? 'ended' : this.state.ending
      this.show({ status: 'signedOut', identity: null, ending })
    } else if (saved.identity === null || countsAsExpired(saved, now)) {
      void this.refreshInBackground()
    } else {
      this.show({ status: 'signedIn', identity: saved.identity, ending: null })
      const waitMs = refreshAt(saved) - now
      if (waitMs <= 0) void this.refreshInBackground()
      else {
        this.retryDelayMs = SESSION.retryFirstMs
        this.plan(waitMs)
      }
    }
  }

  private plan(delayMs: number): void {
    this.stop()
    this.cancelTimer = this.env.after(delayMs, () => {
      this.cancelTimer = undefined
      // Another tab may have renewed the token already.
      this.readStorage()
    })
  }

  private async refreshInBackground(): Promise<void> {
    const token = this.stored.token()
    if (token === null || this.isRefreshingInBackground) return
    this.isRefreshingInBackground = true
    try {
      await this.refresh(token)
    } catch (error) {
      if (this.env.isRefusal(error)) return
      // Only these attempts lengthen the wait: a customer's own calls may try at any time.
      this.plan(this.retryDelayMs)
      this.retryDelayMs = Math.min(this.retryDelayMs * 2, SESSION.retryMaxMs)
    } finally {
      this.isRefreshingInBackground = false
    }
  }

  private refresh(stale: string): Promise<void> {
    this.refreshing ??= this.env
      .exclusively(() => this.renew(stale))
      .finally(() => {
        this.refreshing = undefined
      })
    return this.refreshing
  }

  private async renew(stale: string): Promise<void> {
    const saved = this.stored.read()
    // While this tab waited for its turn, another one may have signed out or renewed the token.
    if (saved.token === null || (saved.token !== stale && !countsAsExpired(saved, this.env.now()))) {
      this.readStorage()
      return
    }
    // An answer that comes after a sign-out, or for an earlier person, must not bring that session back.
    const isOutdated = () => this.stored.token() !== saved.token
    try {
      const identity = saved.identity ?? (await this.env.current())
      if (isOutdated()) return
      if (identity === null) {
        this.end()
        return
      }
      const askedAt = this.env.now()
      const grant = await this.env.sync(identity.email)
      if (isOutdated()) return
      this.stored.save(identity, grant, askedAt)
      this.readStorage()
    } catch (error) {
      if (isOutdated()) return
      if (this.env.isRefusal(error)) this.end()
      else this.showWithoutServer(saved.identity)
      throw error
    }
  }

  /**
   * Ends the loading state although the server cannot be reached: a known person counts as signed in, and each screen
   * shows that its own call failed.
   */
  private showWithoutServer(identity: Identity | null): void {
    if (this.state.status !== 'loading') return
    this.show({ status: identity ? 'signedIn' : 'signedOut', identity, ending: null })
  }

  private show(state: SessionState): void {
    const { status, identity, ending } = this.state
    const sameIdentity = JSON.stringify(identity) === JSON.stringify(state.identity)
    if (status === state.status && sameIdentity && ending === state.ending) return
    this.state = state
    for (const listener of this.listeners) listener()
  }
}
