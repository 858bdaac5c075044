import { createHash, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { customerScopes, type ApiKey } from '#contract/people/api-keys.ts'
import { MAXIMUM_API_KEYS } from '#contract/basics/limits.ts'
import { messages } from '#contract/basics/messages.ts'
import { answeredCalls } from '#database/tables/answered-calls.ts'
import { apiKeys } from '#database/tables/api-keys.ts'
import { auditLog } from '#database/tables/audit-log.ts'
import { rateLimits } from '#database/tables/identity.ts'
import { mails } from '#database/tables/mails.ts'
import { users } from '#database/tables/users.ts'
import { programOf } from '#tests/support/shops/api-keys.ts'
import { openShop, type Customer } from '#tests/support/shops/open-shop.ts'

const shop = await openShop()

const listOf = async (person: Customer) => (await person.get('/api-keys')).json<ApiKey[]>()
const wanted = { name: 'Purchasing', scopes: ['orders:read'] }

test('a new key is shown once; afterwards its owner sees its name, scopes and first characters', async () => {
  const ann = await shop.customer('ann')

  const answer = await ann.post('/api-keys', { name: '  Purchasing ', scopes: ['quotes:read', 'orders:write'], days: 30 })

  const { key, apiKey } = answer.json<{ key: string; apiKey: ApiKey }>()
  expect(key).toMatch(/^tfk_[A-Za-z0-9_-]{43}$/)
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(apiKey).toMatchObject({ name: 'Purchasing', prefix: key.slice(0, 8), scopes: ['quotes:read', 'orders:write'], lastUsedAt: null })
  expect(Date.parse(apiKey.expiresAt!) - Date.parse(apiKey.createdAt)).toBe(30 * 86_400_000)
  expect(await listOf(ann)).toEqual([apiKey])
})

test('an account with an unconfirmed address cannot create a key, because keys outlive new passwords (41)', async () => {
  const ann = await shop.customer('ann')
  const confirmed = (emailVerified: boolean) => shop.db.update(users).set({ emailVerified }).where(eq(users.id, ann.userId))
  await confirmed(false)

  const early = await ann.post('/api-keys', wanted)

  expect([early.statusCode, early.json().code]).toEqual([403, 'EMAIL_UNVERIFIED'])
  expect(await listOf(ann)).toEqual([])
  await confirmed(true)
  expect((await ann.post('/api-keys', wanted)).statusCode).toBe(200)
})

test('only the SHA-256 of a key is stored', async () => {
  const ann = await shop.customer('ann')
  const { key, apiKey } = await programOf(shop, ann, ['orders:read'])

  const [row] = await shop.db.select().from(apiKeys).where(eq(apiKeys.id, apiKey._id))
  const tables = [apiKeys, mails, auditLog, rateLimits, answeredCalls]
  const kept = JSON.stringify(await Promise.all(tables.map((table) => shop.db.select().from(table))))

  expect(row!.keyHash).toBe(createHash('sha256').update(key).digest('hex'))
  expect(kept).toContain(apiKey.prefix)
  expect(kept).not.toContain(key.slice(0, 12))
})

test.each([
  [{ ...wanted, name: ' ' }, 'name', messages.apiKeyNameRequired],
  [{ ...wanted, name: 'x'.repeat(81) }, 'name', messages.tooLong(80)],
  [{ ...wanted, scopes: [] }, 'scopes', messages.apiKeyScopesRequired],
  [{ name: 'x' }, 'scopes', messages.apiKeyScopesRequired],
  [{ ...wanted, days: 0 }, 'days', messages.apiKeyDays],
  [{ ...wanted, days: 3_651 }, 'days', messages.apiKeyDays],
  [{ ...wanted, days: 1.5 }, 'days', messages.apiKeyDays],
])('the key %j is refused at its field', async (body, field, message) => {
  const ann = await shop.customer('ann')

  const answer = await ann.post('/api-keys', body)

  expect(answer.statusCode).toBe(400)
  expect(answer.json().fields).toContainEqual({ field, message })
  expect(await listOf(ann)).toEqual([])
})

test('an unknown or repeated scope makes no key', async () => {
  const ann = await shop.customer('ann')

  const answers = await Promise.all(
    [['everything'], ['orders:read', 'orders:read']].map((scopes) => ann.post('/api-keys', { ...wanted, scopes })),
  )

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400])
  expect(await listOf(ann)).toEqual([])
})

