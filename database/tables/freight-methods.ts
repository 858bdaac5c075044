import { sql } from 'drizzle-orm'
import { boolean, check, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { incotermCodes, type IncotermCode } from '#contract/freight/freight.ts'
import type { FreightRules } from '#contract/freight/methods.ts'
import { instant } from '../columns.ts'
import { stateList } from '../state-list.ts'

/**
 * How goods are delivered: where a method reaches and what it costs (`rules`). An order freezes what it took (`orders.freight`), so that a
 * change counts for later orders alone. An ended method keeps its row. `version` counts the changes, by which two admins do not overwrite
 * each other's. `place` is empty where the term ends at the buyer's address.
 */
export const freightMethods = pgTable(
  'freight_methods',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    carrier: text().notNull(),
    rules: jsonb().$type<FreightRules>().notNull(),
    incoterm: text().$type<IncotermCode>().notNull(),
    place: text().notNull().default(''),
    /** Working days. */
    transitDays: integer().notNull(),
    /** Order in lists. */
    listPlace: integer().notNull().default(0),
    isActive: boolean().notNull().default(true),
    version: integer().notNull().default(1),
    createdAt: instant().notNull().defaultNow(),
    changedAt: instant().notNull().defaultNow(),
    endedAt: instant(),
  },
  (method) => [
    check('freight_methods_incoterm_known', sql`${method.incoterm} in ${stateList(incotermCodes)}`),
    check('freight_methods_transit_bounds', sql`${method.transitDays} between 0 and 120`),
    check('freight_methods_version_counts_from_one', sql`${method.version} >= 1`),
  ],
)
