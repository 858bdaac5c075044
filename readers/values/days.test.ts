import { expect, test } from 'vitest'
import { dayFormOf, plainDay, type DayForm } from './days.ts'

test.each<[string[], DayForm]>([
  [['2026-11-25', '2026-01-02'], 'year-first'],
  [['2026/1/2'], 'year-first'],
  [['20261125'], 'year-first'],
  [['25.11.2026', '03.04.26'], 'day-first'],
  [['03/04/2026', '25/11/2026'], 'day-first'],
  [['03/04/2026', '11/25/2026'], 'month-first'],
  [['04032026', '25112026'], 'day-first'],
  [['25-Nov-2026'], 'named'],
])('the days %j are written %s', (cells, form) => {
  expect(dayFormOf(cells)).toEqual({ form })
})

test('a column of days that has two readings is unclear until somebody says which; one that proves two forms is mixed', () => {
  expect(dayFormOf(['03/03/2026', '03/04/2026'])).toEqual({ form: undefined, why: 'unclear', example: '03/04/2026' })
  expect(dayFormOf(['03/04/2026'], 'month-first')).toEqual({ form: 'month-first' })
  expect(dayFormOf(['25/11/2026'], 'month-first')).toEqual({ form: 'day-first' })
  expect(dayFormOf(['25-11-26'])).toMatchObject({ why: 'unclear' })
  expect(dayFormOf(['25/11/2026', '11/26/2026'])).toEqual({ form: undefined, why: 'mixed', example: '11/26/2026' })
  expect(dayFormOf(['2026-11-25', '26.11.2026'])).toMatchObject({ why: 'mixed' })
})

test.each<[string, DayForm, string | undefined]>([
  ['25.11.2026 10:15', 'day-first', '2026-11-25'],
  ['2026-11-25T23:59:59+02:00', 'year-first', '2026-11-25'],
  ['11/25/2026, 9:05 PM', 'month-first', '2026-11-25'],
  ['2026. 11. 25.', 'year-first', '2026-11-25'],
  ['Wed, Nov 25, 2026', 'named', '2026-11-25'],
  ['November 25th, 2026', 'named', '2026-11-25'],
  ['25NOV26', 'named', '2026-11-25'],
  ['25. März 2026', 'named', '2026-03-25'],
  ['1. Jänner 2026', 'named', '2026-01-01'],
  ['1er août 2026', 'named', '2026-08-01'],
  ['mar. 24 févr. 2026', 'named', '2026-02-24'],
  ['25 de noviembre de 2026', 'named', '2026-11-25'],
  ['3 mrt. 2026', 'named', '2026-03-03'],
  ['25-mei-2026', 'named', '2026-05-25'],
  ['25 set 2026', 'named', '2026-09-25'],
  ['giovedì 1 gennaio 2026', 'named', '2026-01-01'],
  ['25 jui 2026', 'named', undefined],
  ['31 Nov 2026', 'named', undefined],
  ['31.11.2026', 'day-first', undefined],
  ['25.11.', 'day-first', undefined],
  ['O-25/11/2026', 'day-first', undefined],
])('%s is, %s, %s', (written, form, day) => {
  expect(plainDay(written, form)).toBe(day)
})
