import { Agent, request, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'

export type HttpAnswer = { statusCode: number; headers: IncomingHttpHeaders; rawPayload: Buffer; body: string; json<T>(): T }

const agent = new Agent({ keepAlive: true })

/** Sends a request over a kept connection, with these headers and no others; the body is not decoded. */
export async function getByHttp(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<HttpAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>()
  const sent = request(url, { method, headers, agent }, async (answer) => {
    const rawPayload = await buffer(answer)
    const body = rawPayload.toString()
    resolve({ statusCode: answer.statusCode!, headers: answer.headers, rawPayload, body, json: <T>() => JSON.parse(body) as T }) // an answer has its status
  })
  sent.once('error', reject)
  sent.end()
  return promise
}
