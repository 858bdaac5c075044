import { asc, eq } from 'drizzle-orm'
import type { PunchoutConnection } from '#contract/quotes/punchout.ts'
import type { Queryable } from '#database/connect.ts'
import { punchoutConnections } from '#database/tables/punchout.ts'
import { presentConnection } from './present-connection.ts'

/** An account's procurement systems, oldest first. */
export async function listConnections(db: Queryable, userId: string): Promise<PunchoutConnection[]> {
  const rows = await db
    .select()
    .from(punchoutConnections)
    .where(eq(punchoutConnections.userId, userId))
    .orderBy(asc(punchoutConnections.position))
  return rows.map(presentConnection)
}
