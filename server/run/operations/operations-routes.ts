import type { FastifyInstance } from 'fastify'
import { operationsCalls, type HealthReport } from '#contract/shop/operations.ts'
import { listAudit } from '../../platform/audit/list-audit.ts'
import { writeAuditFile } from '../../platform/audit/write-audit-file.ts'
import { sendFile } from '../../platform/documents/send-file.ts'
import { readCall, registerCall, routeOf } from '../../platform/http/register-call.ts'
import type { Services } from '../../services.ts'
import { reportHealth } from './health-report.ts'

/** Memory in bytes of the audit file while it is written and sent. */
const SENDING_BYTES = 1024 * 1024

export async function operationsRoutes(app: FastifyInstance, services: Services): Promise<void> {
  let underWay: Promise<HealthReport> | undefined
  const report = () => (underWay ??= reportHealth(services).finally(() => (underWay = undefined)))

  registerCall(app, operationsCalls.health, report)
  registerCall(app, operationsCalls.audit, ({ query }) => listAudit(services.db, query))
  const file = routeOf(operationsCalls.auditFile)
  app.route({
    ...file,
    config: { ...file.config, streamed: true },
    handler: (request, reply) => {
      const { query } = readCall<typeof operationsCalls.auditFile>(request, reply)
      app.holdBytes(request, reply, SENDING_BYTES)
      return sendFile(reply, writeAuditFile(services.db, query), { name: 'audit-log.csv', format: 'csv' })
    },
  })
}
