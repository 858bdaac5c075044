import { asc, sql } from 'drizzle-orm'
import type { PartKinds } from '#contract/parts/categories.ts'
import type { Queryable } from '#database/connect.ts'
import { attributes, categories } from '#database/tables/categories.ts'

/** The categories from the top down, each before those below it, and the attributes in their order. */
export async function listKinds(db: Queryable): Promise<PartKinds> {
  const tree = await db.execute<PartKinds['categories'][number]>(sql`
    with recursive tree as (
      select id, key, name, parent_id, place, array[lpad(place::text, 3, '0') || lower(name)] as line from ${categories} where parent_id is null
      union all
      select below.id, below.key, below.name, below.parent_id, below.place, line || (lpad(below.place::text, 3, '0') || lower(below.name))
      from tree join ${categories} as below on below.parent_id = tree.id
    )
    select id as "_id", key, name, parent_id as parent, place from tree order by line`)
  const listed = await db
    .select({
      _id: attributes.id,
      key: attributes.key,
      name: attributes.name,
      unit: attributes.unit,
      kind: attributes.kind,
      place: attributes.place,
    })
    .from(attributes)
    .orderBy(asc(attributes.place), asc(attributes.name))
  return { categories: tree.rows, attributes: listed }
}
