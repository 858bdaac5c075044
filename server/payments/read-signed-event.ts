import { ShopError } from '../errors.ts'
import type { ProviderEvent } from './provider.ts'
import { isSignedWebhook } from './webhook-signature.ts'

/** Most characters of an id or a type in a message: Stripe's own limit, far below what an index of PostgreSQL takes. */
export const LONGEST_NAME = 255

/**
 * The event in a webhook message; undefined when none of the secrets signed it within the last five minutes.
 * @param toEvent finds the event in what the message says; undefined when there is none.
 * @throws ShopError MALFORMED_BODY when the message is signed and still none that the shop could keep.
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

/** PostgreSQL keeps neither NUL nor halves of characters: the only ones that JSON is written with such escapes for. */
const canBeKept = (event: ProviderEvent) => !/\\u(?:0000|d[89a-f])/.test(JSON.stringify(event).replaceAll('\\\\', ''))
