import { isDeepStrictEqual } from 'node:util'
import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import { categoryMessages } from '#contract/parts/categories.ts'
import { MINIMUM_ORDER } from '#contract/basics/limits.ts'
import { minimumOf } from '#contract/orders/order-rule.ts'
import { partFactMessages as messages, type FactFields, type PartFacts } from '#contract/parts/part-facts.ts'
import { factFields, fieldProblems, partFields, type FactField } from '#contract/parts/part-fields.ts'
import type { PriceBreak } from '#contract/parts/pricing.ts'
import { areSmallPrices } from '#contract/parts/small-prices.ts'
import { unitPriceToDecimal } from '#contract/basics/money.ts'
import type { Database, Queryable } from '#database/connect.ts'
import { attributes, categories } from '#database/tables/categories.ts'
import { parts, type PriceBreakRow } from '#database/tables/parts.ts'
import { transaction } from '#database/transaction.ts'
import { readValue, WrongValue } from '../categories/read-attributes.ts'
import { invalidField, ShopError } from '../errors.ts'
import { writeAudit, type Actor } from '../platform/audit/write-audit.ts'
import { merged } from '../platform/merged.ts'
import { columnOf } from './part-columns.ts'
import { presentBreaks } from './present-part.ts'
import { readPrice } from './read-offer.ts'
import { recordChanges } from './record-changes.ts'

type PartRow = typeof parts.$inferSelect
type Facts = Required<Pick<PartFacts, FactField>>

/** A fact as the calls have it: a weight and a price are numbers. */
function factOf(field: FactField, value: unknown): unknown {
  if (value === null) return null
  if (partFields[field].kind === 'smallLadder') return presentBreaks(value as PriceBreakRow[])
  return isDecimal(field) ? Number(value) : value
}

/** The same as its column has it. */
function valueOf(field: FactField, fact: unknown): unknown {
  if (fact === null || partFields[field].kind !== 'smallLadder') return fact
  return (fact as PriceBreak[]).map(({ from, price }) => ({ from, price: unitPriceToDecimal(readPrice(price, field)) }))
}

const isDecimal = (field: FactField) => partFields[field].kind === 'grams' || partFields[field].kind === 'dollars'

const factsOf = (part: PartRow): Facts =>
  Object.fromEntries(
    factFields.map((field) => {
      return [field, factOf(field, part[columnOf(field)!])] // each fact has a column
    }),
  ) as Facts

const columnsOf = (facts: Facts) =>
  Object.fromEntries(
    Object.entries(facts).map(([field, value]) => [columnOf(field), valueOf(field as FactField, value)]),
  ) as Partial<PartRow>

/** The facts for buyers. @throws ShopError NOT_FOUND for a part that is not on sale. */
export async function findFacts(db: Queryable, partId: string): Promise<PartFacts> {
  const { madeMonthly, ...facts } = await readFacts(db, and(eq(parts.id, partId), isNull(parts.deletedAt)))
  return { ...facts, ...(madeMonthly !== undefined && { beyondStock: true }) }
}

/** The same of any part. @throws ShopError NOT_FOUND */
export const findDeskFacts = (db: Queryable, partId: string): Promise<PartFacts> => readFacts(db, eq(parts.id, partId))

async function readFacts(db: Queryable, which: SQL | undefined): Promise<PartFacts> {
  const [found] = await db.select().from(parts).where(which)
  if (!found) throw new ShopError('NOT_FOUND')
  const { rows: line } = await db.execute<PartFacts['line'][number]>(
    sql`select key, name from category_line(${found.categoryId}) order by level desc`,
  )
  const known = await db
    .select({ key: attributes.key, name: attributes.name, unit: attributes.unit })
    .from(attributes)
    .orderBy(attributes.place, attributes.name)
  const { madeMonthly, packName, packPieces, samplePieces, samplePrice, smallPrices, ...facts } = factsOf(found)
  return {
    ...facts,
    ...(madeMonthly !== null && { madeMonthly }),
    ...(packName !== null && { packName }),
    ...(packPieces !== null && { packPieces }),
    ...(samplePieces !== null && { samplePieces }),
    ...(samplePrice !== null && { samplePrice }),
    ...(smallPrices !== null && { smallPrices }),
    line,
    attributes: known.flatMap((one) => {
      const value = found.attributes[one.key]
      return value === undefined ? [] : [{ ...one, value }]
    }),
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
    const [part] = await tx.select().from(parts).where(eq(parts.id, partId)).for('no key update')
    if (!part) throw new ShopError('NOT_FOUND')
    const now = factsOf(part)
    const facts = mergedFacts(now, seen, typed)
    if (facts.smallPrices !== null && !areSmallPrices(facts.smallPrices)) throw invalidField('smallPrices', fieldProblems.smallPrices)
    const before = { ...columnsOf(now), attributes: part.attributes }
    const after = {
      ...columnsOf(facts),
      attributes: await mergedAttributes(tx, part.attributes, { seen: seen.attributes, typed: typed.attributes }),
    }
    if (facts.minimumOrder !== now.minimumOrder && minimumOf(facts) < MINIMUM_ORDER && !belowUsual) {
      throw invalidField('minimumOrder', messages.belowUsual)
    }
    if (facts.samplePrice !== null) readPrice(facts.samplePrice, 'samplePrice')
    if (facts.category !== now.category && facts.category !== null) await requireCategory(tx, facts.category)
    if (isDeepStrictEqual(before, after)) return { modifiedCount: 0, facts: await findDeskFacts(tx, partId) }
    await tx.update(parts).set(after).where(eq(parts.id, partId))
    await recordChanges(tx, actor, partId, before, after)
    await writeAudit(tx, actor, 'change-facts', partId)
    return { modifiedCount: 1, facts: await findDeskFacts(tx, partId) }
  })
}

/** A client that does not send a later fact leaves it unchanged. */
const mergedFacts = (now: Facts, seen: FactFields, typed: FactFields): Facts =>
  Object.fromEntries(
    factFields.map((field) => {
      const value = typed[field]
      return [field, value === undefined ? now[field] : merged(field, { seen: seen[field] ?? null, typed: value, now: now[field] })]
    }),
  ) as Facts

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
