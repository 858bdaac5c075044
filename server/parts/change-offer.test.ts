import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { messages } from '#contract/basics/messages.ts'
import type { Part } from '#contract/parts/parts.ts'
import { auditLog } from '#database/tables/audit-log.ts'
import { partChanges, parts } from '#database/tables/parts.ts'
import { contact, holdPieces, openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'

let shop: TestShop
let admin: Customer
let buyer: Customer

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  buyer = await shop.customer()
})

const ladder = [
  { from: 5_000, price: 2.4 },
  { from: 10_000, price: 2.1 },
]
const anyNumber = () => `PN-${randomUUID().slice(0, 8)}`
const seen = async (part: { _id: string }) => (await buyer.get(`/inventory/${part._id}`)).json()
const auditsOf = (part: { _id: string }) =>
  shop.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.action, 'change-offer'), eq(auditLog.subject, part._id)))

test('an admin sets price, ladder, number and lead time, and all visitors see them', async () => {
  const part = await shop.addPart({ price: 2.5 })
  const offer = {
    price: '2.45',
    priceBreaks: [
      { from: 5_000, price: '2.4' },
      { from: 10_000, price: 2.1 },
    ],
    partNumber: anyNumber(),
    leadDays: 20,
  }

  const answer = await admin.put(`/parts/${part._id}`, offer)

  const changed = { ...part, price: 2.45, priceBreaks: ladder, partNumber: offer.partNumber, leadDays: 20 }
  expect(answer.json()).toEqual({ modifiedCount: 1, part: changed })
  expect(await seen(part)).toEqual(changed)
  expect((await shop.visitor.get('/allParts')).json()).toContainEqual(changed)
  expect(await auditsOf(part)).toMatchObject([{ actorId: admin.userId, detail: { price: '2.4500', steps: 2, leadDays: 20 } }])
})

test('a price that another admin changed meanwhile is not overwritten unseen', async () => {
  const part = await shop.addPart({ price: 2.5, priceBreaks: [] })
  await admin.put(`/parts/${part._id}`, { price: 2.75, seenPrice: 2.5 })

  const late = await admin.put(`/parts/${part._id}`, { price: 2.6, seenPrice: 2.5 })

  const message = 'The price was changed to $2.75 meanwhile. Save again to replace it.'
  expect(late.json()).toMatchObject({ code: 'INVALID_INPUT', fields: [{ field: 'price', message }] })
  expect(await seen(part)).toMatchObject({ price: 2.75 })
  expect((await admin.put(`/parts/${part._id}`, { price: 2.6, seenPrice: 2.75 })).json()).toMatchObject({ modifiedCount: 1 })
})

test('of two admins who change an offer, each keeps what the other has not touched, and the second is told the rest (80)', async () => {
  const part = await shop.addPart({ price: 2.5, priceBreaks: ladder, leadDays: 7 })
  const { price, priceBreaks, leadDays, partNumber } = part
  const asSeen = { price, priceBreaks, leadDays, partNumber }
  const steps = [{ from: 5_000, price: 2.3 }]
  const changed = await admin.put(`/parts/${part._id}`, { priceBreaks: steps, leadDays: 9, seen: asSeen })
  expect(changed.json()).toMatchObject({ modifiedCount: 1 })

  const late = { price: '2.6', priceBreaks: [], leadDays: 12, seen: asSeen }
  const refused = await admin.put(`/parts/${part._id}`, late)
  expect(refused.json()).toMatchObject({
    code: 'INVALID_INPUT',
    fields: [
      { field: 'priceBreaks', message: 'Somebody has changed this meanwhile to: 5,000: $2.30' },
      { field: 'leadDays', message: 'Somebody has changed this meanwhile to: 9' },
    ],
  })
  expect(await seen(part)).toEqual({ ...part, priceBreaks: steps, leadDays: 9 })

  const merged = await admin.put(`/parts/${part._id}`, { price: '2.6', leadDays: 9, seen: asSeen })
  expect(merged.json()).toMatchObject({ modifiedCount: 1 })
  expect(await seen(part)).toEqual({ ...part, price: 2.6, priceBreaks: steps, leadDays: 9 })
})

