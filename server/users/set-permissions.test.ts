import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditLog } from '#database/tables/audit-log.ts'
import { mails } from '#database/tables/mails.ts'
import { sessions } from '#database/tables/identity.ts'
import { openShop, type Customer } from '#tests/support/shops/open-shop.ts'
import { openPaymentOf, payByCard, reportPaid, unpaidOrder } from '#tests/support/shops/payments.ts'

const shop = await openShop()
const admin = await shop.admin()

const setPermissions = (by: Customer, email: string, permissions: unknown) => by.put(`/user/permissions/${email}`, { permissions })
const rightsOf = async (person: Customer) => (await person.get(`/admin/${person.email}`)).json()

test('a person with a permission is told so, and without one the answer stays as it was', async () => {
  const clerk = await shop.customer('clerk')
  const before = await rightsOf(clerk)

  const answer = await setPermissions(admin, clerk.email.toUpperCase(), ['money', 'orders'])

  expect(before).toEqual({ admin: false })
  expect(answer.json()).toEqual({ result: { modifiedCount: 1 } })
  expect(await rightsOf(clerk)).toEqual({ admin: false, permissions: ['orders', 'money'] })
  expect((await clerk.get('/me')).json()).toMatchObject({ role: '', permissions: ['orders', 'money'] })
  const listed = (await admin.get('/user')).json<{ email: string; permissions: string[] }[]>()
  expect(listed.find(({ email }) => email === clerk.email)?.permissions).toEqual(['orders', 'money'])
})

test('with a further permission the session stays; with one fewer the person is signed out', async () => {
  const clerk = await shop.customer('clerk')
  const sessionsLeft = () => shop.db.$count(sessions, eq(sessions.userId, clerk.userId))

  await setPermissions(admin, clerk.email, ['orders'])
  await setPermissions(admin, clerk.email, ['orders', 'parts'])
  const widened = await sessionsLeft()
  await setPermissions(admin, clerk.email, ['parts', 'prices'])

  expect([widened, await sessionsLeft()]).toEqual([1, 0])
})

test('the audit log has the permissions before and after, and an unchanged choice writes nothing', async () => {
  const clerk = await shop.customer('clerk')
  await setPermissions(admin, clerk.email, ['orders'])

  const again = await setPermissions(admin, clerk.email, ['orders'])
  await setPermissions(admin, clerk.email, [])

  expect(again.json()).toEqual({ result: { modifiedCount: 0 } })
  const entries = await shop.db.select().from(auditLog).where(eq(auditLog.subject, clerk.email)).orderBy(auditLog.position)
  expect(entries).toMatchObject([
    { action: 'change-permissions', actorId: admin.userId, detail: { permissions: 'orders', permissionsBefore: '' } },
    { action: 'change-permissions', actorId: admin.userId, detail: { permissions: '', permissionsBefore: 'orders' } },
  ])
})

test('an unknown permission and an unknown person change nothing', async () => {
  const clerk = await shop.customer('clerk')

  const answers = [
    await setPermissions(admin, clerk.email, ['everything']),
    await setPermissions(admin, clerk.email, ['orders', 'orders']),
    await setPermissions(admin, 'absent@example.com', ['orders']),
  ]

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400, 200])
  expect(answers[2]!.json()).toEqual({ result: { modifiedCount: 0 } })
  expect(await rightsOf(clerk)).toEqual({ admin: false })
})

test('nobody gives permissions with a permission, to others or to themselves', async () => {
  const clerk = await shop.customer('clerk')
  await setPermissions(admin, clerk.email, ['orders', 'parts', 'prices', 'customers', 'money', 'settings', 'look'])

  const answers = [await setPermissions(clerk, clerk.email, []), await clerk.put(`/user/admin/${clerk.email}`, { role: 'admin' })]

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403])
})

test('who has the permission for orders is told of a paid order, as admins are', async () => {
  const [clerk, seller] = [await shop.customer('clerk'), await shop.customer('seller')]
  await setPermissions(admin, clerk.email, ['orders'])
  await setPermissions(admin, seller.email, ['parts', 'look'])
  const { buyer, order } = await unpaidOrder(shop)

  await reportPaid(buyer, order, (await payByCard(shop, await openPaymentOf(buyer, order))).id)

  const told = await shop.db.select({ recipient: mails.recipient }).from(mails).where(eq(mails.kind, 'order-to-ship'))
  const recipients = told.map(({ recipient }) => recipient)
  expect(recipients).toEqual(expect.arrayContaining([admin.email, clerk.email]))
  expect(recipients).not.toContain(seller.email)
})

test('who ships by permission stands in the timeline and in the audit log', async () => {
  const clerk = await shop.customer('clerk')
  await setPermissions(admin, clerk.email, ['orders'])
  const { buyer, order } = await unpaidOrder(shop)
  await reportPaid(buyer, order, (await payByCard(shop, await openPaymentOf(buyer, order))).id)

  const shipped = await clerk.put(`/orderShipped/${order._id}`)

  expect(shipped.json()).toMatchObject({ modifiedCount: 1 })
  const { events } = (await admin.get(`/order/${order._id}/events`)).json<{ events: { kind: string; actor: string | null }[] }>()
  expect(events.at(-1)).toMatchObject({ actor: clerk.email })
  expect(await shop.db.select().from(auditLog).where(eq(auditLog.subject, order._id))).toMatchObject([{ actorId: clerk.userId }])
})
