import { expect, test } from 'vitest'
import type { PaymentIntentResult, PaymentMethodResult, Stripe, StripeElements, StripeError } from '@stripe/stripe-js'
import { NetworkError } from '#app/api/api-error.ts'
import { acceptStripeCard, stripeProcessor } from './stripe-processor.ts'

type Refused = { type: StripeError['type']; message?: string; payment_intent?: { id: string; status: string } }

/** Stripe's library, answering each question with what the test gives it. */
const libraryWith = (answer: { paymentIntent: { id: string; status: string } } | { error: Refused }) => {
  const answers = async () => answer as unknown as PaymentIntentResult
  return { confirmPayment: answers, retrievePaymentIntent: answers } as unknown as Stripe
}

const confirm = (answer: Parameters<typeof libraryWith>[0]) =>
  stripeProcessor(libraryWith(answer)).confirmCardPayment('pi_1_secret_2', 'pm_1')

test('a payment that goes through answers with its id', async () => {
  expect(await confirm({ paymentIntent: { id: 'pi_1', status: 'succeeded' } })).toEqual({
    paymentIntent: { id: 'pi_1', status: 'succeeded' },
  })
})

test("a declined card is refused in Stripe's words, and in the shop's when Stripe has none", async () => {
  expect(await confirm({ error: { type: 'card_error', message: 'Your card was declined.' } })).toEqual({
    error: { message: 'Your card was declined.' },
  })
  expect(await confirm({ error: { type: 'card_error' } })).toEqual({ error: { message: 'The payment is not completed.' } })
})

test.each(['succeeded', 'processing'])('what another tab has paid already is no refusal: %s', async (status) => {
  const error: Refused = { type: 'invalid_request_error', message: 'Unexpected state', payment_intent: { id: 'pi_1', status } }

  expect(await confirm({ error })).toEqual({ paymentIntent: { id: 'pi_1', status } })
})

test.each(['api_connection_error', 'api_error', 'rate_limit_error'] as const)(
  'an %s decides nothing, so that nobody is told that the card was refused',
  async (type) => {
    const library = libraryWith({ error: { type, message: 'Try again.' } })

    await expect(confirm({ error: { type } })).rejects.toThrow(NetworkError)
    await expect(stripeProcessor(library).retrievePayment('pi_1_secret_2')).rejects.toThrow(NetworkError)
  },
)

/** Stripe's field with a card in it, or with what is wrong with the entry. */
const fieldWith = (error?: { type: 'validation_error'; message: string }) =>
  ({ submit: async () => (error ? { error } : { selectedPaymentMethod: 'card' }) }) as unknown as StripeElements

const ann = { name: 'Ann', email: 'ann@example.com' }

test('name and email go to Stripe as billing details, and the brand comes back', async () => {
  const asked: unknown[] = []
  const elements = fieldWith()
  const createPaymentMethod = async (details: unknown) => {
    asked.push(details)
    return { paymentMethod: { id: 'pm_1', card: { brand: 'visa' } } } as PaymentMethodResult
  }

  const method = await acceptStripeCard({ createPaymentMethod } as unknown as Stripe, elements, ann)

  expect(method).toEqual({ id: 'pm_1', card: { brand: 'visa' } })
  expect(asked).toEqual([{ elements, params: { billing_details: ann } }])
})

test('an entry that is not complete goes nowhere, and what is wrong with it is told', async () => {
  const incomplete = fieldWith({ type: 'validation_error', message: 'Your card number is incomplete.' })

  const method = await acceptStripeCard({} as Stripe, incomplete, ann)

  expect(method).toEqual({ error: { message: 'Your card number is incomplete.' } })
})
