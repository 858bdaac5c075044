import { expect, test } from 'vitest'
import { checkMap, checkSpecificationMap } from '../../scripts/check-specification-map.ts'

test('every statement of the specification names tests that exist, or says why there is none', () => {
  const { rows, problems } = checkSpecificationMap()

  expect(problems).toEqual([])
  expect(rows).toBeGreaterThan(150)
})

const source = `test('it is so', () => {})\n  test.each([1])(\n    "it's %s", () => {})\ntest.skip('it is not so', () => {})`
const files: Record<string, string> = { 'app/a.ts': '', 'app/a.test.ts': source }
const problemsOf = (row: string) =>
  checkMap(`## 1. First\n| statement | where | test |\n|---|---|---|\n${row}`, (path) => files[path]).problems.filter((problem) =>
    problem.startsWith('line'),
  )

test.each([
  '| A | `app/a.ts` | `app/a.test.ts` › it is so |',
  "| A | `app/a.ts` | `app/a.test.ts` › it is so<br>`app/a.test.ts` › it's %s |",
  '| A | everywhere | reading: not built: belongs to the third party |',
  '| A | everywhere | open: the button has no call yet |',
])('the row %s is in order', (row) => {
  expect(problemsOf(row)).toEqual([])
})

test.each([
  ['| A | `app/a.ts` | |', 'names no test'],
  ['| A | `app/a.ts` | `app/a.test.ts` › it is |', 'has no test "it is"'],
  ['| A | `app/a.ts` | `app/a.test.ts` › it is not so |', 'has no test "it is not so"'],
  ['| A | `app/a.ts` | `app/b.test.ts` › it is so |', 'there is no file app/b.test.ts'],
  ['| A | `app/a.ts` | `app/a.ts` › it is so |', 'app/a.ts is no file of tests'],
  ['| A | `app/c.ts` | `app/a.test.ts` › it is so |', 'there is no file app/c.ts'],
  ['| A | `app/a.ts` | open: |', 'names no test'],
  ['| A | `app/a.test.ts` › it is so |', 'has 2 cells'],
])('the row %s is not: %s', (row, problem) => {
  expect(problemsOf(row)).toEqual([expect.stringContaining(problem)])
})

test('a section of the specification without a statement is missed', () => {
  expect(checkMap('## 1. First\n| A | all | open: all |', () => undefined).problems).toContain(
    'section 2 of the specification has no statement',
  )
})
