import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { ManagedPart, RemovedParts } from '#contract/parts/part-desk.ts'
import type { Part } from '#contract/parts/parts.ts'
import { parts } from '#database/tables/parts.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'

let shop: TestShop
let admin: Customer
let second: Customer

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  second = await shop.admin('second')
})

const detailsOf = ({ name, description, img }: Part) => ({ name, description, img })
const change = (by: Customer, part: Part, changed: object) =>
  by.put(`/parts/${part._id}/details`, { ...detailsOf(part), ...changed, seen: detailsOf(part) })
const read = async ({ _id }: Pick<Part, '_id'>) => (await admin.get(`/parts/${_id}/desk`)).json<ManagedPart>()

test('a wrong word in a name is mended: the catalogue has the new one, orders keep theirs', async () => {
  const part = await shop.addPart({ name: 'Mainbaord 40' })
  const ann = await shop.customer('ann')
  const order = await shop.placeOrder(ann, part)

  const answer = await change(admin, part, { name: ' Mainboard 40 ' })

  expect(answer.json()).toMatchObject({ modifiedCount: 1, part: { name: 'Mainboard 40', description: part.description } })
  expect((await shop.visitor.get('/searchParts?q=mainboard%2040')).json().parts[0]._id).toBe(part._id)
  expect((await ann.get(`/order/${order._id}`)).json().name).toBe('Mainbaord 40')
  expect((await read(part)).changes).toMatchObject([{ by: admin.email, field: 'name', before: 'Mainbaord 40', after: 'Mainboard 40' }])
  expect((await change(admin, { ...part, name: 'Mainboard 40' }, {})).json().modifiedCount).toBe(0)
})

test('two admins at once: each keeps what only they touched, and the second is told what the first wrote (80)', async () => {
  const part = await shop.addPart({ name: 'Panel', description: 'Old text' })
  await change(admin, part, { description: 'New text' })

  expect((await change(second, part, { name: 'Panel 55' })).json().part).toMatchObject({ name: 'Panel 55', description: 'New text' })
  const refused = await change(second, part, { name: 'Panel', description: 'Other text' })
  expect(refused.json().fields).toEqual([{ field: 'description', message: 'Somebody has changed this meanwhile to: New text' }])
  expect((await change(second, part, { description: 'New text' })).json()).toMatchObject({ modifiedCount: 0 })
  expect(await read(part)).toMatchObject({ name: 'Panel 55', description: 'New text' })
})

test('of many changes at once one is made, and the others are told (80)', async () => {
  const part = await shop.addPart({ name: 'Panel' })
  const answers = await Promise.all(['a', 'b', 'c', 'd'].map((name) => change(admin, part, { name: `Panel ${name}` })))
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400, 400, 400])
  expect((await read(part)).changes).toHaveLength(1)
})

test('an empty name and a foreign picture are refused, and a part that is not there', async () => {
  const part = await shop.addPart()
  const fields = await Promise.all(
    [{ name: ' ' }, { description: '' }, { img: 'https://elsewhere.example/x.png' }].map(async (changed) => {
      const { statusCode, body } = await change(admin, part, changed)
      return [statusCode, (JSON.parse(body) as { fields: { field: string }[] }).fields[0]!.field]
    }),
  )
  expect(fields).toEqual([
    [400, 'name'],
    [400, 'description'],
    [400, 'img'],
  ])
  expect((await change(admin, { ...part, _id: crypto.randomUUID() }, { name: 'x' })).statusCode).toBe(404)
})

