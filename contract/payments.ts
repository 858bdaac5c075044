import Type, { type Static } from 'typebox'
import { defineCall } from './call.ts'
import { Id } from './fields.ts'

/** Configuration of the payment screen's card field. */
export const PaymentSetup = Type.Object({
  provider: Type.Enum(['sandbox', 'stripe']),
  publishableKey: Type.String({ description: 'Empty for the sandbox' }),
})
export type PaymentSetup = Static<typeof PaymentSetup>

/**
 * Whether a path of the storefront is the payment page. Only documents loaded there allow the card processor's scripts
 * and frames, so browser and server must agree.
 */
export const isPaymentPage = (path: string) => /^\/dashboard\/payment\//i.test(path)

const tag = 'Payments'

export const paymentCalls = {
  setup: defineCall({
    method: 'GET',
    path: '/payment-setup',
    policy: 'public',
    tag,
    summary: 'Which card processor takes the payments',
    response: PaymentSetup,
  }),
  createIntent: defineCall({
    method: 'POST',
    path: '/create-payment-intent',
    policy: 'session',
    tag,
    summary: 'Open the payment of an order; asking again answers with the same secret',
    body: Type.Object(
      { totalPrice: Type.Number({ minimum: 0, maximum: 1e13 }), orderId: Type.Optional(Id) },
      { additionalProperties: false },
    ),
    response: Type.Object({ clientSecret: Type.String() }),
  }),
  webhook: defineCall({
    method: 'POST',
    path: '/payment-webhook',
    policy: 'webhook',
    tag,
    summary: "The payment provider's signed messages",
    response: Type.Object({ received: Type.Boolean() }),
  }),
}
