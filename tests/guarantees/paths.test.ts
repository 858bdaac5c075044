import { randomUUID } from 'node:crypto'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { pictureFolder } from '#server/images/image-store.ts'
import { storefront } from '#server/run/storefront/storefront.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { getRaw, sendRaw } from '#tests/support/hostile/raw-http.ts'

/** Stands in files beside and below the folder of pictures; no answer may hold it. */
const SECRET = `canary-${randomUUID()}`
const NAME = `${'0'.repeat(31)}1.webp`
const LINK = `${'0'.repeat(31)}2.webp`
const AT_ONCE = 20

let port: number

beforeAll(async () => {
  const shop = await openShop()
  const { dataDir } = shop.services.settings
  const folder = pictureFolder(dataDir)
  await mkdir(join(folder, '480'), { recursive: true })
  for (const path of [
    join(dataDir, 'auth-secret'),
    join(folder, 'secret.webp'),
    join(folder, '480', 'secret'),
    join(folder, `${NAME}.part`),
  ]) {
    await writeFile(path, SECRET)
  }
  for (const link of ['link.webp', LINK, join('480', LINK)]) await symlink(join(dataDir, 'auth-secret'), join(folder, link))
  await symlink(dataDir, join(folder, '960'))
  const app = await buildApp(shop.services, { storefront: storefront(shop.services) })
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
  return () => app.close()
})

/** Notations of 'one folder up', and of the separator before a file. */
const upwards = [
  '../',
  '..%2f',
  '..%2F',
  '%2e%2e/',
  '%2e%2e%2f',
  '.%2e/',
  '%2e./',
  '..\\',
  '..%5c',
  '%252e%252e%252f',
  '..%252f',
  '..%c0%af',
  '%c0%ae%c0%ae/',
  '..%u2215',
  '....//',
  '..;/',
  '..%00/',
  '..%0d/',
  '..%09/',
  '.%00./',
  '%uff0e%uff0e/',
  '..%ef%bc%8f',
  '..//',
  './../',
  '%2e%2e%5c',
]
const files = ['auth-secret', 'images/secret.webp', 'etc/passwd', 'package.json']
const beginnings = ['/images/', '/images/480/', '/assets/']

const climbing = upwards.flatMap((up) =>
  files.flatMap((file, index) => {
    const beginning = beginnings[index % beginnings.length]!
    return [1, 2, 6].map((times) => beginning + up.repeat(times) + file)
  }),
)

const others = [
  '/images/secret.webp',
  '/images/link.webp',
  `/images/${LINK}`,
  `/images/480/${LINK}`,
  '/images/480/secret',
  '/images/960/auth-secret',
  `/images/${NAME}.part`,
  `/images/${NAME}`,
  `/images/480/${NAME}`,
  `/images/481/${NAME}`,
  `/images/${NAME}%00`,
  `/images/${NAME}%00.png`,
  `/images/${NAME}/`,
  `/images/${NAME}/..`,
  `/images//${NAME}`,
  '/images//etc/passwd',
  '/images/%2fetc%2fpasswd',
  '/images/file:%2f%2f%2fetc%2fpasswd',
  `/images/${NAME.toUpperCase()}`,
  '/images/',
  '/images',
  '/images/.',
  '/images/..',
  '/images/%2e',
  '/images/~root',
  '/images/con',
  '/images/aux.webp',
  '/images/%',
  '/images/%zz',
  '/images/%ff%fe',
  `/images/${'a'.repeat(5_000)}.webp`,
  '/images/480',
  '/images/480/',
  '//images/secret.webp',
  '/./images/secret.webp',
  '/x/../images/secret.webp',
  '/.env',
  '/.git/config',
  '/server/main.ts',
  '/package.json',
  '/build/server/index.js',
  '/assets/',
  '/assets/%2e%2e/%2e%2e/server/index.js',
  '/assets/.%2e/.%2e/package.json',
  'http://localhost/images/secret.webp',
]

const targets = [...new Set([...climbing, ...others])]

test(`none of ${targets.length} ways leads out of the folder of pictures, or to a file that is none (48)`, async () => {
  expect(targets.length).toBeGreaterThanOrEqual(300)

  for (let first = 0; first < targets.length; first += AT_ONCE) {
    const some = targets.slice(first, first + AT_ONCE)
    const answers = await Promise.all(some.map((target) => getRaw(port, target)))
    for (const [index, { status, text }] of answers.entries()) {
      expect([400, 404, 414], some[index]).toContain(status)
      expect(text, some[index]).not.toContain(SECRET)
      expect(text, some[index]).not.toMatch(/root:.*:0:0:|"dependencies"/)
    }
  }
})

