import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { MAXIMUM_NOTICES, relatedMessages, type DeskRelations, type RelatedParts } from '#contract/parts/related-parts.ts'
import type { ManagedPart } from '#contract/parts/part-desk.ts'
import type { Part } from '#contract/parts/parts.ts'
import { mails } from '#database/tables/mails.ts'
import { parts } from '#database/tables/parts.ts'
import { stockNotices } from '#database/tables/related-parts.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { mailBackInStock } from './back-in-stock.ts'

let shop: TestShop
let admin: Customer
let ann: Customer
let category: string
let part: Part

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  ann = await shop.customer('ann')
  category = (await admin.post('/categories', { name: 'Related boards', parent: null, place: 0 })).json<{ insertedId: string }>().insertedId
  await admin.post('/attributes', { name: 'Related size', unit: 'in', kind: 'number', place: 0 })
  await admin.post('/attributes', { name: 'Related plug', unit: '', kind: 'text', place: 1 })
})
beforeEach(async () => {
  part = await shop.addPart()
})

const relate = (other: Pick<Part, '_id'>, kind = 'substitute') => admin.post(`/parts/${part._id}/relations`, { partsId: other._id, kind })
const atDesk = async () => (await admin.get(`/parts/${part._id}/relations`)).json<DeskRelations>()
const related = async (by = ann) => (await by.get(`/parts/${part._id}/related`)).json<RelatedParts>()
const setKind = (of: Part, size: string, plug: string) =>
  shop.db
    .update(parts)
    .set({ categoryId: category, attributes: { 'related-size': size, 'related-plug': plug } })
    .where(eq(parts.id, of._id))
const ids = (of: Part[]) => of.map(({ _id }) => _id)

test('a substitute and an accessory are seen by buyers; what is in stock comes first, and removed parts do not come', async () => {
  const [soldOut, inStock, accessory, removed] = [
    await shop.addPart({ available: 0 }),
    await shop.addPart(),
    await shop.addPart(),
    await shop.addPart(),
  ]
  for (const other of [soldOut, inStock, removed]) expect((await relate(other)).json()).toEqual({ modifiedCount: 1 })
  await relate(accessory, 'accessory')
  await admin.delete(`/parts/${removed._id}`)

  const seen = await related()
  expect(ids(seen.substitutes)).toEqual(ids([inStock, soldOut]))
  expect(seen.accessories).toEqual([accessory])
  expect((await atDesk()).related.map(({ kind }) => kind)).toEqual(['substitute', 'substitute', 'accessory'])
})

test('relating is safe twice, changes its kind, and ends', async () => {
  const other = await shop.addPart()
  const answers = await Promise.all([relate(other), relate(other), relate(other)])
  expect(answers.reduce((sum, answer) => sum + answer.json<{ modifiedCount: number }>().modifiedCount, 0)).toBe(1)
  expect((await relate(other, 'accessory')).json()).toEqual({ modifiedCount: 1 })
  expect((await atDesk()).related).toMatchObject([{ kind: 'accessory', part: { _id: other._id } }])

  expect((await admin.delete(`/parts/${part._id}/relations/${other._id}`)).json()).toEqual({ deletedCount: 1 })
  expect((await admin.delete(`/parts/${part._id}/relations/${other._id}`)).json()).toEqual({ deletedCount: 0 })
  expect(await related()).toEqual({ substitutes: [], accessories: [], waits: false })
  const { changes } = (await admin.get(`/parts/${part._id}/desk`)).json<ManagedPart>()
  const { partNumber } = other
  expect(changes.map(({ field, before, after, by }) => [field, before, after, by]).toReversed()).toEqual([
    ['substitutes', '', partNumber, admin.email],
    ['substitutes', partNumber, '', admin.email],
    ['accessories', '', partNumber, admin.email],
    ['accessories', partNumber, '', admin.email],
  ])
})

test('a part is not related to itself, to none, or to too many', async () => {
  expect((await relate(part)).json()).toMatchObject({ fields: [{ field: 'partsId', message: 'A part is not related to itself.' }] })
  expect((await relate({ _id: crypto.randomUUID() })).statusCode).toBe(404)
  for (let count = 0; count < 20; count++) await relate(await shop.addPart())
  expect((await relate(await shop.addPart())).json()).toMatchObject({ fields: [{ message: 'A part has at most 20 related parts.' }] })
  expect((await related()).substitutes.length).toBe(20)
})

