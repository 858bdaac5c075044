import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * `npm run check-map` checks docs/specification-map.md: every statement names an existing test, by file and title, or
 * says why it has none; every named file exists. Exits with 1 and the list of errors.
 */

const ROOT = join(import.meta.dirname, '..')
const MAP = join(ROOT, 'docs', 'specification-map.md')
/** The points of the specification start at 1. */
const SECTIONS = 9
/** Test files of `npm test` and `npm run test:proofs`. */
const TEST_FILE = /^(?:(?:app|contract|server|database|scripts|tests)\/.+\.(?:test|proof)\.ts|tests\/journeys\/[^/]+\.journey\.ts)$/
const REASON = /^(?:reading: not built|open): \S/

export type MapReport = {
  rows: number
  /** Statements that the map marks as open. */
  open: string[]
  /** One error per line, with the line of the map. */
  problems: string[]
}

/** Checks the map of the project. */
export const checkSpecificationMap = (): MapReport => checkMap(readFileSync(MAP, 'utf8'), readProjectFile)

/** @param read returns the text of a file of the project, undefined if it does not exist. */
export function checkMap(map: string, read: (path: string) => string | undefined): MapReport {
  const report: MapReport = { rows: 0, open: [], problems: [] }
  const seenSections = new Set<number>()
  let section: number | undefined

  map.split('\n').forEach((line, index) => {
    const heading = /^## (?:(\d+)\.)?/.exec(line)
    if (heading) section = heading[1] === undefined ? undefined : Number(heading[1])
    if (section === undefined || !line.startsWith('|') || /^\| *(?:-+|statement) *\|/.test(line)) return
    seenSections.add(section)
    report.rows += 1
    const cells = cellsOf(line)
    const wrong = (problem: string) => report.problems.push(`line ${index + 1}: ${problem}`)
    if (cells.length !== 3) return wrong(`has ${cells.length} cells instead of statement, where, test`)

    const [statement = '', where = '', tests = ''] = cells
    if (statement === '' || where === '') wrong('says nothing in its first or second cell')
    for (const [, path = ''] of where.matchAll(/`([^`]+)`/g)) {
      if (read(path) === undefined) wrong(`there is no file ${path}`)
    }
    if (tests.startsWith('open:')) report.open.push(statement)
    if (!REASON.test(tests)) tests.split('<br>').forEach((test) => checkTest(test.trim(), read).forEach(wrong))
  })

  for (let number = 1; number <= SECTIONS; number += 1) {
    if (!seenSections.has(number)) report.problems.push(`section ${number} of the specification has no statement`)
  }
  return report
}

/** Cells between the outer bars; `\|` is a bar inside a cell. */
function cellsOf(row: string): string[] {
  return row
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll('\\|', '|').trim())
}

/** Errors of a named test. */
function checkTest(named: string, read: (path: string) => string | undefined): string[] {
  const [, path, title] = /^`([^`]+)` › (.+)$/.exec(named) ?? []
  if (path === undefined || title === undefined) return [`names no test: "${named}"`]
  if (!TEST_FILE.test(path)) return [`${path} is no file of tests`]
  const source = read(path)
  if (source === undefined) return [`there is no file ${path}`]
  return hasTest(source, title) ? [] : [`${path} has no test "${title}"`]
}

/** Whether there is a test with this title: `test('...'` or `test.each(...)('...'`. */
function hasTest(source: string, title: string): boolean {
  return ["'", '"', '`'].some((quote) => {
    const written = quote + title.replaceAll(quote, `\\${quote}`) + quote
    for (let at = source.indexOf(written); at >= 0; at = source.indexOf(written, at + 1)) {
      if (/(?:\btest|\))\($/.test(source.slice(0, at).trimEnd())) return true
    }
    return false
  })
}

function readProjectFile(path: string): string | undefined {
  const file = join(ROOT, path)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

if (import.meta.main) {
  const { rows, open, problems } = checkSpecificationMap()
  for (const problem of problems) console.error(`docs/specification-map.md, ${problem}`)
  for (const statement of open) console.log(`open: ${statement}`)
  console.log(`${rows} statements, ${open.length} open, ${problems.length} problems.`)
  if (problems.length > 0) process.exitCode = 1
}
