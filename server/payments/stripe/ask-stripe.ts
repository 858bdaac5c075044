import Stripe from 'stripe'
import { timeLeft } from '../one-deadline.ts'
import { ProviderUnavailable } from '../provider.ts'

/** Longest that one question may take, with its repetition and, where there are two, both requests. */
const QUESTION_LIMIT_MS = 9_500

/** Stripe refused a request of ours: a mistake in the code, the key or the account, which waiting does not cure. */
export class StripeRefusal extends Error {}

/**
 * Asks Stripe, and tells what can be answered later (connection, time, load, a fault of Stripe's own) from what cannot.
 * Nothing of the library's own errors goes on into a log: they carry the whole answer, client secrets included.
 * @throws ProviderUnavailable, `stored` when Stripe repeats an answer that it keeps for this idempotency key.
 * @throws StripeRefusal
 */
export async function askStripe<T>(question: () => Promise<T>): Promise<T> {
  const deadline = Promise.withResolvers<never>()
  const tooLong = () => deadline.reject(new ProviderUnavailable(new Error('Stripe took too long')))
  const timer = setTimeout(tooLong, timeLeft(QUESTION_LIMIT_MS))
  try {
    return await Promise.race([question(), deadline.promise])
  } catch (error) {
    throw translate(error)
  } finally {
    clearTimeout(timer)
  }
}

function translate(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error
  if (isReplayed(error)) return new ProviderUnavailable(describe(error), { stored: true })
  return mayPass(error) ? new ProviderUnavailable(describe(error)) : describe(error)
}

/** Stripe keeps what it answered to an idempotency key for a day, faults included, and marks the repetition. */
export const isReplayed = ({ headers }: { headers?: Record<string, string> }) =>
  headers?.['idempotent-replayed'] === 'true'

/** No answer, one that is no JSON, too many requests, the same key in another request right now, or Stripe's fault. */
function mayPass({ statusCode }: { statusCode?: number }): boolean {
  return statusCode === undefined || statusCode === 409 || statusCode === 429 || statusCode >= 500
}

/** What helps to find the request in Stripe's dashboard. A refused key is left out: Stripe quotes the end of it. */
function describe(error: InstanceType<typeof Stripe.errors.StripeError>): StripeRefusal {
  const { type, code, param, statusCode, requestId } = error
  const facts = Object.entries({ code, param, status: statusCode, request: requestId })
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${name} ${value}`)
  const said = statusCode === 401 ? 'the secret key is not accepted' : error.message
  return new StripeRefusal(`${type} (${facts.join(', ')}): ${said}`)
}
