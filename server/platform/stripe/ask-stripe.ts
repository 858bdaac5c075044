import Stripe from 'stripe'
import { timeLeft } from '../limits/one-deadline.ts'
import { ProviderUnavailable } from '../../errors.ts'

/** Timeout of one request with its retry, or of two requests where both are needed. */
const QUESTION_LIMIT_MS = 9_500

/** Stripe refused a request: an error in the code, the key or the account, which a retry does not solve. */
export class StripeRefusal extends Error {}

/**
 * Sends a request to Stripe and separates temporary failures (connection, timeout, rate limit, server error) from permanent
 * ones. The library's errors are not passed on, because they contain the whole answer, including client secrets.
 * @throws ProviderUnavailable, `stored` when Stripe repeats the answer it keeps for this idempotency key.
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

/** Stripe keeps the answer to an idempotency key for a day, including errors, and marks a replay. */
export const isReplayed = ({ headers }: { headers?: Record<string, string> }) => headers?.['idempotent-replayed'] === 'true'

/** No answer, no valid JSON, too many requests, the same key in a concurrent request, or a server error. */
function mayPass({ statusCode }: { statusCode?: number }): boolean {
  return statusCode === undefined || statusCode === 409 || statusCode === 429 || statusCode >= 500
}

/** Enough to find the request in Stripe's dashboard. The message about a refused key is left out: it quotes the key's end. */
function describe(error: InstanceType<typeof Stripe.errors.StripeError>): StripeRefusal {
  const { type, code, param, statusCode, requestId } = error
  const facts = Object.entries({ code, param, status: statusCode, request: requestId })
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${name} ${value}`)
  const said = statusCode === 401 ? 'the secret key is not accepted' : error.message
  return new StripeRefusal(`${type} (${facts.join(', ')}): ${said}`)
}
