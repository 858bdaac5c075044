import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Rows that docs/guarantees.md answers for without a gap; those above are added as they are proved. */
const ROWS = 66

const rows = readFileSync('docs/guarantees.md', 'utf8')
  .split('\n')
  .map((line) => /^\| (\d+) \| [^|]+ \| (.*) \|$/.exec(line))
  .filter((line) => line !== null)
  .map(([, row = '', proofs = '']) => ({ row: Number(row), files: [...proofs.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file) }))

test('every case of the guarantees has its line and its proof', () => {
  const numbers = rows.map(({ row }) => row)

  expect(numbers.slice(0, ROWS)).toEqual(Array.from({ length: ROWS }, (_, index) => index + 1))
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
})

test.each(rows)('the files that row $row names hold a test of that number', ({ row, files }) => {
  expect(files).not.toEqual([])
  for (const file of files) {
    expect(existsSync(file), file).toBe(true)
    expect(numbersIn(readFileSync(file, 'utf8')), file).toContain(row)
  }
})

/** The numbers behind 'row' or 'rows' in a file's tests: 'row 12', 'rows 13 and 30', 'rows 3, 4'. */
const numbersIn = (text: string) =>
  [...text.matchAll(/\brows? (\d+(?:(?:, | and )\d+)*)/g)].flatMap(([, list = '']) => list.split(/, | and /).map(Number))
