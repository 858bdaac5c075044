import { createServer } from 'node:http'

/*
 * The bare baseline: Node's HTTP server sends fixed bytes. ANSWER is JSON: {port, headers, body in base64}.
 */
const { port, headers, body } = JSON.parse(process.env['ANSWER']!) as { port: number; headers: Record<string, string>; body: string }
const bytes = Buffer.from(body, 'base64')

createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(bytes)
}).listen(port, '127.0.0.1', () => process.stdout.write('ready\n'))
process.once('SIGTERM', () => process.exit())
