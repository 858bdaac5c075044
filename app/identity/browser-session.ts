import { ACCESS_TOKEN_MINUTES } from '#contract/basics/limits.ts'
import type { identityCalls } from '#contract/people/identity.ts'
import type { userCalls } from '#contract/people/users.ts'
import { ApiError } from '#app/api/api-error.ts'
import { browserStorage } from '#app/identity/browser-storage.ts'
import { SessionKeeper } from '#app/identity/session-keeper.ts'
import { send, type Address } from '#app/api/request.ts'

// These calls are made by pages that should not load the contract's schemas: what is sent is written out, and the
// compiler compares it with the contract.
const SYNC = { method: 'PUT', path: '/user/:email', policy: 'identity' } as const satisfies Address<typeof userCalls.sync>
const CURRENT = { method: 'GET', path: '/auth/get-session', policy: 'public' } as const satisfies Address<typeof identityCalls.current>
const SIGN_OUT = { method: 'POST', path: '/auth/sign-out', policy: 'public' } as const satisfies Address<typeof identityCalls.signOut>

/** The session of this browser. On the server it only ever says 'loading'. */
export const sessionKeeper = new SessionKeeper({
  now: () => Date.now(),
  after: (delayMs, work) => {
    const timer = setTimeout(work, delayMs)
    return () => clearTimeout(timer)
  },
  storage: browserStorage,
  exclusively: (work) => {
    // Older browsers, and plain http on another machine, have no locks; a token renewed twice does no harm.
    const locks: LockManager | undefined = navigator.locks
    return locks ? locks.request('access-token', work) : work()
  },
  sync: async (email, displayName) => {
    const body = displayName === undefined ? { email } : { email, displayName }
    const { answer, servedAt } = await send<typeof userCalls.sync>(SYNC, { params: { email }, body, headers: bearerHeaders() })
    const lifetimeMs = lifetimeOf(answer.expiresAt, servedAt)
    return { token: answer.token, lifetimeMs, displayName: answer.user.displayName }
  },
  current: async () => {
    const { answer } = await send<typeof identityCalls.current>(CURRENT, { headers: bearerHeaders() })
    return answer.identity
  },
  endSession: async (token) => {
    const headers = new Headers(token === null ? {} : { authorization: `Bearer ${token}` })
    await send<typeof identityCalls.signOut>(SIGN_OUT, { headers, keepalive: true })
  },
  isRefusal: isDefiniteRefusal,
})

/** The shop itself refused the session: it ended, or the account is disabled. */
function isDefiniteRefusal(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 403) && error.code !== 'INTERNAL'
}

/**
 * Life of a token in milliseconds, by the server's clock alone. Without a usable figure, the life that tokens have by
 * the contract; a wrong guess costs one refused call.
 */
function lifetimeOf(expiresAt: string, servedAt: number): number {
  const usualMs = ACCESS_TOKEN_MINUTES * 60_000
  const lifetimeMs = Date.parse(expiresAt) - servedAt
  return lifetimeMs > 0 && lifetimeMs <= 24 * 60 * 60_000 ? lifetimeMs : usualMs
}

/** The headers with the stored token, unless one is set already. */
export function bearerHeaders(headers = new Headers()): Headers {
  return headers.has('authorization') ? headers : withBearer(headers, sessionKeeper.storedToken())
}

export function withBearer(headers: Headers, token: string | null): Headers {
  const complete = new Headers(headers)
  if (token !== null) complete.set('authorization', `Bearer ${token}`)
  return complete
}
