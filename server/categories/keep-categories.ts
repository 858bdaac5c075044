import { eq, sql } from 'drizzle-orm'
import { categoryMessages as messages, MAXIMUM_CATEGORIES, type CategoryChange, type CategoryFields } from '#contract/parts/categories.ts'
import type { Transaction } from '#database/connect.ts'
import { sqlState, SQL_STATE } from '#database/sql-state.ts'
import { categories } from '#database/tables/categories.ts'
import { parts } from '#database/tables/parts.ts'
import { invalidField, ShopError } from '../errors.ts'
import { mergedFields } from '../platform/merged.ts'
import { writeAudit, type Actor } from '../platform/audit/write-audit.ts'
import { freeKey } from './free-key.ts'

/** @throws ShopError INVALID_INPUT for a name that is taken, a category above that is gone, too many categories or levels. */
export async function addCategory(tx: Transaction, actor: Actor, { name, parent, place }: CategoryFields): Promise<string> {
  requirePlain(name)
  await lockTree(tx)
  if ((await tx.$count(categories)) >= MAXIMUM_CATEGORIES) throw invalidField('name', messages.tooMany)
  const key = await freeKey(tx, categories, name)
  const [row] = await refusing(() =>
    tx.insert(categories).values({ key, name: name.trim(), parentId: parent, place }).returning({ id: categories.id }),
  )
  await writeAudit(tx, actor, 'change-categories', row!.id, { name: name.trim() }) // insert ... returning always yields its row
  return row!.id
}

/**
 * Renames or moves a category. @throws ShopError NOT_FOUND; INVALID_INPUT as for a new one, and at a field that was changed
 * concurrently.
 */
export async function changeCategory(
  tx: Transaction,
  actor: Actor,
  id: string,
  { seen, ...typed }: CategoryChange,
): Promise<{ modifiedCount: 0 | 1 }> {
  requirePlain(typed.name)
  await lockTree(tx)
  const [before] = await tx.select().from(categories).where(eq(categories.id, id))
  if (!before) throw new ShopError('NOT_FOUND')
  const { parent, ...fields } = seen
    ? mergedFields(
        { name: before.name, parent: before.parentId, place: before.place },
        { seen, typed: { ...typed, name: typed.name.trim() } },
      )
    : typed
  const is = { name: fields.name.trim(), parentId: parent, place: fields.place }
  if (before.name === is.name && before.parentId === is.parentId && before.place === is.place) return { modifiedCount: 0 }
  await refusing(() => tx.update(categories).set(is).where(eq(categories.id, id)))
  // The parts of a moved category have other categories above them.
  if (before.parentId !== parent)
    await tx
      .update(parts)
      .set({ categoryId: parts.categoryId })
      .where(sql`category_id in (${below(id)})`)
  await writeAudit(tx, actor, 'change-categories', id, { name: is.name, nameBefore: before.name })
  return { modifiedCount: 1 }
}

/** @throws ShopError INVALID_INPUT at `name` while it has parts, removed ones included, or categories below it. */
export async function removeCategory(tx: Transaction, actor: Actor, id: string): Promise<{ deletedCount: 0 | 1 }> {
  await lockTree(tx)
  const [used] = (
    await tx.execute<{ parts: number; below: number }>(sql`
      select (select count(*)::int from parts where category_id = ${id}) as parts,
        (select count(*)::int from categories where parent_id = ${id}) as below`)
  ).rows
  if (used!.parts + used!.below > 0) throw invalidField('name', messages.categoryUsed(used!.parts, used!.below)) // an aggregate is always one row
  const removed = await tx.delete(categories).where(eq(categories.id, id)).returning({ name: categories.name })
  if (removed.length === 0) return { deletedCount: 0 }
  await writeAudit(tx, actor, 'change-categories', id, { nameBefore: removed[0]!.name })
  return { deletedCount: 1 }
}

/** @throws ShopError INVALID_INPUT for a name that a file of parts would not read back. */
function requirePlain(name: string): void {
  if (/>|^[-–—]$/.test(name.trim())) throw invalidField('name', messages.categoryMarks)
}

/** A category and all below it. */
const below = (id: string) => sql`
  with recursive tree as (
    select ${id}::uuid as id union all select child.id from tree join categories as child on child.parent_id = tree.id
  ) select id from tree`

/** Serializes changes of the tree. */
const lockTree = (tx: Transaction) => tx.execute(sql`lock table ${categories} in share row exclusive mode`)

async function refusing<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const state = sqlState(error)
    if (state === SQL_STATE.uniqueViolation) throw invalidField('name', messages.nameTaken)
    if (state === SQL_STATE.foreignKeyViolation) throw invalidField('parent', messages.unknownParent)
    if (state === SQL_STATE.checkViolation) throw invalidField('parent', messages.noTree)
    throw error
  }
}
