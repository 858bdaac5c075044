import { eq } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { OrderMessage } from '#contract/orders/order-messages.ts'
import { orders } from '#database/tables/orders.ts'
import { orderMessages } from '#database/tables/order-messages.ts'
import { adminRecipients } from '../mail/admin-recipients.ts'
import { messageToCustomerMail, messageToShopMail } from '../mail/templates/messages.ts'
import { queueMails } from '../mail/queue-mail.ts'
import { findOrder } from '../orders/lists/find-orders.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import { requireLiveCaller } from '../identity/require-live-caller.ts'
import { answerOnce } from '../platform/http/answer-once.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { Services } from '../services.ts'
import { presentMessage } from './present-message.ts'

/**
 * Writes a message about an order to the other side, and mails it. An admin who is the order's customer writes as the customer.
 * @throws ShopError NOT_FOUND; TOO_MANY_REQUESTS
 */
export async function sendMessage(
  { db, settings, identity }: Pick<Services, 'db' | 'settings' | 'identity'>,
  request: FastifyRequest,
  caller: Caller,
  orderId: string,
  text: string,
): Promise<OrderMessage> {
  const order = await findOrder(db, caller, orderId, { cancelled: true })
  await identity.countAttempt('order-message', caller.userId)
  return answerOnce(db, request, caller, async (tx) => {
    await requireLiveCaller(tx, caller)
    const [owner] = await tx.select({ userId: orders.userId }).from(orders).where(eq(orders.id, orderId))
    const side = owner?.userId === caller.userId ? 'customer' : 'shop'
    const body = text.replace(/\r\n?/g, '\n').trim()
    const [message] = await tx.insert(orderMessages).values({ orderId, authorId: caller.userId, side, body }).returning()
    const { id } = message! // an insert returns its row
    if (side === 'shop') await writeAudit(tx, caller, 'write-message', orderId, { characters: body.length })
    await queueMails(
      tx,
      side === 'shop'
        ? [messageToCustomerMail(settings, order, { id, body })]
        : (await adminRecipients(tx, settings)).map((reader) => messageToShopMail(settings, reader, order, { id, body })),
    )
    return presentMessage(caller, { message: message!, email: caller.email, ownerId: owner!.userId })
  })
}
