import type { PunchoutOperation } from '#contract/quotes/punchout.ts'
import { isRecord } from '#app/identity/stored-json.ts'

/** Parameter of a start page with its secret, see server/punchout/start-session.ts, and key of the visit in the storage of the tab. */
const START = 'punch-out'
const VISIT = 'punchOut'

/** A visit from a procurement system. `token` transfers one cart, and does nothing else; `freight`: its purchase order has to contain freight. */
export type Visit = { token: string; operation: PunchoutOperation; expiresAt: string; freight?: boolean }

/** The secret of a start page in the address of this page. */
export const startSecret = (search: string) => new URLSearchParams(search).get(START)

/** The visit of this tab; it ends with the tab. */
export function findVisit(): Visit | undefined {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(VISIT) ?? 'null')
    return isVisit(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isVisit = (value: unknown): value is Visit =>
  isRecord(value) && typeof value['token'] === 'string' && typeof value['expiresAt'] === 'string' && typeof value['operation'] === 'string'

export const keepVisit = (visit: Visit): void => sessionStorage.setItem(VISIT, JSON.stringify(visit))

export function endVisit(): void {
  sessionStorage.removeItem(VISIT)
}
