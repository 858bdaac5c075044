import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from './users.ts'
import { instant } from '../columns.ts'

/**
 * Uploaded pictures; a part's picture must be one of these. `name` as in /images/{name}. `url` is the picture's address
 * at an image host, null if the shop serves it. `discardAfter` is set while a picture is incomplete: until its bytes
 * are stored, and again before they are removed. No part can use such a picture, and after that time the sweeper
 * removes it.
 */
export const images = pgTable(
  'images',
  {
    name: text().primaryKey(),
    url: text(),
    uploadedBy: uuid().references(() => users.id),
    width: integer().notNull(),
    height: integer().notNull(),
    createdAt: instant().notNull().defaultNow(),
    discardAfter: instant(),
  },
  (image) => [
    index('images_by_url')
      .on(image.url)
      .where(sql`${image.url} is not null`),
    index('images_to_discard')
      .on(image.discardAfter)
      .where(sql`${image.discardAfter} is not null`),
  ],
)
