import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { buildApp } from '#server/app.ts'
import { shopJobs } from '#server/jobs.ts'
import { MANIFEST } from '#server/run/backup/backup-files.ts'
import { backupName } from '#server/run/backup/list-backups.ts'
import { scheduleBackups } from '#server/run/backup/schedule-backups.ts'
import { openOperations } from '#server/run/operations/operations.ts'
import { afterTheFile } from '#tests/support/runner/after-the-file.ts'
import { HANG_LIMIT_MS } from '#tests/support/runner/hang-limit.ts'
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

/** As in `teleforge_orders{state="paid"}`; functions stand before a bracket. */
const FIGURE = /\b(up|ALERTS|(?:teleforge|process|nodejs)_\w+)(?:\{([^}]*)\})?/g
/** Figures with their labels, one for each alternative, as in `{job=~"backup|base copy"}`. */
const figuresOf = (expression: string) =>
  Array.from(expression.matchAll(FIGURE)).flatMap(([, name, labels = '']) =>
    Array.from(labels.matchAll(/(\w+)(=~?)"([^"]*)"/g))
      .map(([, label, sign, value]) => (sign === '=~' ? value!.split('|') : [value!]).map((one) => ({ label: label!, value: one })))
      .reduce<{ label: string; value: string }[][]>((all, values) => all.flatMap((some) => values.map((one) => [...some, one])), [[]])
      .map((chosen) => ({ name: name!, labels: chosen })),
  )

/** Lines of all figures of a shop in which each kind of work has been done once: a part of every figure with labels. */
async function figuresOfBusyShop(): Promise<string[]> {
  const archive = await archiveWithCopies()
  const shop = await openShop({ env: { BACKUP_HOURS: '1', BACKUP_DIR: archive, WAL_ARCHIVE_DIR: archive } })
  const operations = openOperations(shop.services, { shedsLoad: true })
  for (const { name } of shopJobs(shop.services)) operations.jobs.add(name, 1, false)
  const given = operations.jobs.each().length
  const backups = scheduleBackups(shop.services, operations.jobs)
  await vi.waitUntil(() => operations.jobs.each().length === given + 2, { timeout: HANG_LIMIT_MS })
  await backups.stop()
  operations.requests.count({ method: 'GET', route: { url: '/x' }, status: 503, ms: 1 })
  operations.requests.count({ method: 'GET', route: { url: '/x' }, status: 404, ms: 1 })
  const app = await buildApp(shop.services, { operations })
  const { body } = await app.inject({ url: '/metrics' })
  await app.close()
  return body.split('\n')
}

/** A new backup and a new copy of the database, so that none is to be made. */
async function archiveWithCopies(): Promise<string> {
  const archive = await mkdtemp(join(tmpdir(), 'teleforge-archive-'))
  afterTheFile(() => rm(archive, { recursive: true }))
  for (const folder of [archive, join(archive, 'copies')]) {
    const copy = join(folder, backupName(new Date()))
    await mkdir(copy, { recursive: true })
    await writeFile(join(copy, MANIFEST), '{}')
  }
  return archive
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
              labels.every(({ label, value }) => ADDED_LABELS.has(label) || line.includes(`${label}="${value}"`))),
        )
  const asked = [...alarms.map(({ name, expression }) => ({ title: name, expression })), ...dashboardExpressions()]

  const unknown = asked.flatMap(({ title, expression }) =>
    figuresOf(expression)
      .filter((figure) => !isTold(figure))
      .map(({ name, labels }) => [`${title}: ${name}`, ...labels.map(({ value }) => value)].join(' ')),
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
