import { LRUCache } from 'lru-cache'
import { and, eq, isNull, lte, or, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { databaseNow } from '#database/clock.ts'
import type { Database } from '#database/connect.ts'
import { images } from '#database/tables/images.ts'
import { orders } from '#database/tables/orders.ts'
import { returnPictures } from '#database/tables/returns.ts'
import { users } from '#database/tables/users.ts'
import type { Services } from '../services.ts'
import { pictureFiles, type ImageStore } from './image-store.ts'

/** Names in memory of which it is known what they are; it never changes. */
const REMEMBERED_NAMES = 10_000

/**
 * The store of pictures that are not for everybody, those of returns. An image host, and a bucket with a public address, give away what
 * they have: these pictures are beside the documents then, which the shop itself serves.
 */
export const privatePictures = ({
  images: store,
  documents,
  settings,
}: Pick<Services, 'images' | 'documents' | 'settings'>): ImageStore => {
  const { pictures } = settings
  const isPublic = pictures.store === 'host' || (pictures.store === 's3' && pictures.publicUrl !== '')
  return isPublic ? pictureFiles(documents) : store
}

/** Whether a picture of this name belongs to a return, or did before it was given up. */
export function knowReturnPictures(db: Database): (name: string) => Promise<boolean> {
  const known = new LRUCache<string, { isOfReturn: boolean }>({ max: REMEMBERED_NAMES })
  return async (name) => {
    const before = known.get(name)
    if (before) return before.isOfReturn
    const ofReturn = await db.$count(returnPictures, eq(returnPictures.img, `/images/${name}`))
    const isOfReturn = ofReturn > 0 || (await db.$count(images, and(eq(images.name, name), lte(images.discardAfter, databaseNow)))) > 0
    known.set(name, { isOfReturn })
    return isOfReturn
  }
}

/** Whether the session of a request, by its cookie or its token, is that of the buyer, or of somebody who answers returns. */
export async function maySeeReturnPicture(
  { db, identity }: Pick<Services, 'db' | 'identity'>,
  request: FastifyRequest,
  name: string,
): Promise<boolean> {
  const userId = request.caller?.userId ?? (await identity.findSession(request))?.userId
  if (userId === undefined) return false
  const isBuyer = sql`${orders.userId} = ${users.id}`
  // A key acts for its owner's own orders.
  const isOfShop =
    request.caller?.apiKeyId === undefined ? sql`(${users.role} = 'admin' or ${users.permissions} && '{orders,money,look}')` : sql`false`
  const [allowed] = await db
    .select({ id: returnPictures.id })
    .from(returnPictures)
    .innerJoin(orders, eq(orders.id, returnPictures.orderId))
    .innerJoin(users, and(eq(users.id, userId), isNull(users.disabledAt)))
    .where(and(eq(returnPictures.img, `/images/${name}`), or(isBuyer, isOfShop)))
  return allowed !== undefined
}
