import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { documentKinds, documentTypes } from '#contract/parts/part-media.ts'
import { instant, position, required } from '../columns.ts'
import { parts } from './parts.ts'
import { users } from './users.ts'

/**
 * Pictures of a part in the order of `place`. The main picture is always `parts.img`: the row at place 0 has its alternative text, and
 * counts only while it has that address. The further ones are at places from 1; the one that has become the main picture is not counted.
 */
export const partPictures = pgTable(
  'part_pictures',
  {
    partId: required(() => parts.id),
    place: integer().notNull(),
    img: text().notNull(),
    alt: text().notNull(),
  },
  (picture) => [
    primaryKey({ columns: [picture.partId, picture.place] }),
    uniqueIndex('part_pictures_once').on(picture.partId, picture.img),
    index('part_pictures_by_img').on(picture.img),
    check('part_pictures_place_bounds', sql`${picture.place} between 0 and 11`),
  ],
)

/**
 * Documents of parts. Their bytes are files of the store of documents, `name-0`, `name-1` and so on, a megabyte each. `received` counts the
 * pieces that were accepted, and is -1 where the first was refused; each is written once. `type` and `sha256` (hex) are set when all of them were checked. `discardAfter` is set
 * until then, and again when the document is removed: such a document is not shown, and after that time the sweeper removes it.
 */
export const partDocuments = pgTable(
  'part_documents',
  {
    id: uuid().primaryKey().defaultRandom(),
    position: position(),
    partId: required(() => parts.id),
    kind: text({ enum: [...documentKinds] }).notNull(),
    title: text().notNull(),
    fileName: text().notNull(),
    bytes: integer().notNull(),
    name: text().notNull().unique(),
    received: integer().notNull().default(0),
    type: text({ enum: [...documentTypes] }),
    sha256: text(),
    actorId: uuid().references(() => users.id),
    at: instant().notNull().defaultNow(),
    discardAfter: instant(),
  },
  (document) => [
    index('part_documents_of_part').on(document.partId, document.position),
    uniqueIndex('part_documents_once')
      .on(document.partId, document.sha256)
      .where(sql`${document.discardAfter} is null`),
    index('part_documents_to_discard')
      .on(document.discardAfter)
      .where(sql`${document.discardAfter} is not null`),
    check('part_documents_bytes_bounds', sql`${document.bytes} between 1 and 26214400`),
    check(
      'part_documents_checked',
      sql`${document.discardAfter} is not null or (${document.type} is not null and ${document.sha256} is not null)`,
    ),
  ],
)
