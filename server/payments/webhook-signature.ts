import { createHmac, timingSafeEqual } from 'node:crypto'

/** A message signed earlier or later than this is refused, so that a recorded one cannot be replayed. */
const SIGNATURE_TOLERANCE_SECONDS = 300

const nowSeconds = () => Math.floor(Date.now() / 1_000)

/** Signature header of a webhook message in Stripe's format: `t=<seconds>,v1=<HMAC-SHA256 of "t.body" in hex>`. */
export function signWebhook(body: string | Buffer, secret: string, seconds = nowSeconds()): string {
  return `t=${seconds},v1=${digest(body, secret, String(seconds)).toString('hex')}`
}

/**
 * Whether one of the secrets signed exactly these bytes within the last five minutes. Several secrets are accepted, so that
 * the old one is valid while it is being replaced.
 */
export function isSignedWebhook(body: Buffer, signature: string | undefined, secrets: readonly string[]): boolean {
  const fields = (signature ?? '').split(',').map((field) => field.trim())
  const seconds = fields.find((field) => /^t=\d{1,12}$/.test(field))?.slice('t='.length)
  if (seconds === undefined || Math.abs(nowSeconds() - Number(seconds)) > SIGNATURE_TOLERANCE_SECONDS) return false
  const claimed = fields.filter((field) => /^v1=[0-9a-f]{64}$/.test(field)).map((field) => field.slice('v1='.length))
  return secrets.some((secret) => {
    const expected = digest(body, secret, seconds)
    return claimed.some((hex) => timingSafeEqual(Buffer.from(hex, 'hex'), expected))
  })
}

function digest(body: string | Buffer, secret: string, seconds: string): Buffer {
  return createHmac('sha256', secret).update(`${seconds}.`).update(body).digest()
}
