import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { strictObject, text } from '../basics/fields.ts'

/**
 * The sandbox card processor's own calls from the browser, in trial mode only. They replace the processor's card field:
 * the shop learns of a payment only by querying the processor or by its webhook. An intent's client secret authorises
 * its use, as with the real processor.
 */

/** An error of a card or payment, in the processor's words, shown unchanged. */
export const CardError = Type.Object({
  code: Type.String({ examples: ['card_declined'] }),
  message: Type.String({ examples: ['Your card was declined.'] }),
})
export type CardError = Static<typeof CardError>

/** A card as typed. Spaces in the number are ignored; errors are in the answer's `error`. */
export const CardEntry = strictObject({
  number: text(40),
  expMonth: Type.Integer({ minimum: 0, maximum: 99 }),
  expYear: Type.Integer({ minimum: 0, maximum: 9_999, description: 'Four digits, or the last two' }),
  cvc: text(10),
  billing: strictObject({ name: text(200), email: text(254) }),
})
export type CardEntry = Static<typeof CardEntry>

/** A card that the processor accepted for paying; `id` begins with `pm_`. */
const SandboxPaymentMethod = Type.Object({
  id: Type.String(),
  card: Type.Object({ brand: Type.String({ examples: ['visa'] }), last4: Type.String() }),
})

/** A refused card answers 200 with `error`: the call worked, the card did not. */
export const PaymentMethodAnswer = Type.Union([SandboxPaymentMethod, Type.Object({ error: CardError })])
export type PaymentMethodAnswer = Static<typeof PaymentMethodAnswer>

/**
 * State of a payment. `requires_action` requests the second step, `processing` a new query in a second; with
 * `requires_payment_method` and an `error` another card can be tried.
 */
export const SandboxIntent = Type.Object({
  id: Type.String(),
  status: Type.Enum(['requires_payment_method', 'requires_action', 'processing', 'succeeded', 'canceled']),
  error: Type.Optional(CardError),
})
export type SandboxIntent = Static<typeof SandboxIntent>

const SECRET_SEPARATOR = '_secret_'

/** An intent's id is the part of its client secret before `_secret_`. */
export const intentIdOf = (clientSecret: string) => clientSecret.split(SECRET_SEPARATOR)[0] ?? ''

/** A client secret of an intent: its id and a random part. */
export const clientSecretOf = (intentId: string, random: string) => `${intentId}${SECRET_SEPARATOR}${random}`

const IntentParams = Type.Object({ id: Type.String({ pattern: '^pi_[A-Za-z0-9]{24}$', examples: ['pi_3Qx9bT1fKc7Lm2Ns5Vd8Wz4y'] }) })
const ClientSecret = text(200, { minLength: 1 })

export const sandboxCalls = defineCalls('Sandbox', 'sandbox', {
  createPaymentMethod: {
    method: 'POST',
    path: '/sandbox/payment-methods',
    policy: 'public',
    summary: 'Hand a card to the sandbox processor; trial mode only, test cards only',
    body: CardEntry,
    response: PaymentMethodAnswer,
  },
  confirm: {
    method: 'POST',
    path: '/sandbox/payment-intents/:id/confirm',
    policy: 'public',
    summary: 'Pay with a card that was handed over before',
    params: IntentParams,
    body: strictObject({ clientSecret: ClientSecret, paymentMethod: text(100, { minLength: 1 }) }),
    response: SandboxIntent,
  },
  act: {
    method: 'POST',
    path: '/sandbox/payment-intents/:id/action',
    policy: 'public',
    summary: "Pass or fail the second step that the card's bank asks for",
    params: IntentParams,
    body: strictObject({ clientSecret: ClientSecret, outcome: Type.Enum(['complete', 'fail']) }),
    response: SandboxIntent,
  },
  intent: {
    method: 'GET',
    path: '/sandbox/payment-intents/:id',
    policy: 'public',
    summary: 'How a payment stands',
    params: IntentParams,
    query: Type.Object({ clientSecret: ClientSecret }),
    response: SandboxIntent,
  },
})
