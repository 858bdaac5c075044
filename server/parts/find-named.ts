import { sql } from 'drizzle-orm'
import type { PartName } from '#contract/parts/part-desk.ts'
import type { Queryable } from '#database/connect.ts'

/** The parts on sale that have one of these numbers, however it is written. */
export async function findNamed(db: Queryable, numbers: string[]): Promise<{ number: string; part: PartName }[]> {
  const { rows } = await db.execute<PartName & { number: string }>(sql`
    select number, id as "_id", name, part_number as "partNumber"
    from jsonb_array_elements_text(${JSON.stringify(numbers)}::jsonb) as asked (number)
    join parts on search_number = search_form(number) and deleted_at is null
    where search_form(number) <> ''`)
  return rows.map(({ number, ...part }) => ({ number, part }))
}
