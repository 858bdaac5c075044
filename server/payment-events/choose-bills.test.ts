import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chooseBills, type KnownAttempts, type OpenBill } from './choose-bills.ts'

const MINUTE_MS = 60_000
const RUN_MS = 30_000
const DAY_MS = 24 * 60 * MINUTE_MS

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

const older = Array.from({ length: 1_000 }, (_, at): OpenBill => ({ id: `older ${at}`, attempt: 1, ageMs: 3 * DAY_MS + at }))

/** Ids that the next run asks about, half a minute later. */
function nextRun(bills: OpenBill[], known: KnownAttempts): string[] {
  vi.advanceTimersByTime(RUN_MS)
  return chooseBills(bills, known).map(({ id }) => id)
}

test('a process that has just started asks about every bill, the youngest first (18) (22)', () => {
  const young = { id: 'young', attempt: 1, ageMs: 59 * MINUTE_MS }

  const asked = nextRun([...older, young], new Map())

  expect(asked).toHaveLength(1_001)
  expect(asked[0]).toBe('young')
})

test('of a thousand older bills each run asks about two hundred, and each bill has its turn (22)', () => {
  const known: KnownAttempts = new Map()
  nextRun(older, known)

  const runs = Array.from({ length: 5 }, () => nextRun(older, known))

  expect(runs.map((asked) => asked.length)).toEqual([200, 200, 200, 200, 200])
  expect(new Set(runs.flat()).size).toBe(1_000)
})

test('an attempt to pay an old order comes first in every run for an hour, whatever else is open (18)', () => {
  const known: KnownAttempts = new Map()
  nextRun(older, known)
  const [paidNow, ...others] = older
  const bills = [...others, { ...paidNow!, attempt: 2 }]

  const runs = Array.from({ length: 120 }, () => nextRun(bills, known))
  const afterAnHour = nextRun(bills, known)

  expect(new Set(runs.map(([first]) => first))).toEqual(new Set([paidNow!.id]))
  expect(afterAnHour).not.toContain(paidNow!.id)
})

test('bills placed within the hour, or being cancelled, are asked about at every run (18) (25)', () => {
  const known: KnownAttempts = new Map()
  const bills = [...older, { id: 'placed', attempt: 1, ageMs: 10 * MINUTE_MS }, { id: 'cancelling', attempt: 1, ageMs: 0 }]

  const runs = [nextRun(bills, known), nextRun(bills, known), nextRun(bills, known)]

  for (const asked of runs) expect(asked.slice(0, 2)).toEqual(['cancelling', 'placed'])
})
