/**
 * Rights of a person who is no admin. A call that names one of them (contract/basics/call.ts) is made as by an admin; with `look` every such
 * call that only reads.
 * - `orders`: read, ship, change and cancel orders, answer their messages
 * - `parts`: add and remove parts, upload pictures, change the stock
 * - `prices`: change prices and offers, withdraw quotes
 * - `customers`: customers, their profiles and quotes, blocking, set-aside stock, reviews, messages of the contact form
 * - `money`: refunds, turnover and the other figures of the overview
 * - `settings`: mails of the shop, health, audit log
 * - `look`: see all of this and change nothing
 */
export const permissions = ['orders', 'parts', 'prices', 'customers', 'money', 'settings', 'look'] as const
export type Permission = (typeof permissions)[number]

/** A person's rights in the database. */
export type Rights = { role: 'admin' | ''; permissions: readonly Permission[] }
type Named = { method: string; permissions?: readonly Permission[] }

/** Whether this person makes the call as an admin does. Calls without permissions are for admins alone. */
export function actsAsAdmin({ role, permissions: held }: Rights, { method, permissions: named = [] }: Named): boolean {
  if (role === 'admin') return true
  if (named.length === 0) return false
  return held.some((permission) => named.includes(permission)) || (method === 'GET' && held.includes('look'))
}
