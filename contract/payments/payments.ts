import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { Id, strictObject } from '../basics/fields.ts'

/** Configuration of the payment screen's card field, and the sums that can be ordered. */
export const PaymentSetup = Type.Object({
  provider: Type.Enum(['sandbox', 'stripe']),
  publishableKey: Type.String({ description: 'Empty for the sandbox' }),
  leastAtOnce: Type.Optional(
    Type.Number({ description: 'Dollars with tax that an order, or orders that are paid together, must come to' }),
  ),
  mostAtOnce: Type.Optional(
    Type.Number({ description: 'Dollars with tax that they can come to; absent where bank transfers take any sum' }),
  ),
  mostByCard: Type.Optional(
    Type.Number({ description: 'Dollars that one card payment can take, where more can be paid by bank transfer; absent where it cannot' }),
  ),
})
export type PaymentSetup = Static<typeof PaymentSetup>

/**
 * Whether a path of the storefront is the payment page. Only documents loaded there allow the card processor's scripts
 * and frames, so browser and server must agree.
 */
export const isPaymentPage = (path: string) => /^\/dashboard\/payment\//i.test(path)

export const paymentCalls = defineCalls('Payments', 'payments', {
  setup: {
    method: 'GET',
    path: '/payment-setup',
    policy: 'public',
    summary: 'Which card processor takes the payments',
    response: PaymentSetup,
  },
  createIntent: {
    method: 'POST',
    path: '/create-payment-intent',
    policy: 'session',
    summary: 'Open the payment of an order; asking again answers with the same secret',
    body: strictObject({ totalPrice: Type.Number({ minimum: 0, maximum: 1e13 }), orderId: Type.Optional(Id) }),
    response: Type.Object({ clientSecret: Type.String() }),
  },
  webhook: {
    method: 'POST',
    path: '/payment-webhook',
    policy: 'webhook',
    summary: "The payment provider's signed messages",
    response: Type.Object({ received: Type.Boolean() }),
  },
})
