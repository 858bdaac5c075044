import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/*
 * The bare baseline: Node's HTTP server sends fixed bytes. ANSWER is JSON: {headers, body in base64}.
 */
const { headers, body } = JSON.parse(process.env['ANSWER']!) as { headers: Record<string, string>; body: string }
const bytes = Buffer.from(body, 'base64')

const server = createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(bytes)
}).listen(0, '127.0.0.1', () => process.stdout.write(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}\n`))
process.once('SIGTERM', () => process.exit())
