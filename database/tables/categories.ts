import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, unique, uuid, type AnyPgColumn } from 'drizzle-orm/pg-core'
import { attributeKinds } from '#contract/parts/categories.ts'

/**
 * The tree of categories. `key` is part of addresses. Siblings are in the order of `place`, then of their names. The trigger
 * `categories_check_tree` refuses a category above itself and a tree that is too deep.
 */
export const categories = pgTable(
  'categories',
  {
    id: uuid().primaryKey().defaultRandom(),
    key: text().notNull().unique(),
    name: text().notNull(),
    parentId: uuid().references((): AnyPgColumn => categories.id),
    place: integer().notNull().default(0),
  },
  (category) => [
    unique('categories_named_once').on(category.parentId, category.name).nullsNotDistinct(),
    index('categories_below').on(category.parentId),
    check('categories_key_form', sql`${category.key} ~ '^[a-z0-9]+(-[a-z0-9]+)*$'`),
  ],
)

/** Properties of parts besides their text: panel size, voltage. `key` is part of addresses and of `parts.attributes`. */
export const attributes = pgTable(
  'attributes',
  {
    id: uuid().primaryKey().defaultRandom(),
    key: text().notNull().unique(),
    name: text().notNull().unique(),
    unit: text().notNull().default(''),
    kind: text({ enum: [...attributeKinds] }).notNull(),
    place: integer().notNull().default(0),
  },
  (attribute) => [
    // 'in' is the category's key among the facets of a part.
    check('attributes_key_form', sql`${attribute.key} ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and ${attribute.key} <> 'in'`),
    check('attributes_kind_known', sql`${attribute.kind} in ('number', 'text')`),
  ],
)
