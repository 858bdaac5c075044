import { expect, test } from 'vitest'
import { parseUnitPrice, totalOf } from '../basics/money.ts'
import { shopCalendar } from '../parts/lead-time.ts'
import { chanceOf, chosenSeed } from '#tests/support/seeded.ts'
import { isMet, planReleases, releaseProblems, totalOfLine, type Release } from './releases.ts'

const calendar = shopCalendar([{ from: '2026-12-24', to: '2027-01-03' }], new Date('2026-11-29T08:00:00Z'))
const rule = { minimumOrder: 1_000, orderStep: 500 }
const of = (...releases: [pieces: number, wishedOn: string][]): Release[] => releases.map(([pieces, wishedOn]) => ({ pieces, wishedOn }))
const springs = of([10_000, '2027-03-01'], [10_000, '2027-04-01'], [10_000, '2027-05-03'])

test.each<[what: string, releases: Release[], quantity: number | undefined, problems: [field: string, message: string][]]>([
  ['three that add up', springs, 30_000, []],
  ['three whose sum nobody has said', springs, undefined, []],
  [
    'of which the line has more',
    springs,
    31_000,
    [['', 'These deliveries have 30,000 pieces together, the line has 31,000. Make them equal.']],
  ],
  ['one', springs.slice(1), undefined, []],
  ['one alone', springs.slice(2), undefined, [['', 'A line has 2 to 24 deliveries.']]],
  ['twenty-five', Array.from({ length: 25 }, () => springs[0]!), undefined, [['', 'A line has 2 to 24 deliveries.']]],
  [
    'a day that is over',
    of([1_000, '2026-11-27'], [1_000, '2027-03-01']),
    2_000,
    [['1.wishedOn', 'Fri 27 Nov is over. Choose a later day.']],
  ],
  [
    'a holiday',
    of([1_000, '2026-12-28'], [1_000, '2027-03-01']),
    2_000,
    [['1.wishedOn', 'The shop is closed on Mon 28 Dec. Choose another day.']],
  ],
  [
    'a Sunday',
    of([1_000, '2026-12-01'], [1_000, '2026-12-06']),
    2_000,
    [['2.wishedOn', 'The shop is closed on Sun 6 Dec. Choose another day.']],
  ],
  ['beyond three years', of([1_000, '2026-12-01'], [1_000, '2029-11-30']), 2_000, [['2.wishedOn', 'Choose a day within three years.']]],
  [
    'an earlier day below a later one',
    of([1_000, '2026-12-02'], [1_000, '2026-12-01']),
    2_000,
    [['2.wishedOn', 'Choose a day after Wed 2 Dec, the day of the delivery before.']],
  ],
  [
    'one day twice',
    of([1_000, '2026-12-01'], [1_000, '2026-12-01']),
    2_000,
    [['2.wishedOn', 'Choose a day after Tue 1 Dec, the day of the delivery before.']],
  ],
  [
    'fewer than the minimum',
    of([999, '2026-12-01'], [1_500, '2026-12-02']),
    2_499,
    [['1.pieces', 'A delivery has at least 1,000 pieces.']],
  ],
  [
    'between two steps',
    of([1_000, '2026-12-01'], [1_700, '2026-12-02']),
    2_700,
    [['2.pieces', 'This part is sold in steps of 500: 2,000 would do.']],
  ],
])('releases: %s', (_, releases, quantity, problems) => {
  const found = releaseProblems(releases, { quantity, rule }, calendar)

  expect(found).toEqual(problems.map(([field, message]) => ({ field, message })))
})

test('pieces of a part that nobody knows yet are not measured', () => {
  expect(releaseProblems(of([1, '2026-12-01'], [2, '2026-12-02']), { quantity: 3, rule: undefined }, calendar)).toEqual([])
})

test.each([
  ['month', '2027-03-01', 3, ['2027-03-01', '2027-04-01', '2027-05-03 for 2027-05-01']],
  ['month', '2027-01-31', 3, ['2027-02-01 for 2027-01-31', '2027-03-01 for 2027-02-28', '2027-03-31']],
  ['quarter', '2026-11-30', 2, ['2026-11-30', '2027-03-01 for 2027-02-28']],
  ['week', '2026-12-18', 3, ['2026-12-18', '2027-01-04 for 2026-12-25', '2027-01-04 for 2027-01-01']],
  ['two-weeks', '2027-02-26', 2, ['2027-02-26', '2027-03-12']],
] as const)('every %s from %s, %i times', (every, first, times, days) => {
  const planned = planReleases({ pieces: 10_000, first, every, times }, calendar)

  expect(planned.map(({ wishedOn, movedFrom }) => [wishedOn, movedFrom].filter(Boolean).join(' for '))).toEqual(days)
  expect(planned.every(({ pieces }) => pieces === 10_000)).toBe(true)
})

test('the total of a line is exactly what its releases cost as orders, at most half a cent for each beside price times pieces', () => {
  const chance = chanceOf(chosenSeed())
  for (let tried = 0; tried < 500; tried++) {
    const price = parseUnitPrice(((1 + chance.below(100_000)) / 10_000).toFixed(4))!
    const releases = Array.from({ length: 2 + chance.below(23) }, () => ({ pieces: 1 + chance.below(20_000) }))
    const quantity = releases.reduce((sum, { pieces }) => sum + pieces, 0)

    const total = totalOfLine(price, quantity, releases)

    expect(total).toBe(releases.map(({ pieces }) => totalOf(price, pieces)).reduce((sum, cents) => sum + cents, 0))
    expect(Math.abs(total - (price * quantity) / 100)).toBeLessThanOrEqual(releases.length / 2)
  }
  expect(totalOfLine(parseUnitPrice('0.0125')!, 2_002, null)).toBe(2_503)
  expect(totalOfLine(parseUnitPrice('0.0125')!, 2_002, [{ pieces: 1_001 }, { pieces: 1_001 }])).toBe(2_502)
})

test('a release is met when its last pieces leave by its day', () => {
  expect(isMet({ wishedOn: '2027-03-01', leavesOn: '2027-03-01' })).toBe(true)
  expect(isMet({ wishedOn: '2027-03-01', leavesOn: '2027-03-02' })).toBe(false)
  expect(isMet({ wishedOn: '2027-03-01', leavesOn: null })).toBe(false)
})
