import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** What is right or wrong in the gate and at night. `bench/` and `tests/deep` measure, and may read the clock. */
const CHECKS = '{app,clients,contract,database,readers,scripts,server,tests}/**/*.{test,proof,journey}.{ts,tsx}'
const THIS_FILE = 'tests/guarantees/wall-clock.test.ts'

const files = globSync(CHECKS).filter((file) => file !== THIS_FILE)
const lines = files.flatMap((file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => ({ file, line: line.trim() })),
)

const linesWith = (pattern: RegExp) => lines.filter(({ line }) => pattern.test(line)).map(({ file, line }) => `${file}: ${line}`)
const filesWith = (pattern: RegExp) => [...new Set(lines.filter(({ line }) => pattern.test(line)).map(({ file }) => file))].toSorted()

/** A red check would say more of the machine than of the shop. Each has what to do instead. */
const MACHINE: [what: string, pattern: RegExp, instead: string][] = [
  ['time that has passed', /(?:performance|Date)\.now\(\) - [a-z]/, 'count what is done, or give the code its clock'],
  ['time of the processor', /\bcpuUsage\(|startStopwatch|measureWork/, 'count statements, turns or blocks'],
  ['memory', /\bmemoryUsage\b|VmRSS/, 'start a child process with --max-old-space-size'],
  ['long tasks', /longtask/, 'count the rows that are drawn'],
  ['a fixed wait in a browser', /waitForTimeout\(/, 'wait for what the screen shows'],
  ['a network that is idle', /networkidle/, 'wait for what the screen shows'],
  ['a wait that ends after a second', /vi\.wait(?:For|Until)\((?!.*HANG_LIMIT_MS)/, 'give it HANG_LIMIT_MS'],
  ['a port that was free a moment ago', /freePort/, 'listen on port 0'],
  ['a choice without the seed of the run', /Math\.random\(|\bchosenSeed = |\bseed: \d/, 'use chanceOf(chosenSeed())'],
]

test.each(MACHINE)('no test or proof depends on %s', (_what, pattern, instead) => {
  expect(files.length).toBeGreaterThan(350)
  expect(linesWith(pattern), instead).toEqual([])
})

/** Files that hold or move the clock of the process. */
const CLOCK_HOLDERS = [
  'tests/guarantees/cache.test.ts',
  'tests/guarantees/last-good-page.test.ts',
  'tests/guarantees/payments-provider-trouble.proof.ts',
]

test('no other test or proof reads the clock of the process', () => {
  expect(filesWith(/performance\.now\b/)).toEqual(CLOCK_HOLDERS)
})

/** Short looks inside `toPass`, which repeats them. */
const REPEATED = ['tests/journeys/components.proof.ts', 'tests/journeys/guards.journey.ts', 'tests/journeys/identity.journey.ts']

test('no wait has a limit of its own, shorter than that of an expectation', () => {
  expect(filesWith(/timeout: (?:\d{1,3}|1?\d_\d{3})\b|^\}, [\d_]+\)$/)).toEqual(REPEATED)
})

test('every property of a run begins with one seed, and no test is tried again without a browser', () => {
  const project = readFileSync('tests/support/runner/test-project.ts', 'utf8')

  expect(project).toContain('seed-the-run.ts')
  expect(project).not.toMatch(/\bretry\b/)
})
