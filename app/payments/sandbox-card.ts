import { callApi } from '#app/api/api.ts'
import { messages } from '#contract/basics/messages.ts'
import { intentIdOf, sandboxCalls, type SandboxIntent } from '#contract/payments/sandbox.ts'
import type { Billing, CardDetails, CardProcessor, PaymentMethod, Refusal } from './card-processor.ts'

/** The customer's answer to the bank's second step. */
export type SecondStepOutcome = 'complete' | 'fail'

const POLL_EVERY_MS = 1_000
/** After a minute the page stops waiting; the processor's webhook notifies the shop. */
const POLL_TIMES = 60

const pause = (delayMs: number) => new Promise<void>((resolve) => setTimeout(resolve, delayMs))

/** Sends a card to the sandbox processor. */
export const acceptSandboxCard = (card: CardDetails, billing: Billing): Promise<PaymentMethod | Refusal> =>
  callApi(sandboxCalls.createPaymentMethod, { body: { ...card, billing } })

/** The sandbox processor. `askCustomer` shows the second step and resolves with the customer's decision. */
export function sandboxProcessor(askCustomer: () => Promise<SecondStepOutcome>): CardProcessor {
  const retrieve = (clientSecret: string) =>
    callApi(sandboxCalls.intent, { params: { id: intentIdOf(clientSecret) }, query: { clientSecret } })

  const decided = async (clientSecret: string, intent: SandboxIntent): Promise<SandboxIntent> => {
    let current = intent
    for (let times = 0; current.status === 'processing' && times < POLL_TIMES; times += 1) {
      await pause(POLL_EVERY_MS)
      current = await retrieve(clientSecret)
    }
    return current
  }

  return {
    async confirmCardPayment(clientSecret, paymentMethod) {
      const params = { id: intentIdOf(clientSecret) }
      const confirmed = await callApi(sandboxCalls.confirm, { params, body: { clientSecret, paymentMethod } })
      const stepped =
        confirmed.status === 'requires_action'
          ? await callApi(sandboxCalls.act, { params, body: { clientSecret, outcome: await askCustomer() } })
          : confirmed
      const { id, status, error } = await decided(clientSecret, stepped)
      if (status === 'succeeded' || status === 'processing') return { paymentIntent: { id, status } }
      return { error: { message: error?.message ?? messages.paymentNotCompleted } }
    },

    async retrievePayment(clientSecret) {
      const { id, status } = await retrieve(clientSecret)
      return { id, status }
    },
  }
}
