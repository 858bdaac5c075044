import { TeleforgeError } from './errors.ts'

type OrderName = { _id: string; number: string }
type OrderFacts = { _id: string; number: string; state: string; refundedTotal: number }

/** An event of the shop. `data` says which object, and its state at that moment; amounts are in US dollars. New types may be added. */
export type WebhookMessage = {
  /** The `webhook-id`. A message that comes twice has the same. */
  id: string
  timestamp: string
} & (
  | { type: 'order.placed' | 'order.paid' | 'order.shipped' | 'order.delivered' | 'order.cancelled' | 'order.refunded'; data: OrderFacts }
  | {
      type: 'order.stage_changed'
      data: {
        _id: string
        number: string
        state: string
        stage: string
        day: string | null
        stageBefore: string | null
        dayBefore: string | null
      }
    }
  | { type: 'order.delivery_changed'; data: { _id: string; number: string; state: string; shipBy: string; shipByBefore: string } }
  | {
      type: 'parcel.sent'
      data: { _id: string; order: OrderName; pieces: number; left: number; carrier: string | null; trackingNumber: string | null }
    }
  | { type: 'return.changed'; data: { _id: string; number: string; order: OrderName; state: string; pieces: number } }
  | { type: 'paper.issued'; data: { _id: string; number: string; kind: 'invoice' | 'credit_note'; orders: string[]; total: number } }
  | { type: 'quote.offered'; data: { _id: string; number: string; version: number; total: number; validUntil: string } }
  | { type: 'quote.expiring'; data: { _id: string; number: string; version: number; validUntil: string } }
  | { type: 'part.back_in_stock'; data: { _id: string; partNumber: string; available: number } }
  | { type: 'ping'; data: Record<string, never> }
)

/** As `Request.headers`, or as the headers of Node. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>

const TOLERANCE_SECONDS = 300
/** Signatures of a message that are looked at. */
const MAX_SIGNATURES = 10

/**
 * Checks a message of the shop after Standard Webhooks and returns its event. `body` is the body as it arrived, before it is parsed.
 * Several secrets are tried one after the other.
 * @throws TeleforgeError SIGNATURE_WRONG unless one of the secrets has signed it within the last five minutes.
 */
export async function verifyWebhook(
  body: string | Uint8Array<ArrayBuffer>,
  headers: WebhookHeaders,
  secret: string | readonly string[],
): Promise<WebhookMessage> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headerOf(headers, name))
  if (!id || !timestamp || !signatures) throw wrong('The message has no signature.')
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Date.now() / 1_000 - Number(timestamp)) > TOLERANCE_SECONDS) {
    throw wrong('The message is too old, or the clocks differ.')
  }
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
  for (const one of typeof secret === 'string' ? [secret] : secret) {
    if (await isSignedWith(one, signed, signatures)) return { ...(JSON.parse(text) as Omit<WebhookMessage, 'id'>), id } as WebhookMessage
  }
  throw wrong('The message is not signed with this secret.')
}

/** Web Crypto compares signatures in constant time. */
async function isSignedWith(secret: string, signed: Uint8Array<ArrayBuffer>, signatures: string): Promise<boolean> {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''))
  if (!bytes || bytes.length === 0) throw new TypeError('A webhook secret is `whsec_` and base64.')
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  for (const one of signatures.split(' ').slice(0, MAX_SIGNATURES)) {
    const signature = one.startsWith('v1,') ? bytesOf(one.slice('v1,'.length)) : undefined
    if (signature && (await crypto.subtle.verify('HMAC', key, signature, signed))) return true
  }
  return false
}

/** Undefined for what is no base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const value = Object.entries(headers).find(([other]) => other.toLowerCase() === name)?.[1]
  return Array.isArray(value) ? value[0] : value
}

const wrong = (message: string) => new TeleforgeError('SIGNATURE_WRONG', message)