test('the history has price, ladder, lead time and number as well, and a former number still finds the part', async () => {
  const part = await shop.addPart({ price: 2.5, partNumber: 'OLD-4711' })
  await admin.put(`/parts/${part._id}`, {
    price: 2,
    partNumber: 'NEW-4711',
    leadDays: 20,
    priceBreaks: [{ from: 5_000, price: 1.9 }],
    confirmed: true,
  })

  expect((await read(part)).changes.map(({ field, before, after }) => [field, before, after]).toSorted()).toEqual([
    ['leadDays', '15', '20'],
    ['partNumber', 'OLD-4711', 'NEW-4711'],
    ['price', '2.5000', '2.0000'],
    ['priceBreaks', '[]', '[[5000,"1.9000"]]'],
  ])
  expect((await shop.visitor.get('/searchParts?q=old4711')).json().parts[0]._id).toBe(part._id)
  const priced = (await shop.visitor.post('/quotes/price', { lines: [{ text: 'old 4711' }] })).json()
  expect(priced.lines).toMatchObject([{ status: 'matched', partsId: part._id }])
})

test('a hidden part is edited, and shown as it then is; buyers do not see it meanwhile', async () => {
  const part = await shop.addPart({ name: 'Hidden thing' })
  const { name, description, img } = part
  await admin.delete(`/parts/${part._id}`)
  const seen = { name, description, img }
  expect((await admin.put(`/parts/${part._id}/details`, { ...seen, name: 'Shown thing', seen })).statusCode).toBe(200)
  const none = { category: null, weight: null, origin: null, customsCode: null, attributes: {} }
  expect((await admin.put(`/parts/${part._id}/facts`, { ...none, weight: 12, seen: none })).statusCode).toBe(200)
  expect((await admin.get(`/parts/${part._id}/facts`)).statusCode).toBe(404)
  expect((await admin.get(`/inventory/${part._id}`)).statusCode).toBe(404)
  await admin.post(`/parts/${part._id}/bring-back`)
  expect((await admin.get(`/inventory/${part._id}`)).json()).toMatchObject({ name: 'Shown thing' })
  expect((await admin.get(`/parts/${part._id}/facts`)).json()).toMatchObject({ weight: 12 })
})

test('a removed part is listed and brought back with its stock, unless its number is taken', async () => {
  const part = await shop.addPart({ name: 'Gone for now', partNumber: 'GONE-1', available: 4_321 })
  await admin.delete(`/parts/${part._id}`)
  const removed = (await admin.get('/removed-parts?q=gone')).json<RemovedParts>()
  expect(removed).toMatchObject({ count: 1, parts: [{ _id: part._id, available: 4_321 }] })
  expect((await read(part)).removedAt).not.toBe(null)
  const { count } = (await shop.visitor.get('/allPartsCount')).json()

  const twice = await Promise.all([1, 2].map(() => admin.post(`/parts/${part._id}/bring-back`)))
  expect(twice.map((answer) => answer.json().modifiedCount).toSorted()).toEqual([0, 1])
  expect((await admin.get(`/inventory/${part._id}`)).json()).toMatchObject({ name: 'Gone for now', available: 4_321 })
  expect((await shop.visitor.get('/allPartsCount')).json().count).toBe(count + 1)
  expect((await read(part)).changes.map(({ field, after }) => [field, after])).toEqual([
    ['removed', 'false'],
    ['removed', 'true'],
  ])

  await admin.delete(`/parts/${part._id}`)
  await shop.addPart({ partNumber: 'gone 1' })
  const refused = await admin.post(`/parts/${part._id}/bring-back`)
  expect([refused.statusCode, refused.json().fields[0].field]).toEqual([400, 'partNumber'])
  expect((await shop.db.select().from(parts).where(eq(parts.id, part._id)))[0]!.deletedAt).not.toBe(null)
})

test.each([0, 0.0001, 5e-324, -1, 100_000_001])(
  'a weight of %d g is refused at its field, because the shop keeps three places',
  async (weight) => {
    const part = await shop.addPart()
    const none = { category: null, weight: null, origin: null, customsCode: null, attributes: {} }

    const refused = await admin.put(`/parts/${part._id}/facts`, { ...none, weight, seen: none })

    expect([refused.statusCode, refused.json().fields]).toEqual([400, [{ field: 'weight', message: expect.stringContaining('grams') }]])
  },
)
