import { and, eq, isNull, sql } from 'drizzle-orm'
import { MAXIMUM_RELATED } from '#contract/basics/limits.ts'
import { PROPOSED_PARTS, relatedMessages, type DeskRelations, type RelatedPart, type RelationKind } from '#contract/parts/related-parts.ts'
import type { PartName } from '#contract/parts/part-desk.ts'
import type { Database, Queryable, Transaction } from '#database/connect.ts'
import { parts } from '#database/tables/parts.ts'
import { partRelations, stockNotices } from '#database/tables/related-parts.ts'
import { transaction } from '#database/transaction.ts'
import { invalidField, ShopError } from '../errors.ts'
import { recordText } from '../parts/record-changes.ts'
import { writeAudit, type Actor } from '../platform/audit/write-audit.ts'

const partName = { _id: parts.id, name: parts.name, partNumber: parts.partNumber }

/** Related parts on sale, proposals, and how many people wait. @throws ShopError NOT_FOUND */
export async function findRelations(db: Queryable, partId: string): Promise<DeskRelations> {
  const [waiting] = await db
    .select({ count: sql<number>`(select count(*)::int from ${stockNotices} where ${stockNotices.partId} = ${parts.id})` })
    .from(parts)
    .where(eq(parts.id, partId))
  if (!waiting) throw new ShopError('NOT_FOUND')
  const related = await db
    .select({ part: partName, kind: partRelations.kind })
    .from(partRelations)
    .innerJoin(parts, eq(parts.id, partRelations.otherId))
    .where(and(eq(partRelations.partId, partId), isNull(parts.deletedAt)))
    .orderBy(partRelations.createdAt, parts.position)
  return { related: related satisfies RelatedPart[], proposed: await propose(db, partId), waiting: waiting.count }
}

/** Parts of the same category that share the most values of attributes, and at least one. */
async function propose(db: Queryable, partId: string): Promise<DeskRelations['proposed']> {
  const { rows } = await db.execute<PartName & { equal: number }>(sql`
    select other.id as "_id", other.name, other.part_number as "partNumber", shared.equal
    from parts as part
    join parts as other on other.category_id = part.category_id and other.id <> part.id and other.deleted_at is null
    cross join lateral (
      select count(*)::int as equal from jsonb_each(part.attributes) as own where other.attributes -> own.key = own.value
    ) as shared
    where part.id = ${partId} and shared.equal > 0
      and not exists (select from part_relations where part_id = part.id and other_id = other.id)
    order by shared.equal desc, other.position limit ${PROPOSED_PARTS}`)
  return rows.map(({ equal, ...part }) => ({ part, equal }))
}

/**
 * Makes another part a substitute or an accessory of a part. `modifiedCount` is 0 when it was one before.
 * @throws ShopError NOT_FOUND for a part that is not on sale; INVALID_INPUT at `partsId` for the part itself, and above the limit.
 */
export async function relateParts(
  db: Database,
  actor: Actor,
  partId: string,
  { partsId: otherId, kind }: { partsId: string; kind: RelationKind },
): Promise<{ modifiedCount: number }> {
  if (otherId === partId) throw invalidField('partsId', relatedMessages.itself)
  return transaction(db, async (tx) => {
    const onSale = (id: string) => and(eq(parts.id, id), isNull(parts.deletedAt))
    const [part] = await tx.select({ id: parts.id }).from(parts).where(onSale(partId)).for('no key update')
    const [other] = await tx.select({ name: parts.name }).from(parts).where(onSale(otherId))
    if (!part || !other) throw new ShopError('NOT_FOUND')
    const before = await readNumbers(tx, partId)
    const { rowCount } = await tx
      .insert(partRelations)
      .values({ partId, otherId, kind })
      .onConflictDoUpdate({
        target: [partRelations.partId, partRelations.otherId],
        set: { kind },
        setWhere: sql`part_relations.kind <> ${kind}`,
      })
    if ((await tx.$count(partRelations, eq(partRelations.partId, partId))) > MAXIMUM_RELATED) {
      throw invalidField('partsId', relatedMessages.tooMany)
    }
    if (rowCount === 1) {
      await recordNumbers(tx, actor, partId, before)
      await writeAudit(tx, actor, 'relate-parts', partId, { part: other.name, relation: kind })
    }
    return { modifiedCount: rowCount ?? 0 }
  })
}

/** Two parts are no longer related. Returns how many relations ended. */
export async function separateParts(db: Database, actor: Actor, partId: string, otherId: string): Promise<number> {
  return transaction(db, async (tx) => {
    const before = await readNumbers(tx, partId)
    const { rowCount } = await tx.delete(partRelations).where(and(eq(partRelations.partId, partId), eq(partRelations.otherId, otherId)))
    if (rowCount === 1) {
      await recordNumbers(tx, actor, partId, before)
      await writeAudit(tx, actor, 'separate-parts', partId)
    }
    return rowCount ?? 0
  })
}

/** Numbers of the related parts, as the history of a part has them. */
type Numbers = { substitutes: string; accessories: string }

async function readNumbers(tx: Transaction, partId: string): Promise<Numbers> {
  const { rows } = await tx.execute<Numbers>(sql`
    select history_text('substitutes', related_numbers(${partId}, 'substitute')) as substitutes,
      history_text('accessories', related_numbers(${partId}, 'accessory')) as accessories`)
  return rows[0]! // a statement of functions is always one row
}

async function recordNumbers(tx: Transaction, actor: Actor, partId: string, before: Numbers): Promise<void> {
  const after = await readNumbers(tx, partId)
  for (const field of ['substitutes', 'accessories'] as const) {
    if (before[field] !== after[field]) await recordText(tx, actor, partId, field, { before: before[field], after: after[field] })
  }
}
