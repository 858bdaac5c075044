import type { IdentityOptions } from '#server/identity/configure-better-auth.ts'
import { createIdentity as createRealIdentity } from '#server/identity/identity.ts'
import { cheapPasswords } from '../cheap-passwords.ts'

export * from '#server/identity/identity.ts'

/** As the shop's own, with cheap password hashes. */
export const createIdentity = (options: IdentityOptions) => createRealIdentity({ ...options, passwords: cheapPasswords })
