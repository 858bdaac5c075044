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
import { freightMessages } from '#contract/freight/freight.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { DeskFacets, ManagedParts } from '#contract/parts/part-desk.ts'
import type { Part } from '#contract/parts/parts.ts'
import type { OrderGroup } from '#contract/quotes/quotes.ts'
import { auditLog } from '#database/tables/audit-log.ts'
import { freightMethods } from '#database/tables/freight-methods.ts'
import { parts } from '#database/tables/parts.ts'
import { addressIn } from '#tests/support/shops/charging.ts'
import { countStatements } from '#tests/support/database/count-statements.ts'
import { quoteWithFreight } from '#tests/support/shops/freight.ts'
import { contact, holdPieces, openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { orderQuote, savedQuote, type SavedQuote } from '#tests/support/shops/order-groups.ts'
import { drawnShop } from '../run/storefront/public-data.ts'

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

test('the desk shows the parts without a weight, and counts them where freight needs one', async () => {
  const [light] = [await weighedPart(null, { name: 'Weightless clip' }), await weighedPart(5, { name: 'Weightless clamp' })]
  const facets = async (show = '') => (await admin.get(`/desk-facets?q=weightless${show}`)).json<DeskFacets>()
  const { count, parts: shown } = (await admin.get('/parts?q=weightless&show=noWeight')).json<ManagedParts>()

  expect([count, shown.map(({ _id }) => _id)]).toEqual([1, [light!._id]])
  await add(fixed)
  expect(await facets()).not.toHaveProperty('noWeight')
  expect(await facets('&show=noWeight')).toMatchObject({ noWeight: 1 })
  await add(byPallet)
  expect(await facets('&show=soldOut')).toMatchObject({ noWeight: 1 })
  expect((await admin.get('/parts?show=noWeight')).json<ManagedParts>().count).toBe((await tableNow()).partsWithoutWeight)
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

const byCountry: FreightMethodFields = { ...fixed, name: 'Germany', reach: 'countries', countries: ['DE'] }
const told: FreightMethodFields = { ...fixed, name: 'Told', pricing: 'asked' }

/** Orders 1,000 pieces at $2, by the name of the part. */
const buy = (client: Customer, { name }: Part, item: object = {}) =>
  client.post('/inventory', { orderItem: { name, totalPrice: 2_000, orderQuantity: 1_000, ...contact, ...item } })
const offerFor = (quote: SavedQuote) =>
  admin.post(`/quotes/${quote.id}/offer`, {
    version: quote.version,
    lines: [{ row: 1, unitPrice: 2 }],
    terms: 'As told.',
    validDays: 30,
    total: 2_000,
  })

test('goods that go to one place have one freight, whoever receives them there, in choices and orders', async () => {
  await add(fixed)
  const client = await shop.customer()
  const [one, two, three] = [await weighedPart(1), await weighedPart(1), await weighedPart(1)]
  const quote = await savedQuote(shop.db, client.userId, [{ part: one }, { part: two }, { part: three }])
  const shipTo = addressIn('DE')
  const elsewhere = { ...shipTo, street: 'Dock Road 9' }
  const lines = [
    { row: 1, shipTo: { ...shipTo, name: 'Bob Buyer', company: 'Yard' } },
    { row: 2, shipTo: elsewhere },
    { row: 3, shipTo: { ...elsewhere, name: 'Cy Buyer', street: ' Dock Road 9 ' } },
  ]
  const places = lines.map(({ row, shipTo: { name: _of, company: _at, phone: _by, ...place } }) => ({ row, shipTo: place }))

  const chosen = await client.post('/freight/choices', { quote: { id: quote.id }, shipTo: hamburg, elsewhere: places })
  const placed = await orderQuote(client, quote, { shipTo, lines })

  expect(chosen.json<FreightChoices>().consignments.map(({ rows }) => rows)).toEqual([[1], [2, 3]])
  expect(placed.json<OrderGroup>().freight).toEqual({ amount: 240 })
})

test('an offer that names no freight has none, whatever methods the shop has', async () => {
  await add(told)
  const client = await shop.customer()
  const part = await weighedPart(1, { price: 2 })
  const quote = await savedQuote(shop.db, client.userId, [{ part }])

  const asked = await orderQuote(client, quote)
  await offerFor(quote)
  await add(fixed)
  const placed = await orderQuote(client, { ...quote, version: 2 }, { amountDue: 2_000 })

  expect(asked.json()).toMatchObject({ fields: [{ field: 'freight', message: freightMessages.askForOffer }] })
  expect(placed.statusCode).toBe(200)
  expect(placed.json<OrderGroup>()).not.toHaveProperty('freight')
})

test('the freight of an offer is for one place: lines that go to another are refused', async () => {
  const client = await shop.customer()
  const quote = await quoteWithFreight(shop, client, { prices: [1, 2], freightCents: 4_500 })
  const shipTo = addressIn('DE')
  const sentTo = (to: object) => orderQuote(client, quote, { shipTo, lines: [{ row: 2, shipTo: { ...shipTo, ...to } }] })

  const abroad = await sentTo({ country: 'FR' })
  const same = await sentTo({ name: 'Bob Buyer' })

  expect(abroad.json()).toMatchObject({ code: 'INVALID_INPUT', fields: [{ field: 'lines', message: freightMessages.offeredToOne }] })
  expect(same.json<OrderGroup>().freight).toEqual({ amount: 45 })
})

test('an order that is sent again is the same order, though its freight is offered no more', async () => {
  const { _id: method } = await add(fixed)
  const client = await shop.customer()
  const part = await weighedPart(1, { price: 2 })
  const { holdId } = (await holdPieces(client, part, 1_000)).json<{ holdId: string }>()
  const held = { holdId, freight: { method } }

  const first = (await buy(client, part, held)).json<Order>()
  await add(fixed)
  await admin.delete(`/freight-methods/${method}`)
  const again = (await buy(client, part, held)).json<Order>()

  expect(first.freight).toMatchObject({ amount: 120 })
  expect(again._id).toBe(first._id)
})

test('held pieces have their freight, also of a part that is sold no more, or has the name of another', async () => {
  await add(fixed)
  const client = await shop.customer()
  const [ended, first] = [await weighedPart(1, { price: 2 }), await weighedPart(1, { price: 2 })]
  const second = await weighedPart(1, { price: 2, name: first.name })
  await holdPieces(client, ended, 1_000)
  await shop.db.update(parts).set({ deletedAt: new Date() }).where(eq(parts.id, ended._id))

  const withEnded = await buy(client, ended)
  const unclear = await buy(client, first)
  await holdPieces(client, second, 1_000)
  const withSecond = await buy(client, second)
  const gone = await buy(client, ended, { reference: 'Another one' })

  expect(withEnded.json<Order>().freight).toMatchObject({ amount: 120 })
  expect(unclear.json()).toMatchObject({ code: 'HOLD_GONE' })
  expect(withSecond.json<Order>()).toMatchObject({ partsId: second._id, freight: { amount: 120 } })
  expect(gone.json()).toMatchObject({ code: 'HOLD_GONE' })
})

test.each([
  ['sum', Array.from({ length: 50 }, () => ({ quantity: 1_000, total: 1e13 })), 1],
  ['line', [{ quantity: 1_000_000_000 }], 0],
])('a %s that nobody can bill is refused at its line', async (_, asked, row) => {
  await add(fixed)
  const part = await weighedPart(1, { price: 99_999_999 })

  const answer = await buyer.post('/freight/choices', { lines: asked.map((line) => ({ partsId: part._id, ...line })), shipTo: hamburg })

  expect(answer.json()).toMatchObject({ fields: [{ field: `lines.${row}.quantity`, message: methodMessages.tooMuch }] })
})

test('an address without a country is asked for one where the freight depends on it', async () => {
  await add(byCountry)
  await add(told)
  const client = await shop.customer()
  const part = await weighedPart(1, { price: 2 })
  const quote = await savedQuote(shop.db, client.userId, [{ part }])
  const address = '12 Main Street'

  const bought = await buy(client, part, { address })
  const ordered = await orderQuote(client, quote, { address })
  const named = await buy(client, part, { address, country: 'DE' })
  const afar = await buy(client, part, { address, country: 'FR' })

  const message = freightMessages.countryNeeded
  expect(bought.json()).toMatchObject({ fields: [{ field: 'orderItem.country', message }] })
  expect(ordered.json()).toMatchObject({ fields: [{ field: 'country', message }] })
  expect(named.json<Order>().freight).toMatchObject({ name: 'Germany', amount: 120 })
  expect(afar.json()).toMatchObject({ fields: [{ field: 'orderItem.freight', message: freightMessages.askForOffer }] })
})

test('orders of a shop without methods read nothing about freight, and its pages say nothing of it', async () => {
  const client = await shop.customer()
  const part = await weighedPart(1, { price: 2, available: 10_000 })
  /** Of held pieces, and of a quote. */
  const statementsOf = async () => {
    await holdPieces(client, part, 1_000)
    const held = await countStatements(shop.db, () => buy(client, part))
    const another = await shop.customer()
    const quote = await savedQuote(shop.db, another.userId, [{ part, quantity: 1_000 }])
    return [held, await countStatements(shop.db, () => orderQuote(another, quote))]
  }
  await statementsOf()
  const isSaid = async () => (await drawnShop(shop.services, '/')).offersFreight

  const [without, saidWithout] = [await statementsOf(), await isSaid()]
  await add({ ...fixed, active: false })
  const [paused, saidPaused] = [await statementsOf(), await isSaid()]
  await add(fixed)
  const charged = await statementsOf()

  expect([without, paused, charged]).toEqual([
    [4, 17],
    [4, 17],
    [6, 19],
  ])
  expect([saidWithout, saidPaused, await isSaid()]).toEqual([false, false, true])
})
