import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { ORDERS_PAGE_SIZE } from '#contract/basics/limits.ts'
import { messages } from '#contract/basics/messages.ts'
import type { ManagedPart, RemovedParts } from '#contract/parts/part-desk.ts'
import type { Database, Queryable } from '#database/connect.ts'
import { SQL_STATE, sqlState } from '#database/sql-state.ts'
import { parts } from '#database/tables/parts.ts'
import { transaction } from '#database/transaction.ts'
import { invalidField, ShopError } from '../errors.ts'
import { writeAudit, type Actor } from '../platform/audit/write-audit.ts'
import { behind } from '../platform/paging/behind.ts'
import { clampPage } from '../platform/paging/clamp-page.ts'
import { partColumns, presentPart } from './present-part.ts'
import { findDeskFacts } from './part-facts.ts'
import { listChanges, recordChanges } from './record-changes.ts'

/** A part, also a removed one, with its history. @throws ShopError NOT_FOUND */
export async function findManagedPart(db: Queryable, partId: string): Promise<ManagedPart> {
  const [found] = await db
    .select({ ...partColumns, deletedAt: parts.deletedAt })
    .from(parts)
    .where(eq(parts.id, partId))
  if (!found) throw new ShopError('NOT_FOUND')
  const { deletedAt, ...part } = found
  return {
    ...presentPart(part),
    removedAt: deletedAt?.toISOString() ?? null,
    facts: await findDeskFacts(db, partId),
    changes: await listChanges(db, partId),
  }
}

/**
 * One page of the removed parts, the last removed first or the newest part first. `q` is a part of number or name.
 * @throws ShopError INVALID_INPUT at `after` where the last removed are first: a part that is brought back has no time of removal.
 */
export async function listRemoved(
  db: Queryable,
  { q = '', sort, after, ...asked }: { q?: string; sort?: 'newest'; page?: number; size?: number; after?: string },
): Promise<RemovedParts> {
  if (after !== undefined && sort !== 'newest') throw invalidField('after', messages.afterWithoutOrder)
  const form = sql`search_form(${q})`
  const which = and(
    isNotNull(parts.deletedAt),
    sql`(strpos(${parts.searchName}, ${form}) > 0 or strpos(${parts.searchNumber}, ${form}) > 0)`,
  )
  const count = await db.$count(parts, which)
  const { page, size } = clampPage({ size: ORDERS_PAGE_SIZE, ...asked, count })
  const rows = await db
    .select({
      _id: parts.id,
      name: parts.name,
      partNumber: parts.partNumber,
      img: parts.img,
      available: parts.available,
      removedAt: parts.deletedAt,
    })
    .from(parts)
    .where(and(which, await behind(db, parts, after, [parts.position], { descending: true })))
    .orderBy(...(sort === 'newest' ? [] : [desc(parts.deletedAt)]), desc(parts.position))
    .limit(size)
    .offset(after === undefined ? page * size : 0)
  return { count, page, parts: rows.map(({ removedAt, ...part }) => ({ ...part, removedAt: removedAt!.toISOString() })) } // removed
}

/**
 * Puts a removed part back into the catalogue, with the stock that it had. `modifiedCount` is 0 when it is there.
 * @throws ShopError NOT_FOUND; INVALID_INPUT at `partNumber` when another part has its number by now.
 */
export async function bringBack(db: Database, actor: Actor, partId: string): Promise<{ modifiedCount: 0 | 1 }> {
  try {
    return await transaction(db, async (tx) => {
      const [part] = await tx.select({ deletedAt: parts.deletedAt }).from(parts).where(eq(parts.id, partId)).for('update')
      if (!part) throw new ShopError('NOT_FOUND')
      if (part.deletedAt === null) return { modifiedCount: 0 }
      await tx.update(parts).set({ deletedAt: null }).where(eq(parts.id, partId))
      await recordChanges(tx, actor, partId, part, { deletedAt: null })
      await writeAudit(tx, actor, 'bring-back-part', partId)
      return { modifiedCount: 1 }
    })
  } catch (error) {
    if (sqlState(error) === SQL_STATE.uniqueViolation) throw invalidField('partNumber', messages.partNumberTaken)
    throw error
  }
}
