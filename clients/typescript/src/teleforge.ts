import { callsOf, type Calls } from './generated/calls.ts'
import { iteratorsOf, type Iterators } from './iterate.ts'
import { openSend, type ClientOptions } from './send.ts'

export type * from './generated/types.ts'
/** The names that earlier releases gave them. */
export type { ManagedPart as DeskPart, ManagedParts as DeskParts } from './generated/types.ts'
export { TeleforgeError, type ClientErrorCode } from './errors.ts'
export type { Bytes, CallOptions, ClientOptions } from './send.ts'
export { verifyWebhook, type WebhookHeaders, type WebhookMessage } from './verify-webhook.ts'

/** The calls of a shop, and iterators over its lists (`each`). A failed call throws a TeleforgeError. */
export type TeleforgeClient = Calls & { each: Iterators }

export function createClient(options: ClientOptions): TeleforgeClient {
  const calls = callsOf(openSend(options))
  return { ...calls, each: iteratorsOf(calls) }
}
