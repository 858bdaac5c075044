import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  methodMessages,
  type FreightChoices,
  type FreightMethod,
  type FreightMethodFields,
  type FreightTable,
} from '#contract/freight/methods.ts'
import { shopErrors } from '#contract/basics/errors.ts'
import type { Part } from '#contract/parts/parts.ts'
import { auditLog } from '#database/tables/audit-log.ts'
import { freightMethods } from '#database/tables/freight-methods.ts'
import { parts } from '#database/tables/parts.ts'
import { addressIn } from '#tests/support/shops/charging.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { savedQuote } from '#tests/support/shops/order-groups.ts'

let shop: TestShop
let admin: Customer
let buyer: Customer

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  buyer = await shop.customer()
})
beforeEach(async () => {
  await shop.db.delete(freightMethods)
})

const byPallet: FreightMethodFields = {
  name: 'Pallets',
  carrier: 'dhl',
  reach: 'countries',
  countries: ['DE'],
  pricing: 'pallet',
  kgPerPallet: 400,
  price: 89.5,
  incoterm: 'DAP',
  place: '',
  transitDays: 2,
  position: 0,
  active: true,
}
const collected: FreightMethodFields = {
  ...byPallet,
  name: 'Your carrier',
  reach: 'everywhere',
  pricing: 'collected',
  incoterm: 'FCA',
  place: 'Bonn',
  transitDays: 0,
}
const fixed: FreightMethodFields = { ...byPallet, name: 'Groupage', reach: 'everywhere', pricing: 'fixed', price: 120, transitDays: 1 }

const add = async (fields: FreightMethodFields) => (await admin.post('/freight-methods', fields)).json<FreightMethod>()
const tableNow = async () => (await admin.get('/freight-methods')).json<FreightTable>()

async function weighedPart(grams: number | null, part: Partial<Part> = {}): Promise<Part> {
  const added = await shop.addPart(part)
  await shop.db
    .update(parts)
    .set({ weight: grams === null ? null : String(grams) })
    .where(eq(parts.id, added._id))
  return added
}

const { name: _name, company: _company, phone: _phone, ...hamburg } = addressIn('DE')
const choicesOf = async (lines: { partsId: string; quantity: number; total?: number }[], to: object = { shipTo: hamburg }) =>
  (await buyer.post('/freight/choices', { lines, ...to })).json<FreightChoices>()

test('a shop without methods offers no freight', async () => {
  const part = await weighedPart(100)

  expect(await choicesOf([{ partsId: part._id, quantity: 1_000 }])).toEqual({ offered: false, consignments: [] })
})

test('methods are offered side by side with price, total, term and days, the cheapest first', async () => {
  await add(fixed)
  await add(collected)
  await add({ ...fixed, name: 'Told', pricing: 'asked' })
  const pallets = await add(byPallet)
  const part = await weighedPart(500, { price: 2 })

  const { offered, consignments } = await choicesOf([{ partsId: part._id, quantity: 1_000 }])

  expect(offered).toBe(true)
  expect(consignments).toHaveLength(1)
  expect(consignments[0]).toMatchObject({ rows: [1], goods: 2_000, grossKg: 500 })
  expect(consignments[0]!.choices.map(({ name, kind, price, total }) => [name, kind, price, total])).toEqual([
    ['Groupage', 'priced', 120, 2_120],
    ['Pallets', 'priced', 179, 2_179],
    ['Your carrier', 'collected', 0, 2_000],
    ['Told', 'asked', null, null],
  ])
  const [quick, slow] = consignments[0]!.choices
  expect(slow).toMatchObject({ method: pallets._id, carrier: 'dhl', incoterm: { code: 'DAP', place: '' } })
  expect(quick!.ships < quick!.arrives! && quick!.arrives! < slow!.arrives!).toBe(true)
})

