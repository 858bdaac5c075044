import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Part } from '#contract/parts/parts.ts'
import type { Database } from '#database/connect.ts'
import { preparedOnce } from '#database/prepared-once.ts'
import { parts } from '#database/tables/parts.ts'
import { ShopError } from '../errors.ts'
import { partColumns, presentPart } from './present-part.ts'

/** @throws ShopError NOT_FOUND for an unknown or discontinued part. */
export async function findPart(db: Database, partId: string): Promise<Part> {
  const [row] = await onePart(db).execute({ partId })
  if (!row) throw new ShopError('NOT_FOUND')
  return presentPart(row)
}

const onePart = preparedOnce('one_part', (db) =>
  db
    .select(partColumns)
    .from(parts)
    .where(and(eq(parts.id, sql.placeholder('partId')), isNull(parts.deletedAt))),
)
