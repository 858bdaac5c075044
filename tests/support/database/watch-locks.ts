import type { PoolClient } from 'pg'
import type { Database } from '#database/connect.ts'
import { LOCK_KEYS, LOCK_ORDER, namedKeys } from '#database/locks.ts'

/** Settings of a database that tells each connection the plan of every statement, those of its functions and triggers included. */
export const TELLS_PLANS = [
  "session_preload_libraries = 'auto_explain'",
  'auto_explain.log_min_duration = 0',
  'auto_explain.log_nested_statements = on',
  'auto_explain.log_format = json',
  'auto_explain.log_level = notice',
]

type Plan = { 'Node Type': string; Operation?: string; 'Relation Name'?: string; 'Conflict Resolution'?: string; Plans?: Plan[] }
type Told = { 'Query Text': string; 'Query Parameters'?: string; Plan: Plan }

/** What a statement locks until the end of its transaction. `waits` is false for what is skipped while another transaction has it. */
type Lock = { name: string; waits: boolean; text: string }
type Step = { depth: number; locks: Lock[]; inserts: string[] }

/**
 * Refuses, at the end of the file, every transaction on these connections that locks in another order than `LOCK_ORDER`. Returns what was
 * found so far: the transactions with several locks, and those in another order, each with the statement that locks too late.
 */
export function watchLocks({ $client: { driver: pool } }: Database): { ordered: number; refused: string[] } {
  const found = { ordered: 0, refused: [] as string[] }
  const open = new Map<PoolClient, Step[]>()
  const watched = new WeakSet<PoolClient>()
  pool.on('acquire', (client) => {
    open.set(client, [])
    if (watched.has(client)) return
    watched.add(client)
    client.on('notice', ({ message = '', where = '' }) => {
      const [, plan] = /^duration: [\d.]+ ms {2}plan:\n([^]*)$/.exec(message) ?? []
      // Each function or trigger that a statement is called from is a line of its context.
      const depth = where === '' ? 0 : where.split(/\n(?=SQL |PL\/pgSQL )/).length
      if (plan) open.get(client)?.push({ depth, ...readPlan(JSON.parse(plan) as Told) })
    })
  })
  pool.on('release', (_error, client) => {
    const locks = locksOf(open.get(client) ?? [])
    open.delete(client)
    if (locks.length > 1) found.ordered += 1
    found.refused.push(...outOfOrder(locks))
  })
  return found
}

/** Each key and table once, in the order in which a transaction took them. Rows that it has inserted are its own. */
function locksOf(told: Step[]): Lock[] {
  const locks = new Map<string, Lock>()
  const own = new Set<string>()
  for (const step of inOrder(told)) {
    for (const lock of step.locks) if (!locks.has(lock.name) && !own.has(lock.name)) locks.set(lock.name, lock)
    for (const table of step.inserts) own.add(table)
  }
  return [...locks.values()]
}

function outOfOrder(locks: Lock[]): string[] {
  if (locks.length < 2) return []
  const unknown = locks.filter(({ name }) => !LOCK_ORDER.includes(name)).map(({ name, text }) => `${name} is not in the order: ${text}`)
  const late = locks.flatMap(({ name, waits, text }, at) => {
    const before = locks.slice(0, at).filter((earlier) => LOCK_ORDER.indexOf(earlier.name) > LOCK_ORDER.indexOf(name))
    return waits && unknown.length === 0 ? before.map((earlier) => `${earlier.name} before ${name}: ${text}`) : []
  })
  return [...unknown, ...late]
}

/** A statement is told after those of its functions and triggers, and locks its own rows before them. */
function inOrder(told: Step[]): Step[] {
  const roots: { depth: number; steps: Step[] }[] = []
  for (const step of told) {
    const inner: Step[] = []
    while (roots.length > 0 && roots.at(-1)!.depth > step.depth) inner.unshift(...roots.pop()!.steps)
    roots.push({ depth: step.depth, steps: [step, ...inner] })
  }
  return roots.flatMap(({ steps }) => steps)
}

function readPlan({ 'Query Text': text, 'Query Parameters': given = '', Plan: plan }: Told): Omit<Step, 'depth'> {
  const nodes = nodesOf(plan)
  const tables = new Set(nodes.map((node) => node['Relation Name']))
  const changes = nodes.filter((node) => node['Node Type'] === 'ModifyTable')
  const changed = changes.filter((node) => node.Operation !== 'Insert' || node['Conflict Resolution'] === 'UPDATE')
  const locks = [
    ...keysOf(text, given),
    ...lockedRows(text).filter(({ name }) => tables.has(name)),
    ...changed.map((node) => ({ name: node['Relation Name']!, waits: true })),
  ]
  return {
    locks: locks.map((lock) => ({ ...lock, text })),
    inserts: changes.filter((node) => node.Operation === 'Insert').map((node) => node['Relation Name']!),
  }
}

const nodesOf = (plan: Plan): Plan[] => [...(plan.Plans ?? []).flatMap(nodesOf), plan]

/** Advisory keys by their names: those of `LOCK_KEYS`, and what names of a person, network or import begin with. */
const keyNames: [name: string, isIn: (given: string) => boolean][] = [
  ...Object.entries(LOCK_KEYS).map(([name, key]): [string, (given: string) => boolean] => [name, (given) => given.includes(`'${key}'`)]),
  ...Object.entries(namedKeys).map(([name, nameOf]): [string, (given: string) => boolean] => [name, (given) => given.includes(nameOf(''))]),
]

function keysOf(text: string, given: string): Omit<Lock, 'text'>[] {
  const [taken, isTried] = /pg_(try_)?advisory_xact_lock\(/.exec(text) ?? []
  if (!taken) return []
  const names = keyNames.filter(([, isIn]) => isIn(given)).map(([name]) => name)
  return (names.length > 0 ? names : [`a key without a name: ${given}`]).map((name) => ({ name, waits: !isTried }))
}

/** The tables of `for update` and `for no key update`: those after `of`, or all of its `from`. Shared locks of references are left out. */
function lockedRows(text: string): Omit<Lock, 'text'>[] {
  return [...text.matchAll(/\bfor (?:no key )?update\b(?: of ("?\w+"?(?:, *"?\w+"?)*))?( skip locked)?/g)].flatMap(
    ({ index, 1: of, 2: skips }) => {
      const tables = tablesBefore(text.slice(0, index))
      const named = of?.split(',').map((name) => name.trim().replaceAll('"', ''))
      return [...tables].filter(([alias]) => !named || named.includes(alias)).map(([, name]) => ({ name, waits: !skips }))
    },
  )
}

/** Tables by their alias, of the `from` whose clause ends here: what is in brackets belongs to others. */
function tablesBefore(text: string): Map<string, string> {
  let depth = 0
  let from = text.length
  let outer = ''
  while (from-- > 0 && depth >= 0) {
    if (text[from] === ')') depth++
    if (depth === 0) outer = text[from] + outer
    if (text[from] === '(') depth--
  }
  const clause = outer.slice(outer.search(/\bfrom\b/))
  return new Map(
    [
      ...clause.matchAll(
        /(?:\bfrom|\bjoin|,)\s+(?:"?\w+"?\.)?"?(\w+)"?(?:\s+(?:as\s+)?"?(?!on\b|where\b|join\b|left\b|inner\b|order\b|limit\b|for\b)(\w+)"?)?/g,
      ),
    ].map(([, table, alias]) => [alias ?? table!, table!]),
  )
}
