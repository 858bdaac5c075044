import { normalizeEmail } from '#contract/fields.ts'
import type { UserInfo } from '#contract/users.ts'
import { ShopError } from '../errors.ts'
import type { Caller } from '../platform/http/caller.ts'

/**
 * Who is acting comes from the session alone; an email sent along must not name somebody else.
 * @throws ShopError NOT_YOURS
 */
export function requireOwnEmail(caller: Caller, info: UserInfo | null | undefined, email?: string): void {
  for (const named of [info?.email, email]) {
    if (named && normalizeEmail(named) !== caller.email) throw new ShopError('NOT_YOURS')
  }
}
