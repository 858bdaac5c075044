import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shipDay, shopCalendar, type Holiday } from '../parts/lead-time.ts'
import { leadDaysUntil, promiseOf, PROMISED_MONTHS, shownSlices, withoutSlices, type Promisable } from './promise.ts'

/** Monday 30 November 2026; what is in stock leaves on Wednesday 2 December. */
const MONDAY = new Date('2026-11-30T10:00Z')
const christmas: Holiday[] = [{ from: '2026-12-24', to: '2027-01-03' }]

/** Deliveries as '2026-12-10 500'; made as lead time, pieces a month, and what is promised as '2026-12 300'. */
const supplyOf = (available: number, deliveries: string[] = [], made: [number, number, ...string[]] | null = null): Promisable => ({
  available,
  expected: deliveries.map((text, index) => ({ id: String(index), day: text.slice(0, 10), pieces: Number(text.slice(11)) })),
  made: made && {
    leadDays: made[0],
    perMonth: made[1],
    promised: Object.fromEntries(made.slice(2).map((text) => [String(text).slice(0, 7), Number(String(text).slice(8))])),
  },
})
const written = ({ slices, missing }: ReturnType<typeof promiseOf>) =>
  [...slices.map(({ pieces, day, from }) => `${pieces} ${from} ${day}`), ...(missing > 0 ? [`${missing} missing`] : [])].join(', ')

/** A piece on the 21st of each month, or the open day after it. */
const oneEachMonth = (months: number) =>
  Array.from({ length: months }, (_, later) => `1 made ${openAfter(new Date(Date.UTC(2026, 11 + later, 21)))}`).join(', ')
function openAfter(day: Date): string {
  while (day.getUTCDay() === 0 || day.getUTCDay() === 6) day.setUTCDate(day.getUTCDate() + 1)
  return day.toISOString().slice(0, 10)
}

