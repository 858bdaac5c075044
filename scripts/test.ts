import { spawn } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'
import { committedState, noteGreen } from './release/green-commit.ts'

/**
 * Runs types, lint and both halves of the tests. Each one's output is printed when it has ended: its slowest files and last
 * lines when it passed; when it failed, what was red and why, then all but the lines of passed tests. The closing lines
 * name what was red once more, because logs are cut. Ends with status 1 when one failed; otherwise the commit may be released.
 */

/** The steps of a stage run at the same time, the stages one after the other: both halves of the tests use both cores. */
const STAGES = [['typecheck', 'lint', 'test:api'], ['test:journeys']]
const LAST_LINES = 8

const started = performance.now()
const seconds = () => `${Math.round((performance.now() - started) / 1_000)} s`

/**
 * A test's or file's name as Vitest (' FAIL  file > name') or Playwright ('  1) [chromium] › file › name') prints it, or what
 * Vitest says of an error that no test waited for ('⎯⎯ Unhandled Rejection ⎯⎯').
 */
const isRedName = (line: string) => /^ *(?:FAIL {2}|\d+\) .* › |⎯+ Unhandled (?!Errors )|This error originated in )/.test(line)
const isReason = (line: string) => /^ *[A-Za-z]*Error\b/.test(line)

/** What was red, each name with the first line of its reason; where nothing is named, the last lines. */
function redTests(output: string): string[] {
  const lines = stripVTControlCharacters(output).trimEnd().split('\n')
  const named = lines.filter((line, at) => isRedName(line) || (isReason(line) && lines.slice(Math.max(0, at - 3), at).some(isRedName)))
  return (named.length > 0 ? named : lines.filter(isNoPassedTest).slice(-LAST_LINES)).map((line) => line.trim())
}

/** Journeys that passed only when they were tried again, as Playwright marks them. */
const triedAgain = (output: string): string[] =>
  stripVTControlCharacters(output)
    .split('\n')
    .filter((line) => /\(retry #\d/.test(line))
    .map((line) => `tried again: ${line.trim()}`)

/** The slowest files, as tests/support/runner/slowest-files.ts prints them, and the last lines. */
function closingLines(output: string): string {
  const lines = output.trimEnd().split('\n')
  const isSlow = (line: string) => line.startsWith('slow: ')
  return [...lines.filter(isSlow), ...lines.filter((line) => !isSlow(line)).slice(-LAST_LINES)].join('\n')
}

const isNoPassedTest = (line: string) => !/^\s*✓/.test(stripVTControlCharacters(line))

async function run(step: string): Promise<string> {
  const child = spawn('npm', ['run', '--silent', step], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  stopped.addEventListener('abort', () => child.kill('SIGTERM'))

  const status = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))

  if (status === 0) {
    const outcome = [`passed: npm run ${step}, after ${seconds()}`, ...triedAgain(output)].join('\n')
    console.log(`\n${outcome}\n${closingLines(output)}`)
    return outcome
  }

  process.exitCode = 1
  const outcome = [`FAILED: npm run ${step}, after ${seconds()}`, ...redTests(output)].join('\n')
  console.log(`\n${outcome}\n\n${output.split('\n').filter(isNoPassedTest).join('\n')}`)
  return outcome
}

const stopping = new AbortController()
const stopped = stopping.signal
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort())

const commit = committedState(process.cwd())
const outcomes: string[] = []
for (const steps of STAGES) if (!stopped.aborted) outcomes.push(...(await Promise.all(steps.map(run))))
console.log(`\n${outcomes.join('\n')}`)
if (!process.exitCode && !stopped.aborted && commit !== undefined && commit === committedState(process.cwd()))
  noteGreen(process.cwd(), commit)
