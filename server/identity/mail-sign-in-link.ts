import { and, eq, isNull } from 'drizzle-orm'
import { users } from '#database/tables/users.ts'
import { transaction } from '#database/transaction.ts'
import { signInLinkMail } from '../mail/templates/accounts.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Services } from '../services.ts'
import { holdBack } from './hold-back.ts'
import { createMailLink, LINK_MINUTES } from './mail-links.ts'

type Shop = Pick<Services, 'db' | 'settings'>

/**
 * Queues a mail with a one-time sign-in link for an account that was just locked by wrong passwords. Only a confirmed
 * address gets one: an unconfirmed mailbox may belong to someone else, and there a new password is the way in. Takes equally
 * long for an unknown email.
 */
export async function mailSignInLink(shop: Shop, email: string): Promise<void> {
  await holdBack(queueLink(shop, email))
}

async function queueLink({ db, settings }: Shop, email: string): Promise<void> {
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), users.emailVerified, isNull(users.disabledAt)))
  if (!user) return
  await transaction(db, async (tx) => {
    const token = await createMailLink(tx, 'sign-in-link', user.id)
    await queueMail(tx, signInLinkMail(settings, email, token, LINK_MINUTES))
  })
}
