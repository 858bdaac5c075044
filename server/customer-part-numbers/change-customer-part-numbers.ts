import { count, eq, sql } from 'drizzle-orm'
import {
  customerPartNumberMessages as messages,
  MAXIMUM_CUSTOMER_PART_NUMBERS,
  type NewCustomerPartNumber,
} from '#contract/parts/customer-part-numbers.ts'
import { databaseNow } from '#database/clock.ts'
import type { Transaction } from '#database/connect.ts'
import { customerPartNumbers } from '#database/tables/customer-part-numbers.ts'
import { users } from '#database/tables/users.ts'
import { invalidField } from '../errors.ts'
import type { Caller } from '../platform/http/caller.ts'
import { requireLiveCaller } from '../identity/require-live-caller.ts'
import { partIdOfNumber } from '../parts/parts-by-number.ts'

/**
 * Removes a customer's own numbers, then adds others; a number that the customer has already gets the new part. Answers how many rows
 * that were. Concurrent changes of one account wait for each other.
 * @throws ShopError SIGN_IN_NEEDED; INVALID_INPUT at the number without letters and digits, at the part that is not sold, or when they become too many.
 */
export async function changeCustomerPartNumbers(
  tx: Transaction,
  caller: Caller,
  { remove, add }: { remove: readonly string[]; add: readonly NewCustomerPartNumber[] },
): Promise<number> {
  await requireLiveCaller(tx, caller)
  const { userId } = caller
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  const { rowCount: removed } = await tx.execute(sql`
    delete from customer_part_numbers
    where user_id = ${userId} and form in (select search_form(gone) from unnest(${sql.param(remove)}::text[]) as gone)`)
  const named = await nameParts(tx, add)
  // Of two with the same letters and digits, the last.
  const rows = [...new Map(named.map((own) => [own.form, { userId, ...own }])).values()]
  if (rows.length > 0) {
    await tx
      .insert(customerPartNumbers)
      .values(rows)
      .onConflictDoUpdate({
        target: [customerPartNumbers.userId, customerPartNumbers.form],
        set: { number: sql`excluded.number`, partId: sql`excluded.part_id`, addedAt: databaseNow },
      })
  }
  const [kept] = await tx.select({ count: count() }).from(customerPartNumbers).where(eq(customerPartNumbers.userId, userId))
  if (kept!.count > MAXIMUM_CUSTOMER_PART_NUMBERS) throw invalidField('add', messages.tooMany) // an aggregate is always one row
  return (removed ?? 0) + rows.length
}

async function nameParts(tx: Transaction, add: readonly NewCustomerPartNumber[]) {
  const { rows } = await tx.execute<{ form: string; partId: string | null }>(sql`
    select search_form(line->>'number') as form, ${partIdOfNumber(sql`line->>'partNumber'`)} as "partId"
    from jsonb_array_elements(${JSON.stringify(add)}::jsonb) with ordinality as asked (line, turn) order by turn`)
  return rows.map(({ form, partId }, index) => {
    if (form === '') throw invalidField(`add.${index}.number`, messages.numberRequired)
    if (partId === null) throw invalidField(`add.${index}.partNumber`, messages.partUnknown)
    return { form, number: add[index]!.number.trim(), partId }
  })
}
