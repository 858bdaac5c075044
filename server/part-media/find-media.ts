import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { PartDocument, PartMedia, PartPicture } from '#contract/parts/part-media.ts'
import type { Queryable } from '#database/connect.ts'
import { partDocuments, partPictures } from '#database/tables/part-media.ts'
import { parts } from '#database/tables/parts.ts'
import { ShopError } from '../errors.ts'
import { savedName } from './file-name.ts'

/** Pictures and documents of a part on sale. @throws ShopError NOT_FOUND */
export async function findMedia(db: Queryable, partId: string): Promise<PartMedia> {
  const pictures = await findPictures(db, partId)
  const [found] = await findDocuments(db, [partId])
  return { pictures, documents: found?.documents ?? [] }
}

/** The main picture and the further ones. @throws ShopError NOT_FOUND for a part that is not on sale. */
export async function findPictures(db: Queryable, partId: string): Promise<PartPicture[]> {
  const rows = await db
    .select({ main: parts.img, name: parts.name, place: partPictures.place, img: partPictures.img, alt: partPictures.alt })
    .from(parts)
    .leftJoin(partPictures, eq(partPictures.partId, parts.id))
    .where(and(eq(parts.id, partId), isNull(parts.deletedAt)))
    .orderBy(asc(partPictures.place))
  const [first] = rows
  if (!first) throw new ShopError('NOT_FOUND')
  const { main, name } = first
  const alt = rows.find(({ img }) => img === main)?.alt
  const further = rows.flatMap((row) => (row.place !== null && row.place > 0 && row.img !== main ? [{ img: row.img!, alt: row.alt! }] : [])) // a row has both
  return [{ img: main, alt: alt || name }, ...further]
}

/** Documents of the parts that are on sale and have any, the oldest first. */
export async function findDocuments(db: Queryable, partIds: string[]): Promise<{ partsId: string; documents: PartDocument[] }[]> {
  const rows = await db
    .select({ partsId: partDocuments.partId, ...documentColumns })
    .from(partDocuments)
    .innerJoin(parts, eq(parts.id, partDocuments.partId))
    .where(and(inArray(partDocuments.partId, partIds), isNull(partDocuments.discardAfter), isNull(parts.deletedAt)))
    .orderBy(asc(partDocuments.position))
  const byPart = Map.groupBy(rows, ({ partsId }) => partsId)
  return Array.from(byPart, ([partsId, documents]) => ({ partsId, documents: documents.map(presentDocument) }))
}

export const documentColumns = {
  id: partDocuments.id,
  kind: partDocuments.kind,
  title: partDocuments.title,
  fileName: partDocuments.fileName,
  type: partDocuments.type,
  bytes: partDocuments.bytes,
}

/** A document that was checked, so its type is known. */
export function presentDocument(row: {
  [K in keyof typeof documentColumns]: (typeof partDocuments.$inferSelect)[K]
}): PartDocument {
  const { id, kind, title, bytes } = row
  const type = row.type! // part_documents_checked
  return { _id: id, kind, title, fileName: savedName(row.fileName, type), type, bytes }
}