test.each([19.99, 0.07])('a price of $%s is saved, shown and charged to the cent', async (price) => {
  const added = await admin.post('/freight-methods', { ...fixed, price, freeFrom: 1_000_000.07 })
  await add({ ...fixed, pricing: 'percent', percent: 0.07 })
  const part = await weighedPart(1, { price: 2 })

  const { consignments } = await choicesOf([{ partsId: part._id, quantity: 1_000 }])

  expect(added.statusCode).toBe(200)
  expect((await tableNow()).methods).toMatchObject([{ price, freeFrom: 1_000_000.07 }, { percent: 0.07 }])
  expect(consignments[0]!.choices.map((choice) => choice.price)).toEqual([price, 1.4].toSorted((a, b) => a - b))
})

test('a missing weight is named, asks the shop, and is counted until it is entered', async () => {
  await add(byPallet)
  const before = (await tableNow()).partsWithoutWeight
  const part = await weighedPart(null, { partNumber: 'KIT-9001' })

  const choice = (await choicesOf([{ partsId: part._id, quantity: 1_000 }])).consignments[0]!

  expect(choice.grossKg).toBeNull()
  expect(choice.choices[0]).toMatchObject({ kind: 'asked', price: null, missing: ['KIT-9001'] })
  expect((await tableNow()).partsWithoutWeight).toBe(before + 1)
})

test('packing adds its percentage to the weight', async () => {
  await add(byPallet)
  const part = await weighedPart(400)
  const asked = [{ partsId: part._id, quantity: 1_000 }]
  const priceNow = async () => (await choicesOf(asked)).consignments[0]!.choices[0]!.price

  const bare = await priceNow()
  const { version } = (await admin.get('/shop-settings')).json<{ version: number }>()
  await admin.put('/shop-settings', { version, values: { packingPercent: 0.01 } })
  const packed = await priceNow()
  await admin.put('/shop-settings', { version: version + 1, values: {} })

  expect([bare, packed]).toEqual([89.5, 179])
})

test('lines of a quote that go to another address are a consignment of their own', async () => {
  await add(byPallet)
  await add(fixed)
  const [heavy, light] = [await weighedPart(600), await weighedPart(1)]
  const quote = await savedQuote(shop.db, buyer.userId, [{ part: heavy }, { part: light }])

  const answer = await buyer.post('/freight/choices', {
    quote: { id: quote.id, version: quote.version },
    shipTo: hamburg,
    elsewhere: [{ row: 2, shipTo: { ...hamburg, country: 'US' } }],
  })
  const stranger = await (await shop.customer()).post('/freight/choices', { quote: { id: quote.id }, shipTo: hamburg })

  expect(
    answer.json<FreightChoices>().consignments.map(({ rows, choices }) => [rows, choices.map(({ name, price }) => [name, price])]),
  ).toEqual([
    [
      [1],
      [
        ['Groupage', 120],
        ['Pallets', 179],
      ],
    ],
    [[2], [['Groupage', 120]]],
  ])
  expect(stranger.statusCode).toBe(404)
})

test('an address without a country is reached by what goes everywhere', async () => {
  await add(byPallet)
  await add(fixed)
  const part = await weighedPart(1)
  const namesFor = async (address: string) =>
    (await choicesOf([{ partsId: part._id, quantity: 1_000 }], { address })).consignments[0]!.choices.map(({ name }) => name)

  expect(await namesFor('Dock Road 1')).toEqual(['Groupage'])
  expect(await namesFor('Dock Road 1\nGermany')).toEqual(['Pallets', 'Groupage'])
})

test.each([
  ['without lines', {}, 'lines', methodMessages.linesMissing],
  ['of a part that is not sold', { lines: [{ partsId: crypto.randomUUID(), quantity: 1 }] }, 'lines.0.partsId', methodMessages.partUnknown],
])('a question %s is refused at its field', async (_, question, field, message) => {
  const answer = await buyer.post('/freight/choices', question)

  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ fields: [{ field, message }] })
})

