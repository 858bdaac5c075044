import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { AUDIT_PAGE_SIZE, type AuditEntry, type AuditPage } from '#contract/shop/operations.ts'
import { auditLog } from '#database/tables/audit-log.ts'
import { contactMessages } from '#database/tables/contact-messages.ts'
import { mails } from '#database/tables/mails.ts'
import { grantFirstAdmin } from '#server/identity/grant-first-admin.ts'
import { setRole } from '#server/users/set-role.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { picture, uploadPicture } from '#tests/support/shops/picture-shop.ts'
import { openPaymentOf, payByCard, reportPaid, unpaidOrder } from '#tests/support/shops/payments.ts'

let shop: TestShop
let admin: Customer
/** Entries of earlier tests. */
let earlier: number

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})

beforeEach(async () => {
  earlier = (await page()).count
})

async function page(number = 0): Promise<AuditPage> {
  return (await admin.get(`/audit-log?page=${number}`)).json()
}

/** What was written down since the test began, oldest first. */
async function written(): Promise<Pick<AuditEntry, 'actor' | 'action' | 'subject' | 'detail'>[]> {
  const { count, entries } = await page()
  return entries
    .slice(0, count - earlier)
    .map(({ actor, action, subject, detail }) => ({ actor, action, subject, detail }))
    .toReversed()
}

const byAdmin = (action: string, subject: string, detail: AuditEntry['detail'] = {}) => ({ actor: admin.email, action, subject, detail })

test("an admin's changes of an order are written down with the old and the new value, its buyer's are not", async () => {
  const { order, buyer } = await unpaidOrder(shop)
  const path = `/order/${order._id}`

  await admin.put(`${path}/address`, { address: 'Gate 7', seen: order.address })
  await admin.put(`${path}/reference`, { reference: 'PO-1', seen: '' })
  await buyer.put(`${path}/address`, { address: 'Gate 8', seen: 'Gate 7' })
  await buyer.put(`${path}/reference`, { reference: 'PO-2', seen: 'PO-1' })

  expect(await written()).toEqual([
    byAdmin('change-address', order._id, { address: 'Gate 7', addressBefore: order.address }),
    byAdmin('change-reference', order._id, { reference: 'PO-1', referenceBefore: '' }),
  ])
})

test('what an admin does to a part is written down', async () => {
  const { img } = await shop.addPart()
  const added = await admin.post('/parts', { name: 'T-con board', img, price: '2.50', available: 5_000, description: 'Good.' })
  const id = added.json().insertedId

  await admin.put(`/inventory/${id}`, { newAvailable: { available: 6_000 }, added: 1_000 })
  await admin.put(`/inventory/${id}`, { newAvailable: { available: 4_000 } })
  await admin.put(`/inventory/${id}`, { newAvailable: { available: 4_000 } })
  await admin.delete(`/parts/${id}`)
  await admin.delete(`/parts/${id}`)

  expect(await written()).toEqual([
    byAdmin('add-part', id, { available: 5_000, price: '2.5000' }),
    byAdmin('restock-part', id, { added: 1_000, available: 6_000 }),
    byAdmin('set-stock', id, { added: -2_000, available: 4_000 }),
    byAdmin('remove-part', id),
  ])
})

test('each picture that is taken in is written down with its bytes, what is refused is not (70)', async () => {
  const bytes = await picture().png().toBuffer()
  const { url } = (await uploadPicture(shop.app, admin.token, bytes)).json().data
  await uploadPicture(shop.app, admin.token, Buffer.from('no picture'))

  const lines = await written()

  expect(lines).toEqual([byAdmin('upload-picture', url.split('/').at(-1), { bytes: bytes.length })])
})

test("what an admin does to orders is written down, and what buyers do to theirs isn't", async () => {
  const { order, buyer } = await unpaidOrder(shop)
  const { id } = await payByCard(shop, await openPaymentOf(buyer, order))
  await reportPaid(buyer, order, id)
  const { order: second } = await unpaidOrder(shop)
  const { order: own, buyer: owner } = await unpaidOrder(shop)

  await admin.put(`/orderShipped/${order._id}`)
  await admin.put(`/orderShipped/${order._id}`)
  await admin.delete(`/order/${second._id}`)
  await owner.delete(`/order/${own._id}`)

  expect(await written()).toEqual([byAdmin('ship-order', order._id), byAdmin('cancel-order', second._id)])
})

test('changes of a role are written down, from the screen, the command line and the configuration', async () => {
  const ann = await shop.customer('ann')
  const settings = { ...shop.services.settings, adminEmail: ann.email }

  await admin.put(`/user/admin/${ann.email}`, { role: 'admin' })
  await admin.put(`/user/admin/${ann.email}`, { role: 'admin' })
  await setRole(shop.db, null, ann.email, '')
  await grantFirstAdmin({ db: shop.db, settings })
  await grantFirstAdmin({ db: shop.db, settings })

  expect(await written()).toEqual([
    byAdmin('grant-admin', ann.email),
    { actor: null, action: 'revoke-admin', subject: ann.email, detail: {} },
    { actor: null, action: 'grant-admin', subject: ann.email, detail: { by: 'ADMIN_EMAIL' } },
  ])
})

