import { orderMessages } from '#database/tables/order-messages.ts'
import type { OrderGroup } from '#contract/quotes/quotes.ts'
import type { Transaction } from '#database/connect.ts'
import { adminRecipients } from '../../mail/admin-recipients.ts'
import { queueMails } from '../../mail/queue-mail.ts'
import { messageToShopMail } from '../../mail/templates/messages.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Settings } from '../../platform/settings/settings.ts'

/**
 * Writes what a purchase order says beyond the shop's fields as messages about its orders, so that buyer and shipper see it there.
 * `notes` has one of each order; empty ones are left out. The shop gets one mail, since an order may have 500 items.
 */
export async function writeNotes(
  tx: Transaction,
  settings: Settings,
  { userId }: Pick<Caller, 'userId'>,
  { orders }: OrderGroup,
  notes: string[],
): Promise<void> {
  const noted = orders.map((order, index) => ({ order, body: notes[index] ?? '' })).filter(({ body }) => body !== '')
  const [first] = noted
  if (!first) return
  const [message] = await tx
    .insert(orderMessages)
    .values(noted.map(({ order, body }) => ({ orderId: order._id, authorId: userId, side: 'customer' as const, body })))
    .returning({ id: orderMessages.id })
  const others = noted.slice(1).map(({ order }) => order.number)
  const body = others.length === 0 ? first.body : `${first.body}\n\nThere are messages about ${others.join(', ')}, too.`
  const readers = await adminRecipients(tx, settings)
  await queueMails(
    tx,
    readers.map((reader) => messageToShopMail(settings, reader, first.order, { id: message!.id, body })), // an insert returns its rows
  )
}
