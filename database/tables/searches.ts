import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { calendarDay, instant, required } from '../columns.ts'
import { parts } from './parts.ts'
import { users } from './users.ts'

/**
 * Texts that named no part, counted by day: searches of the list of parts, or lines of saved quotes. `form` is the text's letters and
 * digits, `text` how it was last written.
 */
export const missedSearches = pgTable(
  'missed_searches',
  {
    day: calendarDay().notNull(),
    kind: text({ enum: ['search', 'line'] }).notNull(),
    form: text().notNull(),
    text: text().notNull(),
    count: integer().notNull(),
  },
  (missed) => [
    primaryKey({ columns: [missed.day, missed.kind, missed.form] }),
    check('missed_searches_kind_known', sql`${missed.kind} in ('search', 'line')`),
  ],
)

/** Who has missed a text on a day, so that each counts once: the network of a search, the account of a quote. Deleted after the day. */
export const missedToday = pgTable(
  'missed_today',
  {
    day: calendarDay().notNull(),
    kind: text({ enum: ['search', 'line'] }).notNull(),
    form: text().notNull(),
    who: text().notNull(),
  },
  (missed) => [primaryKey({ columns: [missed.day, missed.kind, missed.form, missed.who] })],
)

/** The shop's answer to a text: the part that it means, or, without one, that the shop does not sell it. */
export const searchAnswers = pgTable(
  'search_answers',
  {
    id: uuid().primaryKey().defaultRandom(),
    form: text().notNull().unique(),
    text: text().notNull(),
    partId: uuid().references(() => parts.id),
    answeredAt: instant().notNull().defaultNow(),
  },
  (answer) => [index('search_answers_of_part').on(answer.partId)],
)

/**
 * Synonyms of words of the catalogue: 'Netzteil' means 'power supply'. One to three words, at `form` by their letters and digits.
 * Searches and quotes use the meaning where the words themselves match nothing.
 */
export const synonyms = pgTable('synonyms', {
  id: uuid().primaryKey().defaultRandom(),
  form: text().notNull().unique(),
  words: text().notNull(),
  means: text().notNull(),
  addedAt: instant().notNull().defaultNow(),
})

/** People who have looked at a sold-out part, once a day. */
export const soldOutViews = pgTable(
  'sold_out_looks',
  {
    day: calendarDay().notNull(),
    partId: required(() => parts.id),
    userId: required(() => users.id),
  },
  (look) => [primaryKey({ columns: [look.day, look.partId, look.userId] }), index('sold_out_looks_of_user').on(look.userId)],
)
