import { and, eq, isNull } from 'drizzle-orm'
import type { Part } from '#contract/parts.ts'
import type { Queryable } from '#database/connect.ts'
import { parts } from '#database/tables/parts.ts'
import { ShopError } from '../errors.ts'
import { partColumns, presentPart } from './present-part.ts'

/** @throws ShopError NOT_FOUND when there is no such part on sale. */
export async function findPart(db: Queryable, partId: string): Promise<Part> {
  const [row] = await db.select(partColumns).from(parts).where(and(eq(parts.id, partId), isNull(parts.deletedAt)))
  if (!row) throw new ShopError('NOT_FOUND')
  return presentPart(row)
}
