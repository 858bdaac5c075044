import { and, eq, isNull, sql } from 'drizzle-orm'
import { MAXIMUM_METHODS, methodMessages, type FreightMethod, type FreightMethodFields } from '#contract/freight/methods.ts'
import { methodProblems } from '#contract/freight/price.ts'
import type { ShopSettings } from '#contract/shop/shop-settings.ts'
import { databaseNow } from '#database/clock.ts'
import type { Database, Transaction } from '#database/connect.ts'
import { freightMethods } from '#database/tables/freight-methods.ts'
import { transaction } from '#database/transaction.ts'
import { invalidField, ShopError } from '../errors.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import type { Caller } from '../platform/http/caller.ts'
import { findPublished } from '../shop-settings/apply-settings.ts'
import { presentMethod, rowOf } from './list-methods.ts'

/**
 * Adds a method.
 * @throws ShopError INVALID_INPUT at each wrong field, as `methodProblems` says; at `name` when the shop has as many as it may.
 */
export async function addMethod(db: Database, admin: Caller, fields: FreightMethodFields): Promise<FreightMethod> {
  return transaction(db, async (tx) => {
    const values = await requireRight(tx, fields)
    // One at a time, so that the count holds.
    await tx.execute(sql`lock table freight_methods in share row exclusive mode`)
    if ((await tx.$count(freightMethods, isNull(freightMethods.endedAt))) >= MAXIMUM_METHODS) {
      throw invalidField('name', methodMessages.tooMany)
    }
    const [added] = await tx.insert(freightMethods).values(rowOf(fields)).returning()
    await writeAudit(tx, admin, 'add-freight', added!.id, { name: added!.name, kind: fields.pricing })
    return presentMethod(added!, values) // an insert returns its row
  })
}

/**
 * Changes a method for orders that are placed from now on.
 * @param seen the version that the admin changed.
 * @throws ShopError INVALID_INPUT as `addMethod`; FREIGHT_CHANGED when another version is current; NOT_FOUND when it has ended.
 */
export async function changeMethod(
  db: Database,
  admin: Caller,
  id: string,
  { seen, ...fields }: FreightMethodFields & { seen: number },
): Promise<FreightMethod> {
  return transaction(db, async (tx) => {
    const values = await requireRight(tx, fields)
    const [before] = await tx
      .select()
      .from(freightMethods)
      .where(and(eq(freightMethods.id, id), isNull(freightMethods.endedAt)))
      .for('update')
    if (!before) throw new ShopError('NOT_FOUND')
    if (before.version !== seen) throw new ShopError('FREIGHT_CHANGED')
    const [changed] = await tx
      .update(freightMethods)
      .set({ ...rowOf(fields), version: seen + 1, changedAt: databaseNow })
      .where(eq(freightMethods.id, id))
      .returning()
    await writeAudit(tx, admin, 'change-freight', id, { name: changed!.name, nameBefore: before.name, kind: fields.pricing })
    return presentMethod(changed!, values) // the row is locked
  })
}

/** Ends a method for good; 0 when it had ended before, or never was. Its row stays for the orders that took it. */
export async function endMethod(db: Database, admin: Caller, id: string): Promise<number> {
  return transaction(db, async (tx) => {
    const [ended] = await tx
      .update(freightMethods)
      .set({ endedAt: databaseNow })
      .where(and(eq(freightMethods.id, id), isNull(freightMethods.endedAt)))
      .returning({ name: freightMethods.name })
    if (!ended) return 0
    await writeAudit(tx, admin, 'end-freight', id, { name: ended.name })
    return 1
  })
}

/** By the settings as they are published now: what the shop charges decides which terms it can promise. */
async function requireRight(tx: Transaction, fields: FreightMethodFields): Promise<ShopSettings> {
  const { values } = await findPublished(tx)
  const problems = methodProblems(fields, values)
  if (problems.length > 0) throw new ShopError('INVALID_INPUT', { fields: problems })
  return values
}
