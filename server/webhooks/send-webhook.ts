import type { Settings } from '../platform/settings/settings.ts'
import { postMessage, type Outcome } from './post-message.ts'
import { signatureHeaders, type SignedMessage } from './sign-webhook.ts'

/** Sends one signed message to an endpoint. */
export const sendWebhook = (
  settings: Pick<Settings, 'privateAddresses'>,
  { url, ...message }: SignedMessage & { url: string },
  timeoutMs?: number,
): Promise<Outcome> =>
  postMessage(
    settings,
    {
      name: 'send webhook',
      id: message.id,
      url,
      headers: { 'content-type': 'application/json', 'user-agent': 'Teleforge-Webhooks/1', ...signatureHeaders(message) },
      body: message.body,
    },
    timeoutMs,
  )
