import type { FastifyInstance } from 'fastify'
import { reportCalls } from '#contract/shop/reports.ts'
import { registerCall } from '../platform/http/register-call.ts'
import type { Services } from '../services.ts'
import { findBest } from './find-best.ts'
import { findOpenWork } from './find-open-work.ts'
import { findSales } from './find-sales.ts'

export async function reportRoutes(app: FastifyInstance, { db, settings }: Services): Promise<void> {
  registerCall(app, reportCalls.openWork, () => findOpenWork(db, settings))
  registerCall(app, reportCalls.sales, ({ query }) => findSales(db, query.by, query.zone))
  registerCall(app, reportCalls.best, () => findBest(db))
}
