import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chooseBills, type KnownAttempts, type OpenBill } from './choose-bills.ts'

const MINUTE_MS = 60_000
const TURN_MS = 30_000
const DAY_MS = 24 * 60 * MINUTE_MS

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

const older = Array.from({ length: 1_000 }, (_, at): OpenBill => ({ id: `older ${at}`, attempt: 1, ageMs: 3 * DAY_MS + at }))

/** Ids that the next turn asks about, half a minute later. */
function nextTurn(bills: OpenBill[], known: KnownAttempts): string[] {
  vi.advanceTimersByTime(TURN_MS)
  return chooseBills(bills, known).map(({ id }) => id)
}

test('a process that has just started asks about every bill, the youngest first (18) (22)', () => {
  const young = { id: 'young', attempt: 1, ageMs: 59 * MINUTE_MS }

  const asked = nextTurn([...older, young], new Map())

  expect(asked).toHaveLength(1_001)
  expect(asked[0]).toBe('young')
})

test('of a thousand older bills each turn asks about two hundred, and each bill has its turn (22)', () => {
  const known: KnownAttempts = new Map()
  nextTurn(older, known)

  const turns = Array.from({ length: 5 }, () => nextTurn(older, known))

  expect(turns.map((asked) => asked.length)).toEqual([200, 200, 200, 200, 200])
  expect(new Set(turns.flat()).size).toBe(1_000)
})

test('an attempt to pay an old order comes first in every turn for an hour, whatever else is open (18)', () => {
  const known: KnownAttempts = new Map()
  nextTurn(older, known)
  const [paidNow, ...others] = older
  const bills = [...others, { ...paidNow!, attempt: 2 }]

  const turns = Array.from({ length: 120 }, () => nextTurn(bills, known))
  const afterAnHour = nextTurn(bills, known)

  expect(new Set(turns.map(([first]) => first))).toEqual(new Set([paidNow!.id]))
  expect(afterAnHour).not.toContain(paidNow!.id)
})

test('bills placed within the hour, or being cancelled, are asked about at every turn (18) (25)', () => {
  const known: KnownAttempts = new Map()
  const bills = [...older, { id: 'placed', attempt: 1, ageMs: 10 * MINUTE_MS }, { id: 'cancelling', attempt: 1, ageMs: 0 }]

  const turns = [nextTurn(bills, known), nextTurn(bills, known), nextTurn(bills, known)]

  for (const asked of turns) expect(asked.slice(0, 2)).toEqual(['cancelling', 'placed'])
})
