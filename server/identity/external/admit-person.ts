import { and, eq } from 'drizzle-orm'
import { EMAIL_PATTERN, normalizeEmail } from '#contract/basics/fields.ts'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { startOf } from '#contract/basics/start-of.ts'
import type { Queryable, Transaction } from '#database/connect.ts'
import { accounts } from '#database/tables/identity.ts'
import { users } from '#database/tables/users.ts'
import { transaction } from '#database/transaction.ts'
import { bringQuotes } from '../../contact/bring-quotes.ts'
import { ShopError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { grantFirstAdmin } from '../grant-first-admin.ts'
import { endMailLinks } from '../mail-links.ts'
import { proveMailbox } from '../prove-mailbox.ts'
import type { ExternalUser } from './issuer.ts'

type Account = { providerId: string; accountId: string }

/**
 * The account of a user whom an issuer vouches for; a new one for an unknown address. Once linked, the account is found by
 * issuer and subject, even after the address has changed there.
 *
 * An existing account with the same address is linked only when the issuer has verified the address: otherwise an attacker
 * could register the victim's address at the issuer to enter the victim's account. If the address was never confirmed here,
 * the attacker may have opened the account instead, and `proveMailbox` empties it first.
 * @param issuerKey the `key` of the issuer.
 * @throws ShopError EXTERNAL_EMAIL_UNVERIFIED, EXTERNAL_EMAIL_UNUSABLE.
 */
export async function admitPerson(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  issuerKey: string,
  person: ExternalUser,
): Promise<string> {
  const account = { providerId: issuerKey, accountId: person.subject }
  return transaction(db, async (tx) => {
    const known = await findOwner(tx, account)
    if (known !== undefined) {
      await bringQuotes(tx, known)
      return known
    }
    const email = requireUsableEmail(person)
    const userId = await addOrFindUser(tx, settings, email, displayNameFrom(person.name, email))
    await tx
      .insert(accounts)
      .values({ ...account, userId })
      .onConflictDoNothing({ target: [accounts.providerId, accounts.accountId] })
    await grantFirstAdmin({ db: tx, settings })
    // Of two concurrent first sign-ins, both find the account of the one that committed first.
    return (await findOwner(tx, account)) ?? userId
  })
}

async function findOwner(tx: Queryable, { providerId, accountId }: Account): Promise<string | undefined> {
  const [owner] = await tx
    .select({ userId: accounts.userId })
    .from(accounts)
    .where(and(eq(accounts.providerId, providerId), eq(accounts.accountId, accountId)))
  return owner?.userId
}

function requireUsableEmail({ email: claimed, emailVerified }: ExternalUser): string {
  const email = normalizeEmail(claimed ?? '')
  const isUsable = email.length <= TEXT_LIMITS.email && new RegExp(EMAIL_PATTERN).test(email)
  if (!isUsable) throw new ShopError('EXTERNAL_EMAIL_UNUSABLE')
  if (!emailVerified) throw new ShopError('EXTERNAL_EMAIL_UNVERIFIED')
  return email
}

/** A new user's picture is not copied: the shop's pages load nothing from other hosts. */
async function addOrFindUser(tx: Transaction, settings: Settings, email: string, displayName: string): Promise<string> {
  const [added] = await tx
    .insert(users)
    .values({ email, displayName, emailVerified: true })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id })
  if (added) {
    await bringQuotes(tx, added.id)
    return added.id
  }
  const [known] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
  const { id } = known! // no account is ever deleted
  if (await proveMailbox(tx, settings, id, displayName)) await endMailLinks(tx, id)
  return id
}

/** A name within the shop's limit; without one, the part of the address before the @. */
function displayNameFrom(name: string | undefined, email: string): string {
  const readable = (name ?? '').replace(/\p{Cc}/gu, ' ').trim()
  return startOf(readable, TEXT_LIMITS.name) || email.split('@')[0]!
}
