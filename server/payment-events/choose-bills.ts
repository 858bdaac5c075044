/** A bill whose payment may have changed at the provider. `ageMs` since it was placed; 0 while it is being cancelled. */
export type OpenBill = { id: string; attempt: number; ageMs: number }

/** The attempts that one process has asked about, by the clock of `performance`. */
export type KnownAttempts = Map<string, { since: number; askedAt: number }>

/** Most payments are made soon after the order; these must not wait. */
const YOUNG_MS = 60 * 60_000
/** Older bills per run: all of them in most shops. */
const OLDER_AT_A_TURN = 200

const attemptOf = ({ id, attempt }: OpenBill) => `${id} ${attempt}`

/**
 * The bills to ask about in this run, the youngest attempt first: those placed, or first opened for payment, within the
 * last hour, those that this process has not asked about yet, and a bounded number of the others in rotation. No table has
 * the time at which an attempt was opened, so an attempt counts as young from the run that first finds it.
 */
export function chooseBills(bills: OpenBill[], known: KnownAttempts): OpenBill[] {
  const now = performance.now()
  const isFirstRun = known.size === 0
  const seen = bills.map((bill) => {
    const before = known.get(attemptOf(bill))
    const since = before?.since ?? (isFirstRun ? now - bill.ageMs : now)
    return { bill, since, askedAt: before?.askedAt, youth: Math.min(bill.ageMs, now - since) }
  })
  const isDue = ({ askedAt, youth }: (typeof seen)[number]) => askedAt === undefined || youth < YOUNG_MS
  const due = seen.filter(isDue).toSorted((a, b) => a.youth - b.youth)
  const inRotation = seen.filter((one) => !isDue(one)).toSorted((a, b) => a.askedAt! - b.askedAt!) // these were asked about before
  const chosen = [...due, ...inRotation.slice(0, OLDER_AT_A_TURN)]

  known.clear()
  for (const { bill, since, askedAt = now } of seen) known.set(attemptOf(bill), { since, askedAt })
  for (const { bill, since } of chosen) known.set(attemptOf(bill), { since, askedAt: now })
  return chosen.map(({ bill }) => bill)
}
