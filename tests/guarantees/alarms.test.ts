import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { shopJobs } from '#server/jobs.ts'
import { openOperations } from '#server/run/operations/operations.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { dashboardExpressions } from '../../scripts/dashboard-expressions.ts'

const rules = readFileSync('deploy/prometheus/teleforge.rules.yaml', 'utf8')
const table = readFileSync('docs/operations.md', 'utf8').split('## Alarms worth setting')[1]!.split('\n## ')[0]!

const alarms = Array.from(rules.matchAll(/^ {6}- alert: (\w+)\n([^]*?)^ {8}for: (\w+)/gm), ([, name, expression, wait]) => ({
  name: name!,
  expression: expression!,
  wait: wait!,
}))
const rows = Array.from(table.matchAll(/^\| `(\w+)` \|.*\| (\d+ \w+) \|.*\|$/gm), ([, name, wait]) => `${name} ${wait}`)

/** Figures that Prometheus has of itself. */
const OF_PROMETHEUS = new Set(['up', 'ALERTS'])
/** Labels that Prometheus adds to every figure; `le` is of histograms. */
const ADDED_LABELS = new Set(['instance', 'le'])

/** A figure with its labels, as in `teleforge_orders{state="paid"}`; functions stand before a bracket. */
const FIGURE = /\b(up|ALERTS|(?:teleforge|process|nodejs)_\w+)(?:\{([^}]*)\})?/g
const figuresOf = (expression: string) =>
  Array.from(expression.matchAll(FIGURE), ([, name, labels = '']) => ({
    name: name!,
    labels: Array.from(labels.matchAll(/(\w+)(=~?)"([^"]*)"/g), ([, label, sign, value]) => ({ label: label!, sign, value: value! })),
  }))

/** Lines of all figures of a shop in which each kind of work has been done once: a part of every figure with labels. */
async function figuresOfBusyShop(): Promise<string[]> {
  const shop = await openShop()
  const operations = openOperations(shop.services, { shedsLoad: true })
  for (const { name } of shopJobs(shop.services)) operations.jobs.add(name, 1, false)
  operations.requests.count({ method: 'GET', route: { url: '/x' }, status: 503, ms: 1 })
  operations.requests.count({ method: 'GET', route: { url: '/x' }, status: 404, ms: 1 })
  const app = await buildApp(shop.services, { operations })
  const { body } = await app.inject({ url: '/metrics' })
  await app.close()
  return body.split('\n')
}

test('each figure that an alarm or the dashboard names is told by the shop, with these labels', async () => {
  const lines = await figuresOfBusyShop()
  const isTold = ({ name, labels }: ReturnType<typeof figuresOf>[number]) =>
    // Garbage is collected at times that no test knows.
    OF_PROMETHEUS.has(name) || name.startsWith('nodejs_gc_duration_seconds')
      ? true
      : lines.some(
          (line) =>
            line.startsWith(`${name} `) ||
            (line.startsWith(`${name}{`) &&
              labels.every(({ label, sign, value }) => sign === '=~' || ADDED_LABELS.has(label) || line.includes(`${label}="${value}"`))),
        )
  const asked = [...alarms.map(({ name, expression }) => ({ title: name, expression })), ...dashboardExpressions()]

  const unknown = asked.flatMap(({ title, expression }) =>
    figuresOf(expression)
      .filter((figure) => !isTold(figure))
      .map(({ name }) => `${title}: ${name}`),
  )

  expect(asked.length).toBeGreaterThan(60)
  expect(asked.filter(({ expression }) => figuresOf(expression).length === 0)).toEqual([])
  expect(unknown).toEqual([])
})

test('each alarm of the operators page has its rule, and each rule its alarm, with the same time', () => {
  const minutes = (wait: string) => wait.replace(/(\d+)m$/, '$1 min').replace(/(\d+)h$/, '$1 h')

  expect(rows.length).toBeGreaterThan(15)
  expect(alarms.map(({ name, wait }) => `${name} ${minutes(wait)}`)).toEqual(rows)
})

test('each alarm is tried at its condition, and says what to do', () => {
  const tried = readFileSync('deploy/prometheus/teleforge.test.yaml', 'utf8')

  expect(alarms.filter(({ name }) => !tried.includes(`alertname="${name}"`))).toEqual([])
  expect(rules.match(/- alert: /g)).toHaveLength(alarms.length)
  expect(rules.match(/^ {10}summary: ".+\."$/gm)).toHaveLength(alarms.length)
  expect(rules.match(/severity: (?:page|ticket) }$/gm)).toHaveLength(alarms.length)
})
