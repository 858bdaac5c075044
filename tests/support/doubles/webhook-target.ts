import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook as Verifier } from 'standardwebhooks'

/** A message as it arrived. */
export type Received = { path: string; id: string; type: string; data: Record<string, unknown>; body: string; headers: IncomingHttpHeaders }

export type WebhookTarget = {
  url: string
  received: Received[]
  /** Handles a message; by default it answers 204. */
  answer: (message: Received, response: ServerResponse) => void
  close(): Promise<void>
}

/** A buyer's program on loopback. */
export async function openWebhookTarget(): Promise<WebhookTarget> {
  const http = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const { type, data } = JSON.parse(body) as Pick<Received, 'type' | 'data'>
      const { headers, url: path = '' } = request
      const message = { path, id: String(headers['webhook-id']), type, data, body, headers }
      target.received.push(message)
      target.answer(message, response)
    })
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const target: WebhookTarget = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    received: [],
    answer: (_, response) => response.writeHead(204).end(),
    async close() {
      http.close()
      http.closeAllConnections()
      await once(http, 'close')
    },
  }
  return target
}

/** Whether a message is signed with a secret, by the reference library of Standard Webhooks. */
export function isSignedWith(secret: string, { body, headers }: Received): boolean {
  try {
    new Verifier(secret).verify(body, headers as Record<string, string>)
    return true
  } catch {
    return false
  }
}
