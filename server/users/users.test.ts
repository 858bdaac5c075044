import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { users } from '#database/tables/users.ts'
import { transaction } from '#database/transaction.ts'
import { untilWaiting } from '#tests/support/database/lock-waits.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'

let shop: TestShop
let admin: Customer
let ann: Customer

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  ann = await shop.customer('ann')
})

const profile = { phone: '1', education: 'MSc', address: 'Here 1' }

test('a profile is updated, and repeating the update says that nothing changed', async () => {
  const first = await ann.put(`/users/${encodeURIComponent(ann.email)}`, { ...profile, displayName: 'Ann B.' })
  const second = await ann.put(`/users/${encodeURIComponent(ann.email)}`, profile)

  expect(first.json()).toEqual({ matchedCount: 1, modifiedCount: 1 })
  expect(second.json()).toEqual({ matchedCount: 1, modifiedCount: 0 })
  expect((await ann.get(`/user/${ann.email.toUpperCase()}`)).json()).toMatchObject({ ...profile, displayName: 'Ann B.' })
})

test.each([
  ['phone', 'Your Phone number is required'],
  ['education', 'Your Education is required'],
  ['address', 'Your Address is required'],
])('a profile without %s is refused at that field', async (field, message) => {
  const answer = await ann.put(`/users/${ann.email}`, { ...profile, [field]: '' })

  expect(answer.json().fields).toEqual([{ field, message }])
})

test('role and other properties cannot be smuggled into a profile (33)', async () => {
  for (const extra of [{ role: 'admin' }, { email: 'x@example.com' }, { _id: admin.userId }, { emailVerified: true }]) {
    expect((await ann.put(`/users/${ann.email}`, { ...profile, ...extra })).statusCode).toBe(400)
  }
  expect((await ann.get(`/admin/${ann.email}`)).json()).toEqual({ admin: false })
})

test("another account's profile can be neither read nor written, except read by an admin (32)", async () => {
  const bob = await shop.customer('bob')

  expect((await ann.get(`/user/${bob.email}`)).statusCode).toBe(403)
  expect((await ann.get(`/admin/${bob.email}`)).statusCode).toBe(403)
  expect((await ann.put(`/users/${bob.email}`, profile)).statusCode).toBe(403)
  expect((await admin.put(`/users/${bob.email}`, profile)).statusCode).toBe(403)
  expect((await admin.get(`/user/${bob.email}`)).statusCode).toBe(200)
})

test('only admins see all users', async () => {
  expect((await admin.get('/user')).json()).toContainEqual(expect.objectContaining({ email: ann.email, role: '' }))
  expect((await ann.get('/user')).statusCode).toBe(403)
  expect((await shop.visitor.get('/user')).statusCode).toBe(401)
})

test('granting and revoking admin takes effect on the next call (34)', async () => {
  const carl = await shop.customer('carl')

  const granted = await admin.put(`/user/admin/${carl.email}`, { role: 'admin' })
  const asAdmin = await carl.get('/allOrder')
  const revoked = await admin.put(`/user/admin/${carl.email}`, { role: '' })
  const afterwards = await carl.get('/allOrder')

  expect(granted.json()).toEqual({ result: { modifiedCount: 1 } })
  expect(asAdmin.statusCode).toBe(200)
  expect(revoked.json()).toEqual({ result: { modifiedCount: 1 } })
  expect(afterwards.statusCode).toBe(401)
})

test('granting again, or to an unknown email, changes nothing', async () => {
  const dora = await shop.customer('dora', 'admin')

  expect((await admin.put(`/user/admin/${dora.email}`, { role: 'admin' })).json().result.modifiedCount).toBe(0)
  expect((await admin.put('/user/admin/unknown@example.com', { role: 'admin' })).json().result.modifiedCount).toBe(0)
  expect((await admin.put(`/user/admin/${dora.email}`, { role: 'owner' })).statusCode).toBe(400)
})

test('a customer cannot make an account an admin (33)', async () => {
  expect((await ann.put(`/user/admin/${ann.email}`, { role: 'admin' })).statusCode).toBe(403)
})

test('of a hundred concurrent removals, of every admin by every admin, one admin remains (35)', async () => {
  const isolated = await openShop()
  const admins = await Promise.all(Array.from({ length: 10 }, (_, index) => isolated.admin(`admin${index}`)))

  await Promise.all(
    admins.flatMap((one, first) =>
      admins.map((_, next) => one.put(`/user/admin/${admins[(first + next + 1) % admins.length]!.email}`, { role: '' })),
    ),
  )

  const left = await Promise.all(admins.map(async (one) => ((await one.get('/user')).statusCode === 200 ? [one] : [])))
  const [last, ...more] = left.flat()
  // Removals that timed out changed nothing; they are repeated.
  for (const one of more) await last!.put(`/user/admin/${one.email}`, { role: '' })
  expect((await last!.put(`/user/admin/${last!.email}`, { role: '' })).json().code).toBe('LAST_ADMIN')
})

test('of two admins who remove each other concurrently, one remains (35)', async () => {
  const isolated = await openShop()
  const [one, other] = [await isolated.admin(), await isolated.admin()]

  // Both have read the list of admins, if a read is all they do, before either may write.
  const { removing } = await transaction(isolated.db, async (tx) => {
    await tx.select().from(users).for('update')
    const both = Promise.all([one.put(`/user/admin/${other.email}`, { role: '' }), other.put(`/user/admin/${one.email}`, { role: '' })])
    await untilWaiting(isolated.db, 2)
    return { removing: both }
  })

  const answers = await removing
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  expect(await isolated.db.$count(users, eq(users.role, 'admin'))).toBe(1)
})

test('a disabled admin, who cannot sign in, does not count as another admin (35)', async () => {
  const isolated = await openShop()
  const [last, disabled] = [await isolated.admin(), await isolated.admin()]
  await isolated.db
    .update(users)
    .set({ disabledAt: sql`now()` })
    .where(eq(users.id, disabled.userId))

  const refused = await last.put(`/user/admin/${last.email}`, { role: '' })
  const allowed = await last.put(`/user/admin/${disabled.email}`, { role: '' })

  expect(refused.json().code).toBe('LAST_ADMIN')
  expect(allowed.json()).toEqual({ result: { modifiedCount: 1 } })
})

test('more accounts than one batch are all listed, each once, oldest first (70)', async () => {
  await shop.db.execute(sql`
    insert into users (email, display_name) select 'listed-' || n || '@example.com', 'Listed' from generate_series(1, 1100) as n`)

  const listed = (await (await shop.admin()).get('/user')).json<{ _id: string; email: string }[]>()

  expect(listed).toHaveLength(await shop.db.$count(users))
  expect(new Set(listed.map(({ _id }) => _id)).size).toBe(listed.length)
})
