import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('every case of the guarantees has a test of its number, and every number of a test has its case', () => {
  const page = readFileSync('docs/guarantees.md', 'utf8')
  const cases = [...page.matchAll(/^\| (\d+) \| /gm)].map(([, row]) => Number(row))
  const proved = new Set(tests().flatMap(rowsOf))

  expect(cases).toEqual(Array.from(cases, (_, index) => index + 1))
  expect([...proved].toSorted((a, b) => a - b)).toEqual(cases)
})

const tests = () =>
  globSync('{app,contract,database,readers,server,tests}/**/*.{test,proof,deep,journey}.ts*').map((file) => readFileSync(file, 'utf8'))

/** The numbers at the end of the titles of a file's tests, which are a first argument or a choice of two: '... (12)', '... (13) (30)'. */
const rowsOf = (text: string) =>
  [...text.matchAll(/(?:(?:test|describe|testDeaths|\))\(\s*|^\s*[?:] )(?:'[^'\n]*?|"[^"\n]*?|`[^`]*?)((?: \(\w+\))+)['"`]/gm)].flatMap(
    ([, labels = '']) => [...labels.matchAll(/\((\d+)\)/g)].map(([, row]) => Number(row)),
  )
