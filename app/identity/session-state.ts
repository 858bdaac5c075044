import type { Identity } from '#contract/people/users.ts'

export type SessionState = {
  status: 'loading' | 'signedOut' | 'signedIn'
  identity: Identity | null
  /** How the last session on this page ended: by the user or by the server. */
  ending: 'left' | 'ended' | null
}

export const LOADING: SessionState = { status: 'loading', identity: null, ending: null }

/** Where the browser keeps the session. `accessToken` is the specified key; the others are not specified. */
export const STORED = {
  token: 'accessToken',
  times: 'accessTokenTimes',
  identity: 'signedInIdentity',
  /** Set while the server does not know of a sign-out yet. */
  signOutPending: 'signOutPending',
  /** Whether the person works for the shop, whose frame the dashboard has from the first paint then. */
  worksForShop: 'worksForShop',
  order: 'order',
  restAvailable: 'restAvailable',
} as const

/** Shared by all tabs. */
export type KeptStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
