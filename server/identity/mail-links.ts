import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import { databaseNow, minutesFromNow } from '#database/clock.ts'
import type { Queryable, Transaction } from '#database/connect.ts'
import { verifications } from '#database/tables/identity.ts'
import { sweepVerifications } from './sweep-verifications.ts'

/** Life of the links in mails. */
export const LINK_MINUTES = 60
const TOKEN_BYTES = 32

/** What a link is good for. One for signing in sets no password. */
export type LinkPurpose = 'reset-password' | 'sign-in-link'

/** Makes a link of a person's mailbox, good for `LINK_MINUTES` and once. Answers with its token, of which a hash is kept. */
export async function createMailLink(tx: Queryable, purpose: LinkPurpose, userId: string): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  await sweepVerifications(tx)
  await tx
    .insert(verifications)
    .values({ identifier: identifierOf(purpose, token), value: userId, expiresAt: minutesFromNow(LINK_MINUTES) })
  return token
}

/** Whose link this is, while it is good; the link stays good. */
export async function findMailLink(db: Queryable, purpose: LinkPurpose, token: string): Promise<string | undefined> {
  const [link] = await db.select({ userId: verifications.value }).from(verifications).where(isGood(purpose, token))
  return link?.userId
}

/** The same, and uses the link up: of several uses at once, one gets the owner. */
export async function takeMailLink(tx: Queryable, purpose: LinkPurpose, token: string): Promise<string | undefined> {
  const [link] = await tx.delete(verifications).where(isGood(purpose, token)).returning({ userId: verifications.value })
  return link?.userId
}

/** Ends every link of a person's mailbox. Only they keep a bare user's id; attempts at outside issuers keep JSON. */
export async function endMailLinks(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(verifications).where(eq(verifications.value, userId))
}

const isGood = (purpose: LinkPurpose, token: string) =>
  and(eq(verifications.identifier, identifierOf(purpose, token)), gt(verifications.expiresAt, databaseNow))

/** As better-auth hashes it: a link that the previous release has mailed leads on in this one. */
const identifierOf = (purpose: LinkPurpose, token: string) =>
  createHash('sha256').update(`${purpose}:${token}`).digest('base64url')
