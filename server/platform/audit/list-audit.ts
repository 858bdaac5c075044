import { and, desc, eq, sql } from 'drizzle-orm'
import type { TimeRange } from '#contract/fields.ts'
import { AUDIT_PAGE_SIZE, type AuditPage } from '#contract/operations.ts'
import type { Queryable } from '#database/connect.ts'
import { auditLog } from '#database/tables/audit-log.ts'
import { users } from '#database/tables/users.ts'
import { clampPage } from '../paging/clamp-page.ts'
import { within } from '../paging/within.ts'
import { nameSubjects } from './name-subjects.ts'

export async function listAudit(db: Queryable, { page = 0, ...range }: TimeRange & { page?: number }): Promise<AuditPage> {
  const ofTime = and(...within(auditLog.at, range))
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(auditLog)
    .where(ofTime)
  const count = row?.count ?? 0
  const { page: answered, size } = clampPage({ page, size: AUDIT_PAGE_SIZE, count })
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
    .where(ofTime)
    .orderBy(...(ofTime ? [desc(auditLog.at)] : []), desc(auditLog.position))
    .limit(size)
    .offset(answered * size)
  const names = await nameSubjects(
    db,
    rows.map(({ subject }) => subject),
  )
  const entries = rows.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString(), subjectName: names.get(entry.subject) ?? null }))
  return { count, page: answered, entries }
}
