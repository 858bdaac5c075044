import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { storefront } from '#server/run/storefront/storefront.ts'
import { openPictureShop, picture } from '#tests/support/shops/picture-shop.ts'

let app: FastifyInstance
let addresses: Record<
  'page' | 'unknown page' | 'call' | 'refused call' | 'unknown call' | 'picture' | 'unknown picture' | 'file' | 'document',
  string
>

beforeAll(async () => {
  const shop = await openPictureShop({ SHOP_URL: 'https://parts.example.com' })
  app = await buildApp(shop.services, { storefront: storefront(shop.services) })
  const file = (await readdir('build/client/assets')).find((name) => name.endsWith('.js'))
  const { url } = (await shop.upload(await picture(60, 60).png().toBuffer())).json<{ data: { url: string } }>().data
  addresses = {
    page: '/',
    'unknown page': '/no-such-page',
    call: '/api/allParts',
    'refused call': '/api/user',
    'unknown call': '/api/no-such-call',
    picture: url,
    'unknown picture': `/images/${'0'.repeat(32)}.webp`,
    file: `/assets/${file}`,
    document: '/api/docs/',
  }
  return () => app.close()
})

const kinds = ['page', 'unknown page', 'call', 'refused call', 'unknown call', 'picture', 'unknown picture', 'file', 'document'] as const
const headersOf = async (kind: (typeof kinds)[number]) => (await app.inject(addresses[kind])).headers
const directivesOf = (policy: unknown) =>
  new Map(
    String(policy)
      .split(';')
      .map((directive) => directive.trim().split(/ (.*)/s))
      .map(([name = '', value = '']) => [name, value]),
  )

test.each(['/reset-password', '/verify-email', '/sign-in-link'])(
  '%s keeps its token out of every Referer, from the first file on (38)',
  async (page) => {
    const { body, statusCode } = await app.inject(`${page}?token=secret`)

    expect(statusCode).toBe(200)
    const policy = body.indexOf('<meta name="referrer" content="no-referrer"/>')
    expect(policy).toBeGreaterThan(0)
    expect(policy).toBeLessThan(body.search(/<link|<script[^>]* src=/))
  },
)

test.each(kinds)('section 2.8: a %s is answered with the headers that keep browsers safe', async (kind) => {
  const headers = await headersOf(kind)

  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'x-frame-options': expect.stringMatching(/DENY|SAMEORIGIN/),
  })
  expect(Number(/max-age=(\d+)/.exec(String(headers['strict-transport-security']))?.[1])).toBeGreaterThanOrEqual(31_536_000)
  expect(headers['content-security-policy']).toBeDefined()
  expect(headers).not.toHaveProperty('x-powered-by')
  expect(headers).not.toHaveProperty('server')
})

test.each(['page', 'unknown page'] as const)('section 2.8: a %s runs nothing but what the shop has written', async (kind) => {
  const directives = directivesOf((await headersOf(kind))['content-security-policy'])

  expect(Object.fromEntries(directives)).toMatchObject({
    'default-src': "'self'",
    'worker-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
    'form-action': "'self'",
  })
  const scripts = directives.get('script-src')!.split(' ')
  expect(scripts[0]).toBe("'self'")
  expect(scripts.length).toBeGreaterThan(1)
  for (const source of scripts.slice(1)) expect(source).toMatch(/^'(nonce|sha256)-[A-Za-z0-9+/]+={0,2}'$/)
  expect([...directives.values()].join(' ')).not.toMatch(/unsafe-|\*|http:/)
})

test('section 2.8: every inline script of a page is one that its policy names', async () => {
  const { headers, body } = await app.inject('/')
  const policy = String(headers['content-security-policy'])

  const inline = [...body.matchAll(/<script(?![^>]* src=)([^>]*)>([^]*?)<\/script>/g)]
  const run = inline.filter(([, attributes = '']) => !attributes.includes('application/ld+json'))
  expect(run.length).toBeGreaterThan(0)
  for (const [script, attributes = '', content = ''] of run) {
    const nonce = /nonce="([^"]+)"/.exec(attributes)?.[1]
    const hash = createHash('sha256').update(content).digest('base64')
    const isNamed = policy.includes(`'sha256-${hash}'`) || (nonce !== undefined && policy.includes(`'nonce-${nonce}'`))
    expect(isNamed, script.slice(0, 200)).toBe(true)
  }
})

test.each(['call', 'refused call', 'unknown call', 'unknown picture'] as const)(
  'section 2.8: a %s is no document that could load or run anything',
  async (kind) => {
    const directives = directivesOf((await headersOf(kind))['content-security-policy'])

    expect(directives.get('default-src')).toBe("'none'")
    expect(directives.get('frame-ancestors')).toBe("'none'")
  },
)

test('a picture is sandboxed, of a fixed type, and may be kept for good (46)', async () => {
  const headers = await headersOf('picture')

  expect(headers).toMatchObject({
    'content-type': 'image/webp',
    'content-security-policy': "sandbox; default-src 'none'",
    'cache-control': 'public, max-age=31536000, immutable',
  })
})

test('answers for one person are kept by no cache', async () => {
  const { headers } = await app.inject('/api/auth/get-session')

  expect(headers['cache-control']).toBe('no-store')
})
