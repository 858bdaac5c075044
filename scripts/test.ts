import { spawn } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'

/**
 * Runs types, lint and both halves of the tests side by side. Each one's output is printed when it has ended: its last
 * lines when it passed, all but the lines of passed tests when it failed. Ends with status 1 when one failed.
 */

const STEPS = ['typecheck', 'lint', 'test:api', 'test:journeys']
const LAST_LINES = 8

const started = performance.now()
const seconds = () => `${Math.round((performance.now() - started) / 1_000)} s`

const isNoPassedTest = (line: string) => !/^\s*✓/.test(stripVTControlCharacters(line))

async function run(step: string): Promise<string> {
  const child = spawn('npm', ['run', '--silent', step], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  const end = (signal: NodeJS.Signals) => child.kill(signal)
  process.on('SIGINT', end).on('SIGTERM', end)

  const status = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))

  const lastLines = output.trimEnd().split('\n').slice(-LAST_LINES).join('\n')
  const outcome = `${status === 0 ? 'passed' : 'FAILED'}: npm run ${step}, after ${seconds()}`
  console.log(`\n${outcome}\n${status === 0 ? lastLines : output.split('\n').filter(isNoPassedTest).join('\n')}`)
  if (status !== 0) process.exitCode = 1
  return outcome
}

const outcomes = await Promise.all(STEPS.map(run))
console.log(`\n${outcomes.join('\n')}`)