test('a wrong method is refused at each of its fields, and nothing is written', async () => {
  const refusedAt = async (wrong: object) =>
    (await admin.post('/freight-methods', { ...byPallet, ...wrong })).json<{ fields: { field: string; message: string }[] }>().fields

  expect(await refusedAt({ name: ' ' })).toEqual([{ field: 'name', message: methodMessages.nameMissing }])
  expect(await refusedAt({ kgPerPallet: null, price: null })).toEqual([
    { field: 'kgPerPallet', message: methodMessages.palletWeight },
    { field: 'price', message: methodMessages.priceMissing },
  ])
  expect(await refusedAt({ price: 0.001 })).toEqual([{ field: 'price', message: methodMessages.priceInvalid }])
  expect(await refusedAt({ countries: ['QX'] })).toMatchObject([{ field: 'countries.0' }])
  expect(await refusedAt({ incoterm: 'DDP' })).toEqual([{ field: 'incoterm', message: methodMessages.dutyUnknown }])
  expect(await refusedAt({ incoterm: 'CPT' })).toEqual([{ field: 'place', message: methodMessages.placeMissing('CPT') }])
  expect((await tableNow()).methods).toEqual([])
})

test('of two admins who change a method at once one is told, and nothing is lost', async () => {
  const { _id, version, problem: _problem, ...fields } = await add(byPallet)
  const change = (given: object) => admin.put(`/freight-methods/${_id}`, { ...fields, ...given, seen: version })

  const answers = await Promise.all([change({ price: 90 }), change({ transitDays: 5 })])

  const refused = answers.filter(({ statusCode }) => statusCode === 409)
  expect(refused.map((answer) => answer.json<{ message: string }>().message)).toEqual([shopErrors.FREIGHT_CHANGED.message])
  const [kept] = (await tableNow()).methods
  expect([kept!.version, kept!.price === 90, kept!.transitDays === 5]).toEqual([2, kept!.transitDays === 2, kept!.price === 89.5])
})

test('a method that is paused or ended is offered no more; its row stays, and each step is in the audit log', async () => {
  const { _id, version, problem: _problem, ...fields } = await add(fixed)
  const part = await weighedPart(1)
  const offered = async () => (await choicesOf([{ partsId: part._id, quantity: 1_000 }])).offered
  const before = await offered()

  await admin.put(`/freight-methods/${_id}`, { ...fields, active: false, seen: version })
  const paused = await offered()
  await admin.put(`/freight-methods/${_id}`, { ...fields, active: true, seen: version + 1 })
  const ended = await Promise.all([admin.delete(`/freight-methods/${_id}`), admin.delete(`/freight-methods/${_id}`)])

  expect([before, paused, await offered()]).toEqual([true, false, false])
  expect(ended.map((answer) => answer.json<{ endedCount: number }>().endedCount).toSorted()).toEqual([0, 1])
  expect((await admin.put(`/freight-methods/${_id}`, { ...fields, seen: version + 2 })).statusCode).toBe(404)
  expect((await tableNow()).methods).toEqual([])
  expect(await shop.db.$count(freightMethods, eq(freightMethods.id, _id))).toBe(1)
  const logged = await shop.db
    .select({ action: auditLog.action })
    .from(auditLog)
    .where(eq(auditLog.subject, _id))
    .orderBy(auditLog.position)
  expect(logged.map(({ action }) => action)).toEqual(['add-freight', 'change-freight', 'change-freight', 'end-freight'])
})

test('a method whose term the settings contradict since says so', async () => {
  const home: FreightMethodFields = { ...fixed, reach: 'countries', countries: ['DE'], incoterm: 'DDP' }
  const { version } = (await admin.get('/shop-settings')).json<{ version: number }>()
  await admin.put('/shop-settings', { version, values: { seller: { country: 'DE' } } })
  const fine = await add(home)

  await admin.put('/shop-settings', { version: version + 1, values: { seller: { country: 'US' } } })
  const [method] = (await tableNow()).methods
  await admin.put('/shop-settings', { version: version + 2, values: {} })

  expect(fine.problem).toBeNull()
  expect(method!.problem).toBe(methodMessages.dutyNotCharged('Germany'))
})
