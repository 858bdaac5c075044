import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { USUAL_LEAD_DAYS } from '#contract/basics/limits.ts'
import { moveReasons, type HistoryField } from '#contract/parts/part-desk.ts'
import { categories } from './categories.ts'
import { instant, pieces, position, required, unitPrice } from '../columns.ts'
import { users } from './users.ts'

/** A stored step of a price ladder; the price is an exact decimal with four places. */
export type PriceBreakRow = { from: number; price: string }

/**
 * The catalogue. `available` in pieces; `price` in dollars per piece, exact to four decimal places, from the minimum
 * order on. `priceBreaks` is its ladder: `from` in pieces rises, the price falls; `unit_price_at` (`routines/prices.sql`)
 * reads it, and a trigger refuses invalid ones. A trigger assigns `partNumber` if it is missing. `searchNumber` and
 * `searchName` are number and name in the form of `search_form`: letters and digits in lower case. A removed part keeps
 * its row, because orders and the stock ledger refer to it. Lists are in the order of `position`.
 */
export const parts = pgTable(
  'parts',
  {
    id: uuid().primaryKey().defaultRandom(),
    position: position(),
    name: text().notNull(),
    img: text().notNull(),
    description: text().notNull(),
    price: unitPrice().notNull(),
    available: bigint({ mode: 'number' }).notNull(),
    priceBreaks: jsonb().$type<PriceBreakRow[]>().notNull().default([]),
    /** Empty when inserted without one: the trigger `parts_set_number` fills it. */
    partNumber: text().notNull().default(''),
    /** Working days until pieces beyond the stock are made. */
    leadDays: integer().notNull().default(USUAL_LEAD_DAYS),
    /** Pieces below which the stock is low; null for the shop's rule, less than a minimum order. */
    lowStockBelow: pieces(),
    searchNumber: text()
      .notNull()
      .generatedAlwaysAs(sql`search_form(part_number)`),
    searchName: text()
      .notNull()
      .generatedAlwaysAs(sql`search_form(name)`),
    categoryId: uuid().references(() => categories.id),
    /** Values by the keys of `attributes`; a number in its shortest form. */
    attributes: jsonb().$type<Record<string, string>>().notNull().default({}),
    /** Values for filters: 'in=boards' for the category and each above it, 'panel-size=55'. Set by the trigger `parts_set_facets`. */
    facets: text().array().notNull().default([]),
    /** Grams per piece. */
    weight: numeric({ precision: 12, scale: 3 }),
    /** Country where it is made: ISO 3166, two letters. */
    origin: text(),
    /** Digits of the Harmonized System. */
    customsCode: text(),
    /** Pieces; null is the shop's own rule: 1000, piece by piece. */
    minimumOrder: integer(),
    orderStep: integer(),
    /** Pieces made on demand in a month; 0: only expected deliveries are promised beyond the stock. Null: nothing is. */
    madeMonthly: pieces(),
    /** The packing unit: what it is called, such as 'reel', and its pieces. */
    packName: text(),
    packPieces: integer(),
    /** Pieces of samples that one customer can order within `SAMPLE_DAYS`, below the minimum order; null where there are none. */
    samplePieces: integer(),
    /** Dollars for a piece of samples; null is `price`. */
    samplePrice: unitPrice(),
    /** What fewer pieces than the minimum cost, in offers and samples: `from` rises from 1, the price falls. Null: as much as the minimum. */
    smallPrices: jsonb().$type<PriceBreakRow[]>(),
    createdAt: instant().notNull().defaultNow(),
    deletedAt: instant(),
  },
  (part) => [
    check('parts_price_positive', sql`${part.price} > 0`),
    // Admins can set up to a billion; pieces returned by cancelled orders must never be refused.
    check('parts_available_bounds', sql`${part.available} between 0 and 1000000000000`),
    check('parts_part_number_given', sql`${part.searchNumber} <> ''`),
    check('parts_lead_days_bounds', sql`${part.leadDays} between 0 and 365`),
    check('parts_weight_positive', sql`${part.weight} > 0`),
    check('parts_origin_form', sql`${part.origin} ~ '^[A-Z]{2}$'`),
    check('parts_minimum_order_bounds', sql`${part.minimumOrder} between 1 and 1000000000`),
    check('parts_order_step_bounds', sql`${part.orderStep} between 1 and 1000000000`),
    check('parts_made_monthly_bounds', sql`${part.madeMonthly} between 0 and 1000000000`),
    check('parts_pack_bounds', sql`${part.packPieces} between 1 and 1000000000`),
    check('parts_samples_bounds', sql`${part.samplePieces} between 1 and 1000000000`),
    check('parts_sample_price_positive', sql`${part.samplePrice} > 0`),
    check('parts_customs_code_form', sql`${part.customsCode} ~ '^[0-9]{6,10}$'`),
    check('parts_low_stock_bounds', sql`${part.lowStockBelow} between 0 and 1000000000`),
    uniqueIndex('parts_part_number_once')
      .on(part.searchNumber)
      .where(sql`${part.deletedAt} is null`),
    index('parts_removed_by_number')
      .on(part.searchNumber)
      .where(sql`${part.deletedAt} is not null`),
    // For the search. No index contains the stock, because every purchase changes it.
    index('parts_alike')
      .using('gin', part.searchName.op('gin_trgm_ops'), part.searchNumber.op('gin_trgm_ops'))
      .with({ fastupdate: false })
      .where(sql`${part.deletedAt} is null`),
    index('parts_by_term')
      .using('gin', sql`part_terms(${part.name}, ${part.attributes})`)
      .with({ fastupdate: false })
      .where(sql`${part.deletedAt} is null`),
    index('parts_by_name_start')
      .on(part.searchName.op('text_pattern_ops'))
      .where(sql`${part.deletedAt} is null`),
    index('parts_by_name_end')
      .on(sql`reverse(${part.searchName}) text_pattern_ops`)
      .where(sql`${part.deletedAt} is null`),
    index('parts_by_number_start')
      .on(part.searchNumber.op('text_pattern_ops'))
      .where(sql`${part.deletedAt} is null`),
    index('parts_by_number_end')
      .on(sql`reverse(${part.searchNumber}) text_pattern_ops`)
      .where(sql`${part.deletedAt} is null`),
    index('parts_by_price')
      .on(part.price, part.position)
      .where(sql`${part.deletedAt} is null`),
    index('parts_by_facet')
      .using('gin', part.facets)
      .with({ fastupdate: false })
      .where(sql`${part.deletedAt} is null`),
    index('parts_of_category').on(part.categoryId),
    index('parts_for_sale')
      .on(part.position)
      .where(sql`${part.deletedAt} is null`),
  ],
)

