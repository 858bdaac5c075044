import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { Part } from '#contract/parts/parts.ts'
import { expectedGoods } from '#database/tables/expected-goods.ts'
import { lowStockDigests, toldLowStock } from '#database/tables/low-stock.ts'
import { mails } from '#database/tables/mails.ts'
import { users } from '#database/tables/users.ts'
import { transaction } from '#database/transaction.ts'
import { untilWaiting } from '#tests/support/database/lock-waits.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { applySettings } from '../shop-settings/apply-settings.ts'
import { mailLowStock } from './mail-low-stock.ts'

let shop: TestShop
let admin: Customer

beforeEach(async () => {
  shop = await openShop()
  admin = await shop.admin()
})

const early = new Date('2026-11-24T06:59:00Z')
const onDay = (day: number) => new Date(`2026-11-${day}T07:00:00Z`)
const book = (part: Part, pieces: number) =>
  admin.post(`/parts/${part._id}/stock`, { change: 'add', pieces, seen: 0, reason: 'other', note: '' })
const told = () => shop.db.select().from(mails).where(eq(mails.kind, 'low-stock')).orderBy(mails.createdAt)
const bodies = async () => (await told()).map(({ body }) => body)

test('the staff is told once a day which parts have run low, with stock, bound and what is expected, from the hour of digests on', async () => {
  const clerk = await shop.customer('clerk')
  await shop.db
    .update(users)
    .set({ permissions: ['parts'] })
    .where(eq(users.id, clerk.userId))
  const low = await shop.addPart({ name: 'Coil', partNumber: 'LC-1', available: 120 })
  const awaited = await shop.addPart({ name: 'Panel', partNumber: 'LP-2', available: 4_000 })
  await shop.addPart({ name: 'Screw', partNumber: 'LS-3', available: 4_000 })
  await admin.put(`/parts/${awaited._id}/low-stock`, { below: 5_000, seen: null })
  await shop.db.insert(expectedGoods).values({ partId: awaited._id, actorId: admin.userId, expectedOn: '2999-03-12', pieces: 7_000 })

  expect(await mailLowStock(shop.services, early)).toBe(0)
  const queued = await Promise.all([24, 24, 24].map((day) => mailLowStock(shop.services, onDay(day))))

  expect(queued.toSorted()).toEqual([0, 0, 2])
  expect((await told()).map(({ recipient, subject }) => [recipient, subject])).toEqual([
    [admin.email, '2 parts have run low'],
    [clerk.email, '2 parts have run low'],
  ])
  const [body] = await bodies()
  expect(body).toContain('LC-1:  Coil, 120 in stock, low below 1,000, nothing is expected')
  expect(body).toContain('LP-2:  Panel, 4,000 in stock, low below 5,000, 7,000 more on 12 March 2999')
  expect(body).toContain('/dashboard/manegeProduct?show=low')
  expect(body!.indexOf('LC-1')).toBeLessThan(body!.indexOf('LP-2'))
  expect(body).not.toContain('LS-3')
  expect(await mailLowStock(shop.services, onDay(24))).toBe(0)
  expect(await shop.stockOf(low)).toBe(120)
})

test('a part is told again only when it was enough in between, also between two digests, and nothing is mailed when none has run low', async () => {
  const part = await shop.addPart({ partNumber: 'AG-1', available: 500 })
  expect(await mailLowStock(shop.services, onDay(24))).toBe(1)
  await book(part, 100)
  expect(await mailLowStock(shop.services, onDay(25))).toBe(0)

  await book(part, 600)
  await book(part, -400)
  expect(await mailLowStock(shop.services, onDay(26))).toBe(1)

  await book(part, 5_000)
  expect(await mailLowStock(shop.services, onDay(27))).toBe(0)
  expect(await shop.db.select().from(toldLowStock)).toEqual([])
  await book(part, -5_000)
  await admin.delete(`/parts/${part._id}`)
  expect(await mailLowStock(shop.services, onDay(28))).toBe(0)
  expect(await bodies()).toHaveLength(2)
  expect((await shop.db.select().from(lowStockDigests).orderBy(lowStockDigests.day)).map(({ parts }) => parts)).toEqual([1, 0, 1, 0, 0])
})

test('what runs low after the digest of a day is told the next day, also when another process is making that digest', async () => {
  await shop.addPart({ available: 0 })
  let running: Promise<number> | undefined
  await transaction(shop.db, async (other) => {
    await other.insert(lowStockDigests).values({ day: '2026-11-24', parts: 0 })
    running = mailLowStock(shop.services, onDay(24))
    await untilWaiting(shop.db, 1)
  })

  expect(await running).toBe(0)
  expect(await mailLowStock(shop.services, onDay(24))).toBe(0)
  expect(await shop.db.select().from(toldLowStock)).toEqual([])
  expect(await mailLowStock(shop.services, onDay(25))).toBe(1)
})

test('a mail names fifty parts and counts the rest', async () => {
  await shop.addPart({ name: 'Coil', available: 0 })
  await shop.db.execute(sql`
    insert into parts (name, img, description, price, available) select 'Part ' || n, '/images/a.webp', 'Text', 1, n from generate_series(1, 60) as n`)

  await mailLowStock(shop.services, onDay(24))

  const [body] = await bodies()
  expect(body).toContain('61 parts have run low')
  expect(body).toContain('Part 49, 49 in stock')
  expect(body).not.toContain('Part 50')
  expect(body).toContain('And 11 more.')
})

test('the owner turns these mails off, and what ran low meanwhile is told when they are on again', async () => {
  await shop.addPart({ available: 0 })
  await admin.put('/shop-settings', { version: 0, values: { lowStockMails: false } })
  await applySettings(shop.services)
  expect(await mailLowStock(shop.services, onDay(24))).toBe(0)

  const { version } = (await admin.get('/shop-settings')).json<{ version: number }>()
  await admin.put('/shop-settings', { version, values: {} })
  await applySettings(shop.services)
  expect(await mailLowStock(shop.services, onDay(25))).toBe(1)
})
