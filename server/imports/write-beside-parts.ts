import { sql, type SQL } from 'drizzle-orm'
import type { Transaction } from '#database/connect.ts'

/** Fields that a row writes: all of a new part, otherwise the changed ones. */
export const written = sql`case when before is null then fields else (select jsonb_object_agg(key, fields -> key) from jsonb_object_keys(before) as key) end`

/** Writes the texts of main pictures and the further pictures of parts, as the fields of rows have them. */
export async function writePictures(tx: Transaction, which: SQL, values: SQL): Promise<void> {
  const entries = sql`
    select part_id, parts.img as main, entry.given from (select part_id, ${values} as given from import_rows where ${which}) as entry
    join parts on parts.id = part_id where entry.given ?| array['pictureText', 'pictures']`
  await tx.execute(sql`
    delete from part_pictures as old using (${entries}) as entry
    where old.part_id = entry.part_id and (
      given ? 'pictureText' and (place = 0 or img = main)
      or given ? 'pictures' and (place > 0 or img in (select one ->> 0 from jsonb_array_elements(given -> 'pictures') as one)))`)
  await tx.execute(sql`
    insert into part_pictures (part_id, place, img, alt)
    select part_id, 0, main, given ->> 'pictureText' from (${entries}) as entry where given ->> 'pictureText' is not null
    union all
    select part_id, place, one ->> 0, one ->> 1
    from (${entries}) as entry cross join lateral jsonb_array_elements(given -> 'pictures') with ordinality as further (one, place)`)
}

/** Writes the related parts of rows, once all parts are there. A number means the part on sale, otherwise the one that was hidden last. */
export async function writeRelations(tx: Transaction, importId: string, values: SQL): Promise<void> {
  const entries = sql`
    select part_id, given from (
      select part_id, ${values} as given from import_rows where import_id = ${importId} and place is not null) as entry
    where given ?| array['substitutes', 'accessories']`
  await tx.execute(sql`
    delete from part_relations as old using (${entries}) as entry
    where old.part_id = entry.part_id and (given ? 'substitutes' and kind = 'substitute' or given ? 'accessories' and kind = 'accessory')`)
  await tx.execute(sql`
    insert into part_relations (part_id, other_id, kind, created_at)
    select distinct on (part_id, other_id) part_id, other_id, kind, now() + (at + case kind when 'accessory' then 100 else 0 end) * interval '1 microsecond'
    from (${entries}) as entry
    cross join lateral (values ('substitute', given -> 'substitutes'), ('accessory', given -> 'accessories')) as kinds (kind, numbers)
    cross join lateral jsonb_array_elements_text(numbers) with ordinality as given_number (number, at)
    cross join lateral (select part_of_number(number) as other_id) as other
    where other_id is not null and other_id <> part_id
    order by part_id, other_id, at
    on conflict (part_id, other_id) do update set kind = excluded.kind, created_at = excluded.created_at`)
}