test('blocking and unblocking an account is written down', async () => {
  const ann = await shop.customer('ann')
  await shop.placeOrder(ann, await shop.addPart())

  for (const blocked of [true, true, false, false]) await admin.put(`/user/blocked/${ann.email}`, { blocked })

  expect(await written()).toEqual([byAdmin('block-account', ann.email, { holds: 0, orders: 1 }), byAdmin('unblock-account', ann.email)])
})

test('what an admin does to mails and messages is written down', async () => {
  const [message] = await shop.db.insert(contactMessages).values({ name: 'Vera', email: 'v@example.com', message: 'Hello' }).returning()
  const [mail] = await shop.db
    .insert(mails)
    .values({
      kind: 'order-placed',
      ref: randomUUID(),
      recipient: 'a@example.com',
      subject: 'x',
      body: 'x',
      runAfter: null,
      failedAt: sql`now()`,
    })
    .returning()

  await admin.put(`/mails/${mail!.id}/retry`)
  for (const answered of [true, true, false]) await admin.put(`/contact/${message!.id}`, { answered })

  expect(await written()).toEqual([
    byAdmin('retry-mail', mail!.id),
    byAdmin('answer-message', message!.id),
    byAdmin('reopen-message', message!.id),
  ])
})

test('the audit log names what was changed, also a part that is no longer sold', async () => {
  const part = await shop.addPart()
  const order = await shop.placeOrder(await shop.customer(), part)
  await admin.delete(`/order/${order._id}`)
  await admin.delete(`/parts/${part._id}`)
  await admin.put(`/user/admin/${(await shop.customer('carl')).email}`, { role: 'admin' })

  const { entries } = await page()

  expect(entries.slice(0, 3).map(({ action, subjectName }) => [action, subjectName])).toEqual([
    ['grant-admin', null],
    ['remove-part', part.name],
    ['cancel-order', order.number],
  ])
})

test('what is undone is not written down', async () => {
  const part = await shop.addPart()

  const refused = await admin.put(`/inventory/${part._id}`, { newAvailable: { available: 0 }, added: -20_000 })
  const lastOne = await openShop()
  const alone = await lastOne.admin()
  await alone.put(`/user/admin/${alone.email}`, { role: '' })

  expect(refused.statusCode).toBe(400)
  expect(await written()).toEqual([])
  expect(await lastOne.db.$count(auditLog)).toBe(0)
})

test('nobody changes or removes what is written down', async () => {
  await shop.db.insert(auditLog).values({ action: 'ship-order', subject: 'x' })

  for (const change of [sql`update audit_log set subject = 'y'`, sql`delete from audit_log`]) {
    await expect(shop.db.execute(change)).rejects.toMatchObject({ cause: { message: 'the audit log is only added to' } })
  }
})

test('the audit log is paged, newest first, and a page beyond the last is the last', async () => {
  await shop.db.insert(auditLog).values(Array.from({ length: AUDIT_PAGE_SIZE + 1 }, () => ({ action: 'ship-order', subject: 'x' })))

  const [first, beyond, before] = [await page(0), await page(1_000_000), await page(-1)]

  expect(first.entries).toHaveLength(AUDIT_PAGE_SIZE)
  expect(first.entries[0]!.position).toBeGreaterThan(first.entries.at(-1)!.position)
  expect(beyond.page).toBe(Math.ceil(beyond.count / AUDIT_PAGE_SIZE) - 1)
  expect(beyond.entries.at(-1)!.position).toBe(1)
  expect(before.page).toBe(0)
})

test('entries are read and counted by the time at which they were written', async () => {
  const { count } = await page()
  await shop.db
    .insert(auditLog)
    .values([1, 2, 3].map((day) => ({ at: new Date(`2020-01-0${day}T00:00:00Z`), action: 'restock-part', subject: `of day ${day}` })))
  const read = async (query: string): Promise<AuditPage> => (await admin.get(`/audit-log?${query}`)).json()
  const subjects = async (query: string) => (await read(query)).entries.map(({ subject }) => subject)

  expect(await subjects('from=2020-01-01T12:00:00Z&to=2020-02-01T00:00:00Z')).toEqual(['of day 3', 'of day 2'])
  expect(await read('to=2020-01-02T00:00:00Z')).toMatchObject({ count: 1, entries: [{ subject: 'of day 1' }] })
  expect(await read('from=2020-02-01T00:00:00Z')).toMatchObject({ count })
})
