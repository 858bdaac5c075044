import { desc, eq, sql, type SQL } from 'drizzle-orm'
import { AUDIT_PAGE_SIZE, type AuditEntry, type AuditFilter, type AuditPage } from '#contract/shop/operations.ts'
import type { Queryable } from '#database/connect.ts'
import { auditLog } from '#database/tables/audit-log.ts'
import { users } from '#database/tables/users.ts'
import { clampPage } from '../paging/clamp-page.ts'
import { nameSubjects } from './name-subjects.ts'
import { whichEntries } from './which-entries.ts'

/** One page of the entries that a filter finds, the newest first, and who has entries at all. */
export async function listAudit(db: Queryable, { page = 0, ...filter }: AuditFilter & { page?: number }): Promise<AuditPage> {
  const which = await whichEntries(db, filter)
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(auditLog)
    .where(which)
  const count = row?.count ?? 0
  const { page: answered, size } = clampPage({ page, size: AUDIT_PAGE_SIZE, count })
  const isOfTime = filter.from !== undefined || filter.to !== undefined
  const entries = await findEntries(db, which, { isOfTime, limit: size, offset: answered * size })
  return { count, page: answered, entries, actors: await findActors(db) }
}

type Part = { isOfTime: boolean; limit: number; offset: number }

/** Entries with names, the newest first. */
export async function findEntries(db: Queryable, which: SQL | undefined, { isOfTime, limit, offset }: Part): Promise<AuditEntry[]> {
  const rows = await db
    .select({
      position: auditLog.position,
      at: auditLog.at,
      actor: users.email,
      action: auditLog.action,
      subject: auditLog.subject,
      detail: auditLog.detail,
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(which)
    .orderBy(...(isOfTime ? [desc(auditLog.at)] : []), desc(auditLog.position))
    .limit(limit)
    .offset(offset)
  const names = await nameSubjects(
    db,
    rows.map(({ subject }) => subject),
  )
  return rows.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString(), subjectName: names.get(entry.subject) ?? null }))
}

/** Emails of all who have entries. The index is read once for each of them, not for each entry. */
async function findActors(db: Queryable): Promise<string[]> {
  const { rows } = await db.execute<{ email: string }>(sql`
    with recursive actors as (
      (select actor_id from audit_log where actor_id is not null order by actor_id limit 1)
      union all
      select (select actor_id from audit_log where actor_id > actors.actor_id order by actor_id limit 1) from actors where actor_id is not null
    )
    select email from actors join users on users.id = actor_id order by email`)
  return rows.map(({ email }) => email)
}