test('concurrent requests create at most as many keys as one account may have', async () => {
  const ann = await shop.customer('ann')

  const answers = await Promise.all(Array.from({ length: MAXIMUM_API_KEYS + 5 }, () => ann.post('/api-keys', wanted)))

  const codes = answers.filter(({ statusCode }) => statusCode !== 200).map((answer) => answer.json().code)
  expect(codes).toEqual(Array(5).fill('TOO_MANY_API_KEYS'))
  expect(await listOf(ann)).toHaveLength(MAXIMUM_API_KEYS)
})

test('revoking a key makes room for another, and removes it from the list', async () => {
  const ann = await shop.customer('ann')
  for (let made = 0; made < MAXIMUM_API_KEYS; made++) await ann.post('/api-keys', wanted)
  const [first] = await listOf(ann)

  const revoked = await ann.delete(`/api-keys/${first!._id}`)
  const again = await ann.delete(`/api-keys/${first!._id}`)

  expect([revoked.json(), again.json()]).toEqual([{ deletedCount: 1 }, { deletedCount: 0 }])
  expect((await ann.post('/api-keys', wanted)).statusCode).toBe(200)
  expect((await listOf(ann)).map(({ _id }) => _id)).not.toContain(first!._id)
})

test("another account's key is not found, and keeps working", async () => {
  const [ann, bob] = [await shop.customer('ann'), await shop.customer('bob')]
  const { apiKey, ask } = await programOf(shop, ann, ['orders:read'])

  const [foreign, absent] = [await bob.delete(`/api-keys/${apiKey._id}`), await bob.delete(`/api-keys/${randomUUID()}`)]

  expect([foreign.statusCode, absent.statusCode]).toEqual([404, 404])
  expect(foreign.json().message).toBe(absent.json().message)
  expect(await listOf(bob)).toEqual([])
  expect((await ask('GET', `/order?customer=${ann.email}`)).statusCode).toBe(200)
})

test("an admin's revoking of another account's key is in the audit log; owners' changes of their own keys are not", async () => {
  const [ann, admin] = [await shop.customer('ann'), await shop.admin()]
  const { apiKey, ask } = await programOf(shop, ann, ['orders:read'])
  const { apiKey: own } = await programOf(shop, admin, ['orders:read'])

  await admin.delete(`/api-keys/${own._id}`)
  await admin.delete(`/api-keys/${apiKey._id}`)

  const entries = await shop.db.select().from(auditLog).where(eq(auditLog.actorId, admin.userId))
  expect(entries).toMatchObject([{ action: 'revoke-api-key', subject: apiKey._id }])
  expect((await ask('GET', `/order?customer=${ann.email}`)).statusCode).toBe(401)
})

test("a mail informs the owner of each key created and revoked, without the key's name", async () => {
  const ann = await shop.customer('ann')
  const { apiKey } = await programOf(shop, ann, ['orders:read', 'quotes:write'], { name: 'Visit evil.example' })
  await ann.delete(`/api-keys/${apiKey._id}`)

  const queued = await shop.db.select().from(mails).where(eq(mails.recipient, ann.email)).orderBy(mails.createdAt)

  expect(queued.map(({ kind, subject }) => [kind, subject])).toEqual([
    ['api-key-created', 'A new API key was created'],
    ['api-key-revoked', 'An API key was revoked'],
  ])
  expect(queued[0]!.body).toContain(`${apiKey.prefix}...`)
  expect(queued[0]!.body).toContain('orders:read, quotes:write')
  expect(queued[0]!.body).toContain('/dashboard/profile/developers')
  expect(queued.map(({ body, html }) => body + html).join()).not.toContain('evil.example')
})

test('the number of keys an account creates is limited', async () => {
  const limited = await openShop({ rateLimit: true })
  const [ann, bob] = [await limited.customer('ann'), await limited.customer('bob')]
  for (let made = 0; made < 12; made++) {
    const { apiKey } = await programOf(limited, ann, customerScopes)
    await ann.delete(`/api-keys/${apiKey._id}`)
  }

  const answer = await ann.post('/api-keys', wanted)

  expect(answer.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  expect((await bob.post('/api-keys', wanted)).statusCode).toBe(200)
})
