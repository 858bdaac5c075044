import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The answer about a VAT id; 'hang' is no answer, a number a status, text an invalid body. */
export type ViesAnswer = 'valid' | 'invalid' | 'down' | 'hang' | 'redirect' | number | { body: string } | { redirect: string }

/** VIES, the register of VAT ids of the European Commission, as far as the shop asks it. */
export async function openViesDouble() {
  const asked: string[] = []
  const state: { answer: ViesAnswer; beforeAnswer?: () => Promise<unknown> } = { answer: 'valid' }
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const { countryCode, vatNumber } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, string>
      asked.push(`${request.method} ${request.url} ${countryCode}${vatNumber}`)
      await state.beforeAnswer?.()
      const { answer } = state
      if (answer === 'hang') return
      if (answer === 'redirect') return void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()
      if (typeof answer === 'object' && 'redirect' in answer) return void response.writeHead(307, { location: answer.redirect }).end()
      if (typeof answer === 'number') return void response.writeHead(answer).end('{"valid":false}')
      response.writeHead(200, { 'content-type': 'application/json' })
      if (typeof answer === 'object') return void response.end(answer.body)
      const said = { countryCode, vatNumber, requestDate: new Date().toISOString(), name: '---', address: '---' }
      const unavailable = { actionSucceed: false, errorWrappers: [{ error: 'MS_UNAVAILABLE' }] }
      response.end(JSON.stringify(answer === 'down' ? unavailable : { ...said, valid: answer === 'valid' }))
    })()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/rest-api`,
    asked,
    state,
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
