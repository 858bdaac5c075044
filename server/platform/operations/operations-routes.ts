import type { FastifyInstance } from 'fastify'
import { operationsCalls, type HealthReport } from '#contract/operations.ts'
import { listAudit } from '../audit/list-audit.ts'
import { registerCall } from '../http/register-call.ts'
import type { Services } from '../../services.ts'
import { reportHealth } from './health-report.ts'

export async function operationsRoutes(app: FastifyInstance, services: Services): Promise<void> {
  let underWay: Promise<HealthReport> | undefined
  const report = () => (underWay ??= reportHealth(services).finally(() => (underWay = undefined)))

  registerCall(app, operationsCalls.health, report)
  registerCall(app, operationsCalls.audit, ({ query }) => listAudit(services.db, query))
}
