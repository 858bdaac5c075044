import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { relationKinds } from '#contract/parts/related-parts.ts'
import { instant, required } from '../columns.ts'
import { parts } from './parts.ts'
import { users } from './users.ts'

/** `otherId` is a substitute or an accessory of `partId`; the reverse is a separate row. */
export const partRelations = pgTable(
  'part_relations',
  {
    partId: required(() => parts.id),
    otherId: required(() => parts.id),
    kind: text({ enum: [...relationKinds] }).notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (relation) => [
    primaryKey({ columns: [relation.partId, relation.otherId] }),
    check('part_relations_kind_known', sql`kind in ('substitute', 'accessory')`),
    check('part_relations_not_itself', sql`part_id <> other_id`),
  ],
)

/** People who get one mail when a part can be ordered again. The row is deleted with the mail. */
export const stockNotices = pgTable(
  'stock_notices',
  {
    partId: required(() => parts.id),
    userId: required(() => users.id),
    createdAt: instant().notNull().defaultNow(),
  },
  (notice) => [primaryKey({ columns: [notice.partId, notice.userId] }), index('stock_notices_of_user').on(notice.userId)],
)
