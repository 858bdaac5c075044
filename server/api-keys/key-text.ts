import { createHash, randomBytes } from 'node:crypto'

/** Distinguishes a key from an access token, and lets scanners find keys that were committed to a repository. */
const MARK = 'tfk_'
/** Prefix of test keys; a release that does not know it treats them as invalid. */
const TEST_MARK = 'tft_'
const KEY_BYTES = 32
/** 256 bits in base64url have exactly 43 characters. */
const BEARER = /^Bearer (tf[kt]_[A-Za-z0-9_-]{43})$/
/** Characters of a key that its owner sees later; the rest has 232 bits. */
const PREFIX_LENGTH = 8

export const newKeyText = (isTest: boolean) => (isTest ? TEST_MARK : MARK) + randomBytes(KEY_BYTES).toString('base64url')

export const isTestKey = (key: string) => key.startsWith(TEST_MARK)

/** The stored form of a key. Its 256 random bits need neither salt nor a slow hash. */
export const hashKey = (key: string) => createHash('sha256').update(key).digest('hex')

export const prefixOf = (key: string) => key.slice(0, PREFIX_LENGTH)

export const keyIn = (authorization: string | undefined): string | undefined => BEARER.exec(authorization ?? '')?.[1]
