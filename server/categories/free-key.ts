import { like, or, eq } from 'drizzle-orm'
import type { Transaction } from '#database/connect.ts'
import type { attributes, categories } from '#database/tables/categories.ts'

/** Characters of a key. */
const LONGEST = 40
/** The category's key among the facets of a part. */
const RESERVED = 'in'

/** A key for addresses, made from a name: 'panel-size', or 'panel-size-2' where that is taken. */
export async function freeKey(tx: Transaction, table: typeof categories | typeof attributes, name: string): Promise<string> {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, LONGEST)
    .replace(/-$/, '')
  const first = plain === '' || plain === RESERVED ? 'kind' : plain
  const rows = await tx
    .select({ key: table.key })
    .from(table as typeof categories)
    .where(or(eq(table.key, first), like(table.key, `${first}-%`)))
  const taken = new Set(rows.map(({ key }) => key))
  if (!taken.has(first)) return first
  for (let number = 2; ; number++) if (!taken.has(`${first}-${number}`)) return `${first}-${number}`
}
