import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Panel = { title: string; targets?: { expr: string }[] }
type Dashboard = {
  panels: Panel[]
  annotations: { list: { name: string; expr: string }[] }
  templating: { list: { name: string; query: string | { query: string } }[] }
}

const DASHBOARD = join(import.meta.dirname, '../deploy/grafana/teleforge.json')

/** What Grafana asks Prometheus for, with the title of its panel; the dashboard's variables stand for every shop and five minutes. */
export function dashboardExpressions(): { title: string; expression: string }[] {
  const { panels, annotations } = JSON.parse(readFileSync(DASHBOARD, 'utf8')) as Dashboard
  const ofPanels = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })))
  const ofAnnotations = annotations.list.map(({ name: title, expr }) => ({ title, expr }))
  return [...ofPanels, ...ofAnnotations].map(({ title, expr }) => ({
    title,
    expression: expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*'),
  }))
}