test('the audit log has an offer as it was before its change', async () => {
  const part = await shop.addPart({ price: 2.5, priceBreaks: ladder, leadDays: 7 })

  await admin.put(`/parts/${part._id}`, { price: 2.6, priceBreaks: [], leadDays: 8 })

  const detail = { price: '2.6000', priceBefore: '2.5000', steps: 0, stepsBefore: 2, leadDays: 8, leadDaysBefore: 7 }
  expect(await auditsOf(part)).toMatchObject([{ detail }])
})

test('omitted fields stay, and a ladder is replaced as a whole', async () => {
  const part = await shop.addPart({ price: 2.5, priceBreaks: ladder, leadDays: 7 })

  await admin.put(`/parts/${part._id}`, { leadDays: 9 })
  expect(await seen(part)).toEqual({ ...part, leadDays: 9 })

  await admin.put(`/parts/${part._id}`, { priceBreaks: [{ from: 3_000, price: 2.3 }] })
  expect(await seen(part)).toEqual({ ...part, leadDays: 9, priceBreaks: [{ from: 3_000, price: 2.3 }] })

  await admin.put(`/parts/${part._id}`, { priceBreaks: [] })
  expect(await seen(part)).toEqual({ ...part, leadDays: 9, priceBreaks: [] })
})

test('an offer that changes nothing says so and writes nothing', async () => {
  const part = await shop.addPart({ price: 2.5, priceBreaks: ladder })

  const { price, priceBreaks, partNumber, leadDays } = part
  const answers = [
    await admin.put(`/parts/${part._id}`, {}),
    await admin.put(`/parts/${part._id}`, { price, priceBreaks, partNumber, leadDays }),
  ]

  expect(answers.map((answer) => answer.json())).toEqual([
    { modifiedCount: 0, part },
    { modifiedCount: 0, part },
  ])
  expect(await auditsOf(part)).toEqual([])
})

const eleven = Array.from({ length: 11 }, (_, index) => ({ from: 2_000 + index, price: 2 - index / 10 }))
const third = (step: object) => ({ priceBreaks: [...ladder, step] })

test.each<[object, string, string]>([
  [{ price: '' }, 'price', messages.partPriceRequired],
  [{ price: 0 }, 'price', messages.priceInvalid],
  [{ price: '1.00001' }, 'price', messages.priceInvalid],
  [{ price: 2.4 }, 'price', messages.priceAboveLadder],
  [{ price: 1, leadDays: 3 }, 'price', messages.priceAboveLadder],
  [{ price: 2.4, priceBreaks: ladder }, 'priceBreaks.0.price', messages.breakPriceFalls],
  [third({ from: 10_000, price: 2 }), 'priceBreaks.2.from', messages.breakQuantityRises],
  [third({ from: 9_000, price: 2 }), 'priceBreaks.2.from', messages.breakQuantityRises],
  [third({ from: 1_000, price: 2 }), 'priceBreaks.2.from', messages.breakQuantity],
  [third({ from: 20_000.5, price: 2 }), 'priceBreaks.2.from', messages.breakQuantity],
  [third({ from: '20000', price: 2 }), 'priceBreaks.2.from', messages.breakQuantity],
  [third({ price: 2 }), 'priceBreaks.2.from', messages.breakQuantity],
  [third({ from: 20_000 }), 'priceBreaks.2.price', messages.partPriceRequired],
  [third({ from: 20_000, price: '' }), 'priceBreaks.2.price', messages.partPriceRequired],
  [third({ from: 20_000, price: 2.1 }), 'priceBreaks.2.price', messages.breakPriceFalls],
  [third({ from: 20_000, price: 2.2 }), 'priceBreaks.2.price', messages.breakPriceFalls],
  [third({ from: 20_000, price: 0 }), 'priceBreaks.2.price', messages.priceInvalid],
  [third({ from: 20_000, price: 0.00001 }), 'priceBreaks.2.price', messages.priceInvalid],
  [{ priceBreaks: eleven }, 'priceBreaks', messages.tooManyBreaks(10)],
  [{ leadDays: -1 }, 'leadDays', messages.leadDaysBounds],
  [{ leadDays: 366 }, 'leadDays', messages.leadDaysBounds],
  [{ leadDays: 1.5 }, 'leadDays', messages.leadDaysBounds],
  [{ partNumber: '---' }, 'partNumber', messages.partNumberInvalid],
  [{ partNumber: 'x'.repeat(41) }, 'partNumber', messages.tooLong(40)],
  [{ partNumber: 'TF-999999' }, 'partNumber', messages.partNumberReserved],
  [{ partNumber: 't f . 999 999' }, 'partNumber', messages.partNumberReserved],
  [{ partNumber: 'ＴＦ９９９９９９' }, 'partNumber', messages.partNumberReserved],
  [{ name: 'Another' }, 'name', messages.unknownField('name')],
])('an offer of %j is refused at %s, and nothing is changed', async (offer, field, message) => {
  const part = await shop.addPart({ price: 2.5, priceBreaks: ladder })

  const answer = await admin.put(`/parts/${part._id}`, offer)

  expect(answer.statusCode).toBe(400)
  expect(answer.json().fields).toContainEqual({ field, message })
  expect(await seen(part)).toEqual(part)
})

