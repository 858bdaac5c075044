import { and, eq } from 'drizzle-orm'
import { EMAIL_PATTERN, normalizeEmail } from '#contract/fields.ts'
import { TEXT_LIMITS } from '#contract/limits.ts'
import type { Queryable, Transaction } from '#database/connect.ts'
import { accounts } from '#database/tables/identity.ts'
import { users } from '#database/tables/users.ts'
import { transaction } from '#database/transaction.ts'
import { ShopError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import type { Settings } from '../../settings/settings.ts'
import { grantFirstAdmin } from '../grant-first-admin.ts'
import { endMailLinks } from '../mail-links.ts'
import { proveMailbox } from '../prove-mailbox.ts'
import { USABLE_EMAIL } from '../register.ts'
import type { OutsidePerson } from './issuer.ts'

type Account = { providerId: string; accountId: string }

/**
 * The person of this shop whom an issuer vouches for; a new one when nobody here has the address. Once known, a person
 * is found by issuer and subject, whatever has become of the address there.
 *
 * An address that has an account here is linked only when the issuer has seen that the person reads it: otherwise whoever
 * registers a stranger's address there would get into the other's account. Where nobody has shown that to us before, a
 * stranger may have opened the account here, and `proveMailbox` empties it first.
 * @param issuerKey the `key` of the issuer.
 * @throws ShopError OUTSIDE_EMAIL_UNVERIFIED, OUTSIDE_EMAIL_UNUSABLE.
 */
export async function admitPerson(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  issuerKey: string,
  person: OutsidePerson,
): Promise<string> {
  const account = { providerId: issuerKey, accountId: person.subject }
  return transaction(db, async (tx) => {
    const known = await findOwner(tx, account)
    if (known !== undefined) return known
    const email = requireUsableEmail(person)
    const userId = await addOrFindUser(tx, settings, email, displayNameFrom(person.name, email))
    await tx
      .insert(accounts)
      .values({ ...account, userId })
      .onConflictDoNothing({ target: [accounts.providerId, accounts.accountId] })
    await grantFirstAdmin({ db: tx, settings })
    // Of two first sign-ins in the same moment, both find the account of the one that came first.
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

function requireUsableEmail({ email: told, emailVerified }: OutsidePerson): string {
  const email = normalizeEmail(told ?? '')
  const isUsable = email.length <= TEXT_LIMITS.email && new RegExp(EMAIL_PATTERN).test(email) && USABLE_EMAIL.test(email)
  if (!isUsable) throw new ShopError('OUTSIDE_EMAIL_UNUSABLE')
  if (!emailVerified) throw new ShopError('OUTSIDE_EMAIL_UNVERIFIED')
  return email
}

/** A new person's picture stays at the issuer: the shop's pages load nothing from elsewhere. */
async function addOrFindUser(tx: Transaction, settings: Settings, email: string, displayName: string): Promise<string> {
  const [added] = await tx
    .insert(users)
    .values({ email, displayName, emailVerified: true })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id })
  if (added) return added.id
  const [known] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
  const { id } = known! // no account is ever deleted
  if (await proveMailbox(tx, settings, id, displayName)) await endMailLinks(tx, id)
  return id
}

/** A name within the shop's limit; without one, what stands before the @. */
function displayNameFrom(name: string | undefined, email: string): string {
  const readable = (name ?? '').replace(/\p{Cc}/gu, ' ').trim()
  return Array.from(readable).slice(0, TEXT_LIMITS.name).join('') || email.split('@')[0]!
}
