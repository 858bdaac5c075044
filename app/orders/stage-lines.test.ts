import { expect, test } from 'vitest'
import { stageLines } from './stage-lines.ts'

test.each<[string, string[][], string[]]>([
  ['a line with its day', [['O-000123', 'in production', '2030-02-12']], ['O-000123 in_production 2030-02-12']],
  [
    'titles, and columns in front of the number',
    [
      ['Line', 'Order', 'Stage'],
      ['1', 'o-000123', 'READY'],
    ],
    ['o-000123 ready'],
  ],
  [
    'days as a column proves them',
    [
      ['O-1', 'planned', '13.02.2030'],
      ['O-2', 'In_Production', '01.02.2030'],
    ],
    ['O-1 planned 2030-02-13', 'O-2 in_production 2030-02-01'],
  ],
  ['a day with two readings', [['O-1', 'planned', '01/02/2030']], ['Line 1: 01/02/2030 is no day. Write it as 2030-02-12.']],
  ['a stage that there is not', [['O-1', 'painted', '']], ['Line 1: painted is no stage. Write planned, in production or ready.']],
  [
    'a list whose numbers are all without their letter, as calls take them',
    [
      ['Order', 'Stage'],
      ['000123', 'ready'],
      ['124', 'planned'],
    ],
    ['000123 ready', '124 planned'],
  ],
  [
    'lines after the first number that have none; empty ones, and titles that come again, are no lines',
    [['Order', 'Stage'], ['O-1', 'ready'], [''], ['Order', 'Stage'], ['0-000123', 'ready'], ['124', 'ready', '2030-02-12']],
    ['O-1 ready', 'Line 5 has no order number. Write it as O-000123.', 'Line 6 has no order number. Write it as O-000123.'],
  ],
  [
    'a line with a stage above the first number is no title',
    [
      ['0-000122', 'ready'],
      ['O-123', 'ready'],
    ],
    ['O-123 ready', 'Line 1 has no order number. Write it as O-000123.'],
  ],
  ['a number alone', [['O-1', '']], ['Line 1 has no stage.']],
])('%s', (_, rows, expected) => {
  const { lines, unread } = stageLines(rows)

  expect([...lines.map(({ number, stage, day }) => [number, stage, day].filter(Boolean).join(' ')), ...unread]).toEqual(expected)
})
