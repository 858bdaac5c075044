import type { AuditEntry } from '#contract/shop/operations.ts'
import { ShortId } from '#app/ui/short-id.tsx'
import { auditWords as words } from '#app/words/audit.ts'

/** The name of the changed object; its id if it no longer exists or has no name. */
export function AuditSubject({ entry: { subject, subjectName } }: { entry: AuditEntry }) {
  if (subjectName) return <span title={subject}>{subjectName}</span>
  return UUID.test(subject) ? <ShortId id={subject} /> : <span className="wrap-anywhere">{subject}</span>
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Ending of the name of a value before the change. */
const BEFORE = 'Before'

export type ChangedFigure = { name: string; before: string | number | undefined; after: string | number }

/** The values of an entry with their earlier ones: recorded, or, for a stock, computed from the added pieces. */
export function changedFigures(detail: AuditEntry['detail']): ChangedFigure[] {
  const { added, available } = detail
  return Object.entries(detail)
    .filter(([name]) => !name.endsWith(BEFORE))
    .map(([name, after]) => {
      const wasInStock = name === 'available' && typeof available === 'number' && typeof added === 'number'
      return { name: words.figures[name] ?? name, before: wasInStock ? available - added : detail[`${name}${BEFORE}`], after }
    })
}

export const describeDetail = (detail: AuditEntry['detail']) =>
  changedFigures(detail)
    .map(({ name, after }) => `${name} ${after}`)
    .join(', ')