test('a new part with a ladder that rises is refused at the same field', async () => {
  const { img } = await shop.addPart()
  const part = { name: 'New', price: '2.5', available: 2_000, description: 'New', img }

  const answer = await admin.post('/parts', { ...part, priceBreaks: [...ladder, { from: 20_000, price: '2.2' }] })

  expect(answer.json().fields).toEqual([{ field: 'priceBreaks.2.price', message: messages.breakPriceFalls }])
})

test('a new part may have number, ladder and lead time, and gets a number without one', async () => {
  const { img } = await shop.addPart()
  const part = { name: 'New', price: '2.5', available: 2_000, description: 'New', img }
  const partNumber = anyNumber()

  const said = (await admin.post('/parts', { ...part, partNumber: ` ${partNumber} `, priceBreaks: ladder, leadDays: 30 })).json()
  const given = (await admin.post('/parts', part)).json()

  expect(await seen({ _id: said.insertedId })).toMatchObject({ partNumber, priceBreaks: ladder, leadDays: 30 })
  expect(await seen({ _id: given.insertedId })).toMatchObject({
    partNumber: expect.stringMatching(/^TF-\d{6}$/),
    priceBreaks: [],
    leadDays: 15,
  })
})

test("another part's number is refused, whatever its case, dashes and spaces", async () => {
  const [one, other] = [await shop.addPart({ partNumber: 'TCB-77 X' }), await shop.addPart()]

  for (const partNumber of ['TCB-77 X', 'tcb77x', 'T-C-B/77.x']) {
    const answer = await admin.put(`/parts/${other._id}`, { partNumber })
    expect(answer.json().fields).toEqual([{ field: 'partNumber', message: messages.partNumberTaken }])
  }
  const again = await admin.put(`/parts/${one._id}`, { partNumber: 'TCB 77-X' })
  expect(again.json()).toMatchObject({ modifiedCount: 1, part: { partNumber: 'TCB 77-X' } })
})

test('the number of a discontinued part may be used again', async () => {
  const partNumber = anyNumber()
  const [discontinued, other] = [await shop.addPart({ partNumber }), await shop.addPart()]
  await admin.delete(`/parts/${discontinued._id}`)

  expect((await admin.put(`/parts/${other._id}`, { partNumber })).json().part.partNumber).toBe(partNumber)
})

test('a part keeps the number that the shop assigned, and gets it back when its own is removed', async () => {
  const part = await shop.addPart()
  const given = part.partNumber

  const kept = await admin.put(`/parts/${part._id}`, { partNumber: given, leadDays: 1 })
  await admin.put(`/parts/${part._id}`, { partNumber: anyNumber() })
  const reserved = await admin.put(`/parts/${part._id}`, { partNumber: given })
  const emptied = await admin.put(`/parts/${part._id}`, { partNumber: '' })

  expect(kept.statusCode).toBe(200)
  expect(reserved.json().fields).toEqual([{ field: 'partNumber', message: messages.partNumberReserved }])
  expect(emptied.json().part.partNumber).toBe(given)
})