const late = '2026-12-08'
test.each<[string, Promisable, number, string | null, string]>([
  ['stock alone', supplyOf(500), 500, null, '500 stock 2026-12-02'],
  ['a piece beyond the stock', supplyOf(500), 501, null, '500 stock 2026-12-02, 1 missing'],
  ['nothing at all', supplyOf(0), 10, null, '10 missing'],
  ['no pieces', supplyOf(500, ['2026-12-10 5'], [15, 9]), 0, null, ''],
  ['a delivery leaves two working days later', supplyOf(0, ['2026-12-10 500']), 500, null, '500 expected 2026-12-14'],
  ['a delivery of today leaves like stock', supplyOf(100, ['2026-11-30 500']), 200, null, '100 stock 2026-12-02, 100 expected 2026-12-02'],
  ['a delivery whose day is over', supplyOf(0, ['2026-11-29 500']), 1, null, '1 missing'],
  ['a delivery on a Saturday', supplyOf(0, ['2026-12-05 500']), 1, null, '1 expected 2026-12-08'],
  ['stock, then a delivery', supplyOf(300, ['2026-12-10 500']), 800, null, '300 stock 2026-12-02, 500 expected 2026-12-14'],
  ['the earlier of two deliveries', supplyOf(0, ['2026-12-20 50', '2026-12-10 50']), 50, null, '50 expected 2026-12-14'],
  ['both deliveries', supplyOf(0, ['2026-12-20 50', '2026-12-10 50']), 90, null, '50 expected 2026-12-14, 40 expected 2026-12-22'],
  ['more than stock and deliveries', supplyOf(1, ['2026-12-10 2']), 5, null, '1 stock 2026-12-02, 2 expected 2026-12-14, 2 missing'],
  ['a delivery that is promised to others', supplyOf(0, ['2026-12-10 0', '2026-12-17 5']), 5, null, '5 expected 2026-12-21'],
  ['two deliveries of one day', supplyOf(0, ['2026-12-10 3', '2026-12-10 4']), 7, null, '3 expected 2026-12-14, 4 expected 2026-12-14'],
  ['made at the lead time', supplyOf(0, [], [15, 100]), 100, null, '100 made 2026-12-21'],
  ['made at once', supplyOf(0, [], [0, 100]), 100, null, '100 made 2026-11-30'],
  ['made of a part that makes none', supplyOf(0, [], [15, 0]), 1, null, '1 missing'],
  ['stock, then made', supplyOf(16_750, [], [15, 20_000]), 30_000, null, '16750 stock 2026-12-02, 13250 made 2026-12-21'],
  ['made sooner than it comes', supplyOf(0, ['2027-01-20 50'], [15, 100]), 50, null, '50 made 2026-12-21'],
  ['comes sooner than it is made', supplyOf(0, ['2026-12-10 50'], [15, 100]), 80, null, '50 expected 2026-12-14, 30 made 2026-12-21'],
  ['on one day what comes is first', supplyOf(0, ['2026-12-17 50'], [15, 100]), 60, null, '50 expected 2026-12-21, 10 made 2026-12-21'],
  ['what a month cannot make', supplyOf(0, [], [15, 100]), 150, null, '100 made 2026-12-21, 50 made 2027-01-21'],
  ['three months', supplyOf(0, [], [15, 100]), 300, null, '100 made 2026-12-21, 100 made 2027-01-21, 100 made 2027-02-22'],
  ['what is promised of a month', supplyOf(0, [], [15, 100, '2026-12 60']), 50, null, '40 made 2026-12-21, 10 made 2027-01-21'],
  ['a month that is full', supplyOf(0, [], [15, 100, '2026-12 100']), 10, null, '10 made 2027-01-21'],
  ['a month with more promised than it can make', supplyOf(0, [], [15, 100, '2026-12 140']), 10, null, '10 made 2027-01-21'],
  [
    'a delivery between two months',
    supplyOf(0, ['2027-01-04 5'], [15, 10]),
    18,
    null,
    '10 made 2026-12-21, 5 expected 2027-01-06, 3 made 2027-01-21',
  ],
  ['the last of 24 months', supplyOf(0, [], [15, 1]), 24, null, oneEachMonth(PROMISED_MONTHS)],
  ['a piece beyond them', supplyOf(0, [], [15, 1]), 25, null, `${oneEachMonth(PROMISED_MONTHS)}, 1 missing`],
  [
    'all that is there at once',
    supplyOf(1, ['2026-12-03 2'], [15, 3]),
    6,
    null,
    '1 stock 2026-12-02, 2 expected 2026-12-07, 3 made 2026-12-21',
  ],
  ['wished for a day on which stock can leave', supplyOf(9), 9, late, '9 stock 2026-12-08'],
  ['wished earlier than anything can leave', supplyOf(9), 9, '2026-12-01', '9 stock 2026-12-02'],
  ['wished for a day that is over', supplyOf(9), 9, '2025-01-01', '9 stock 2026-12-02'],
  ['wished for a Sunday', supplyOf(9), 9, '2026-12-13', '9 stock 2026-12-14'],
  ['wished before it comes', supplyOf(0, ['2026-12-10 5']), 5, late, '5 expected 2026-12-14'],
  ['wished after it has come', supplyOf(0, ['2026-12-10 5']), 5, '2027-03-01', '5 expected 2027-03-01'],
  ['wished after it is made: earlier months stay free', supplyOf(0, [], [15, 9]), 9, '2027-03-01', '9 made 2027-03-01'],
  ['wished before it is made', supplyOf(0, [], [15, 9]), 9, late, '9 made 2026-12-21'],
  ['wished in a month that is full', supplyOf(0, [], [15, 9, '2027-03 9']), 9, '2027-03-01', '9 made 2027-04-01'],
  ["wished on a month's last day", supplyOf(0, [], [15, 9]), 18, '2027-01-29', '9 made 2027-01-29, 9 made 2027-02-26'],
])('%s', (_, supply, pieces, wished, promised) => {
  expect(written(promiseOf(supply, pieces, wished, shopCalendar([], MONDAY)))).toBe(promised)
})

test.each<[string, Promisable, number, string | null, string]>([
  ['what comes on a holiday', supplyOf(0, ['2026-12-24 5']), 5, null, '5 expected 2027-01-05'],
  ['a holiday within the lead time', supplyOf(0, [], [20, 5]), 5, null, '5 made 2027-01-06'],
  ['wished on a holiday', supplyOf(5), 5, '2026-12-28', '5 stock 2027-01-04'],
  ['a month later is a holiday', supplyOf(0, [], [15, 5]), 10, null, '5 made 2026-12-21, 5 made 2027-01-21'],
])('the shop is closed at Christmas: %s', (_, supply, pieces, wished, promised) => {
  expect(written(promiseOf(supply, pieces, wished, shopCalendar(christmas, MONDAY)))).toBe(promised)
})

