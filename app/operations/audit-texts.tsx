import { formatCents, formatCount } from '#contract/basics/figures.ts'
import { carriers } from '#contract/orders/carriers.ts'
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

type ChangedFigure = { name: string; before: string | undefined; after: string }

/** The values of an entry with their earlier ones: recorded, or, for a stock, computed from the added pieces. */
export function changedFigures(detail: AuditEntry['detail']): ChangedFigure[] {
  const { added, available } = detail
  return Object.entries(detail)
    .filter(([name]) => !name.endsWith(BEFORE))
    .map(([name, after]) => {
      const wasInStock = name === 'available' && typeof available === 'number' && typeof added === 'number'
      const before = wasInStock ? available - added : detail[`${name}${BEFORE}`]
      return {
        name: words.figures[name] ?? name,
        before: before === undefined ? undefined : textOf(name, before),
        after: textOf(name, after),
      }
    })
}

/** Figures of pieces; 'price' and the like have their own texts. */
const COUNTS = new Set(['pieces', 'added', 'available', 'restocked', 'withdrawn', 'lowBelow'])

/** A value as the screens show it: amounts in dollars, thousands in groups, carriers by their names. */
function textOf(figure: string, value: string | number): string {
  if (typeof value === 'number')
    return figure.endsWith('Cents') ? formatCents(value) : COUNTS.has(figure) ? formatCount(value) : String(value)
  return figure === 'carrier' && value in carriers ? carriers[value as keyof typeof carriers].name : value
}

export const describeDetail = (detail: AuditEntry['detail']) =>
  changedFigures(detail)
    .map(({ name, after }) => `${name} ${after}`)
    .join(', ')
