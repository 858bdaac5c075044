import Stripe from 'stripe'

export type StripeError = InstanceType<typeof Stripe.errors.StripeError>

export const isStripeError = (error: unknown): error is StripeError => error instanceof Stripe.errors.StripeError

export const codeOf = (error: unknown) => (isStripeError(error) ? error.code : undefined)

/** The key was used with other parameters; a key in use by a concurrent request is answered 409. */
export const isTaken = (error: unknown) => isStripeError(error) && error.rawType === 'idempotency_error' && error.statusCode === 400
