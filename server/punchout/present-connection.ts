import type { PunchoutConnection } from '#contract/quotes/punchout.ts'
import type { punchoutConnections } from '#database/tables/punchout.ts'

export function presentConnection(row: typeof punchoutConnections.$inferSelect): PunchoutConnection {
  return {
    _id: row.id,
    kind: row.kind,
    name: row.name,
    domain: row.domain,
    identity: row.identity,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    ...(row.answersUrl !== null && { answersUrl: row.answersUrl }),
  }
}
