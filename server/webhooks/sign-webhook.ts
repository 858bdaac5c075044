import { createHmac, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { webhooks } from '#database/tables/webhooks.ts'

const PREFIX = 'whsec_'
/** Standard Webhooks asks for 24 to 64. */
const SECRET_BYTES = 32

/** The secrets that sign now, of a row of `webhooks`. */
export const signingSecrets = sql<string[]>`
  case when ${webhooks.oldSecretUntil} > now() then array[${webhooks.secret}, ${webhooks.oldSecret}] else array[${webhooks.secret}] end`

/** A secret as Standard Webhooks writes it: `whsec_` and base64 of its bytes. */
export const newSecret = () => PREFIX + randomBytes(SECRET_BYTES).toString('base64')

export type SignedMessage = { id: string; body: string; secrets: readonly string[] }

/**
 * Headers of a message as Standard Webhooks 1.0 says: `v1,` and base64 of the HMAC-SHA256 of `id.timestamp.body`, one signature for each
 * secret, so that receivers can change to a new one.
 */
export function signatureHeaders({ id, body, secrets }: SignedMessage): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
