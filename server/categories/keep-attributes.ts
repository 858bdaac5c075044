import { eq, sql } from 'drizzle-orm'
import { categoryMessages as messages, MAXIMUM_ATTRIBUTES, type AttributeChange, type AttributeFields } from '#contract/parts/categories.ts'
import type { Transaction } from '#database/connect.ts'
import { sqlState, SQL_STATE } from '#database/sql-state.ts'
import { attributes } from '#database/tables/categories.ts'
import { invalidField, ShopError } from '../errors.ts'
import { mergedFields } from '../platform/merged.ts'
import { writeAudit, type Actor } from '../platform/audit/write-audit.ts'
import { freeKey } from './free-key.ts'

/** @throws ShopError INVALID_INPUT for a name that is taken or has marks of files, or too many attributes. */
export async function addAttribute(tx: Transaction, actor: Actor, asked: AttributeFields): Promise<string> {
  await lockAttributes(tx)
  if ((await tx.$count(attributes)) >= MAXIMUM_ATTRIBUTES) throw invalidField('name', messages.tooMany)
  const fields = readFields(asked)
  const key = await freeKey(tx, attributes, fields.name)
  const [row] = await refusing(() =>
    tx
      .insert(attributes)
      .values({ key, ...fields })
      .returning({ id: attributes.id }),
  )
  await writeAudit(tx, actor, 'change-attributes', row!.id, { name: fields.name }) // insert ... returning always yields its row
  return row!.id
}

/**
 * @throws ShopError NOT_FOUND; INVALID_INPUT for a name that is taken, at `kind` while parts have the attribute, and at a field that was
 *   changed concurrently.
 */
export async function changeAttribute(
  tx: Transaction,
  actor: Actor,
  id: string,
  { seen, ...asked }: AttributeChange,
): Promise<{ modifiedCount: 0 | 1 }> {
  await lockAttributes(tx)
  const [before] = await tx.select().from(attributes).where(eq(attributes.id, id))
  if (!before) throw new ShopError('NOT_FOUND')
  const typed = readFields(asked)
  const { name, unit, kind, place } = before
  const fields = seen ? mergedFields({ name, unit, kind, place }, { seen, typed }) : typed
  if (fields.kind !== before.kind) await requireUnused(tx, before.key, 'kind')
  if (Object.entries(fields).every(([field, value]) => before[field as keyof typeof fields] === value)) return { modifiedCount: 0 }
  await refusing(() => tx.update(attributes).set(fields).where(eq(attributes.id, id)))
  await writeAudit(tx, actor, 'change-attributes', id, { name: fields.name, nameBefore: before.name })
  return { modifiedCount: 1 }
}

/** @throws ShopError INVALID_INPUT at `name` while parts have it, removed ones included. */
export async function removeAttribute(tx: Transaction, actor: Actor, id: string): Promise<{ deletedCount: 0 | 1 }> {
  await lockAttributes(tx)
  const [found] = await tx.select().from(attributes).where(eq(attributes.id, id))
  if (!found) return { deletedCount: 0 }
  await requireUnused(tx, found.key, 'name')
  await tx.delete(attributes).where(eq(attributes.id, id))
  await writeAudit(tx, actor, 'change-attributes', id, { nameBefore: found.name })
  return { deletedCount: 1 }
}

/** @throws ShopError INVALID_INPUT for a name that a file of parts would not read back. */
function readFields({ name, unit, kind, place }: AttributeFields): AttributeFields {
  if (/[:;]/.test(name)) throw invalidField('name', messages.attributeMarks)
  return { name: name.trim(), unit: unit.trim(), kind, place }
}

/** Writers of parts' values read the attributes with a lock that conflicts with this one (`readAttributes`). */
const lockAttributes = (tx: Transaction) => tx.execute(sql`lock table ${attributes} in exclusive mode`)

async function requireUnused(tx: Transaction, key: string, field: 'kind' | 'name'): Promise<void> {
  const { rows } = await tx.execute<{ parts: number }>(sql`select count(*)::int as parts from parts where attributes ? ${key}`)
  if (rows[0]!.parts > 0) throw invalidField(field, messages.attributeUsed(rows[0]!.parts)) // an aggregate is always one row
}

async function refusing<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (sqlState(error) === SQL_STATE.uniqueViolation) throw invalidField('name', messages.nameTaken)
    throw error
  }
}