test('of ten parts that get one number concurrently one has it, and nine are refused at the field', async () => {
  const ten = await Promise.all(Array.from({ length: 10 }, () => shop.addPart()))
  const partNumber = anyNumber()

  const answers = await Promise.all(ten.map((part) => admin.put(`/parts/${part._id}`, { partNumber })))

  expectOneOfTen(answers)
})

test('of ten new parts with one number, added concurrently, one is added, and nine are refused at the field', async () => {
  const { img } = await shop.addPart()
  const part = { name: 'New', price: '2.5', available: 2_000, description: 'New', img, partNumber: anyNumber() }

  expectOneOfTen(await Promise.all(Array.from({ length: 10 }, () => admin.post('/parts', part))))
})

function expectOneOfTen(answers: { statusCode: number; json(): { fields?: unknown } }[]): void {
  const refused = answers.filter(({ statusCode }) => statusCode !== 200)
  expect(refused.map((answer) => answer.json().fields)).toEqual(
    Array.from({ length: 9 }, () => [{ field: 'partNumber', message: messages.partNumberTaken }]),
  )
}

test('of two admins, one of whom lowers the price below the ladder of the other, one is refused', async () => {
  const bob = await shop.admin('bob')
  for (let race = 0; race < 20; race++) {
    const part = await shop.addPart({ price: 2.5 })

    const answers = await Promise.all([
      admin.put(`/parts/${part._id}`, { price: 1, confirmed: true }),
      bob.put(`/parts/${part._id}`, { priceBreaks: [{ from: 5_000, price: 2 }] }),
    ])

    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400])
    const refused = answers.find(({ statusCode }) => statusCode === 400)!.json().fields[0].field
    expect(['price', 'priceBreaks.0.price']).toContain(refused)
    expect(await seen(part)).toMatchObject(
      refused === 'price' ? { price: 2.5, priceBreaks: [{ from: 5_000, price: 2 }] } : { price: 1, priceBreaks: [] },
    )
  }
})

test('held pieces and orders keep their price', async () => {
  const part = await shop.addPart({ price: 2.5, priceBreaks: [{ from: 5_000, price: 2 }], available: 50_000 })
  const order = await shop.placeOrder(buyer, part, 6_000)
  const { holdId } = (await holdPieces(buyer, part, 5_000)).json()

  await admin.put(`/parts/${part._id}`, { price: 9, priceBreaks: [] })
  const placed = await buyer.post('/inventory', {
    orderItem: { name: part.name, totalPrice: 10_000, orderQuantity: 5_000, holdId, ...contact },
  })

  expect(placed.json()).toMatchObject({ orderQuantity: 5_000, totalPrice: 10_000 })
  expect((await buyer.get(`/order/${order._id}`)).json().totalPrice).toBe(12_000)
  expect((await holdPieces(buyer, part, 5_000)).json()).toMatchObject({ price: 9, totalPrice: 45_000 })
})

test('an unknown or discontinued part is not found', async () => {
  const discontinued = await shop.addPart()
  await admin.delete(`/parts/${discontinued._id}`)

  for (const id of [randomUUID(), discontinued._id]) {
    expect((await admin.put(`/parts/${id}`, { price: 1 })).json()).toMatchObject({ code: 'NOT_FOUND' })
  }
  expect((await shop.db.select().from(parts).where(eq(parts.id, discontinued._id)))[0]!.price).toBe('2.5000')
})

test('a customer changes no offer', async () => {
  const part = await shop.addPart()

  expect((await buyer.put(`/parts/${part._id}`, { price: 0.01 })).statusCode).toBe(403)
  expect(await seen(part)).toEqual(part)
})

