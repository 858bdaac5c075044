import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { CallResponse } from '#contract/basics/call.ts'
import type { setAsideCalls } from '#contract/people/set-aside.ts'
import { holds } from '#database/tables/orders.ts'
import { mails } from '#database/tables/mails.ts'
import { users } from '#database/tables/users.ts'
import { confirmAddress, newcomer } from '#tests/support/shops/newcomers.ts'
import { holdPieces, openShop } from '#tests/support/shops/open-shop.ts'
import { mailSetAside } from './mail-set-aside.ts'

const shop = await openShop({ env: { TRUST_EARNED: '1' } })

test('the shop is told by a mail a day, a line of the overview and a figure that new accounts have nearly half of a part, and of every account with much (67)', async () => {
  const admin = await shop.admin()
  const clerk = await shop.customer('clerk')
  await shop.db
    .update(users)
    .set({ permissions: ['customers'] })
    .where(eq(users.id, clerk.userId))
  const part = await shop.addPart({ name: 'Coil', partNumber: 'CL-1' })
  const takeFrom = async (network: string, pieces: number) => {
    const buyer = await newcomer(shop, network)
    await confirmAddress(shop, buyer)
    await holdPieces(buyer, part, pieces)
  }
  const told = async () =>
    (await shop.db.select().from(mails).where(eq(mails.kind, 'set-aside'))).map(({ recipient, body }) => ({ recipient, body }))
  const listed = async () => (await admin.get('/setAside')).json<CallResponse<typeof setAsideCalls.all>>()
  const crowded = async () => (await admin.get('/openWork')).json().crowdedParts
  const [today, tomorrow] = [new Date('2026-11-24T10:00:00Z'), new Date('2026-11-25T10:00:00Z')]

  await takeFrom('198.18.1.1', 3_000)
  const quiet = [await mailSetAside(shop.services, today), await crowded(), await told()]
  await takeFrom('198.18.2.1', 1_000)
  const readers = await Promise.all([today, today].map((at) => mailSetAside(shop.services, at)))

  expect(quiet).toEqual([0, 0, []])
  expect(readers).toEqual([2, 2])
  expect((await told()).map(({ recipient }) => recipient).toSorted()).toEqual([admin.email, clerk.email].toSorted())
  expect((await told())[0]!.body).toContain('CL-1:  Coil, 4,000 of 10,000 pieces')
  expect((await told())[0]!.body).toContain('/dashboard/set-aside')
  expect(await crowded()).toBe(1)
  expect((await listed()).parts).toMatchObject([{ name: 'Coil', partNumber: 'CL-1', pieces: 4_000, available: 6_000 }])
  await mailSetAside(shop.services, tomorrow)
  expect(await told()).toHaveLength(4)

  const [old, dear] = [await shop.customer('old'), await shop.addPart({ available: 100_000, price: 60 })]
  await holdPieces(old, dear, 5_000)
  await shop.db.update(holds).set({ network: null }).where(eq(holds.userId, old.userId))
  await Promise.all([tomorrow, tomorrow].map((at) => mailSetAside(shop.services, at)))

  const ofOne = await shop.db.select().from(mails).where(eq(mails.kind, 'large-set-aside'))
  expect(ofOne.map(({ recipient }) => recipient).toSorted()).toEqual([admin.email, clerk.email].toSorted())
  expect(ofOne[0]!.body).toContain(old.email)
  expect(ofOne[0]!.body).toContain('$300,000.00')
  expect((await admin.get('/openWork')).json().largeSetAsides).toBe(1)
  expect((await listed()).accounts.filter(({ large }) => large).map(({ email }) => email)).toEqual([old.email])
  const figures = (await shop.app.inject({ url: '/metrics' })).body
  expect(figures).toMatch(/^teleforge_set_aside_never_paid_pieces 4000$/m)
  expect(figures).toMatch(/^teleforge_set_aside_never_paid_largest_share 0\.4$/m)
  expect(figures).toMatch(/^teleforge_set_aside_pieces 9000$/m)
  expect(figures).toMatch(/^teleforge_set_aside_largest_share 0\.4$/m)
  expect(figures).toMatch(/^teleforge_set_aside_largest_share_of_one_account 0\.3/m)
})
