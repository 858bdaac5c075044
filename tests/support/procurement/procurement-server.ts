import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The part of a procurement system to which a browser posts a cart, on loopback. */
export type ProcurementServer = {
  returnUrl: string
  /** Forms that arrived, in their order. */
  received: URLSearchParams[]
  close(): Promise<void>
}

export async function openProcurementServer(): Promise<ProcurementServer> {
  const received: URLSearchParams[] = []
  const http = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (request.method === 'POST') received.push(new URLSearchParams(Buffer.concat(chunks).toString()))
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Requisition</title><h1>Your requisition</h1>')
    })
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  return {
    returnUrl: `http://127.0.0.1:${(http.address() as AddressInfo).port}/punchout?session=1`,
    received,
    async close() {
      http.close()
      http.closeAllConnections()
      await once(http, 'close')
    },
  }
}
