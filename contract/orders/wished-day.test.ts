import { expect, test } from 'vitest'
import { shopCalendar } from '../parts/lead-time.ts'
import { wishedDayProblem } from './wished-day.ts'

const calendar = shopCalendar([{ from: '2026-12-24', to: '2027-01-03' }], new Date('2026-11-29T08:00:00Z'))

test.each([
  ['a working day', '2026-12-01', undefined],
  ['the last day within three years', '2029-11-29', undefined],
  ['a day that is over', '2026-11-27', 'Fri 27 Nov is over. Choose a later day.'],
  ['a day of another year that is over', '2020-01-01', 'Wed 1 Jan 2020 is over. Choose a later day.'],
  ['a Saturday', '2026-12-05', 'The shop is closed on Sat 5 Dec. Choose another day.'],
  ['today, which is a Sunday', '2026-11-29', 'The shop is closed on Sun 29 Nov. Choose another day.'],
  ['a holiday', '2026-12-28', 'The shop is closed on Mon 28 Dec. Choose another day.'],
  ['a day beyond three years', '2029-11-30', 'Choose a day within three years.'],
])('%s is answered for as a wished day', (_, day, sentence) => {
  expect(wishedDayProblem(day, calendar)).toBe(sentence)
})
