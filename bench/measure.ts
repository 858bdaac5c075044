import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tableOf, type Measured } from './measured.ts'

/*
 * `npm run measure` takes the figures of bench/browser and bench/node, one file after the other, and prints a table of what was found
 * and what is wanted. `npm run measure -- search layout` takes only those with one of the words in their name; the long ones of
 * bench/long are taken only when they are named. Exits with 1 only when a figure could not be taken.
 */

const ROOT = join(import.meta.dirname, '..')
const words = process.argv.slice(2)
const folders = words.length > 0 ? '{browser,node,long}' : '{browser,node}'
const isNamed = (file: string) => words.length === 0 || words.some((word) => file.slice(file.lastIndexOf('/')).includes(word))
const files = globSync(`bench/${folders}/*.measure.ts`, { cwd: ROOT }).toSorted().filter(isNamed)
const [inBrowser, inNode] = [true, false].map((wanted) => files.filter((file) => file.startsWith('bench/browser/') === wanted))

const room = mkdtempSync(join(tmpdir(), 'teleforge-measured-'))
const gathered = join(room, 'figures.jsonl')
writeFileSync(gathered, '')
try {
  if (files.length === 0) throw new Error(`No measurement has one of these words in its name: ${words.join(', ')}.`)
  take('vitest', ['run', '--config', 'bench/vitest.config.ts'], inNode!)
  take('playwright', ['test', '--config', 'bench/playwright.config.ts'], inBrowser!)
  const lines = readFileSync(gathered, 'utf8').split('\n').filter(Boolean)
  console.log(`\n${tableOf(lines.map((line) => JSON.parse(line) as Measured))}`)
} finally {
  rmSync(room, { recursive: true })
}

/** Runs these files; what they print is seen at once. */
function take(runner: string, args: string[], some: string[]): void {
  if (some.length === 0) return
  const { status } = spawnSync(join(ROOT, 'node_modules', '.bin', runner), [...args, ...some], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, MEASURED_FILE: gathered },
  })
  if (status !== 0) process.exitCode = 1
}
