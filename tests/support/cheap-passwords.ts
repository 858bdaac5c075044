import { createHash, randomBytes } from 'node:crypto'
import type { IdentityOptions } from '#server/identity/configure-better-auth.ts'

const digestOf = (salt: string, password: string) =>
  `${salt}:${createHash('sha256')
    .update(salt + password)
    .digest('hex')}`

/** Password hashes without cost, for tests about something else. */
export const cheapPasswords = {
  hash: async (password) => digestOf(randomBytes(16).toString('hex'), password),
  verify: async ({ hash, password }) => digestOf(hash.split(':')[0]!, password) === hash,
} satisfies IdentityOptions['passwords']
