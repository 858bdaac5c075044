import { randomUUID } from 'node:crypto'
import { makeSignature } from 'better-auth/crypto'
import { eq, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { customerScopes, shopScopes, type ApiScope, type ShopScope } from '#contract/people/api-keys.ts'
import { apiKeys } from '#database/tables/api-keys.ts'
import { accessTokens, sessions } from '#database/tables/identity.ts'
import { users } from '#database/tables/users.ts'
import { programOf } from './api-keys.ts'
import type { Customer, TestShop } from './open-shop.ts'

/** All kinds of callers of a route. */
export const principals = [
  'anonymous',
  'owner',
  'other user',
  'unverified',
  'admin',
  'ex-admin with a live session',
  'ex-admin with a live token',
  'disabled',
  'expired',
  'garbage',
  'wrong signature',
  'key without scope',
  'key with scope',
  'shop key of an admin',
  'revoked key',
] as const
export type Principal = (typeof principals)[number]

/**
 * A new person of a kind: their real or claimed identity, and their headers. Until `become` the person is signed in as a plain user,
 * so that objects can be theirs.
 */
export type Knocker = { person: Customer; headers: Record<string, string>; become: () => Promise<unknown> }

/** Makes the people of one shop. */
export function makePrincipals(shop: TestShop): (principal: Principal) => Promise<Knocker> {
  const { db, services } = shop
  /** The admin who removes the other admins, shared by all. */
  let office: Promise<Customer> | undefined

  return async (principal) => {
    const person = await shop.customer('knocker', principal.includes('admin') ? 'admin' : '')
    const change = (changes: Partial<typeof users.$inferInsert>) => db.update(users).set(changes).where(eq(users.id, person.userId))
    const headers = { authorization: `Bearer ${person.token}`, cookie: await cookieOf(shop, person.sessionId) }
    const remains = async () => {}

    switch (principal) {
      case 'anonymous':
        return { person, headers: {}, become: remains }
      case 'garbage':
        return { person, headers: garbage, become: remains }
      case 'wrong signature': {
        const signature = `t=${Math.floor(Date.now() / 1_000)},v1=${'0'.repeat(64)}`
        return { person, headers: { [services.payments.signatureHeader]: signature }, become: remains }
      }
      case 'ex-admin with a live session':
        // Only the role is removed, as by a manual statement: session and token stay valid.
        return { person, headers, become: () => change({ role: '' }) }
      case 'ex-admin with a live token':
        office ??= shop.admin('office')
        return { person, headers, become: async () => (await office)!.put(`/user/admin/${person.email}`, { role: '' }) }
      case 'unverified':
        return { person, headers, become: () => change({ emailVerified: false }) }
      case 'disabled':
        return { person, headers, become: () => change({ disabledAt: new Date() }) }
      case 'expired':
        return { person, headers, become: () => expire(shop, person) }
      case 'key without scope':
        // The shop makes none; the nearest that a key can be to its owner without being allowed anything.
        return { person, headers: await keyHeaders(shop, person, { scopes: [] }), become: remains }
      case 'key with scope':
        return { person, headers: await keyHeaders(shop, person), become: remains }
      case 'shop key of an admin':
        return { person, headers: await keyHeaders(shop, person, {}, Object.keys(shopScopes) as ShopScope[]), become: remains }
      case 'revoked key':
        return { person, headers: await keyHeaders(shop, person, { revokedAt: sql`now()` }), become: remains }
      default:
        return { person, headers, become: remains }
    }
  }
}

/** Sent by a program of this person, with every scope of a customer except `changes`. */
async function keyHeaders(
  shop: TestShop,
  person: Customer,
  changes: PgUpdateSetSource<typeof apiKeys> = {},
  scopes: readonly ApiScope[] = customerScopes,
): Promise<Record<string, string>> {
  const { key, apiKey } = await programOf(shop, person, scopes)
  await shop.db
    .update(apiKeys)
    .set({ name: 'Principal', ...changes })
    .where(eq(apiKeys.id, apiKey._id))
  return { authorization: `Bearer ${key}` }
}

const garbage = { authorization: `Bearer ${'g'.repeat(43)}`, cookie: 'teleforge.session_token=garbage.garbage' }

async function expire({ db }: TestShop, { sessionId }: Customer): Promise<void> {
  const past = sql`now() - interval '1 second'`
  await db.update(accessTokens).set({ expiresAt: past }).where(eq(accessTokens.sessionId, sessionId))
  await db.update(sessions).set({ expiresAt: past }).where(eq(sessions.id, sessionId))
}

/** The identity cookie of a session, signed as the server signs it. */
export async function cookieOf({ db, services }: TestShop, sessionId: string): Promise<string> {
  const [session] = await db.select({ token: sessions.token }).from(sessions).where(eq(sessions.id, sessionId))
  const token = session!.token
  const signature = await makeSignature(token, services.settings.authSecret!)
  return `teleforge.session_token=${encodeURIComponent(`${token}.${signature}`)}`
}

/** An unknown id and email. */
export const absent = () => ({ id: randomUUID(), email: `absent-${randomUUID()}@example.com` })
