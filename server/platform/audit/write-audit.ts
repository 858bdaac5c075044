import type { AuditAction, AuditFigure } from '#contract/shop/operations.ts'
import type { Queryable } from '#database/connect.ts'
import { auditLog } from '#database/tables/audit-log.ts'
import type { Caller } from '../http/caller.ts'

export type AuditDetail = Partial<Record<AuditFigure | `${AuditFigure}Before`, string | number>>

/** The admin; null for the shop's command line and configuration. */
export type Actor = Pick<Caller, 'userId'> | null

/**
 * Writes a line of the audit log, in the transaction of the change.
 * @param subject id of what is changed; the email when an account's role changes.
 * @param detail the new value and, as `...Before`, the old one. Names are looked up when the log is read; users' text is included
 *   only where it is the value, such as an order's address or reference.
 */
export async function writeAudit(
  tx: Queryable,
  actor: Actor,
  action: AuditAction,
  subject: string,
  detail: AuditDetail = {},
): Promise<void> {
  await tx.insert(auditLog).values({ actorId: actor?.userId ?? null, action, subject, detail })
}
