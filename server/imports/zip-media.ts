import { sql } from 'drizzle-orm'
import { IMAGE_URL_PATTERN } from '#contract/parts/images.ts'
import { documentPath } from '#contract/parts/document-path.ts'
import type { DeskFilter } from '#contract/parts/part-desk.ts'
import type { DocumentKind, DocumentType } from '#contract/parts/part-media.ts'
import type { Services } from '../services.ts'
import { savedName } from '../part-media/file-name.ts'
import { readPieces } from '../part-media/read-document.ts'
import { zipFiles, type ZippedFile } from '../platform/documents/zip-files.ts'
import { findParts } from './write-part-file.ts'

type Stores = Pick<Services, 'db' | 'images' | 'documents'>

/**
 * Pictures and documents of the parts of a filter. A picture has the name given in the file of parts, a document the path of its part
 * number, kind and title. Pictures at an image host are left out: their addresses are in the file of parts.
 */
export const zipMedia = (stores: Stores, filter: DeskFilter, options: { hidden: boolean }): AsyncGenerator<Uint8Array, void, undefined> =>
  zipFiles(filesOf(stores, filter, options))

async function* filesOf(stores: Stores, filter: DeskFilter, options: { hidden: boolean }): AsyncGenerator<ZippedFile, void, undefined> {
  const seen = new Set<string>()
  for await (const batch of findParts(stores.db, filter, options)) {
    const ids = batch.map(({ id }) => id)
    for (const img of await findImages(stores, ids)) {
      const name = IMAGE_URL_PATTERN.exec(img)?.[1]
      if (name === undefined || seen.has(name)) continue
      seen.add(name)
      const bytes = await stores.images.read(name)
      if (bytes && !(bytes instanceof URL)) yield { path: `pictures/${name}`, at: PICTURE_TIME, bytes: [bytes] }
    }
    yield* documentsOf(stores, ids)
  }
}

/** Pictures never change, so the same ones make the same ZIP. */
const PICTURE_TIME = new Date('2026-01-01T12:00:00')

async function findImages({ db }: Stores, ids: string[]): Promise<string[]> {
  const { rows } = await db.execute<{ img: string }>(sql`
    select img from parts where id = any (${sql.param(ids)}::uuid[]) union select img from part_pictures where part_id = any (${sql.param(ids)}::uuid[])`)
  return rows.map(({ img }) => img)
}

type Found = {
  number: string
  kind: DocumentKind
  title: string
  fileName: string
  type: DocumentType
  name: string
  bytes: number
  at: Date
}

async function* documentsOf({ db, documents }: Stores, ids: string[]): AsyncGenerator<ZippedFile, void, undefined> {
  const { rows } = await db.execute<Found>(sql`
    select part_number as number, kind, title, file_name as "fileName", type, part_documents.name, bytes, at
    from part_documents join parts on parts.id = part_id
    where part_id = any (${sql.param(ids)}::uuid[]) and discard_after is null order by part_documents.position`)
  for (const { number, kind, title, fileName, type, at, ...stored } of rows) {
    yield {
      path: documentPath({ number, kind, title, fileName: savedName(fileName, type) }),
      at: new Date(at),
      bytes: readPieces(documents, stored),
    }
  }
}
