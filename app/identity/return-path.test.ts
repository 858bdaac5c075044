import { describe, expect, test } from 'vitest'
import { inAppPath, loginStateAt, loginStateOf, returnPathOf } from '#app/identity/return-path.ts'

describe('places in the shop are kept', () => {
  test.each([
    ['/', '/'],
    ['/inventory', '/inventory'],
    ['/inventory?page=2', '/inventory?page=2'],
    ['/inventory/0198b2c0-0000-7000-8000-000000000001/purchase', '/inventory/0198b2c0-0000-7000-8000-000000000001/purchase'],
    ['/dashboard/payment/0198b2c0-0000-7000-8000-000000000001', '/dashboard/payment/0198b2c0-0000-7000-8000-000000000001'],
    ['/dashboard/makeAdmin', '/dashboard/makeAdmin'],
    ['/inventory/a%C3%A9', '/inventory/a%C3%A9'],
    ['/loginless', '/loginless'],
    ['/verify-email?token=a.b-c_d', '/verify-email?token=a.b-c_d'],
    ['/blogs/../about', '/about'],
  ])('%s', (given, kept) => {
    expect(inAppPath(given)).toBe(kept)
  })
})

const hostile: unknown[] = [
  '',
  ' ',
  'evil.example',
  'inventory',
  '//evil.example',
  '///evil.example',
  '////evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r/evil.example',
  '\t//evil.example',
  ' //evil.example',
  ' /inventory',
  '/ /evil.example',
  '/\u0000/evil.example',
  '/\u007f/evil.example',
  '/\u00a0/evil.example',
  '/\u200b/evil.example',
  '/\u202e/evil.example',
  '/\u2028/evil.example',
  '/\u3002evil.example',
  '\uff0f\uff0fevil.example',
  '/\uff0fevil.example',
  '/%2fevil.example',
  '/%2Fevil.example',
  '/%5cevil.example',
  '/%5Cevil.example',
  '/%252fevil.example',
  '/%25252fevil.example',
  '/%2525252525252fevil.example',
  '/%09/evil.example',
  '/%0a/evil.example',
  '/%0d%0aSet-Cookie:a=b',
  '/%00',
  '/%20/evil.example',
  '/%E2%80%AE',
  '/%',
  '/%zz',
  '/%ff',
  '/.//evil.example',
  '/..//evil.example',
  '/a/..//evil.example',
  '/%2e%2e//evil.example',
  '/./\\evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'javascript://%0aalert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'http://evil.example',
  'https://evil.example/inventory',
  'https:evil.example',
  'https:/evil.example',
  'ftp://evil.example',
  'blob:https://evil.example/1',
  'file:///etc/passwd',
  '@evil.example',
  '?from=//evil.example',
  '#//evil.example',
  '/inventory?a=\\evil',
  `/${'a'.repeat(2_000)}`,
  '/login',
  '/login?from=/login',
  '/register',
  '/reset-password?token=abc',
  '/sign-in-link?token=abc',
  '/api/auth/sign-out',
  '/blogs/../login',
  null,
  undefined,
  7,
  {},
  ['/inventory'],
  { toString: () => '/inventory' },
]

describe('every path out of the shop is refused (41)', () => {
  test('the table is long enough to mean something', () => {
    expect(hostile.length).toBeGreaterThanOrEqual(60)
  })

  test.each(hostile.map((value) => [value]))('%j', (value) => {
    expect(inAppPath(value)).toBeNull()
    expect(returnPathOf({ from: value })).toBe('/')
  })

  test('what is kept stays in the shop however a browser reads it', () => {
    const kept = hostile.map((value) => new URL(returnPathOf({ from: value }), 'https://shop.example'))

    expect(new Set(kept.map(({ origin }) => origin))).toEqual(new Set(['https://shop.example']))
  })
})

describe('the state of a navigation', () => {
  test.each([null, undefined, 'text', 7, {}, []])('%j leads home', (state) => {
    expect(returnPathOf(state)).toBe('/')
  })

  test('remembers path and search, and why one was sent to the login page', () => {
    const state = loginStateAt({ pathname: '/inventory', search: '?page=2' }, true)

    expect(loginStateOf(structuredClone(state))).toEqual({ from: '/inventory?page=2', sessionEnded: true, accountReady: false })
    expect(returnPathOf(state)).toBe('/inventory?page=2')
  })

  test('a place that must not be remembered is not', () => {
    expect(loginStateAt({ pathname: '/login', search: '' }).from).toBeNull()
  })
})
