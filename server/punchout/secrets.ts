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

/** The stored form. 256 random bits need neither salt nor a slow hash, and the time of a look-up by the hash reveals nothing. */
export const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')
