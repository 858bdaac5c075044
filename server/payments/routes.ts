import type { FastifyInstance } from 'fastify'
import { centsToDollars } from '#contract/basics/money.ts'
import { orderCardCalls } from '#contract/orders/order-card.ts'
import { paymentCalls } from '#contract/payments/payments.ts'
import { registerCall } from '../platform/http/register-call.ts'
import { applySettings } from '../shop-settings/apply-settings.ts'
import type { Services } from '../services.ts'
import { findPaidCard } from './find-paid-card.ts'
import { openPayment } from './open-payment.ts'
import { bankAccountOf } from '../platform/settings/bank-account.ts'

export async function paymentRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { provider, publishableKey } = services.payments

  registerCall(app, paymentCalls.setup, async () => {
    await applySettings(services)
    const most = centsToDollars(services.payments.maximumCents)
    return {
      provider,
      publishableKey,
      leastAtOnce: centsToDollars(services.payments.minimumCents),
      ...(bankAccountOf(services.settings) ? { mostByCard: most } : { mostAtOnce: most }),
    }
  })
  registerCall(app, paymentCalls.createIntent, async ({ body, caller }) => {
    await services.identity.countAttempt('payment', caller.userId)
    return openPayment(services, caller, body)
  })
  registerCall(app, orderCardCalls.ofOrder, async ({ params, caller }) => ({ card: await findPaidCard(services, caller, params.id) }))
}
