import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callApi } from '#app/api.ts'
import { sandboxCalls, type SandboxIntent } from '#contract/sandbox.ts'
import { sandboxProcessor } from './sandbox-card.ts'

vi.mock('#app/api.ts', () => ({ callApi: vi.fn() }))

const secret = 'pi_abc_secret_xyz'
const standing = (status: SandboxIntent['status'], message?: string): SandboxIntent => ({
  id: 'pi_abc',
  status,
  ...(message && { error: { code: 'code', message } }),
})

/** The sandbox's answers in the order in which they are given. */
function answers(...intents: SandboxIntent[]) {
  for (const intent of intents) vi.mocked(callApi).mockResolvedValueOnce(intent)
}

const neverAsked = async (): Promise<never> => expect.unreachable()

beforeEach(() => vi.useFakeTimers())

afterEach(() => {
  vi.useRealTimers()
  vi.mocked(callApi).mockReset()
})

test('a good card pays at once', async () => {
  answers(standing('succeeded'))

  const answer = await sandboxProcessor(neverAsked).confirmCardPayment(secret, 'pm_1')

  expect(answer).toEqual({ paymentIntent: { id: 'pi_abc', status: 'succeeded' } })
  expect(callApi).toHaveBeenCalledWith(sandboxCalls.confirm, {
    params: { id: 'pi_abc' },
    body: { clientSecret: secret, paymentMethod: 'pm_1' },
  })
})

test.each(['complete', 'fail'] as const)("the bank's second step hears that the customer chose to %s", async (outcome) => {
  answers(standing('requires_action'), standing('succeeded'))

  await sandboxProcessor(async () => outcome).confirmCardPayment(secret, 'pm_1')

  expect(callApi).toHaveBeenLastCalledWith(sandboxCalls.act, {
    params: { id: 'pi_abc' },
    body: { clientSecret: secret, outcome },
  })
})

test("a declined card is refused in the processor's words", async () => {
  answers(standing('requires_payment_method', 'Your card was declined.'))

  const answer = await sandboxProcessor(neverAsked).confirmCardPayment(secret, 'pm_1')

  expect(answer).toEqual({ error: { message: 'Your card was declined.' } })
})

test('a payment that takes its time is looked at until it is decided', async () => {
  answers(standing('processing'), standing('processing'), standing('succeeded'))

  const answer = sandboxProcessor(neverAsked).confirmCardPayment(secret, 'pm_1')
  await vi.runAllTimersAsync()

  expect(await answer).toEqual({ paymentIntent: { id: 'pi_abc', status: 'succeeded' } })
})

test('after a minute the payment is left as processing', async () => {
  vi.mocked(callApi).mockResolvedValue(standing('processing'))

  const answer = sandboxProcessor(neverAsked).confirmCardPayment(secret, 'pm_1')
  await vi.advanceTimersByTimeAsync(61_000)

  expect(await answer).toEqual({ paymentIntent: { id: 'pi_abc', status: 'processing' } })
})
