import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { findOrders } from './baselines/find-orders.ts'
import { manyOrders, manyParts } from './baselines/growth.ts'
import { orders, twoShops } from './baselines/orders.ts'
import { overview } from './baselines/overview.ts'
import { detail, reads } from './baselines/reads.ts'
import { reaches, type Row, type Section } from './baselines/sections.ts'
import { printTable, tableOf } from './baselines/table.ts'
import { openWorld } from './baselines/world.ts'

/*
 * `npm run bench` compares the built shop with bare baselines in the same run, as the table of docs/performance.md.
 * Exits with 1 when a target is missed. npm run bench -- --only orders     one section npm run bench -- --rounds 5
 * --seconds 3 npm run bench -- --write           puts the table into docs/performance.md
 */

const DOCUMENT = new URL('../docs/performance.md', import.meta.url)
const BEGIN = '<!-- bench: begin -->'
const END = '<!-- bench: end -->'
const CONNECTIONS = 32

const sections: Record<string, Section> = { reads, detail, orders, twoShops, manyParts, manyOrders, findOrders, overview }

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    write: { type: 'boolean', default: false },
  },
})
const wanted = values.only ?? Object.keys(sections)
const plan = { rounds: Number(values.rounds), seconds: Number(values.seconds), connections: CONNECTIONS }

const rows: Row[] = []
const world = await openWorld()
try {
  for (const name of wanted) {
    const section = sections[name]
    if (!section) throw new Error(`There is no section ${name}; there are ${Object.keys(sections).join(', ')}.`)
    const measured = await section(world, plan)
    printTable(measured)
    rows.push(...measured)
  }
} finally {
  await world.close()
}
if (values.write) await writeTable()
if (!rows.every(reaches)) process.exitCode = 1

async function writeTable(): Promise<void> {
  const document = await readFile(DOCUMENT, 'utf8')
  const [head, rest] = document.split(BEGIN)
  const tail = rest?.split(END)[1]
  if (tail === undefined) throw new Error(`docs/performance.md has no place for the table: ${BEGIN} ... ${END}`)
  const date = new Date().toISOString().slice(0, 10)
  const command = `npm run bench -- ${process.argv.slice(2).join(' ')}`
  await writeFile(DOCUMENT, `${head}${BEGIN}\n\n${date}, \`${command}\`\n\n${tableOf(rows)}\n\n${END}${tail}`)
}
