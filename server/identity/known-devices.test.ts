import type { FastifyReply, FastifyRequest } from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { knownDevices } from './known-devices.ts'

const SHOP_URL = 'https://parts.example.com'
const EMAIL = 'ann@example.com'
const devices = knownDevices('a secret', SHOP_URL)

afterEach(() => vi.useRealTimers())

/** The cookie that a remembered browser gets and sends. */
function remembered(email = EMAIL): string {
  const headers: string[] = []
  devices.remember({ header: (_name: string, value: string) => headers.push(value) } as unknown as FastifyReply, email)
  return headers[0]!.split(';')[0]!
}

const browserWith = (cookie: string | undefined) => ({ headers: { cookie } }) as FastifyRequest

test('a browser is known by its cookie, among any other cookies it sends', () => {
  expect(devices.knows(browserWith(remembered()), EMAIL)).toBe(true)
  expect(devices.knows(browserWith(`a=b; ${remembered()}; c=d`), EMAIL)).toBe(true)
})

test('the cookie contains no email', () => {
  expect(remembered()).toMatch(/^__Host-teleforge\.device=\d+\.[\w-]{43}$/)
})

test.each<[string, (cookie: string) => string | undefined]>([
  ['no cookie', () => undefined],
  ['an empty one', () => '__Host-teleforge.device='],
  ['a longer life', (cookie) => cookie.replace(/=(\d+)/, (_, until: string) => `=${Number(until) + 1}`)],
  ['another signature', (cookie) => cookie.replace(/.{43}$/, 'A'.repeat(43))],
  ['a shorter signature', (cookie) => cookie.slice(0, -1)],
  ['more behind it', (cookie) => `${cookie}A`],
  ['another name', (cookie) => cookie.replace('__Host-', '')],
])('with %s a browser is not known', (_what, change) => {
  expect(devices.knows(browserWith(change(remembered())), EMAIL)).toBe(false)
})

test('a cookie is not valid for another email, in another shop, or after half a year', () => {
  const request = browserWith(remembered())

  expect(devices.knows(request, 'eve@example.com')).toBe(false)
  expect(knownDevices('another secret', SHOP_URL).knows(request, EMAIL)).toBe(false)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 180 * 86_400_000 })
  expect(devices.knows(request, EMAIL)).toBe(false)
})
