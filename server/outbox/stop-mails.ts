import { sql } from 'drizzle-orm'
import { databaseNow } from '#database/clock.ts'
import { mailStop } from '#database/tables/mails.ts'
import type { Services } from '../services.ts'
import type { ShopRefused } from '../mail/transport.ts'

/** Seconds until one mail is tried after the first refusal. A refusal after a recipient is tested at once, with another mail. */
const FIRST_TRY_SECONDS = 30

/**
 * Stops the outbox for all processes, because the mail server refuses the shop: mails stay scheduled instead of failing one by
 * one. An existing stop gets the newer cause.
 */
export async function stopMails({ db, log }: Pick<Services, 'db' | 'log'>, refused: ShopRefused, cause: string): Promise<void> {
  const { advice, afterRecipient, needsMail } = refused
  const firstTry = sql`now() + make_interval(secs => ${afterRecipient ? 0 : FIRST_TRY_SECONDS}::int)`
  const news = { cause, advice, needsMail }
  const [stop] = await db
    .insert(mailStop)
    .values({ ...news, nextTryAt: firstTry, since: databaseNow })
    .onConflictDoUpdate({ target: mailStop.only, set: news })
    .returning({ isNew: sql<boolean>`xmax = 0` })
  if (stop!.isNew) log.error({ cause, advice }, 'mails are not sent: the mail server refuses the shop') // insert ... returning always yields its row
}
