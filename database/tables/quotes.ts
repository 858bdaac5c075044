import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { OrderFreight } from '#contract/freight/freight.ts'
import type { Release } from '#contract/promises/releases.ts'
import { declineReasons } from '#contract/quotes/quotes.ts'
import { parts } from './parts.ts'
import { users } from './users.ts'
import { cents, changedIn, instant, pieces, position, required, unitPrice } from '../columns.ts'

/**
 * A customer's saved quotes. The database assigns `number` ('Q-000123'); `version` is the newest one, the only one that
 * can be ordered. `linkHash` is the SHA-256 of the private link's secret, null without a link. `request` is what the
 * buyer asked the shop for at `requestedAt`; an offer answers it at `answeredAt`. `followedUpAt` is when the shop last
 * reminded the buyer. `heldFor` is the address of somebody who has no account: until they confirm it, the quote is kept by the account of
 * the admin who made it. A deleted quote keeps its row, because its orders refer to it; its versions are removed after
 * `deletedAt`, until `sweptAt`.
 */
export const quotes = pgTable(
  'quotes',
  {
    id: uuid().primaryKey().defaultRandom(),
    position: position(),
    number: text()
      .notNull()
      .unique()
      .generatedAlwaysAs(sql`quote_number(position)`),
    userId: required(() => users.id),
    version: integer().notNull().default(1),
    name: text().notNull().default(''),
    note: text().notNull().default(''),
    linkHash: text().unique(),
    request: text().notNull().default(''),
    heldFor: text(),
    requestedAt: instant(),
    answeredAt: instant(),
    followedUpAt: instant(),
    createdAt: instant().notNull().defaultNow(),
    deletedAt: instant(),
    sweptAt: instant(),
    changedIn: changedIn(),
  },
  (quote) => [
    index('quotes_of_user_changed').on(quote.userId, quote.changedIn, quote.position),
    index('quotes_of_user').on(quote.userId, quote.position),
    index('quotes_by_time').on(quote.createdAt),
    index('quotes_held')
      .on(quote.heldFor)
      .where(sql`${quote.heldFor} is not null`),
    index('quotes_asked')
      .on(quote.requestedAt)
      .where(sql`${quote.requestedAt} is not null`),
    index('quotes_to_sweep')
      .on(quote.deletedAt)
      .where(sql`${quote.deletedAt} is not null and ${quote.sweptAt} is null`),
    check('quotes_version_counts_from_one', sql`${quote.version} >= 1`),
  ],
)

/**
 * A withdrawal by an admin: one version of a quote (`quoteId`, `quoteVersion`), or all that contain a part (`partId`)
 * and were saved between two times, at less than `priceBelow` if set. Versions are voided in small transactions;
 * `finishedAt` is null until all are voided and the buyers' mails are queued.
 */
export const quoteVoidings = pgTable(
  'quote_voidings',
  {
    id: uuid().primaryKey().defaultRandom(),
    adminId: required(() => users.id),
    reason: text().notNull(),
    quoteId: uuid(),
    quoteVersion: integer(),
    partId: uuid().references(() => parts.id),
    savedFrom: instant(),
    savedTo: instant(),
    priceBelow: unitPrice(),
    createdAt: instant().notNull().defaultNow(),
    finishedAt: instant(),
  },
  (voiding) => [
    index('quote_voidings_unfinished')
      .on(voiding.createdAt)
      .where(sql`${voiding.finishedAt} is null`),
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
 * A version of a quote. Its lines and prices never change, so that a printed or sent quote can be read again. Its prices are valid until
 * `validUntil`, unless an admin has withdrawn it (`voidingId`). It is never both ordered and voided. An offer has the prices and `terms`
 * of an admin (`offeredBy`), and the freight to one address where it names one (`freight`, `freightCents` without tax); null otherwise. `declinedFor` is the buyer's reason for not ordering it, if given.
 */
export const quoteVersions = pgTable(
  'quote_versions',
  {
    quoteId: required(() => quotes.id),
    version: integer().notNull(),
    totalCents: cents().notNull(),
    validUntil: instant().notNull(),
    createdAt: instant().notNull().defaultNow(),
    voidingId: uuid().references(() => quoteVoidings.id),
    offeredBy: uuid().references(() => users.id),
    terms: text().notNull().default(''),
    freightCents: cents(),
    freight: jsonb().$type<OrderFreight>(),
    /** Its orders are samples. Of what a buyer asked for, the pieces that are left to them; of an offer, what it says. */
    isSample: boolean().notNull().default(false),
    declinedFor: text({ enum: [...declineReasons] }),
  },
  (version) => [
    primaryKey({ columns: [version.quoteId, version.version] }),
    index('quote_versions_by_time').on(version.createdAt),
    index('quote_versions_of_voiding')
      .on(version.voidingId)
      .where(sql`${version.voidingId} is not null`),
    check('quote_versions_declined_for_known', sql`${version.declinedFor} in ('price', 'stock', 'other')`),
    check(
      'quote_versions_freight',
      sql`${version.freightCents} between 0 and 1000000000000000 and (${version.freightCents} is null) = (${version.freight} is null)`,
    ),
    check('quote_versions_total_exact_in_json', sql`${version.totalCents} between 0 and 9000000000000000`),
  ],
)

/**
 * All lines of a version, in the order of `row` from 1; one without a match has no part, price and total. `text` and
 * `asked` are as typed; `quantity` (pieces) and `unitPrice` (dollars) are quoted. Part number and name are those at the
 * time of the quote.
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
    unitPrice: unitPrice(),
    totalCents: cents(),
    leadDays: integer(),
    /** The shop offered it although the pieces were not in stock: missing ones are made to order, within `leadDays`. */
    madeToOrder: boolean().notNull().default(false),
    candidates: jsonb().$type<string[]>().notNull().default([]),
    /** Several deliveries, in the order of their days; null for one. */
    releases: jsonb().$type<Release[]>(),
  },
  (line) => [
    primaryKey({ columns: [line.quoteId, line.version, line.row] }),
    index('quote_lines_of_part')
      .on(line.partId)
      .where(sql`${line.partId} is not null`),
    foreignKey({ columns: [line.quoteId, line.version], foreignColumns: [quoteVersions.quoteId, quoteVersions.version] }),
    check('quote_lines_status_known', sql`${line.status} in ('matched', 'ambiguous', 'unknown', 'quantity-unclear')`),
    check(
      'quote_lines_matched_are_priced',
      sql`${line.status} <> 'matched' or (${line.partId}, ${line.partNumber}, ${line.partName}, ${line.quantity}, ${line.unitPrice}, ${line.totalCents}, ${line.leadDays}) is not null`,
    ),
    check('quote_lines_minimum', sql`${line.quantity} >= 1`),
    // Releases are rounded to the cent one by one, as the orders that they become.
    check(
      'quote_lines_total',
      sql`${line.totalCents} = round(${line.unitPrice} * ${line.quantity} * 100)
        or (${line.releases} is not null and abs(${line.totalCents} - ${line.unitPrice} * ${line.quantity} * 100) <= 12)`,
    ),
  ],
)
