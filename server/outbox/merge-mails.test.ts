import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { MailRecord } from '#contract/shop/mails.ts'
import { mails } from '#database/tables/mails.ts'
import { stopTheClock } from '#tests/support/runner/stopped-clock.ts'
import { newUps } from '#tests/support/shops/new-ups.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { paidOrder } from '#tests/support/shops/refunds.ts'
import { deliverMails } from './deliver-mails.ts'
import type { MailTransport } from '../mail/transport.ts'

stopTheClock()

const shop = await openShop({ env: { ORDER_MAIL_SECONDS: '60' } })
const { db, services, sentMails } = shop
const admin = await shop.admin()

beforeEach(async () => {
  await db.delete(mails)
  sentMails.length = 0
})

const subjects = () => sentMails.map(({ subject }) => subject)
const passMinute = () =>
  db.update(mails).set({ attemptedAt: sql`attempted_at - interval '1 minute'`, runAfter: sql`run_after - interval '1 minute'` })
const listed = async () => (await admin.get('/mails')).json<MailRecord[]>()

test('the first mail about an order goes out at once (70)', async () => {
  const part = await shop.addPart({ name: 'T-Con' })
  await shop.placeOrder(await shop.customer(), part)

  await deliverMails(services)

  expect(subjects()).toEqual(['We have received your order of T-Con'])
})

test('what happens to an order within a minute of its last mail becomes one mail (70)', async () => {
  const buyer = await shop.customer()
  const part = await shop.addPart({ name: 'T-Con' })
  const order = await shop.placeOrder(buyer, part)
  await deliverMails(services)
  await db.insert(mails).values({
    kind: 'order-paid',
    ref: order._id,
    about: order._id,
    recipient: buyer.email,
    subject: 'We have received your payment',
    body: 'x',
  })
  await deliverMails(services)
  await db
    .insert(mails)
    .values({ kind: 'order-shipped', ref: order._id, about: order._id, recipient: buyer.email, subject: 'It is on its way', body: 'x' })
  await deliverMails(services)
  const within = subjects().length

  await passMinute()
  await deliverMails(services)
  await deliverMails(services)

  expect([within, subjects().slice(1)]).toEqual([1, ['It is on its way']])
  const { body, html } = sentMails[1]!
  for (const text of ['We have received your payment', 'It is on its way', order._id, 'T-Con']) {
    expect(body).toContain(text)
    expect(html).toContain(text)
  }
  const rows = await listed()
  expect(rows.map(({ state }) => state)).toEqual(['sent', 'sent', 'sent'])
  expect(rows.filter(({ sentWith }) => sentWith !== null).map(({ kind }) => kind)).toEqual(['order-paid'])
})

test('an order that was cancelled before its first mail went out makes one mail (70)', async () => {
  const buyer = await shop.customer()
  const order = await shop.placeOrder(buyer, await shop.addPart({ name: 'T-Con' }))
  await buyer.delete(`/order/${order._id}`)

  await deliverMails(services)

  expect(subjects()).toEqual(['Your order of T-Con is cancelled'])
  expect(sentMails[0]!.body).toContain('We have received your order of T-Con')
  expect(sentMails[0]!.body).not.toContain('pay by card')
})

test('a mail for several that fails is tried again as a whole, and other orders do not wait for it (70)', async () => {
  const buyer = await shop.customer()
  const order = await shop.placeOrder(buyer, await shop.addPart())
  await buyer.delete(`/order/${order._id}`)
  const failing: MailTransport = { send: () => Promise.reject(new Error('451 try later')) }
  await deliverMails({ ...services, mailTransport: failing })
  await shop.placeOrder(buyer, await shop.addPart({ name: 'Other' }))
  await deliverMails(services)
  const meanwhile = subjects()

  await passMinute()
  await deliverMails(services)

  expect(meanwhile).toEqual(['We have received your order of Other'])
  expect(sentMails.slice(1).map(({ body }) => body.includes('is cancelled') && body.includes('We have received'))).toEqual([true])
  expect((await listed()).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent'])
})

test('one mail about several parcels names each number, and has one link to follow them (70)', async () => {
  const { order, buyer } = await paidOrder(shop)
  const sent = [newUps(), newUps()]
  for (const ups of sent) await admin.post(`/order/${order._id}/parcels`, { pieces: 500, ...ups })

  await deliverMails(services)

  const toBuyer = sentMails.filter(({ to }) => to === buyer.email)
  expect(toBuyer.map(({ subject }) => subject)).toEqual([`Your order of ${order.name} is on its way`])
  const { body, html } = toBuyer[0]!
  for (const text of ['UPS', ...sent.map(({ trackingNumber }) => trackingNumber)]) {
    expect(body).toContain(text)
    expect(html).toContain(text)
  }
  expect(body.match(new RegExp(`/track/${order._id}`, 'g'))).toHaveLength(1)
})

test('mails about other things are not merged (70)', async () => {
  const recipient = (await shop.customer()).email
  await db
    .insert(mails)
    .values([1, 2].map(() => ({ kind: 'reset-password', ref: randomUUID(), recipient, subject: 'Reset', body: 'Hello' })))

  await deliverMails(services)

  expect(sentMails).toHaveLength(2)
})

test('a crowd of mails that are put off holds up no other (70)', async () => {
  const buyer = await shop.customer()
  const order = await shop.placeOrder(buyer, await shop.addPart())
  await deliverMails(services)
  await db.insert(mails).values(
    Array.from({ length: 150 }, () => ({
      kind: 'order-shipped',
      ref: randomUUID(),
      about: order._id,
      recipient: buyer.email,
      subject: 'x',
      body: 'x',
    })),
  )
  await shop.placeOrder(buyer, await shop.addPart({ name: 'Other' }))

  await deliverMails(services)

  expect(subjects().slice(1)).toEqual(['We have received your order of Other'])
  expect(await db.select({ id: mails.id }).from(mails).where(eq(mails.attempts, 0))).toHaveLength(150)
})
