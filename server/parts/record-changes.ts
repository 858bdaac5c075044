import { desc, eq, sql } from 'drizzle-orm'
import { PART_CHANGES, type PartChange, type PartField } from '#contract/parts/part-desk.ts'
import type { Queryable } from '#database/connect.ts'
import { partChanges, type parts } from '#database/tables/parts.ts'
import { users } from '#database/tables/users.ts'
import type { Actor } from '../platform/audit/write-audit.ts'

type Fields = Pick<
  typeof parts.$inferSelect,
  | 'name'
  | 'description'
  | 'img'
  | 'partNumber'
  | 'price'
  | 'priceBreaks'
  | 'leadDays'
  | 'categoryId'
  | 'attributes'
  | 'weight'
  | 'origin'
  | 'customsCode'
  | 'minimumOrder'
  | 'orderStep'
  | 'deletedAt'
>

/** Each field as the history has it; a category and attributes still as ids and keys. */
type BesidePart = 'pictureText' | 'pictures' | 'documents' | 'lowStockBelow' | 'substitutes' | 'accessories'
const texts: Record<Exclude<PartField, BesidePart>, (part: Partial<Fields>) => string | undefined> = {
  name: ({ name }) => name,
  description: ({ description }) => description,
  img: ({ img }) => img,
  partNumber: ({ partNumber }) => partNumber,
  price: ({ price }) => price,
  priceBreaks: ({ priceBreaks }) => priceBreaks && JSON.stringify(priceBreaks.map(({ from, price }) => [from, price])),
  leadDays: ({ leadDays }) => leadDays?.toString(),
  category: ({ categoryId }) => (categoryId === undefined ? undefined : JSON.stringify(categoryId)),
  attributes: ({ attributes }) => attributes && JSON.stringify(Object.fromEntries(Object.entries(attributes).toSorted())),
  weight: ({ weight }) => (weight === undefined ? undefined : (weight ?? '')),
  origin: ({ origin }) => (origin === undefined ? undefined : (origin ?? '')),
  customsCode: ({ customsCode }) => (customsCode === undefined ? undefined : (customsCode ?? '')),
  minimumOrder: ({ minimumOrder }) => (minimumOrder === undefined ? undefined : (minimumOrder?.toString() ?? '')),
  orderStep: ({ orderStep }) => (orderStep === undefined ? undefined : (orderStep?.toString() ?? '')),
  removed: ({ deletedAt }) => (deletedAt === undefined ? undefined : String(deletedAt !== null)),
}

/** Stores the changes of a part, in the transaction of the change. Omitted fields have not changed. */
export async function recordChanges(
  tx: Queryable,
  actor: Actor,
  partId: string,
  before: Partial<Fields>,
  after: Partial<Fields>,
): Promise<void> {
  const rows = Object.entries(texts).flatMap(([field, textOf]) => {
    const [was, is] = [textOf(before), textOf(after)]
    if (was === undefined || is === undefined || was === is) return []
    const kept = (text: string) => (field === 'category' || field === 'attributes' ? sql`history_text(${field}, ${text}::jsonb)` : text)
    return [{ partId, actorId: actor?.userId ?? null, field: field as PartField, before: kept(was), after: kept(is) }]
  })
  if (rows.length > 0) await tx.insert(partChanges).values(rows)
}

/** Keeps the change of a field that is no column of the part; `before` and `after` are texts. */
export async function recordText(
  tx: Queryable,
  actor: Actor,
  partId: string,
  field: PartField,
  { before, after }: { before: string; after: string },
): Promise<void> {
  await tx.insert(partChanges).values({ partId, actorId: actor?.userId ?? null, field, before, after })
}

/** The last changes of a part, the newest first. */
export async function listChanges(db: Queryable, partId: string): Promise<PartChange[]> {
  const rows = await db
    .select({ at: partChanges.at, by: users.email, field: partChanges.field, before: partChanges.before, after: partChanges.after })
    .from(partChanges)
    .leftJoin(users, eq(users.id, partChanges.actorId))
    .where(eq(partChanges.partId, partId))
    .orderBy(desc(partChanges.position))
    .limit(PART_CHANGES)
  return rows.map(({ at, ...change }) => ({ ...change, at: at.toISOString() }))
}