/** Changes of parts, a row for each field; only added to. `before` and `after` are texts, a ladder is its steps as JSON. */
export const partChanges = pgTable(
  'part_changes',
  {
    position: position().primaryKey(),
    partId: required(() => parts.id),
    at: instant().notNull().defaultNow(),
    actorId: uuid().references(() => users.id),
    field: text().$type<HistoryField>().notNull(),
    before: text().notNull(),
    after: text().notNull(),
  },
  (change) => [index('part_changes_of_part').on(change.partId, change.position)],
)

/** A change of many prices at once, which can be undone while none of them has changed since. */
export const priceChanges = pgTable('price_changes', {
  id: uuid().primaryKey().defaultRandom(),
  position: position(),
  percent: numeric({ precision: 6, scale: 2 }).notNull(),
  places: integer().notNull(),
  actorId: required(() => users.id),
  at: instant().notNull().defaultNow(),
  undoneAt: instant(),
  undoneBy: uuid().references(() => users.id),
  /** `writing`: its prices, or the former ones of an undone change, are still being written; `giving-up`: it is being rolled back. */
  underway: text({ enum: ['writing', 'giving-up'] }),
})

/** Prices of a part before and after such a change. */
export const changedPrices = pgTable(
  'changed_prices',
  {
    changeId: required(() => priceChanges.id),
    partId: required(() => parts.id),
    priceBefore: unitPrice().notNull(),
    breaksBefore: jsonb().$type<PriceBreakRow[]>().notNull(),
    priceAfter: unitPrice().notNull(),
    breaksAfter: jsonb().$type<PriceBreakRow[]>().notNull(),
    /** Whether the part has the price after it. */
    isWritten: boolean().notNull().default(true),
  },
  (changed) => [primaryKey({ columns: [changed.changeId, changed.partId] })],
)

/**
 * All words of part names and of their attributes, maintained by the trigger `parts_add_words`. Corrections of a mistyped word are looked up
 * here, among few words instead of many names.
 */
export const partWords = pgTable('part_words', { word: text().primaryKey() }, (entry) => [
  index('part_words_by_start').on(entry.word.op('text_pattern_ops')),
])

/**
 * The stock ledger: one row for each change of `parts.available`, written in the same transaction. (kind, ref) is
 * unique, so no change is applied twice. `ref` is a hold for hold, release and cancel. `reason` and `note` are from the
 * person who changed the stock (`actorId`).
 */
export const stockMoves = pgTable(
  'stock_moves',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    partId: required(() => parts.id),
    delta: bigint({ mode: 'number' }).notNull(),
    kind: text({ enum: ['opening', 'restock', 'set', 'hold', 'release', 'cancel'] }).notNull(),
    ref: uuid().notNull(),
    reason: text({ enum: [...moveReasons] }),
    note: text().notNull().default(''),
    actorId: uuid().references(() => users.id),
    createdAt: instant().notNull().defaultNow(),
    /** Of a `set` by a feed: when the pieces were counted. */
    countedAt: instant(),
  },
  (move) => [
    unique('stock_moves_once').on(move.kind, move.ref),
    index('stock_moves_of_part_in_turn').on(move.partId, move.id),
    // Moves are only added, so the times of neighbouring rows are close; such an index costs a purchase next to nothing.
    index('stock_moves_by_time').using('brin', move.createdAt),
    check('stock_moves_reason_known', sql`${move.reason} in ('received', 'counted', 'damaged', 'sample', 'other', 'returned')`),
    check('stock_moves_kind_known', sql`${move.kind} in ('opening', 'restock', 'set', 'hold', 'release', 'cancel')`),
  ],
)

/** When the pieces were counted in the last count of a feed for a part: an older count is refused. */
export const stockCounts = pgTable('stock_counts', {
  partId: required(() => parts.id).primaryKey(),
  countedAt: instant().notNull(),
})
