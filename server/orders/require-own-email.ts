import { normalizeEmail } from '#contract/basics/fields.ts'
import type { UserInfo } from '#contract/people/users.ts'
import { ShopError } from '../errors.ts'
import type { Caller } from '../platform/http/caller.ts'

/**
 * The caller is known from the session alone; an email in the request must not be another account's.
 * @throws ShopError NOT_YOURS
 */
export function requireOwnEmail(caller: Caller, info: UserInfo | null | undefined, email?: string): void {
  for (const named of [info?.email, email]) {
    if (named && normalizeEmail(named) !== caller.email) throw new ShopError('NOT_YOURS')
  }
}
