import { sql } from 'drizzle-orm'
import { chosenText } from '#contract/parts/part-filters.ts'
import type { Database } from '#database/connect.ts'
import type { Chance } from '../seeded.ts'
import { insertManyParts, manyParts } from './many-parts.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1))

/** Values that a described part may have of each attribute, by the attribute's key. */
export const describedAttributes: Record<string, string[]> = {
  'panel-size': ['32', '43', '50', '55', '65', '75'],
  voltage: ['3.3', '5', '12', '24'],
  interface: ['LVDS', 'V-by-One', 'eDP'],
  connector: numbers(30),
  power: numbers(40),
}
const CATEGORIES = 20

/** Puts this many parts on sale, each in one of twenty categories, `c1` to `c20`, and with a value of each attribute. */
export async function insertDescribedParts(db: Database, count: number, chance: Chance): Promise<void> {
  for (const key of Object.keys(describedAttributes)) {
    await db.execute(sql`insert into attributes (key, name, kind) values (${key}, ${key}, 'text')`)
  }
  const { rows } = await db.execute<{ id: string }>(
    sql`insert into categories (key, name) select 'c' || n, 'Category ' || n from generate_series(1, ${CATEGORIES}::int) n returning id`,
  )
  const described = manyParts(count).map((part) => ({
    ...part,
    category: chance.pick(rows).id,
    attributes: Object.fromEntries(Object.entries(describedAttributes).map(([key, values]) => [key, chance.pick(values)])),
  }))
  await insertManyParts(db.$client, described)
  await db.execute(sql`vacuum analyze parts`)
}

/** None to three values, perhaps in a category: filters as people choose them. */
export function nextFilter(chance: Chance): { chosen: { key: string; value: string }[]; has: string; category?: string } {
  const keys = chance.shuffled(Object.keys(describedAttributes)).slice(0, chance.pick([0, 1, 1, 2, 3]))
  const chosen = keys.map((key) => ({ key, value: chance.pick(describedAttributes[key]!) }))
  return { chosen, has: chosenText(chosen), ...(chance.happens(0.4) && { category: `c${1 + chance.below(CATEGORIES)}` }) }
}