describe('a price that falls a lot (71)', () => {
  const slip = { price: 0.025 }

  test('is refused with both prices until it is confirmed, and nothing is changed', async () => {
    const part = await shop.addPart({ price: 2.5 })

    const asked = await admin.put(`/parts/${part._id}`, slip)
    expect(asked.statusCode).toBe(409)
    expect(asked.json()).toMatchObject({
      code: 'PRICE_FALL',
      message: 'For 1,000 pieces, each would cost $0.025 instead of $2.50: 99% less. Please confirm it.',
      priceFall: { quantity: 1_000, oldPrice: 2.5, newPrice: 0.025, percent: 99 },
    })
    expect(await seen(part)).toEqual(part)

    const confirmed = await admin.put(`/parts/${part._id}`, { ...slip, confirmed: true })
    expect(confirmed.json()).toMatchObject({ modifiedCount: 1, part: { price: 0.025 } })
    expect(await auditsOf(part)).toMatchObject([{ detail: { price: '0.0250', confirmedFallPercent: 99 } }])
  })

  test.each<[string, object, object, number]>([
    ['by 30 %', { price: 10 }, { price: 7 }, 200],
    ['by a ten-thousandth more', { price: 10 }, { price: 6.9999 }, 409],
    ['by a new step of the ladder', { price: 10 }, { priceBreaks: [{ from: 50_000, price: 1 }] }, 409],
    [
      'by a step that begins earlier',
      { price: 10, priceBreaks: [{ from: 50_000, price: 1 }] },
      { priceBreaks: [{ from: 2_000, price: 1 }] },
      409,
    ],
    ['by a lower step', { price: 10, priceBreaks: [{ from: 5_000, price: 8 }] }, { priceBreaks: [{ from: 5_000, price: 5 }] }, 409],
    ['nowhere, as the price rises', { price: 10 }, { price: 1_000 }, 200],
    ['nowhere, as a ladder goes', { price: 10, priceBreaks: [{ from: 5_000, price: 1 }] }, { priceBreaks: [] }, 200],
  ])('is one that falls %s, or is not', async (_, before, change, status) => {
    const part = await shop.addPart(before)

    expect((await admin.put(`/parts/${part._id}`, change)).statusCode).toBe(status)
  })

  const ways = {
    'by its offer': (part: Part, price: number) => admin.put(`/parts/${part._id}`, { price }),
    'with other prices': (part: Part, price: number, before: number) =>
      admin.post('/price-changes', { percent: (price / before - 1) * 100, places: 4, parts: [{ partsId: part._id, seenPrice: before }] }),
    'by the feed of a program': (part: Part, price: number) => admin.put('/parts', { parts: [{ partNumber: part.partNumber, price }] }),
  }

  test.each(Object.keys(ways) as (keyof typeof ways)[])('is the second of several falls of a quarter in a day, %s', async (way) => {
    const part = await shop.addPart({ price: 10 })
    const priceNow = async () => (await seen(part)).price

    await ways[way](part, 7.5, 10)
    const first = await priceNow()
    const second = await ways[way](part, 5.625, 7.5)
    const [kept, tooFew] = [await priceNow(), second.json()]
    await shop.db
      .update(partChanges)
      .set({ at: sql`now() - interval '25 hours'` })
      .where(eq(partChanges.partId, part._id))
    await ways[way](part, 5.625, 7.5)

    expect([first, kept, await priceNow()]).toEqual([7.5, 7.5, 5.625])
    expect(JSON.stringify(tooFew)).toMatch(/PRICE_FALL|falls/i)
  })

  test('is a step of the ladder that falls twice, or a price that was raised in between, compared with the highest of the day', async () => {
    const [stepped, raised] = [
      await shop.addPart({ price: 10, priceBreaks: [{ from: 5_000, price: 8 }] }),
      await shop.addPart({ price: 10 }),
    ]
    const change = async (part: Part, offer: object) => (await admin.put(`/parts/${part._id}`, offer)).json()

    await change(stepped, { priceBreaks: [{ from: 5_000, price: 6 }] })
    await change(raised, { price: 20 })
    const refused = [await change(stepped, { priceBreaks: [{ from: 5_000, price: 5 }] }), await change(raised, { price: 10 })]
    await change(raised, { price: 15 })
    refused.push(await change(raised, { price: 12 }))

    expect(refused.map(({ code, priceFall }) => [code, priceFall?.oldPrice])).toEqual([
      ['PRICE_FALL', 8],
      ['PRICE_FALL', 20],
      ['PRICE_FALL', 20],
    ])
  })

  test('is what the setting says', async () => {
    const lenient = await openShop({ env: { PRICE_FALL_PERCENT: '100' } })
    const part = await lenient.addPart({ price: 2.5 })

    expect((await (await lenient.admin()).put(`/parts/${part._id}`, slip)).statusCode).toBe(200)
  })
})
