import type { FastifyInstance } from 'fastify'
import { taxCalls } from '#contract/payments/taxes.ts'
import { registerCall } from '../platform/http/register-call.ts'
import type { Services } from '../services.ts'
import { findBilling, saveBilling } from './billing.ts'
import { findUnverifiedOrders } from './find-unverified-orders.ts'
import { previewTax } from './preview-tax.ts'
import { addTaxRate, findTaxTable, removeTaxRate } from './tax-table.ts'

export async function taxRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { db } = services
  registerCall(app, taxCalls.rates, () => findTaxTable(services))
  registerCall(app, taxCalls.addRate, async ({ body, caller }) => ({ rate: await addTaxRate(db, caller, body) }))
  registerCall(app, taxCalls.removeRate, async ({ params, caller }) => ({ deletedCount: await removeTaxRate(db, caller, params.id) }))
  registerCall(app, taxCalls.unverified, () => findUnverifiedOrders(db))
  registerCall(app, taxCalls.preview, ({ body, caller }) => previewTax(services, caller.userId, body.amounts))
  registerCall(app, taxCalls.billing, ({ caller }) => findBilling(db, caller.userId))
  registerCall(app, taxCalls.saveBilling, ({ body, caller }) => saveBilling(services, caller, body))
}