/** Requests that are no HTTP, or nearly; each is answered with a refusal or with nothing. */
const malformed: [what: string, bytes: string][] = [
  ['no request at all', '\r\n\r\n'],
  ['noise', '\u0000\u0001\u0002\u00ff\r\n\r\n'],
  ['a TLS greeting', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000'],
  ['another protocol', 'EHLO shop\r\n\r\n'],
  ['an unknown method', 'BREW / HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['HTTP/9.9', 'GET / HTTP/9.9\r\nHost: localhost\r\n\r\n'],
  ['a space in the path', 'GET /a b HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['NUL in the path', 'GET /\u0000 HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['no Host', 'GET /api/allParts HTTP/1.1\r\n\r\n'],
  ['two Hosts', 'GET /api/allParts HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
  ['a path of 100 kB', `GET /${'a'.repeat(100_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`],
  ['headers of 100 kB', `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'a'.repeat(100_000)}\r\n\r\n`],
  ['5,000 headers', `GET / HTTP/1.1\r\nHost: localhost\r\n${'X: y\r\n'.repeat(5_000)}\r\n`],
  ['NUL in a header', 'GET / HTTP/1.1\r\nHost: localhost\r\nX: \u0000\r\n\r\n'],
  ['a folded header', 'GET / HTTP/1.1\r\nHost: localhost\r\nX: a\r\n b\r\n\r\n'],
  ['a header without a name', 'GET / HTTP/1.1\r\nHost: localhost\r\n: a\r\n\r\n'],
  ['a space before the colon', 'GET / HTTP/1.1\r\nHost : localhost\r\n\r\n'],
  ['line feeds alone', 'POST /api/contact HTTP/1.1\nHost: localhost\nContent-Length: 2\n\n{}'],
  ['two lengths', 'POST /api/contact HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nContent-Length: 40\r\n\r\n{}'],
  [
    'a length and chunks',
    'POST /api/contact HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /api/user HTTP/1.1\r\n\r\n',
  ],
  ['a length below zero', 'POST /api/contact HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n{}'],
  ['a length that is none', 'POST /api/contact HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0x2\r\n\r\n{}'],
  [
    'an endless length',
    'POST /api/contact HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99999999999999999999\r\n\r\n{}',
  ],
  ['chunks that are none', 'POST /api/contact HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n'],
  [
    'an unknown transfer encoding',
    'POST /api/contact HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: xchunked\r\nContent-Length: 2\r\n\r\n{}',
  ],
  [
    'a content type with a tab',
    'POST /api/contact HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\ta\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}',
  ],
  [
    'a content type behind spaces',
    'POST /api/contact HTTP/1.1\r\nHost: localhost\r\nContent-Type:    application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}',
  ],
  [
    'two content types',
    'POST /api/contact HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}',
  ],
  [
    'a body that says it is packed',
    'POST /api/contact HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}',
  ],
  ['an upgrade', 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'],
  ['an upgrade to HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['a tunnel', 'CONNECT localhost:5432 HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['a trace', 'TRACE / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'],
  ['an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'],
]

test(`${malformed.length} requests that are hardly HTTP are refused or left unanswered, and the shop goes on (49)`, async () => {
  const { promise: othersAreAnswered, resolve } = Promise.withResolvers<void>()
  const asked = malformed.map(([, bytes]) => sendRaw(port, Buffer.from(bytes, 'latin1'), othersAreAnswered))
  // Some wait for a rest that never comes. What is answered at all is answered before requests that come later.
  for (let later = 0; later < 20; later++) expect((await getRaw(port, '/api/allPartsCount')).status).toBe(200)
  resolve()
  const answers = await Promise.all(asked)

  for (const [index, { status, text }] of answers.entries()) {
    const [what] = malformed[index]!
    expect(status, what).toBeLessThan(500)
    expect(text.match(/HTTP\/1\.1 /g)?.length ?? 0, what).toBeLessThanOrEqual(1)
  }
  expect((await getRaw(port, '/api/allPartsCount')).status).toBe(200)
})

test('a request with two Host headers is refused, even where the answer is in the cache (49)', async () => {
  const ask = (hosts: string) => sendRaw(port, `GET /api/allPartsCount HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`)

  const one = await ask('Host: localhost\r\n')
  const two = await ask('Host: localhost\r\nhOST: localhost\r\n')
  const none = await ask('')

  expect([one.status, two.status, none.status]).toEqual([200, 400, 400])
  expect(two.text).toMatch(/"code":"INVALID_INPUT".*"requestId":"/)
})

test('a body of 20 MB is refused before it has come (49)', async () => {
  const head = 'POST /api/contact HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 20000000\r\n\r\n'

  const { status } = await sendRaw(port, Buffer.concat([Buffer.from(head), Buffer.alloc(1_000_000, 'a')]))

  // Where the connection ends while the body is on its way, the answer is lost with it.
  expect([0, 413]).toContain(status)
  expect((await getRaw(port, '/api/allPartsCount')).status).toBe(200)
})
