import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, jsonb, numeric, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { importStates, type ImportProblem } from '#contract/parts/imports.ts'
import { instant, position, required } from '../columns.ts'
import { users } from './users.ts'

/**
 * A file of parts that is compared with the catalogue, written to it, and perhaps undone. `done` counts rows while they are written
 * or undone; `stopAsked` rolls that back.
 */
export const imports = pgTable(
  'imports',
  {
    id: uuid().primaryKey().defaultRandom(),
    position: position(),
    fileName: text().notNull(),
    setsStock: boolean().notNull(),
    /** How far it changes prices, where it changes all parts of a filter in the same way. */
    percent: numeric({ precision: 6, scale: 2 }),
    state: text({ enum: [...importStates] })
      .notNull()
      .default('open'),
    done: integer().notNull().default(0),
    stopAsked: boolean().notNull().default(false),
    actorId: required(() => users.id),
    createdAt: instant().notNull().defaultNow(),
    plannedFor: instant(),
    writtenAt: instant(),
    undoneAt: instant(),
  },
  () => [check('imports_state_known', sql`state in ('open', 'planned', 'written', 'undone')`)],
)

/**
 * A row of such a file. `cells` are its texts by field, `fields` their values in the form of `part_values`, `problems` are the errors
 * in the cells alone; `compared_import` finds errors and changes compared with the catalogue and the other rows. Once written:
 * `partId`, and `before` with the part's former values, null for a new part.
 */
export const importRows = pgTable(
  'import_rows',
  {
    importId: uuid()
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    row: integer().notNull(),
    cells: jsonb().$type<Record<string, string>>().notNull(),
    fields: jsonb().$type<Record<string, unknown>>().notNull(),
    problems: jsonb().$type<ImportProblem[]>().notNull(),
    numberForm: text().notNull(),
    partId: uuid(),
    before: jsonb().$type<Record<string, unknown>>(),
    place: bigint({ mode: 'number' }),
  },
  (row) => [
    primaryKey({ columns: [row.importId, row.row] }),
    index('import_rows_to_write')
      .on(row.importId, row.place)
      .where(sql`${row.place} is not null`),
  ],
)
