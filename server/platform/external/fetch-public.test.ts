import { beforeAll, expect, test } from 'vitest'
import { openFaultyServer, type FaultyServer } from '#tests/support/doubles/faulty-server.ts'
import { afterTheFile } from '#tests/support/runner/after-the-file.ts'
import { HANG_LIMIT_MS } from '#tests/support/runner/hang-limit.ts'
import { fetchPublic } from './fetch-public.ts'

let server: FaultyServer
let port: string

beforeAll(async () => {
  server = await openFaultyServer((request, response) => {
    const url = new URL(request.url!, server.url)
    const to = url.pathname === '/round' ? '/round' : url.searchParams.get('to')
    if (to !== null) response.writeHead(302, { location: to }).end()
    else if (url.pathname === '/missing') response.writeHead(404).end('missing')
    else response.end('a file')
  })
  port = new URL(server.url).port
  afterTheFile(() => server.close())
})

const fetchFile = (url: string, privateAddresses: string[] = ['127.0.0.1'], maxBytes = 100) =>
  fetchPublic(url, { maxBytes, patienceMs: HANG_LIMIT_MS, privateAddresses })

test('a file is read from an address, also by a redirection', async () => {
  expect(String(await fetchFile(`${server.url}/file`))).toBe('a file')
  expect(String(await fetchFile(`${server.url}/?to=/file`))).toBe('a file')
})

test.each([
  'http://127.0.0.1:PORT/',
  'http://localhost:PORT/',
  'http://127.1:PORT/',
  'http://2130706433:PORT/',
  'http://0x7f000001:PORT/',
  'http://0.0.0.0:PORT/',
  'http://[::1]:PORT/',
  'http://[::]:PORT/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://[64:ff9b::7f00:1]:PORT/',
  'http://[::127.0.0.1]:PORT/',
  'http://[::ffff:0:127.0.0.1]:PORT/',
  'http://[64:ff9b:1::7f00:1]:PORT/',
  'http://[2002:7f00:1::]:PORT/',
  'http://[2001:0:7f00:1::]:PORT/',
  'http://[2606:4700::5efe:127.0.0.1]:PORT/',
  'http://[2606:4700::200:5efe:10.0.0.1]:PORT/',
  'http://[4000::1]:PORT/',
  'http://[fec0::1]:PORT/',
  'http://localhost.:PORT/',
  'http://127.0.0.1.:PORT/',
  'http://１２７.0.0.1:PORT/',
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://192.168.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://100.64.0.1/',
  'http://[fd00::1]/',
  'http://[fe80::1]/',
  'https://127.0.0.1:PORT/',
])('a private network is not asked: %s (82)', async (address) => {
  const asked = server.requests.length

  await expect(fetchFile(address.replace('PORT', port), [])).rejects.toThrow('cannot be reached')

  expect(server.requests.length).toBe(asked)
})

test('a redirection into a private network is not followed (82)', async () => {
  const asked = server.requests.length

  await expect(fetchFile(`${server.url}/?to=http://localhost:${port}/`, ['127.0.0.1'])).resolves.toBeDefined()
  await expect(fetchFile(`${server.url}/?to=http://127.0.0.2:${port}/`)).rejects.toThrow('cannot be reached')
  await expect(fetchFile(`${server.url}/?to=http://[::1]:${port}/`)).rejects.toThrow('cannot be reached')

  expect(server.requests.slice(asked).map(({ headers }) => headers.host)).not.toContain(`127.0.0.2:${port}`)
})

test.each([
  ['file:///etc/passwd', 'is no web address'],
  ['ftp://example.com/a', 'is no web address'],
  ['http://user:password@example.com/', 'is no web address'],
  ['nonsense', 'is no web address'],
])('%s %s', async (address, because) => {
  await expect(fetchFile(address)).rejects.toThrow(because)
})

test.each([
  ['/missing', 'answered with 404'],
  ['/?to=file:///etc/passwd', 'is no web address'],
  ['/round', 'redirects too often'],
])('an address that gives no file says so: %s', async (path, because) => {
  await expect(fetchFile(server.url + path)).rejects.toThrow(because)
})

test('a file that is too large, and a server that never answers, are given up', async () => {
  await expect(fetchFile(server.url, ['127.0.0.1'], 3)).rejects.toThrow('is larger than it may be')
  server.next.push('hang')
  await expect(fetchPublic(server.url, { maxBytes: 100, patienceMs: 100, privateAddresses: ['127.0.0.1'] })).rejects.toThrow(
    'cannot be reached',
  )
})
