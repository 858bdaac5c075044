import { DrizzleQueryError } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { logTrouble } from './answer-error.ts'

test('requests that fail together, as the database takes no writes, are one line of the log, whatever their values', () => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
  const readOnly = Object.assign(new Error('cannot execute UPDATE in a read-only transaction'), { code: '25006' })

  for (const value of ['a', 'b', 'c']) logTrouble(log, new DrizzleQueryError('update parts set name = $1', [value], readOnly), 'a request')

  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0]!)).toMatchObject({ level: 40, msg: 'a request could not be answered now' })
})
