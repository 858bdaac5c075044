import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import { databaseNow, minutesFromNow } from '#database/clock.ts'
import type { Queryable, Transaction } from '#database/connect.ts'
import { verifications } from '#database/tables/identity.ts'
import { sweepVerifications } from './sweep-verifications.ts'

export const LINK_MINUTES = 60
const TOKEN_BYTES = 32

/** A sign-in link cannot set a password. */
type LinkPurpose = 'reset-password' | 'sign-in-link'

/** Creates a link, valid for `LINK_MINUTES` and one use. Returns its token, of which only a hash is stored. */
export async function createMailLink(tx: Queryable, purpose: LinkPurpose, userId: string): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  await sweepVerifications(tx)
  await tx
    .insert(verifications)
    .values({ identifier: identifierOf(purpose, token), value: userId, expiresAt: minutesFromNow(LINK_MINUTES) })
  return token
}

/** The user id of a valid link; does not use it up. */
export async function findMailLink(db: Queryable, purpose: LinkPurpose, token: string): Promise<string | undefined> {
  const [link] = await db.select({ userId: verifications.value }).from(verifications).where(isGood(purpose, token))
  return link?.userId
}

/** The user id of a valid link, and uses it up: of concurrent uses, one succeeds. */
export async function takeMailLink(tx: Queryable, purpose: LinkPurpose, token: string): Promise<string | undefined> {
  const [link] = await tx.delete(verifications).where(isGood(purpose, token)).returning({ userId: verifications.value })
  return link?.userId
}

/** Deletes all mail links of an account. Only links have a plain user id as value; attempts at external sign-in have JSON. */
export async function endMailLinks(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(verifications).where(eq(verifications.value, userId))
}

const isGood = (purpose: LinkPurpose, token: string) =>
  and(eq(verifications.identifier, identifierOf(purpose, token)), gt(verifications.expiresAt, databaseNow))

/** Hashed as better-auth does, so that links mailed by the previous release stay valid. */
const identifierOf = (purpose: LinkPurpose, token: string) => createHash('sha256').update(`${purpose}:${token}`).digest('base64url')
