import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createRequire } from 'node:module'
import { writeCii } from '#server/invoices/documents/write-cii.ts'
import { writeUbl } from '#server/invoices/documents/write-ubl.ts'
import { samplePapers } from '#tests/support/shops/sample-papers.ts'

/*
 * npm run check-e-invoices -- FOLDER_OF_RULES [FILE.xml ...]
 *
 * Runs official rules over electronic invoices; without files over the sample papers of the tests, with and without freight, in both
 * syntaxes. The folder has the rules as XSLT, one file whose name contains CII and one whose name contains
 * UBL, such as the validation artefacts of CEN/TC 434 for EN 16931. They are no part of the shop, and neither is the processor:
 * `npm install --no-save xslt3`, or XSLT3 with the path of its xslt3.js. Prints each broken rule; exits with 1 on any that is fatal.
 */

const say = (line: string) => process.stdout.write(`${line}\n`)

function stop(line: string): never {
  say(line)
  process.exit(2)
}

const [folder, ...named] = process.argv.slice(2)
if (folder === undefined) stop('Usage: npm run check-e-invoices -- FOLDER_OF_RULES [FILE.xml ...]')

const processor = findProcessor()
const saxon = createRequire(processor)('saxon-js') as { transform(options: object): { principalResult: string } }
const compiled = new Map<string, object>()
let isBroken = false

const room = mkdtempSync(join(tmpdir(), 'teleforge-papers-'))
process.on('exit', () => rmSync(room, { recursive: true, force: true }))

for (const file of named.length > 0 ? named : writeSamples()) {
  const text = readFileSync(file, 'utf8')
  const syntax = /CrossIndustryInvoice/.test(text) ? 'CII' : /ubl:schema:xsd:(?:Invoice|CreditNote)-2/.test(text) ? 'UBL' : undefined
  if (syntax === undefined) {
    isBroken = true
    say(`FAIL  ${file}: neither CII nor UBL`)
    continue
  }
  const { report, problem } = apply(rulesOf(syntax), text)
  const applied = report.match(/<svrl:fired-rule/g)?.length ?? 0
  const broken = [...report.matchAll(/<svrl:failed-assert([^>]*)>/g)].map(([, attributes = '']) => ({
    id: / id="([^"]+)"/.exec(attributes)?.[1] ?? 'unnamed',
    flag: / flag="([^"]+)"/.exec(attributes)?.[1] ?? 'fatal',
  }))
  const isFatal = applied === 0 || broken.some(({ flag }) => flag === 'fatal')
  isBroken ||= isFatal
  say(`${isFatal ? 'FAIL ' : 'ok   '} ${file} (${syntax}, ${applied} rules applied)${problem}`)
  for (const { id, flag } of broken) say(`      ${flag} ${id}`)
}
process.exit(isBroken ? 1 : 0)

function findProcessor(): string {
  const given = process.env['XSLT3']
  if (given !== undefined) return given
  try {
    return createRequire(join(process.cwd(), 'package.json')).resolve('xslt3/xslt3.js')
  } catch {
    return stop('Install the processor first (npm install --no-save xslt3), or name its xslt3.js in XSLT3.')
  }
}

function writeSamples(): string[] {
  return Object.entries(samplePapers).flatMap(([name, paper]) =>
    Object.entries({ ubl: writeUbl, cii: writeCii }).map(([syntax, write]) => {
      const file = join(room, `${name}.${syntax}.xml`)
      writeFileSync(file, write(paper))
      return file
    }),
  )
}

/** The rules of a syntax, compiled once for each content. */
function rulesOf(syntax: string): object {
  const known = compiled.get(syntax)
  if (known !== undefined) return known
  const name = readdirSync(folder!).find((file) => file.endsWith('.xslt') && file.includes(syntax))
  if (name === undefined) return stop(`There are no rules for ${syntax} in ${folder}.`)
  const source = resolve(folder!, name)
  const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'teleforge-e-invoice-rules')
  mkdirSync(cache, { recursive: true })
  const target = join(cache, `${createHash('sha256').update(readFileSync(source)).digest('hex')}.sef.json`)
  if (!existsSync(target)) {
    const { status, stderr } = spawnSync(process.execPath, [processor, `-xsl:${source}`, `-export:${target}`, '-nogo'], {
      encoding: 'utf8',
    })
    if (status !== 0) return stop(`The rules of ${name} could not be compiled: ${stderr.split('\n')[0]}`)
  }
  const rules = JSON.parse(readFileSync(target, 'utf8')) as object
  compiled.set(syntax, rules)
  return rules
}

/** What the rules say of an invoice, as SVRL; empty with the problem where it cannot be read. */
function apply(rules: object, invoice: string): { report: string; problem: string } {
  try {
    const { principalResult } = saxon.transform({ stylesheetInternal: rules, sourceText: invoice, destination: 'serialized' })
    return { report: principalResult, problem: '' }
  } catch (error) {
    return { report: '', problem: `: ${String(error).split('\n')[0]}` }
  }
}
