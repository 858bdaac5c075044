import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sandboxCalls, type SandboxIntent } from '#contract/payments/sandbox.ts'
import { sandboxProcessor } from './sandbox-card.ts'

const secret = 'pi_abc_secret_xyz'
const standing = (status: SandboxIntent['status'], message?: string): SandboxIntent => ({
  id: 'pi_abc',
  status,
  ...(message && { error: { code: 'code', message } }),
})

type Asked = { address: string; body: unknown }

let asked: Asked[]
/** The sandbox's answers in the order in which they are given; the last one again and again. */
let answers: SandboxIntent[]

const neverAsked = async (): Promise<never> => expect.unreachable()

beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit) => {
    asked.push({ address, body: body && JSON.parse(body as string) })
    return Response.json(answers.length > 1 ? answers.shift() : answers[0])
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const addressOf = ({ path }: { path: string }) => `/api${path.replace(':id', 'pi_abc')}`

test('a good card pays at once', async () => {
  answers = [standing('succeeded')]

  const answer = await sandboxProcessor(neverAsked).confirmCardPayment(secret, 'pm_1')

  expect(answer).toEqual({ paymentIntent: { id: 'pi_abc', status: 'succeeded' } })
  expect(asked).toEqual([{ address: addressOf(sandboxCalls.confirm), body: { clientSecret: secret, paymentMethod: 'pm_1' } }])
})

test.each(['complete', 'fail'] as const)("the bank's second step hears that the customer chose to %s", async (outcome) => {
  answers = [standing('requires_action'), standing('succeeded')]

  await sandboxProcessor(async () => outcome).confirmCardPayment(secret, 'pm_1')

  expect(asked.at(-1)).toEqual({ address: addressOf(sandboxCalls.act), body: { clientSecret: secret, outcome } })
})

test("a declined card is refused in the processor's words", async () => {
  answers = [standing('requires_payment_method', 'Your card was declined.')]

  const answer = await sandboxProcessor(neverAsked).confirmCardPayment(secret, 'pm_1')

  expect(answer).toEqual({ error: { message: 'Your card was declined.' } })
})

test('a payment that takes its time is looked at until it is decided', async () => {
  answers = [standing('processing'), standing('processing'), standing('succeeded')]

  const answer = sandboxProcessor(neverAsked).confirmCardPayment(secret, 'pm_1')
  await vi.runAllTimersAsync()

  expect(await answer).toEqual({ paymentIntent: { id: 'pi_abc', status: 'succeeded' } })
})

test('after a minute the payment is left as processing', async () => {
  answers = [standing('processing')]

  const answer = sandboxProcessor(neverAsked).confirmCardPayment(secret, 'pm_1')
  await vi.advanceTimersByTimeAsync(61_000)

  expect(await answer).toEqual({ paymentIntent: { id: 'pi_abc', status: 'processing' } })
})
