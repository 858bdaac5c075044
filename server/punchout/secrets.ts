import { createHash, randomBytes } from 'node:crypto'

/** 256 bits in base64url have exactly 43 characters. */
const SECRET_BYTES = 32

/** Distinguishes the token of a session from an access token and an API key, and lets scanners find it. */
const TOKEN_MARK = 'tfp_'
/** The same of the secret of a connection. */
const SECRET_MARK = 'tfo_'

export const newStartSecret = () => randomBytes(SECRET_BYTES).toString('base64url')
export const newToken = () => TOKEN_MARK + newStartSecret()
export const newConnectionSecret = () => SECRET_MARK + newStartSecret()

const SECRETS_IN_TEXT = new RegExp(`${SECRET_MARK}[A-Za-z0-9_-]{43}`, 'g')
const MOST_IN_TEXT = 10

/** The first texts in a message, in UTF-8 or UTF-16, that look like secrets of connections. */
export function secretsIn(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes.filter((byte) => byte !== 0)).toString('latin1')
  return [...new Set(text.match(SECRETS_IN_TEXT))].slice(0, MOST_IN_TEXT)
}

/** The stored form. 256 random bits need neither salt nor a slow hash, and the time of a look-up by the hash reveals nothing. */
export const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')
