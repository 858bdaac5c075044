import { randomUUID } from 'node:crypto'
import { asc, eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { MailQueue, MailRecord } from '#contract/shop/mails.ts'
import { LOCK_KEYS, takeKey } from '#database/locks.ts'
import { mails } from '#database/tables/mails.ts'
import { users } from '#database/tables/users.ts'
import { lockUntilReleased } from '#tests/support/database/lock-waits.ts'
import { stopTheClock } from '#tests/support/runner/stopped-clock.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { deliverMails } from './deliver-mails.ts'
import { mailShares, shareOf, type MailKind } from '../mail/mail-bounds.ts'

stopTheClock()

const shop = await openShop({ env: { TRUST_EARNED: '1', MAILS_PER_DAY: '70' } })
const { db, services, sentMails } = shop
const admin = await shop.admin()

beforeEach(async () => {
  await db.delete(mails)
  sentMails.length = 0
})

/** Mails that are due, the first of them first. */
async function queue(recipient: string, kind: MailKind, count: number): Promise<void> {
  await db.insert(mails).values(
    Array.from({ length: count }, (_, index) => ({
      kind,
      ref: randomUUID(),
      recipient,
      subject: `${kind} ${index}`,
      body: 'Hello',
      runAfter: sql`now() - make_interval(secs => ${count - index}::int)`,
    })),
  )
}

async function deliverAll(): Promise<void> {
  while ((await deliverMails(services)) > 0);
}

const sentTo = (recipient: string) => sentMails.filter(({ to }) => to === recipient).length
const listed = async () => (await admin.get('/mails')).json<MailRecord[]>()

async function unconfirmed() {
  const person = await shop.customer()
  await db.update(users).set({ emailVerified: false }).where(eq(users.id, person.userId))
  return person
}

test('ordering and cancelling in turns sends an unconfirmed address a few mails, and holds the rest back (70)', async () => {
  const stranger = await unconfirmed()
  const part = await shop.addPart()
  for (let round = 0; round < 10; round++) {
    const order = await shop.placeOrder(stranger, part)
    expect((await stranger.delete(`/order/${order._id}`)).json()).toMatchObject({ deletedCount: 1 })
    await deliverMails(services)
  }
  await deliverAll()

  expect(sentTo(stranger.email)).toBe(4)
  const states = (await listed()).map(({ state }) => state)
  expect(states.filter((state) => state === 'held').length).toBeGreaterThan(0)
  expect(new Set(states)).toEqual(new Set(['sent', 'held']))
})

test('an unconfirmed address gets ten mails a day at most, the confirmation and the reset among them (70)', async () => {
  const { email } = await unconfirmed()
  const kinds = Object.keys(mailShares).filter((kind) => !['contact', 'staff'].includes(mailShares[kind as MailKind])) as MailKind[]
  for (const kind of ['order-cancelled', ...kinds] as const) await queue(email, kind, 30)

  await deliverAll()

  const sent = Object.groupBy(sentMails, ({ kind }) => shareOf(kind))
  expect(
    Object.entries(sent)
      .map(([share, inShare]) => [share, inShare!.length])
      .toSorted(),
  ).toEqual([
    ['confirm', 3],
    ['order', 4],
    ['reset', 2],
    ['warning', 1],
  ])
})

test('many addresses of one mailbox share its bound (70)', async () => {
  for (let index = 0; index < 20; index++) await queue(`ann+${index}@example.org`, 'order-placed', 1)

  await deliverAll()

  expect(sentMails).toHaveLength(4)
})

test('a confirmed address gets what its orders need, and a flood of them holds no warning back (70)', async () => {
  const { email } = await shop.customer()
  await queue(email, 'order-placed', 12)
  await queue(email, 'api-key-created', 1)

  await deliverAll()

  // Of 70 mails a day 60 are kept apart for confirming, resetting and warning.
  expect([sentTo(email), sentMails.filter(({ kind }) => kind === 'api-key-created').length]).toEqual([11, 1])
})

test('the flood of one address holds up no other (70)', async () => {
  const { email } = await unconfirmed()
  await queue(email, 'order-placed', 250)
  await queue('bob@example.org', 'order-paid', 1)

  await deliverMails(services)

  expect([sentTo(email), sentTo('bob@example.org')]).toEqual([4, 1])
})

test('the next day the address gets mails again, what was held back stays held back (70)', async () => {
  const { email } = await unconfirmed()
  await queue(email, 'order-placed', 6)
  await deliverAll()
  await db.update(mails).set({ attemptedAt: sql`attempted_at - interval '1 day'` })

  await queue(email, 'order-paid', 1)
  await deliverAll()

  expect(sentMails.map(({ subject }) => subject).slice(4)).toEqual(['order-paid 0'])
})

test('admins see what was held back, and may send it all the same (70)', async () => {
  const { email } = await unconfirmed()
  await queue(email, 'order-placed', 5)
  await deliverAll()
  const held = (await listed()).filter(({ state }) => state === 'held')
  const { heldBack } = (await admin.get('/mail-queue')).json<MailQueue>()
  const figures = (await shop.app.inject({ url: '/metrics' })).body

  const answer = await admin.put(`/mails/${held[0]!.id}/retry`)
  await deliverAll()

  expect([held.length, heldBack, answer.json()]).toEqual([1, 1, { modifiedCount: 1 }])
  expect(figures).toMatch(/^teleforge_mails_held_back 1$/m)
  expect([sentTo(email), new Set((await listed()).map(({ state }) => state))]).toEqual([5, new Set(['sent'])])
})

test('messages from the contact form fill no mailbox of the shop (70)', async () => {
  await queue(admin.email, 'contact-message', 60)
  await queue(admin.email, 'refund-due', 1)

  await deliverAll()

  expect(sentMails.map(({ kind }) => kind).filter((kind) => kind === 'contact-message')).toHaveLength(50)
  expect(sentMails.map(({ kind }) => kind)).toContain('refund-due')
})

test('several processes together send no more than the bound (70)', async () => {
  const { email } = await unconfirmed()
  await queue(email, 'order-placed', 60)

  await Promise.all([1, 2, 3, 4].map(() => deliverMails(services)))

  expect(sentTo(email)).toBe(4)
})

test('one process at a time counts the mails of an address, and another one leaves them to it without waiting (70)', async () => {
  const { email } = await unconfirmed()
  await queue(email, 'order-placed', 1)
  const release = await lockUntilReleased(db, (tx) => takeKey(tx.$client, LOCK_KEYS.mailClaims, 'wait'))

  expect([await deliverMails(services), sentTo(email)]).toEqual([0, 0])
  await release()
  expect([await deliverMails(services), sentTo(email)]).toEqual([1, 1])
})

test('where trust is not earned, as in a trial shop, every address counts as confirmed', async () => {
  const trial = await openShop()
  await trial.db.insert(mails).values(
    Array.from({ length: 30 }, () => ({
      kind: 'order-placed',
      ref: randomUUID(),
      recipient: 'ann@example.org',
      subject: 'Order',
      body: 'Hello',
    })),
  )

  while ((await deliverMails(trial.services)) > 0);

  expect(trial.sentMails).toHaveLength(30)
  expect(
    await trial.db
      .select({ id: mails.id })
      .from(mails)
      .where(sql`held_back_at is not null`)
      .orderBy(asc(mails.id)),
  ).toEqual([])
})
