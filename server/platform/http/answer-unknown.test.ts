import { connect } from 'node:net'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { buildApp } from '#server/app.ts'
import { storefront } from '#server/run/storefront/storefront.ts'
import { afterTheFile } from '#tests/support/runner/after-the-file.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'

const ID = 'b3a7c1de-5f0e-4a51-9c44-2d6f0a8e71b2'
const shop = await openShop()

let app: FastifyInstance

beforeAll(async () => {
  app = await buildApp(shop.services, { storefront: storefront(shop.services) })
  afterTheFile(() => app.close())
  await app.listen({ host: '127.0.0.1', port: 0 })
})

const ask = (method: string, url: string, more: InjectOptions = {}) =>
  app.inject({ method: method as NonNullable<InjectOptions['method']>, url, ...more })

test.each([
  ['POST', '/healthz', 'GET, HEAD'],
  ['DELETE', '/readyz', 'GET, HEAD'],
  ['PUT', '/metrics', 'GET, HEAD'],
  ['PUT', '/mcp', 'DELETE, GET, HEAD, POST'],
  ['POST', '/robots.txt', 'GET, HEAD'],
  ['POST', '/sitemap.xml', 'GET, HEAD'],
  ['POST', '/favicon.svg', 'GET, HEAD'],
  ['POST', '/', 'GET, HEAD'],
  ['PUT', '/login', 'GET, HEAD'],
  ['DELETE', `/inventory/${ID}`, 'GET, HEAD'],
  ['POST', '/dashboard/profile?x=1', 'GET, HEAD'],
  ['PATCH', '/images/x.webp', 'GET, HEAD'],
  ['POST', '/api/allParts', 'GET, HEAD'],
  ['POST', `/api/inventory/${ID}`, 'GET, HEAD, PUT'],
  ['GET', '/api/inventory', 'POST'],
  ['PATCH', `/api/parts/${ID}?x=1`, 'DELETE, PUT'],
  ['OPTIONS', '/api/openapi.json', 'GET, HEAD'],
])('%s %s is answered with 405 and the methods that the path takes', async (method, url, allow) => {
  const answer = await ask(method, url)

  expect(answer.statusCode).toBe(405)
  expect(answer.headers.allow).toBe(allow)
  expect(answer.json()).toEqual({
    code: 'METHOD_NOT_ALLOWED',
    message: 'This address takes other methods, which stand in the header Allow.',
    requestId: answer.headers['x-request-id'],
  })
})

test.each([
  ['POST', '/no-such-page'],
  ['PUT', '/images/a/b/c'],
  ['POST', '/wp-login.php'],
  ['GET', '/api/no/such/call'],
  ['DELETE', '/api/no/such/call'],
])('%s %s is answered as unknown, in the form of every refusal', async (method, url) => {
  const answer = await ask(method, url)

  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toMatchObject({ code: 'UNKNOWN_CALL', message: 'There is no such call.' })
})

describe.each(['application/x-www-form-urlencoded', 'application/json', 'text/xml', 'image/png'])('a body of %s', (type) => {
  test.each([
    ['/no-such-page', 404],
    ['/login', 405],
    ['/healthz', 405],
    ['/api/no/such/call', 404],
    ['/api/allParts', 405],
  ])('to %s is not read, and the answer is %d', async (url, status) => {
    const answer = await ask('POST', url, { headers: { 'content-type': type }, payload: '{ "half' })

    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toHaveProperty('requestId')
  })
})

test('a file of the API page that is not there is answered as unknown', async () => {
  const answer = await ask('GET', '/api/docs/static/no-such-file.js')

  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toMatchObject({ code: 'UNKNOWN_CALL' })
})

test.each([
  ['GET / HTTP/9.9\r\n\r\n', 400],
  ['no request at all\r\n\r\n', 400],
  [`GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(17_000)}\r\n\r\n`, 431],
])('what is no request by HTTP is answered in the same form', async (sent, status) => {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(sent)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')

  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(JSON.parse(body)).toMatchObject({
    code: 'INVALID_INPUT',
    message: 'Please check what you entered.',
    requestId: expect.any(String),
  })
})
