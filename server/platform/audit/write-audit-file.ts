import { and, lt } from 'drizzle-orm'
import { BYTE_ORDER_MARK, csvOf } from '#contract/basics/csv.ts'
import type { AuditEntry, AuditFilter } from '#contract/shop/operations.ts'
import type { Database } from '#database/connect.ts'
import { auditLog } from '#database/tables/audit-log.ts'
import { findEntries } from './list-audit.ts'
import { whichEntries } from './which-entries.ts'

const AT_ONCE = 500
/** Programs read the columns by place: new ones go to the end. */
const COLUMNS = ['Number', 'Time (UTC)', 'Person', 'Action', 'Subject', 'Name of the subject', 'Details']

/** The entries that a filter finds as CSV, newest first, in batches; each starts after the last entry of the previous one. */
export async function* writeAuditFile(db: Database, filter: AuditFilter): AsyncGenerator<string, void, undefined> {
  const which = await whichEntries(db, filter)
  yield BYTE_ORDER_MARK + csvOf([COLUMNS])
  for (let last: number | undefined; ;) {
    const behind = last === undefined ? which : and(which, lt(auditLog.position, last))
    const entries = await findEntries(db, behind, { isOfTime: false, limit: AT_ONCE, offset: 0 })
    if (entries.length > 0) yield csvOf(entries.map(rowOf))
    if (entries.length < AT_ONCE) return
    last = entries.at(-1)!.position
  }
}

const rowOf = ({ position, at, actor, action, subject, subjectName, detail }: AuditEntry) => [
  position,
  at,
  actor,
  action,
  subject,
  subjectName,
  Object.entries(detail)
    .map(([name, value]) => `${name}: ${value}`)
    .join('; '),
]
