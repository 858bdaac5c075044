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
  ['a number alone', [['O-1', '']], ['Line 1 has no stage.']],
])('%s', (_, rows, expected) => {
  const { lines, unread } = stageLines(rows)

  expect([...lines.map(({ number, stage, day }) => [number, stage, day].filter(Boolean).join(' ')), ...unread]).toEqual(expected)
})
