import type { IdentityProviderId } from '#contract/people/identity.ts'

export type ExternalUser = {
  /** Identifies the user at the issuer permanently; an email may change its owner. */
  subject: string
  email: string | undefined
  /** The issuer has verified that the user reads this address. */
  emailVerified: boolean
  name: string | undefined
}

/** The only address that an issuer may redirect to. */
export const callbackAddress = (shopUrl: string, issuer: IdentityProviderId) => `${shopUrl}/api/auth/outside/${issuer}/callback`

/** The secrets of one attempt; the callback must match them. */
export type Attempt = {
  state: string
  nonce: string
  codeVerifier: string
}

export type IdentityProvider = {
  id: IdentityProviderId
  /** Key of the issuer's accounts, so that the accounts of two issuers cannot be confused. */
  key: string
  /**
   * The issuer's address to redirect the browser to.
   * @throws ShopError EXTERNAL_UNAVAILABLE
   */
  addressFor(attempt: Attempt): Promise<string>
  /**
   * The user who returns to this callback address.
   * @throws ShopError EXTERNAL_FAILED for an answer that proves nothing; EXTERNAL_CANCELLED; EXTERNAL_UNAVAILABLE.
   */
  readPerson(callback: URL, attempt: Attempt): Promise<ExternalUser>
}
