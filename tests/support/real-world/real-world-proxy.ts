import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { loopbackCertificate } from '../doubles/loopback-certificate.ts'

export type TlsProxy = {
  /** The visitors' address, over https. */
  url: string
  /** Passes on to this server from now on. */
  forwardTo(url: string): void
  stop(): Promise<void>
}

/** A reverse proxy on loopback: terminates TLS and forwards the client's address. */
export async function openTlsProxy(): Promise<TlsProxy> {
  let target: string | undefined
  const server = createServer(loopbackCertificate, (request, response) => {
    if (!target) return void response.writeHead(502).end()
    const headers = {
      ...request.headers,
      'x-forwarded-for': request.socket.remoteAddress,
      'x-forwarded-proto': 'https',
      connection: 'close',
    }
    const passedOn = httpRequest(`${target}${request.url}`, { method: request.method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    passedOn.on('error', () => response.destroy())
    response.on('close', () => passedOn.destroy())
    request.pipe(passedOn)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    forwardTo: (url) => void (target = url),
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
