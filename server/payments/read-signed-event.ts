import { ShopError } from '../errors.ts'
import type { ProviderEvent } from './provider.ts'
import { isSignedWebhook } from './webhook-signature.ts'

/** Maximum length of an id or a type: Stripe's own limit, far below the limit of an index of PostgreSQL. */
export const LONGEST_NAME = 255

/**
 * The event in a webhook message; undefined when no secret signed it within the last five minutes.
 * @param toEvent finds the event in the parsed body; undefined when there is none.
 * @throws ShopError MALFORMED_BODY when the message is signed but cannot be stored.
 */
export function readSignedEvent(
  body: Buffer,
  signature: string | undefined,
  secrets: readonly string[],
  toEvent: (payload: unknown) => ProviderEvent | undefined,
): ProviderEvent | undefined {
  if (!isSignedWebhook(body, signature, secrets)) return undefined
  const event = toEvent(parseJson(body))
  if (!event || !canBeKept(event)) throw new ShopError('MALFORMED_BODY')
  return event
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (error) {
    throw error instanceof SyntaxError ? new ShopError('MALFORMED_BODY') : error
  }
}

/** PostgreSQL stores neither NUL nor lone surrogates; JSON uses these escapes only for them. */
const canBeKept = (event: ProviderEvent) => !/\\u(?:0000|d[89a-f])/.test(JSON.stringify(event).replaceAll('\\\\', ''))
