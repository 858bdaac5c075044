import { desc, eq, sql } from 'drizzle-orm'
import { AUDIT_PAGE_SIZE, type AuditPage } from '#contract/operations.ts'
import type { Queryable } from '#database/connect.ts'
import { auditLog } from '#database/tables/audit-log.ts'
import { users } from '#database/tables/users.ts'
import { clampPage } from '../paging/clamp-page.ts'
import { nameSubjects } from './name-subjects.ts'

export async function listAudit(db: Queryable, page = 0): Promise<AuditPage> {
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(auditLog)
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
    .orderBy(desc(auditLog.position))
    .limit(size)
    .offset(answered * size)
  const names = await nameSubjects(
    db,
    rows.map(({ subject }) => subject),
  )
  const entries = rows.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString(), subjectName: names.get(entry.subject) ?? null }))
  return { count, page: answered, entries }
}
