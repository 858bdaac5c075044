import type { OutsideIssuerId } from '#contract/identity.ts'

/** What an issuer says of the person who has signed in there. */
export type OutsidePerson = {
  /** Names the person at the issuer for ever; an email may change its owner. */
  subject: string
  email: string | undefined
  /** The issuer says that the person reads this address. */
  emailVerified: boolean
  name: string | undefined
}

/** The only address of ours that an issuer may send anybody back to. */
export const callbackAddress = (shopUrl: string, issuer: OutsideIssuerId) =>
  `${shopUrl}/api/auth/outside/${issuer}/callback`

/** The secrets of one attempt, by which its end is recognised. */
export type Attempt = {
  state: string
  nonce: string
  codeVerifier: string
}

/** What the shop needs of any place to sign in at. */
export type OutsideIssuer = {
  id: OutsideIssuerId
  /** What the issuer's accounts are kept under: another issuer's accounts must never be taken for them. */
  key: string
  /**
   * Where to send the browser.
   * @throws ShopError OUTSIDE_UNAVAILABLE
   */
  addressFor(attempt: Attempt): Promise<string>
  /**
   * Who comes back to this address of ours.
   * @throws ShopError OUTSIDE_FAILED for every answer that proves nothing; OUTSIDE_CANCELLED; OUTSIDE_UNAVAILABLE.
   */
  readPerson(callback: URL, attempt: Attempt): Promise<OutsidePerson>
}
