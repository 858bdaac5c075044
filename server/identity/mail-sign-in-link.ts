import { setTimeout as delay } from 'node:timers/promises'
import { and, eq, isNull } from 'drizzle-orm'
import { users } from '#database/tables/users.ts'
import { transaction } from '#database/transaction.ts'
import { signInLinkLetter } from '../mail/account-letters.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Services } from '../services.ts'
import { createMailLink, LINK_MINUTES } from './mail-links.ts'

type Shop = Pick<Services, 'db' | 'settings'>

/** Longer than the mail takes to be queued, so that the time does not tell whether an email is known. */
const DONE_AFTER_MS = 250

/**
 * Queues the mail with a link that signs in once, for an account that wrong passwords have just locked. Only a confirmed
 * address gets one: the mailbox of another may belong to a stranger, and a new password is the way in. It takes as long when
 * the email is unknown.
 */
export async function mailSignInLink(shop: Shop, email: string): Promise<void> {
  await Promise.all([queueLink(shop, email), delay(DONE_AFTER_MS)])
}

async function queueLink({ db, settings }: Shop, email: string): Promise<void> {
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), users.emailVerified, isNull(users.disabledAt)))
  if (!user) return
  await transaction(db, async (tx) => {
    const token = await createMailLink(tx, 'sign-in-link', user.id)
    await queueMail(tx, signInLinkLetter(settings, email, token, LINK_MINUTES))
  })
}
