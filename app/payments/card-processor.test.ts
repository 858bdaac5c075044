import { expect, test } from 'vitest'
import { payByCard, type CardProcessor } from './card-processor.ts'

const attempt = {
  clientSecret: 'pi_1_secret_2',
  card: async () => ({ id: 'pm_1', card: { brand: 'visa' } }),
  billing: { name: 'Ann', email: 'ann@example.com' },
}

const processorWith = (answers: Partial<CardProcessor>): CardProcessor => ({
  retrievePayment: async () => ({ id: 'pi_1', status: 'requires_payment_method' }),
  confirmCardPayment: async () => ({ paymentIntent: { id: 'pi_1', status: 'succeeded' } }),
  ...answers,
})

const neverCalled = async (): Promise<never> => expect.unreachable()

test('a good card pays and tells its brand', async () => {
  const outcome = await payByCard(processorWith({}), attempt)

  expect(outcome).toEqual({ kind: 'paid', transactionId: 'pi_1', brand: 'visa' })
})

test("the processor's own words tell why a card is refused", async () => {
  const refusal = { error: { message: 'Your card number is invalid.' } }

  const outcome = await payByCard(processorWith({ confirmCardPayment: neverCalled }), {
    ...attempt,
    card: async () => refusal,
  })

  expect(outcome).toEqual({ kind: 'refused', message: 'Your card number is invalid.' })
})

test('a declined payment is refused', async () => {
  const refusal = { error: { message: 'Your card was declined.' } }

  const outcome = await payByCard(processorWith({ confirmCardPayment: async () => refusal }), attempt)

  expect(outcome).toEqual({ kind: 'refused', message: 'Your card was declined.' })
})

test('a payment that went through before is not made again', async () => {
  const processor = processorWith({
    retrievePayment: async () => ({ id: 'pi_1', status: 'succeeded' }),
    confirmCardPayment: neverCalled,
  })

  expect(await payByCard(processor, { ...attempt, card: neverCalled })).toEqual({ kind: 'paid', transactionId: 'pi_1', brand: undefined })
})

test('a payment that the bank is still looking at is neither paid nor made again', async () => {
  const processor = processorWith({
    retrievePayment: async () => ({ id: 'pi_1', status: 'processing' }),
    confirmCardPayment: neverCalled,
  })

  expect(await payByCard(processor, attempt)).toEqual({ kind: 'pending' })
})
