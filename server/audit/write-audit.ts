import type { AuditAction } from '#contract/operations.ts'
import type { Queryable } from '#database/connect.ts'
import { auditLog } from '#database/tables/audit-log.ts'
import type { Caller } from '../identity/caller.ts'

/** Figures of a change, such as pieces added. */
export type AuditDetail = Record<string, string | number>

/** The admin who acts; null for the shop's own command line and configuration. */
export type Actor = Pick<Caller, 'userId'> | null

/**
 * Writes down what an admin does, in the transaction that does it: either both stand or neither.
 * @param subject id of what it is done to; the email of a person whose role changes.
 * @param detail never what people wrote or are called.
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
