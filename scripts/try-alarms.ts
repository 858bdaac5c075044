import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dashboardExpressions } from './dashboard-expressions.ts'

/*
 * `npm run try:alarms` tries the alarms of deploy/prometheus at their conditions and just below them, and has the expressions of the
 * dashboard read, both by Prometheus's own `promtool`. `npm run try:alarms -- http://127.0.0.1:9090` asks a running Prometheus for each
 * expression of the dashboard and names those without an answer.
 */

const RULES = join(import.meta.dirname, '../deploy/prometheus')

function promtool(...args: string[]): void {
  const { error, status } = spawnSync('promtool', args, { stdio: 'inherit' })
  if (error) throw new Error('promtool is missing. On Debian, as root: apt-get install -y --no-install-recommends prometheus')
  if (status !== 0) throw new Error(`promtool ${args[0]} ${args[1]} found what is said above.`)
}

/** promtool reads expressions in rules only. YAML reads JSON. */
function checkDashboard(): void {
  const folder = mkdtempSync(join(tmpdir(), 'teleforge-dashboard-'))
  const rules = dashboardExpressions().map(({ expression }, index) => ({ record: `panel_${index}`, expr: expression }))
  try {
    writeFileSync(join(folder, 'panels.yaml'), JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
    promtool('check', 'rules', join(folder, 'panels.yaml'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

type Answer = { status: string; error?: string; data?: { result: unknown[] } }

async function askPrometheus(address: string): Promise<void> {
  for (const { title, expression } of dashboardExpressions()) {
    const answer = await fetch(new URL(`/api/v1/query?query=${encodeURIComponent(expression)}`, address))
    const { error, data } = (await answer.json()) as Answer
    const said = error ?? `${data?.result.length} series`
    console.log(`${data?.result.length ? '      ' : 'EMPTY '} ${said.padEnd(10)} ${title}: ${expression}`)
  }
}

try {
  const [address] = process.argv.slice(2)
  if (address) {
    await askPrometheus(address)
  } else {
    promtool('check', 'rules', join(RULES, 'teleforge.rules.yaml'))
    promtool('test', 'rules', join(RULES, 'teleforge.test.yaml'))
    checkDashboard()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
