import type { ApiScope } from '#contract/api-keys.ts'
import type { Permission } from '#contract/permissions.ts'

type Person = {
  userId: string
  email: string
  displayName: string
}

/**
 * A user in a browser. `role` and `permissions` are read from the database on every call, so that revoking them takes effect
 * immediately. In a call that names one of the permissions the role is 'admin'.
 */
export type SignedIn = Person & { role: 'admin' | ''; permissions: Permission[]; sessionId: string; apiKeyId?: undefined }

/**
 * A program with an API key. It may make the calls that name one of its scopes, on behalf of the key's owner. It is an admin only in
 * calls that its scope `shipping` allows, while its owner is one. It has no session that could be ended.
 */
export type KeyHolder = Person & {
  role: 'admin' | ''
  ownerRole: 'admin' | ''
  permissions?: undefined
  sessionId?: undefined
  apiKeyId: string
  scopes: ApiScope[]
}

export type Caller = SignedIn | KeyHolder

/** The access token's session, or the API key, of a call. */
export type Credential = Pick<SignedIn, 'sessionId' | 'apiKeyId'> | Pick<KeyHolder, 'sessionId' | 'apiKeyId'>
