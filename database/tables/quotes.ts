import { sql } from 'drizzle-orm'
import { bigint, check, foreignKey, index, integer, jsonb, numeric, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { parts } from './parts.ts'
import { users } from './users.ts'

const instant = () => timestamp({ withTimezone: true })
const pieces = () => bigint({ mode: 'number' })

/**
 * A customer's saved quotes. `number` is given by the database ('Q-000123'); `version` is the newest one, the only one that can be
 * ordered. `linkHash` is the SHA-256 of the private link's secret, null while there is none. A deleted quote keeps its
 * row, because its orders refer to it; its versions are swept after `deletedAt`, and gone at `sweptAt`.
 */
export const quotes = pgTable(
  'quotes',
  {
    id: uuid().primaryKey().defaultRandom(),
    position: bigint({ mode: 'number' }).notNull().unique().generatedAlwaysAsIdentity(),
    number: text().notNull().unique().generatedAlwaysAs(sql`quote_number(position)`),
    userId: uuid().notNull().references(() => users.id),
    version: integer().notNull().default(1),
    name: text().notNull().default(''),
    note: text().notNull().default(''),
    linkHash: text().unique(),
    createdAt: instant().notNull().defaultNow(),
    deletedAt: instant(),
    sweptAt: instant(),
  },
  (quote) => [
    index('quotes_of_user').on(quote.userId, quote.position),
    index('quotes_to_sweep').on(quote.deletedAt).where(sql`${quote.deletedAt} is not null and ${quote.sweptAt} is null`),
    check('quotes_version_counts_from_one', sql`${quote.version} >= 1`),
  ],
)

/**
 * What an admin withdrew, when and why: one version of a quote (`quoteId`, `quoteVersion`), or all that quote a part (`partId`)
 * and were saved between two moments, at less than `priceBelow` where that is set. Versions are voided in small
 * transactions; `finishedAt` is null until all of them are and their buyers' mails are queued.
 */
export const quoteVoidings = pgTable(
  'quote_voidings',
  {
    id: uuid().primaryKey().defaultRandom(),
    adminId: uuid().notNull().references(() => users.id),
    reason: text().notNull(),
    quoteId: uuid(),
    quoteVersion: integer(),
    partId: uuid().references(() => parts.id),
    savedFrom: instant(),
    savedTo: instant(),
    priceBelow: numeric({ precision: 12, scale: 4 }),
    createdAt: instant().notNull().defaultNow(),
    finishedAt: instant(),
  },
  (voiding) => [
    index('quote_voidings_unfinished').on(voiding.createdAt).where(sql`${voiding.finishedAt} is null`),
    check(
      'quote_voidings_one_kind',
      sql`(${voiding.quoteId} is null) = (${voiding.quoteVersion} is null)
        and (${voiding.partId} is null) = (${voiding.savedFrom} is null)
        and (${voiding.partId} is null) = (${voiding.savedTo} is null)
        and (${voiding.partId} is null) <> (${voiding.quoteId} is null)`,
    ),
  ],
)

/**
 * What was quoted when: lines and prices of a version never change, so that what was printed or sent can be seen again. Its
 * prices hold until `validUntil`, unless an admin has withdrawn it (`voidingId`). It is ordered or voided, never both.
 */
export const quoteVersions = pgTable(
  'quote_versions',
  {
    quoteId: uuid().notNull().references(() => quotes.id),
    version: integer().notNull(),
    totalCents: bigint({ mode: 'number' }).notNull(),
    validUntil: instant().notNull(),
    createdAt: instant().notNull().defaultNow(),
    voidingId: uuid().references(() => quoteVoidings.id),
  },
  (version) => [
    primaryKey({ columns: [version.quoteId, version.version] }),
    index('quote_versions_by_time').on(version.createdAt),
    index('quote_versions_of_voiding').on(version.voidingId).where(sql`${version.voidingId} is not null`),
    check('quote_versions_total_exact_in_json', sql`${version.totalCents} between 0 and 9000000000000000`),
  ],
)

/**
 * The lines of a version, in the order of `row` from 1, none left out: one that fits no part has no part, price and total.
 * `text` and `asked` are what was typed; `quantity` in pieces and `unitPrice` in dollars are what is quoted. Part number and
 * name are kept as they were.
 */
export const quoteLines = pgTable(
  'quote_lines',
  {
    quoteId: uuid().notNull(),
    version: integer().notNull(),
    row: integer().notNull(),
    text: text().notNull(),
    asked: text().notNull(),
    status: text({ enum: ['matched', 'ambiguous', 'unknown', 'quantity-unclear'] }).notNull(),
    partId: uuid().references(() => parts.id),
    partNumber: text(),
    partName: text(),
    quantity: pieces(),
    unitPrice: numeric({ precision: 12, scale: 4 }),
    totalCents: bigint({ mode: 'number' }),
    leadDays: integer(),
    /** Parts that a line could mean, by id, as they were found. */
    candidates: jsonb().$type<string[]>().notNull().default([]),
  },
  (line) => [
    primaryKey({ columns: [line.quoteId, line.version, line.row] }),
    index('quote_lines_of_part').on(line.partId).where(sql`${line.partId} is not null`),
    foreignKey({ columns: [line.quoteId, line.version], foreignColumns: [quoteVersions.quoteId, quoteVersions.version] }),
    check('quote_lines_status_known', sql`${line.status} in ('matched', 'ambiguous', 'unknown', 'quantity-unclear')`),
    check(
      'quote_lines_matched_are_priced',
      sql`${line.status} <> 'matched' or (${line.partId}, ${line.partNumber}, ${line.partName}, ${line.quantity}, ${line.unitPrice}, ${line.totalCents}, ${line.leadDays}) is not null`,
    ),
    check('quote_lines_minimum', sql`${line.quantity} >= 1000`),
    check('quote_lines_total', sql`${line.totalCents} = round(${line.unitPrice} * ${line.quantity} * 100)`),
  ],
)
