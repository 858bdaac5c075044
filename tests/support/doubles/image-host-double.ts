import { buffer } from 'node:stream/consumers'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { openFaultyServer, type FaultyServer } from './faulty-server.ts'

/** A unique key, with characters that an address writes differently. */
export const imageHostKey = 'CANARY host/key+0123'

export type ImageHostDouble = FaultyServer & {
  /** The received pictures. */
  taken: { bytes: Buffer; type: string; fileName: string; keyIn: 'query' | 'form' }[]
  /** Host name of the returned addresses. */
  servesFrom: string
  /** Answers every good upload with this instead. */
  answer: { status: number; body: string; headers?: Record<string, string> } | undefined
  /** Variables that make a shop store its pictures here. */
  env: Record<'IMAGE_HOST_URL' | 'IMAGE_HOST_KEY' | 'IMAGE_HOST_SERVES_FROM', string>
}

/** An image host with the specified call: multipart `image` with a key, answered with `success` and `data.url`. */
export async function openImageHost(): Promise<ImageHostDouble> {
  const taken: ImageHostDouble['taken'] = []
  const servesFrom = 'i.pictures.example'

  const server = await openFaultyServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  const host: ImageHostDouble = Object.assign(server, {
    taken,
    servesFrom,
    answer: undefined,
    env: { IMAGE_HOST_URL: `${server.url}/1/upload`, IMAGE_HOST_KEY: imageHostKey, IMAGE_HOST_SERVES_FROM: servesFrom },
  })

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const type = request.headers['content-type'] ?? ''
    const body = new Uint8Array(await buffer(request))
    const form = await new Response(body, { headers: { 'content-type': type } }).formData()
    const inQuery = new URL(request.url ?? '', server.url).searchParams.get('key')
    const key = inQuery ?? form.get('key')
    const image = form.get('image')
    if (key !== imageHostKey) return send(response, 400, refusal(`Invalid API key: ${String(key)}`))
    if (!(image instanceof File)) return send(response, 400, refusal('Empty upload source.'))
    taken.push({
      bytes: Buffer.from(await image.arrayBuffer()),
      type: image.type,
      fileName: image.name,
      keyIn: inQuery === null ? 'form' : 'query',
    })
    if (host.answer) return send(response, host.answer.status, host.answer.body, host.answer.headers)
    const url = `https://${servesFrom}/${taken.length}/${image.name}`
    send(response, 200, JSON.stringify({ success: true, status: 200, data: { id: String(taken.length), url } }))
  }

  return host
}

const refusal = (message: string) => JSON.stringify({ status_code: 400, success: false, error: { message, code: 100 } })

function send(response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
}
