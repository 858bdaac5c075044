import { adminRecipients } from '../mail/admin-recipients.ts'
import { queueMails } from '../mail/queue-mail.ts'
import { unverifiedOrdersMail } from '../mail/templates/unverified-orders.ts'
import type { Services } from '../services.ts'
import { findUnverifiedOrders } from './find-unverified-orders.ts'

const DAY_MS = 86_400_000

/**
 * Mails who may see money the orders of today and yesterday (UTC) whose VAT id is not verified; each recipient at most once a day, so an
 * order is named at most twice. Returns the number of recipients.
 */
export async function mailUnverifiedOrders({ db, settings }: Pick<Services, 'db' | 'settings'>, now = new Date()): Promise<number> {
  const day = now.toISOString().slice(0, 10)
  const found = await findUnverifiedOrders(db, new Date(Date.parse(day) - DAY_MS))
  if (found.count === 0) return 0
  const recipients = await adminRecipients(db, settings, 'money')
  await queueMails(
    db,
    recipients.map((recipient) => unverifiedOrdersMail(settings, recipient, day, found)),
  )
  return recipients.length
}
