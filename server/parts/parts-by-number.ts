import { sql, type SQL } from 'drizzle-orm'
import { minimumOf, stepOf } from '#contract/orders/order-rule.ts'
import type { NumberedParts } from '#contract/parts/parts.ts'
import type { Queryable } from '#database/connect.ts'
import { parts } from '#database/tables/parts.ts'
import { partColumns, presentBreaks } from './present-part.ts'

/** The id of the part that has a number, else of the one that had it before, in statements. */
export const partIdOfNumber = (number: SQL): SQL => sql`coalesce(
  (select named.id from parts as named where named.search_number = search_form(${number}) and named.deleted_at is null),
  (select answer.part_id from search_answers as answer where answer.form = search_form(${number})))`

/** The parts on sale that have these numbers, or had them before, or that the customer calls so, in the order of the numbers. */
export async function findPartsByNumber(db: Queryable, userId: string, numbers: string[]): Promise<NumberedParts> {
  const rows = await db
    .select({ number: sql<string>`asked.number`, part: parts, expected: partColumns.expected })
    .from(sql`jsonb_array_elements_text(${JSON.stringify(numbers)}::jsonb) with ordinality as asked (number, turn)`)
    .leftJoin(
      parts,
      sql`${parts.deletedAt} is null and ${parts.id} = coalesce(${partIdOfNumber(sql`asked.number`)}, (
        select own.part_id from customer_part_numbers as own where own.user_id = ${userId} and own.form = search_form(asked.number)))`,
    )
    .orderBy(sql`asked.turn`)
  return rows.map(({ number, part, expected }) => ({
    number,
    part: part && {
      _id: part.id,
      partNumber: part.partNumber,
      name: part.name,
      price: Number(part.price),
      priceBreaks: presentBreaks(part.priceBreaks),
      available: part.available,
      minimumOrder: minimumOf(part),
      orderStep: stepOf(part),
      leadDays: part.leadDays,
      ...(expected && { expected }),
    },
  }))
}