test('parts of the same category are proposed, those with the most equal attributes first', async () => {
  const [twin, half, other, chosen, elsewhere] = [
    await shop.addPart(),
    await shop.addPart(),
    await shop.addPart(),
    await shop.addPart(),
    await shop.addPart(),
  ]
  await setKind(part, '55', 'LVDS')
  await setKind(half, '55', 'eDP')
  await setKind(twin, '55', 'LVDS')
  await setKind(other, '32', 'eDP')
  await setKind(chosen, '55', 'LVDS')
  await setKind(elsewhere, '55', 'LVDS')
  await shop.db.update(parts).set({ categoryId: null }).where(eq(parts.id, elsewhere._id))
  await relate(chosen)

  expect((await atDesk()).proposed).toMatchObject([
    { part: { _id: twin._id }, equal: 2 },
    { part: { _id: half._id }, equal: 1 },
  ])
})

const wait = (by: Customer) => by.post(`/parts/${part._id}/notice`)
const noticesTo = (to: Customer) =>
  shop.db
    .select()
    .from(mails)
    .where(and(eq(mails.kind, 'back-in-stock'), eq(mails.recipient, to.email)))
const setStock = (available: number) => shop.db.update(parts).set({ available }).where(eq(parts.id, part._id))

test('a person waits for a bounded number of parts, also when asking twice at once', async () => {
  const { rows: many } = await shop.db.execute<{ id: string }>(sql`
    insert into parts (name, img, description, price, available)
    select 'Awaited ' || n, '/images/a.webp', 'Text', 1, 0 from generate_series(1, ${MAXIMUM_NOTICES + 1}::int) as n returning id`)
  const [one, other, ...rest] = many.map(({ id }) => id)
  const tim = await shop.customer('tim')
  await shop.db.insert(stockNotices).values(rest.map((partId) => ({ partId, userId: tim.userId })))

  const answers = await Promise.all([one, other].map((id) => tim.post(`/parts/${id}/notice`)))

  const [taken, refused] = answers.toSorted((a, b) => a.statusCode - b.statusCode)
  expect(taken!.json()).toEqual({ modifiedCount: 1 })
  expect(refused!.json()).toMatchObject({ fields: [{ field: 'id', message: relatedMessages.tooManyNotices }] })
  expect(await shop.db.$count(stockNotices, eq(stockNotices.userId, tim.userId))).toBe(MAXIMUM_NOTICES)
})

test('who waits for a part is told once when it can be ordered again, also by two processes at once', async () => {
  const [bob, eve] = [await shop.customer('bob'), await shop.customer('eve')]
  await setStock(0)
  expect((await wait(bob)).json()).toEqual({ modifiedCount: 1 })
  expect((await wait(bob)).json()).toEqual({ modifiedCount: 0 })
  await wait(eve)
  await eve.delete(`/parts/${part._id}/notice`)
  expect((await related(bob)).waits).toBe(true)
  expect((await atDesk()).waiting).toBe(1)

  await setStock(999)
  await mailBackInStock(shop.services)
  expect(await noticesTo(bob)).toEqual([])

  await setStock(1_000)
  await Promise.all([mailBackInStock(shop.services), mailBackInStock(shop.services)])
  await setStock(0)
  await setStock(5_000)
  await mailBackInStock(shop.services)

  expect(await noticesTo(bob)).toMatchObject([{ subject: `${part.name} is back in stock` }])
  expect((await noticesTo(bob))[0]!.body).toContain(`/inventory/${part._id}`)
  expect(await noticesTo(eve)).toEqual([])
  expect((await related(bob)).waits).toBe(false)
})

test('a part with its own minimum is back once that is there; a hidden one is not', async () => {
  await shop.db.update(parts).set({ available: 1_500, minimumOrder: 2_000 }).where(eq(parts.id, part._id))
  const bob = await shop.customer('bob')
  await wait(bob)
  await mailBackInStock(shop.services)
  expect(await noticesTo(bob)).toEqual([])
  await admin.delete(`/parts/${part._id}`)
  await setStock(2_000)
  await mailBackInStock(shop.services)
  expect(await noticesTo(bob)).toEqual([])

  await admin.post(`/parts/${part._id}/bring-back`)
  await mailBackInStock(shop.services)
  expect((await noticesTo(bob)).length).toBe(1)
})

test('nobody waits for a part that is in stock, or that is not there; an erased customer waits for none', async () => {
  expect((await wait(ann)).json()).toMatchObject({ fields: [{ message: 'This part is in stock.' }] })
  expect((await ann.post(`/parts/${crypto.randomUUID()}/notice`)).statusCode).toBe(404)
  await setStock(0)
  const bob = await shop.customer('bob')
  await wait(bob)
  await admin.post(`/customers/${bob.userId}/erase`, { email: bob.email })
  expect(await shop.db.$count(stockNotices, eq(stockNotices.userId, bob.userId))).toBe(0)
})
