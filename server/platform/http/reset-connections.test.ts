import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { ShopError } from '#server/errors.ts'
import { createLog } from '#server/run/operations/log.ts'
import { stopTheClock } from '#tests/support/runner/stopped-clock.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'

stopTheClock()

const shop = await openShop()
let written = ''
const log = createLog('info', new Writable({ write: (chunk, _, done) => done(void (written += String(chunk))) }))
const app = await buildApp(
  { ...shop.services, log },
  {
    api: [
      async (api) => {
        api.post('/busy', { config: { policy: 'public' } }, () => {
          throw new ShopError('BUSY')
        })
      },
    ],
  },
)
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo
const [ann, admin] = [await shop.customer(), await shop.admin()]

type Line = { level: number; msg: string; leftOut?: number; refused?: object; err?: object }
const troubles = () =>
  written
    .split('\n')
    .filter(Boolean)
    .map((line): Line => JSON.parse(line))
    .filter(({ level }) => level >= 40)

test('of a thousand refusals in a row the log has one line, without a stack, and no line of a fault (66)', async () => {
  written = ''
  for (let asked = 0; asked < 1_000; asked++) {
    const { status } = await fetch(`http://127.0.0.1:${port}/api/busy`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    })
    expect(status).toBe(503)
  }

  expect(troubles()).toMatchObject([{ level: 40, refused: { type: 'ShopError', code: 'BUSY' }, leftOut: 0 }])
  expect(JSON.stringify(troubles())).not.toContain('stack')
})

const calls = [
  ['POST', '/api/quotes', 'application/json'],
  ['POST', '/api/quotes/price', 'application/json'],
  ['POST', '/api/quotes/read', 'text/csv'],
  ['POST', '/api/contact', 'application/json'],
  ['POST', '/api/missed-searches', 'application/json'],
  ['POST', '/api/auth/sign-in/email', 'application/json'],
  ['POST', '/api/images', 'multipart/form-data; boundary=x'],
  ['POST', '/api/imports', 'application/json'],
  ['POST', '/api/bank/statements?name=a', 'application/octet-stream'],
  ['POST', '/mcp', 'application/json'],
  ['GET', `/api/order?customer=${ann.email}`, 'text/plain'],
  ['GET', '/api/order-changes', 'text/plain'],
] as const
const lengths = ['Content-Length: 200000', 'Transfer-Encoding: chunked', 'Content-Length: 40']
const starts = ['', '{"l', '5\r\n{"abc']

test.each(calls)(
  'a connection that is reset after the headers of %s %s, or in its body, ends without a line of trouble (66)',
  async (method, path, type) => {
    written = ''
    for (const token of [ann.token, admin.token, ''])
      for (const length of lengths)
        for (const start of starts)
          for (let turns = 0; turns < 3; turns++) {
            const socket = connect({ host: '127.0.0.1', port })
            socket.on('error', () => {}) // the shop may have hung up before
            await once(socket, 'connect')
            const signedIn = token === '' ? '' : `Authorization: Bearer ${token}\r\n`
            socket.write(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${signedIn}Content-Type: ${type}\r\n${length}\r\n\r\n${start}`)
            for (let turn = 0; turn < 10 * turns; turn++) await nextTurn()
            socket.resetAndDestroy()
          }
    // The shop has read all of them when it answers what was sent afterwards.
    await fetch(`http://127.0.0.1:${port}/api/parts`)
    for (let turn = 0; turn < 100; turn++) await nextTurn()

    expect(troubles()).toEqual([])
  },
)
