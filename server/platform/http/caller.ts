import type { ApiScope } from '#contract/people/api-keys.ts'
import type { Permission, Rights } from '#contract/people/permissions.ts'

type Person = {
  userId: string
  email: string
  displayName: string
  /** Whether they have paid for an order. Set with each request from outside. */
  hasPaid?: boolean
}

/**
 * A user in a browser. `role` and `permissions` are read from the database on every call, so that revoking them takes effect
 * immediately. In a call that names one of the permissions the role is 'admin'.
 */
export type SignedIn = Person & {
  role: 'admin' | ''
  permissions: Permission[]
  sessionId: string
  apiKeyId?: undefined
  connectionId?: undefined
}

/**
 * A program with an API key. It may make the calls that name one of its scopes, on behalf of the key's owner. It is an admin only in
 * calls that one of its scopes for the shop allows (`shopScopes`), while its owner may do the same: `owner` is read with every call. It
 * has no session that could be ended.
 */
export type KeyHolder = Person & {
  role: 'admin' | ''
  owner: Rights
  permissions?: undefined
  sessionId?: undefined
  connectionId?: undefined
  apiKeyId: string
  scopes: ApiScope[]
}

/**
 * A procurement system, or a browser that came from one, on behalf of the buyer who connected it. It saves and orders quotes by the calls
 * of server/punchout, and makes no other: `Callers.find` knows none.
 */
export type Connected = Person & {
  role: ''
  permissions?: undefined
  sessionId?: undefined
  apiKeyId?: undefined
  connectionId: string
}

export type Caller = SignedIn | KeyHolder | Connected

/** Whose limited resources a request takes: those of strangers and new accounts, of accounts that have paid, or of the shop's people. */
export type Standing = 'unproven' | 'paid' | 'staff'

/** An account by itself proves nothing. */
export function standingOf(caller: Caller | null): Standing {
  if (caller === null) return 'unproven'
  if (isStaff(caller) || ('owner' in caller && isStaff(caller.owner))) return 'staff'
  return caller.hasPaid === true ? 'paid' : 'unproven'
}

const isStaff = ({ role, permissions = [] }: { role: string; permissions?: readonly Permission[] | undefined }) =>
  role === 'admin' || permissions.length > 0

/** The access token's session, the API key, or the procurement system's connection, of a call. */
export type Credential = CredentialOf<SignedIn> | CredentialOf<KeyHolder> | CredentialOf<Connected>

type CredentialOf<C extends Caller> = Pick<C, 'sessionId' | 'apiKeyId' | 'connectionId'>
