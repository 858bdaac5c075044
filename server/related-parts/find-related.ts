import { and, eq, isNull, sql } from 'drizzle-orm'
import type { RelatedParts } from '#contract/parts/related-parts.ts'
import type { Queryable } from '#database/connect.ts'
import { parts } from '#database/tables/parts.ts'
import { partRelations, stockNotices } from '#database/tables/related-parts.ts'
import { minimumOrder } from '../parts/low-stock.ts'
import { partColumns, presentPart } from '../parts/present-part.ts'
import type { Caller } from '../platform/http/caller.ts'

/** What a buyer sees beside a part: parts on sale, available ones first. */
export async function findRelated(db: Queryable, { userId }: Caller, partId: string): Promise<RelatedParts> {
  const rows = await db
    .select({ part: partColumns, kind: partRelations.kind })
    .from(partRelations)
    .innerJoin(parts, eq(parts.id, partRelations.otherId))
    .where(and(eq(partRelations.partId, partId), isNull(parts.deletedAt)))
    .orderBy(sql`parts.available < ${minimumOrder}`, partRelations.createdAt, parts.position)
  const waits = await db.$count(stockNotices, and(eq(stockNotices.partId, partId), eq(stockNotices.userId, userId)))
  const ofKind = (kind: string) => rows.filter((row) => row.kind === kind).map(({ part }) => presentPart(part))
  return { substitutes: ofKind('substitute'), accessories: ofKind('accessory'), waits: waits > 0 }
}
