import { mailStop } from '#database/tables/mails.ts'
import type { Services } from '../services.ts'

/** Ends the stop of the outbox, after a mail was sent or the mail server has accepted the shop's address. */
export async function resumeMails({ db, log }: Pick<Services, 'db' | 'log'>): Promise<void> {
  const ended = await db.delete(mailStop).returning({ cause: mailStop.cause })
  if (ended.length > 0) log.warn('mails are sent again')
}
