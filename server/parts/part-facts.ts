import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import { categoryMessages } from '#contract/parts/categories.ts'
import { MINIMUM_ORDER } from '#contract/basics/limits.ts'
import { minimumOf } from '#contract/orders/order-rule.ts'
import { partFactMessages as messages, type FactFields, type PartFacts } from '#contract/parts/part-facts.ts'
import type { Database, Queryable } from '#database/connect.ts'
import { attributes, categories } from '#database/tables/categories.ts'
import { parts } from '#database/tables/parts.ts'
import { transaction } from '#database/transaction.ts'
import { readValue, WrongValue } from '../categories/read-attributes.ts'
import { invalidField, ShopError } from '../errors.ts'
import { writeAudit, type Actor } from '../platform/audit/write-audit.ts'
import { merged } from '../platform/merged.ts'
import { recordChanges } from './record-changes.ts'

const columns = {
  categoryId: parts.categoryId,
  attributes: parts.attributes,
  weight: parts.weight,
  origin: parts.origin,
  customsCode: parts.customsCode,
  minimumOrder: parts.minimumOrder,
  orderStep: parts.orderStep,
}
type Facts = { [K in keyof typeof columns]: (typeof parts.$inferSelect)[K] }

/** The facts for buyers. @throws ShopError NOT_FOUND for a part that is not on sale. */
export const findFacts = (db: Queryable, partId: string): Promise<PartFacts> =>
  readFacts(db, and(eq(parts.id, partId), isNull(parts.deletedAt)))

/** The same of any part. @throws ShopError NOT_FOUND */
export const findDeskFacts = (db: Queryable, partId: string): Promise<PartFacts> => readFacts(db, eq(parts.id, partId))

async function readFacts(db: Queryable, which: SQL | undefined): Promise<PartFacts> {
  const [found] = await db.select(columns).from(parts).where(which)
  if (!found) throw new ShopError('NOT_FOUND')
  const { rows: line } = await db.execute<PartFacts['line'][number]>(
    sql`select key, name from category_line(${found.categoryId}) order by level desc`,
  )
  const known = await db
    .select({ key: attributes.key, name: attributes.name, unit: attributes.unit })
    .from(attributes)
    .orderBy(attributes.place, attributes.name)
  const { categoryId: category, weight, origin, customsCode, minimumOrder, orderStep } = found
  return {
    category,
    line,
    attributes: known.flatMap((one) => {
      const value = found.attributes[one.key]
      return value === undefined ? [] : [{ ...one, value }]
    }),
    weight: weight === null ? null : Number(weight),
    origin,
    customsCode,
    minimumOrder,
    orderStep,
  }
}

/**
 * Changes the edited facts, also of a hidden part, each attribute by itself; one that was changed since it was seen is refused.
 * @throws ShopError NOT_FOUND; INVALID_INPUT at the field, for an attribute at `attributes.KEY`; also for a minimum below the usual one
 *   that was not confirmed by `belowUsual`.
 */
export async function changeFacts(
  db: Database,
  actor: Actor,
  partId: string,
  { seen, belowUsual = false, ...typed }: FactFields & { seen: FactFields; belowUsual?: boolean | undefined },
): Promise<{ modifiedCount: 0 | 1; facts: PartFacts }> {
  return transaction(db, async (tx) => {
    const [before] = await tx.select(columns).from(parts).where(eq(parts.id, partId)).for('no key update')
    if (!before) throw new ShopError('NOT_FOUND')
    const after: Facts = {
      categoryId: merged('category', { seen: seen.category, typed: typed.category, now: before.categoryId }),
      weight: merged('weight', { seen: decimal(seen.weight), typed: decimal(typed.weight), now: decimal(before.weight) }),
      origin: merged('origin', { seen: seen.origin, typed: typed.origin, now: before.origin }),
      minimumOrder: mergedRule('minimumOrder', { seen, typed, now: before.minimumOrder }),
      orderStep: mergedRule('orderStep', { seen, typed, now: before.orderStep }),
      customsCode: merged('customsCode', { seen: seen.customsCode, typed: typed.customsCode, now: before.customsCode }),
      attributes: await mergedAttributes(tx, before.attributes, { seen: seen.attributes, typed: typed.attributes }),
    }
    if (after.minimumOrder !== before.minimumOrder && minimumOf(after) < MINIMUM_ORDER && !belowUsual) {
      throw invalidField('minimumOrder', messages.belowUsual)
    }
    if (after.categoryId !== before.categoryId && after.categoryId !== null) await requireCategory(tx, after.categoryId)
    const was = { ...before, weight: decimal(before.weight) }
    if (JSON.stringify(ordered(was)) === JSON.stringify(ordered(after))) return { modifiedCount: 0, facts: await findDeskFacts(tx, partId) }
    await tx.update(parts).set(after).where(eq(parts.id, partId))
    await recordChanges(tx, actor, partId, was, after)
    await writeAudit(tx, actor, 'change-facts', partId)
    return { modifiedCount: 1, facts: await findDeskFacts(tx, partId) }
  })
}

const decimal = (weight: number | string | null): string | null => (weight === null ? null : String(Number(weight)))

const ordered = ({ attributes: values, ...facts }: Facts) => [facts, Object.entries(values).toSorted()]

/** A client that does not send the rule leaves it unchanged. */
const mergedRule = (
  field: 'minimumOrder' | 'orderStep',
  { seen, typed, now }: { seen: FactFields; typed: FactFields; now: number | null },
): number | null => (typed[field] === undefined ? now : merged(field, { seen: seen[field] ?? null, typed: typed[field], now }))

/** Given attributes are locked until the end, so that none is removed concurrently. */
async function mergedAttributes(
  tx: Queryable,
  now: Record<string, string>,
  { seen, typed }: { seen: Record<string, string>; typed: Record<string, string> },
): Promise<Record<string, string>> {
  const known = await tx.select().from(attributes).for('share')
  const values = { ...now }
  for (const key of new Set([...Object.keys(seen), ...Object.keys(typed)])) {
    const field = `attributes.${key}`
    const attribute = known.find((one) => one.key === key)
    if (!attribute) throw invalidField(field, categoryMessages.unknownAttribute(key))
    const read = (value = '') => (value.trim() === '' ? '' : readingAt(field, () => readValue(attribute, value)))
    const value = merged(field, { seen: read(seen[key]), typed: read(typed[key]), now: now[key] ?? '' })
    if (value === '') delete values[key]
    else values[key] = value
  }
  return values
}

function readingAt<T>(field: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof WrongValue) throw invalidField(field, error.message)
    throw error
  }
}

async function requireCategory(tx: Queryable, id: string): Promise<void> {
  const [found] = await tx.select({ id: categories.id }).from(categories).where(eq(categories.id, id)).for('key share')
  if (!found) throw invalidField('category', categoryMessages.unknownCategory)
}
