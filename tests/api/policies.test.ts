import { randomUUID } from 'node:crypto'
import fastify from 'fastify'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { Call } from '#contract/basics/call.ts'
import { accessTokens } from '#database/tables/identity.ts'
import { users } from '#database/tables/users.ts'
import { knowCallers } from '#server/api-keys/know-callers.ts'
import { requirePolicies } from '#server/platform/http/require-policies.ts'
import { allCalls, titleOf } from '#tests/support/hostile/all-calls.ts'
import { openShop, type Client, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'

const guarded = allCalls.filter(({ policy }) => !['public', 'webhook', 'identity'].includes(policy))

let shop: TestShop
let ann: Customer
let bob: Customer
let admin: Customer

beforeAll(async () => {
  shop = await openShop()
  ann = await shop.customer('ann')
  bob = await shop.customer('bob')
  admin = await shop.admin()
})

/** Makes the call with an empty body, which no schema accepts: what answers before that is the policy. */
function make(call: Call, client: Client, email = ann.email, headers: Record<string, string> = {}) {
  const url = `/api${call.path.replace(':id', randomUUID()).replace(':email', encodeURIComponent(email))}`
  return shop.app.inject({
    method: call.method,
    url: call.query && 'customer' in (call.query as { properties?: object }).properties! ? `${url}?customer=${email}` : url,
    headers: { ...(client.token && { authorization: `Bearer ${client.token}` }), ...headers },
    ...(call.body && { payload: {} }),
  })
}

test.each(guarded.map((call) => [titleOf(call), call] as const))(
  '%s asks a visitor to sign in, before it reads anything',
  async (_, call) => {
    const answer = await make(call, shop.visitor)

    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toMatchObject({ code: 'SIGN_IN_NEEDED', message: 'Please sign in.' })
  },
)

/** Headers that identify no caller. */
const hostileHeaders = [
  '',
  ' ',
  'Bearer',
  'Bearer ',
  'Bearer  ',
  'Basic YTpi',
  'Digest username="a"',
  'Negotiate a87421000492aa874209af8bc028',
  'Bearer null',
  'Bearer undefined',
  'Bearer true',
  'Bearer 0',
  'bearer x',
  'BEARER x',
  'Token x',
  `Bearer ${'a'.repeat(42)}`,
  `Bearer ${'a'.repeat(43)}`,
  `Bearer ${'a'.repeat(44)}`,
  `bearer ${'a'.repeat(43)}`,
  `Bearer ${'a'.repeat(43)}, Bearer ${'b'.repeat(43)}`,
  `Bearer ${'a'.repeat(5_000)}`,
  'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.',
  'Bearer eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoiYWRtaW4ifQ.AAAA',
  "Bearer ' or 1=1 --",
  `Bearer ${"'".repeat(43)}`,
  'Bearer %00',
  `Bearer ${'%00'.repeat(14)}a`,
  'Bearer [object Object]',
  'Bearer ../../etc/passwd',
  'Bearer <script>alert(1)</script>',
  `Bearer ${'\u00ff'.repeat(43)}`,
  'Bearer __proto__',
  'Bearer constructor',
  'Bearer ${jndi:ldap://x}',
]

test.each(allCalls.map((call) => [titleOf(call), call] as const))(
  '%s takes no hostile Authorization header for a person (36)',
  async (_, call) => {
    const usual = (await make(call, shop.visitor)).statusCode

    const answers = await Promise.all(hostileHeaders.map((authorization) => make(call, shop.visitor, ann.email, { authorization })))

    expect(hostileHeaders.length).toBeGreaterThanOrEqual(30)
    expect(usual).toBe(guarded.includes(call) || call.policy === 'identity' ? 401 : usual)
    expect(usual).toBeLessThan(500)
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([usual]))
  },
)

test.each(guarded.map((call) => [titleOf(call), call] as const))(
  '%s refuses tokens that are expired, or of a disabled account (36)',
  async (_, call) => {
    const expired = await shop.customer('expired', 'admin')
    await shop.db
      .update(accessTokens)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(accessTokens.sessionId, expired.sessionId))
    const disabled = await shop.customer('disabled', 'admin')
    await shop.db
      .update(users)
      .set({ disabledAt: sql`now()` })
      .where(eq(users.id, disabled.userId))

    expect((await make(call, expired, expired.email)).statusCode).toBe(401)
    expect((await make(call, disabled, disabled.email)).statusCode).toBe(401)
  },
)

test.each(guarded.filter(({ policy }) => policy === 'admin').map((call) => [titleOf(call), call] as const))(
  '%s is for admins alone',
  async (_, call) => {
    expect((await make(call, ann)).statusCode).toBe(403)
    expect([401, 403]).not.toContain((await make(call, admin)).statusCode)
  },
)

test.each(guarded.filter(({ policy }) => policy.startsWith('self')).map((call) => [titleOf(call), call] as const))(
  "%s keeps one person out of another's affairs",
  async (_, call) => {
    expect((await make(call, bob, ann.email)).statusCode).toBe(403)
    expect([401, 403]).not.toContain((await make(call, ann, ann.email.toUpperCase())).statusCode)
    expect((await make(call, admin, ann.email)).statusCode === 403).toBe(call.policy === 'self')
  },
)

test('a server with a route that does not say who may use it does not start (G7)', async () => {
  const app = fastify()
  requirePolicies(app, knowCallers(shop.db))
  app.get('/forgotten', () => 'open to all')

  await expect(app.ready()).rejects.toThrow('/forgotten')
})

test.each(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const)('an unknown path answers %s with JSON 404', async (method) => {
  const answer = await shop.app.inject({ method, url: '/api/no/such/call' })

  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toMatchObject({ code: 'UNKNOWN_CALL' })
})
