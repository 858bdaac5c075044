import type { NewContactMessage } from '#contract/people/contact.ts'
import { normalizeEmail } from '#contract/basics/fields.ts'
import { contactMessages } from '#database/tables/contact-messages.ts'
import { transaction } from '#database/transaction.ts'
import { networkOf } from '../platform/limits/network-of.ts'
import { adminRecipients } from '../mail/admin-recipients.ts'
import { contactMessageMail } from '../mail/templates/messages.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Services } from '../services.ts'

/**
 * Stores a visitor's message and queues its mails, in one transaction. Returns its id.
 * @param address the sender's network address.
 * @throws ShopError TOO_MANY_REQUESTS
 */
export async function receiveMessage(
  { db, settings, identity }: Pick<Services, 'db' | 'settings' | 'identity'>,
  address: string,
  written: NewContactMessage,
): Promise<{ insertedId: string }> {
  const email = normalizeEmail(written.email)
  await identity.countAttempt('contact', networkOf(address))
  await identity.countAttempt('contact-email', email)

  return transaction(db, async (tx) => {
    const [message] = await tx
      .insert(contactMessages)
      .values({ name: written.name.trim(), email, message: withPlainLineBreaks(written.message) })
      .returning()
    const { id } = message! // insert ... returning always yields its row
    for (const reader of await adminRecipients(tx, settings)) await queueMail(tx, contactMessageMail(settings, reader, message!))
    return { insertedId: id }
  })
}

const withPlainLineBreaks = (text: string) => text.replace(/\r\n?/g, '\n').trim()
