import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { returnMessages, type Return, type ReturnToAsk } from '#contract/orders/returns.ts'
import type { Transaction } from '#database/connect.ts'
import type { OrderRow } from '#database/tables/orders.ts'
import { returnPictures, returns } from '#database/tables/returns.ts'
import { transaction } from '#database/transaction.ts'
import { invalidField, ShopError } from '../errors.ts'
import { privatePictures } from '../images/private-pictures.ts'
import { requireUploaded } from '../images/require-uploaded.ts'
import { storeImage } from '../images/store-image.ts'
import { adminRecipients } from '../mail/admin-recipients.ts'
import { queueMails } from '../mail/queue-mail.ts'
import { returnAskedMail } from '../mail/templates/returns.ts'
import { setEventActor } from '../orders/set-event-actor.ts'
import { lockOrder } from '../orders/lock-order.ts'
import { presentOrder } from '../orders/lists/present-order.ts'
import { answerOnce } from '../platform/http/answer-once.ts'
import type { Caller } from '../platform/http/caller.ts'
import { returnableOf } from '../refunds/restock-returned.ts'
import type { Services } from '../services.ts'
import { readReturns } from './present-return.ts'

/** Pictures of an order whose return was not asked for yet; a trigger enforces the same. */
const MOST_LOOSE_PICTURES = 12

/**
 * Asks for the return of pieces of the caller's own order that were sent, with pictures that were uploaded for it, and mails the shop. A
 * request that is repeated with its Idempotency-Key asks for nothing again.
 * @throws ShopError NOT_FOUND; INVALID_INPUT for more pieces than can be returned, or unknown pictures; TOO_MANY_REQUESTS
 */
export async function askReturn(
  services: Services,
  request: FastifyRequest,
  buyer: Caller,
  orderId: string,
  asked: ReturnToAsk,
): Promise<Return> {
  const { db, settings, identity } = services
  await identity.countAttempt('order-message', buyer.userId)
  return answerOnce(db, request, buyer, async (tx) => {
    const order = await lockOwn(tx, buyer, orderId)
    const { pieces, reason, note, pictures } = asked
    if (pieces > returnableOf(order)) throw invalidField('pieces', returnMessages.piecesTooMany(returnableOf(order)))
    await setEventActor(tx, buyer)
    const text = note.replace(/\r\n?/g, '\n').trim()
    const [row] = await tx.insert(returns).values({ orderId, pieces, reason, note: text, actorId: buyer.userId }).returning()
    const { id } = row! // an insert returns its row
    for (const url of pictures) await requireUploaded(tx, url, 'pictures', returnMessages.pictureUnknown)
    const taken = await tx
      .update(returnPictures)
      .set({ returnId: id })
      .where(and(inArray(returnPictures.img, pictures), eq(returnPictures.orderId, orderId), isNull(returnPictures.returnId)))
      .returning({ id: returnPictures.id })
    if (taken.length < pictures.length) throw invalidField('pictures', returnMessages.pictureUnknown)
    const [one] = await readReturns(tx, eq(returns.id, id))
    const shown = presentOrder(order)
    await queueMails(
      tx,
      (await adminRecipients(tx, settings)).map((reader) => returnAskedMail(settings, reader, shown, one!)),
    )
    return one! // written above
  })
}

/**
 * Stores a picture for a return of the caller's own order. It is removed after a day unless the return is asked for.
 * @throws ShopError NOT_FOUND; INVALID_INPUT when the order has nothing to return or enough pictures; and as `storeImage`.
 */
export async function uploadReturnPicture(
  services: Services,
  buyer: Caller,
  orderId: string,
  read: () => Promise<Buffer>,
): Promise<string> {
  const { db } = services
  await transaction(db, (tx) => requireReturnPictureLimit(tx, buyer, orderId))
  const url = await storeImage({ db, store: privatePictures(services) }, await read(), buyer.userId)
  await transaction(db, async (tx) => {
    await requireReturnPictureLimit(tx, buyer, orderId)
    await tx.insert(returnPictures).values({ orderId, img: url, uploadedBy: buyer.userId })
  })
  return url
}

async function requireReturnPictureLimit(tx: Transaction, buyer: Caller, orderId: string): Promise<void> {
  const order = await lockOwn(tx, buyer, orderId)
  if (returnableOf(order) === 0) throw invalidField('image', returnMessages.piecesTooMany(0))
  const loose = await tx
    .select({ id: returnPictures.id })
    .from(returnPictures)
    .where(and(eq(returnPictures.orderId, orderId), isNull(returnPictures.returnId)))
  if (loose.length >= MOST_LOOSE_PICTURES) throw invalidField('image', returnMessages.tooManyPictures)
}

/** Only the buyer returns pieces, also where an admin may see the order. */
async function lockOwn(tx: Transaction, buyer: Caller, orderId: string): Promise<OrderRow> {
  const { order } = await lockOrder(tx, buyer, orderId)
  if (order.userId !== buyer.userId) throw new ShopError('NOT_FOUND')
  return order
}