test('a month in which the shop is closed makes nothing', () => {
  const calendar = shopCalendar([{ from: '2027-01-01', to: '2027-01-31' }], MONDAY)

  expect(written(promiseOf(supplyOf(0, [], [15, 5]), 10, null, calendar))).toBe('5 made 2026-12-21, 5 made 2027-02-22')
})

test('slices of one day are one for people, those of two sources are not', () => {
  const { slices } = promiseOf(supplyOf(0, ['2026-12-10 3', '2026-12-10 4', '2026-12-17 1'], [15, 5]), 13, null, shopCalendar([], MONDAY))

  expect(written({ slices: shownSlices(slices), missing: 0 })).toBe('7 expected 2026-12-14, 1 expected 2026-12-21, 5 made 2026-12-21')
})

test('no month is looked at that nothing is needed of', () => {
  const daysLookedAt = (pieces: number) => {
    let days = 0
    const counts = {
      get from() {
        days += 1
        return '2020-01-01'
      },
      to: '2020-01-01',
    }
    promiseOf(supplyOf(10, [], [100, 5]), pieces, null, shopCalendar([counts], MONDAY))
    return days
  }

  expect(daysLookedAt(10)).toBeLessThan(10)
  expect(daysLookedAt(15)).toBeLessThan(110)
})

const someSupply = fc.record({
  available: fc.nat(40),
  expected: fc.array(fc.record({ day: fc.nat(60), pieces: fc.nat(20) }), { maxLength: 4 }),
  made: fc.option(fc.record({ leadDays: fc.nat(40), perMonth: fc.nat(30), promised: fc.array(fc.nat(30), { maxLength: 3 }) })),
})
const dayIn = (days: number) => new Date(MONDAY.getTime() + days * 86_400_000).toISOString().slice(0, 10)

test('whatever is asked for: nothing is promised beyond the supply, all adds up, and the days rise', () => {
  const calendar = shopCalendar(christmas, MONDAY)
  fc.assert(
    fc.property(someSupply, fc.nat(150), fc.option(fc.nat(90)), fc.nat(150), (some, pieces, wish, more) => {
      const supply: Promisable = {
        available: some.available,
        expected: some.expected.map(({ day, pieces: coming }, index) => ({ id: String(index), day: dayIn(day - 5), pieces: coming })),
        made: some.made && {
          ...some.made,
          promised: Object.fromEntries(some.made.promised.map((promised, later) => [dayIn(later * 31).slice(0, 7), promised])),
        },
      }
      const wished = wish === null ? null : dayIn(wish)
      const first = promiseOf(supply, pieces, wished, calendar)
      const second = promiseOf(withoutSlices(supply, first.slices), more, null, calendar)

      for (const [asked, { slices, missing }] of [
        [pieces, first],
        [more, second],
      ] as const) {
        expect(slices.reduce((sum, slice) => sum + slice.pieces, missing)).toBe(asked)
        expect(slices.map(({ day }) => day)).toEqual(slices.map(({ day }) => day).toSorted())
        for (const { day } of slices) expect(shipDay(0, { ...calendar, today: day })).toBe(day)
        if (slices.length > 0) expect(shipDay(leadDaysUntil(slices, calendar), calendar)).toBe(slices.at(-1)!.day)
      }
      if (wished) for (const { day } of first.slices) expect(day >= wished).toBe(true)
      if (first.missing > 0) expect(second.slices.filter(({ from }) => from !== 'made')).toEqual([])
      const left = withoutSlices(supply, [...first.slices, ...second.slices])
      expect(left.available).toBeGreaterThanOrEqual(0)
      for (const { pieces: free } of left.expected) expect(free).toBeGreaterThanOrEqual(0)
      for (const [month, promised] of Object.entries(left.made?.promised ?? {})) {
        expect(promised).toBeLessThanOrEqual(Math.max(left.made!.perMonth, supply.made!.promised[month] ?? 0))
      }
    }),
    { numRuns: 80 },
  )
})
