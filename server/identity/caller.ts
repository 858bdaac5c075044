import type { ApiScope } from '#contract/api-keys.ts'

type Person = {
  userId: string
  email: string
  displayName: string
}

/** A person in a browser. `role` is read from the database on every call, so that a revoked admin is one at once. */
export type SignedIn = Person & { role: 'admin' | ''; sessionId: string; apiKeyId?: undefined }

/**
 * A program with somebody's API key. It may do in their name what calls with one of its scopes do, and is never an
 * admin, whoever they are; it has no session that could be ended.
 */
export type KeyHolder = Person & { role: ''; sessionId?: undefined; apiKeyId: string; scopes: ApiScope[] }

/** Who is making a call. */
export type Caller = SignedIn | KeyHolder

/** What a call was made with: a session's access token, or an API key. */
export type Credential = Pick<SignedIn, 'sessionId' | 'apiKeyId'> | Pick<KeyHolder, 'sessionId' | 'apiKeyId'>
