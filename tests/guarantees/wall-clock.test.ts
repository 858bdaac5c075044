import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Tests that measure wall-clock time for another reason than an upper bound. */
const others = {
  'server/identity/reset-password.test.ts': 'an answer takes at least so long',
  'server/identity/sign-in-with-link.test.ts': 'an answer takes at least so long',
  'server/parts/count-facets.proof.ts': 'a figure to be read',
  'server/sandbox-shop/copy-catalogue.proof.ts': 'ratios of times of the same run',
  'tests/guarantees/brute-force.test.ts': 'a ratio of two waits of the same run',
  'tests/guarantees/database-trouble.proof.ts': 'a figure to be read, and the limit of a hang',
  'tests/guarantees/imports.proof.ts': 'figures to be read',
  'tests/guarantees/lost-files.test.ts': 'a clock that the test moves',
  'tests/guarantees/set-aside.proof.ts': 'a figure to be read',
  'tests/journeys/day.proof.ts': 'tells how long a clerk takes for twenty orders, and limits nothing',
  'tests/journeys/quote-smooth.proof.ts': 'a figure to be read',
}

test('a slow machine fails no test: what must be quick is measured by startStopwatch', () => {
  const tests = globSync(['{app,clients,contract,database,lists,scripts,server,tests}/**/*.{test,proof}.ts', 'tests/journeys/*.journey.ts'])

  const measuring = tests.filter((file) => /(?:performance|Date)\.now\(\) - [a-z]/.test(readFileSync(file, 'utf8')))

  expect(tests.length).toBeGreaterThan(150)
  expect(measuring.toSorted()).toEqual(Object.keys(others))
})

/** A short look inside `toPass`, which repeats it. */
const repeated = ['tests/journeys/guards.journey.ts', 'tests/journeys/identity.journey.ts']

test('a slow machine fails no test: no wait has a limit of its own, shorter than that of a hang', () => {
  const tests = globSync(['{app,clients,contract,database,lists,scripts,server,tests}/**/*.test.ts', 'tests/journeys/*.journey.ts'])

  const limiting = tests.filter((file) =>
    /[)\w], \{[^}\n]*timeout: \d|\(\{ timeout: \d|setTimeout\(\d|^\}, [\d_]+\)$/m.test(readFileSync(file, 'utf8')),
  )

  expect(limiting.toSorted()).toEqual(repeated)
})
