import { sql, type SQL } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { ManagedPart } from '#contract/parts/part-desk.ts'
import type { Part } from '#contract/parts/parts.ts'
import type { MadePriceChange } from '#contract/parts/price-changes.ts'
import { priceChanges } from '#database/tables/parts.ts'
import { transaction } from '#database/transaction.ts'
import { settlePriceChanges } from '#server/parts/settle-prices.ts'
import { shutGate } from '#tests/support/database/gates.ts'
import { untilWaiting } from '#tests/support/database/lock-waits.ts'
import { holdPieces, openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { saveQuote } from '#tests/support/shops/quotes.ts'

let shop: TestShop
let admin: Customer

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})

const seen = ({ _id, price }: Part) => ({ partsId: _id, seenPrice: price })
const change = (parts: Part[], more: object = {}) =>
  admin.post('/price-changes', { percent: 5, places: 2, parts: parts.map(seen), ...more })
const undo = (id: string) => admin.post(`/price-changes/${id}/undo`)
const read = async ({ _id }: Part) => (await admin.get(`/parts/${_id}/desk`)).json<ManagedPart>()

test('prices and ladders rise together, saved quotes keep theirs, the history has it, and it is taken back exactly', async () => {
  const ladder = await shop.addPart({ price: 2.5, priceBreaks: [{ from: 5_000, price: 2.31 }] })
  const plain = await shop.addPart({ price: 0.1 })
  const ann = await shop.customer('ann')
  const quote = await saveQuote(ann, { lines: [{ text: ladder.partNumber }] })

  const made = (await change([ladder, plain])).json<{ _id: string; modifiedCount: number }>()

  expect(made.modifiedCount).toBe(2)
  expect(await read(ladder)).toMatchObject({ price: 2.63, priceBreaks: [{ from: 5_000, price: 2.43 }] })
  expect(await read(plain)).toMatchObject({
    price: 0.11,
    changes: [{ field: 'price', before: '0.1000', after: '0.1100', by: admin.email }],
  })
  expect((await ann.get(`/quotes/${quote._id}`)).json()).toMatchObject({ total: 2_500, orderable: true })
  expect((await shop.visitor.get('/searchParts?q=')).json().parts.find(({ _id }: Part) => _id === plain._id).price).toBe(0.11)
  const [listed] = (await admin.get('/price-changes')).json<MadePriceChange[]>()
  expect(listed).toMatchObject({ _id: made._id, percent: 5, parts: 2, by: admin.email, undone: false })

  const twice = await Promise.all([undo(made._id), undo(made._id)])
  expect(twice.map((answer) => answer.json().modifiedCount).toSorted()).toEqual([0, 2])
  expect(await read(ladder)).toMatchObject({ price: 2.5, priceBreaks: [{ from: 5_000, price: 2.31 }] })
  expect(await read(plain)).toMatchObject({ price: 0.1 })
})

test('all or none: a price that was changed meanwhile, one that would be nothing, and a part that is gone refuse the whole', async () => {
  const [one, two, tiny] = [await shop.addPart({ price: 2.5 }), await shop.addPart({ price: 2.5 }), await shop.addPart({ price: 0.0042 })]
  await admin.put(`/parts/${two._id}`, { price: 3 })
  const refusals = [
    [await change([one, two]), 'PRICES_CHANGED', `${two.name} costs $3.00 by now.`],
    [await change([one, tiny], { percent: 0 }), 'INVALID_INPUT', tiny.name],
    [await change([one, { ...tiny, _id: crypto.randomUUID() }]), 'PRICES_CHANGED', 'not in the catalogue'],
    [await change([one], { percent: 0.001 }), 'INVALID_INPUT', 'two decimal places'],
    [await change([one], { places: 5 }), 'INVALID_INPUT', ''],
  ] as const
  for (const [answer, code, said] of refusals) {
    expect([answer.json().code, answer.json().message]).toEqual([code, expect.stringContaining(said)])
  }
  expect((await read(one)).price).toBe(2.5)
  expect((await change([one], { percent: 2.55, places: 4 })).json().modifiedCount).toBe(1)
  expect((await read(one)).price).toBe(2.5638)
})

test('a part that is named twice, also by its id in capitals, is changed once and counted once', async () => {
  const part = await shop.addPart({ price: 2 })
  const inCapitals = { ...part, _id: part._id.toUpperCase() }

  const made = (await change([part, inCapitals, part], { percent: 10 })).json<{ _id: string; modifiedCount: number }>()
  const another = await change([
    { ...part, price: 2.2 },
    { ...inCapitals, price: 2 },
  ])

  expect(made.modifiedCount).toBe(1)
  expect(await read(part)).toMatchObject({ price: 2.2 })
  expect((await admin.get('/price-changes')).json<MadePriceChange[]>()[0]).toMatchObject({ _id: made._id, parts: 1 })
  expect(another.json()).toMatchObject({ code: 'PRICES_CHANGED', message: `${part.name} costs $2.20 by now.` })
  expect((await undo(made._id)).json()).toEqual({ modifiedCount: 1 })
})

test('a large fall is to be confirmed (71)', async () => {
  const part = await shop.addPart({ price: 2.5 })
  expect((await change([part], { percent: -40 })).json().code).toBe('PRICE_FALL')
  expect((await change([part], { percent: -40, confirmed: true })).json().modifiedCount).toBe(1)
})

test('a change is not taken back over a price that was set since, and says which', async () => {
  const [one, two] = [await shop.addPart({ price: 2 }), await shop.addPart({ price: 4 })]
  const { _id } = (await change([one, two])).json<{ _id: string }>()
  await admin.put(`/parts/${two._id}`, { price: 4.5 })
  const refused = (await undo(_id)).json()
  expect([refused.code, refused.fields]).toEqual(['PRICES_CHANGED', [{ field: 'parts', message: `${two.name} has another price by now.` }]])
  expect((await read(one)).price).toBe(2.1)
  expect((await undo(crypto.randomUUID())).statusCode).toBe(404)
})

test('of two changes of the same prices at once one is made', async () => {
  const parts = await Promise.all(Array.from({ length: 5 }, () => shop.addPart({ price: 2 })))
  const answers = await Promise.all([change(parts), change(parts.toReversed()), change(parts)])
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409])
  for (const part of parts) expect((await read(part)).price).toBe(2.1)
})

test('buyers hold pieces while a change of prices or its undoing is prepared, and such a hold keeps its price', async () => {
  const part = await shop.addPart({ price: 2 })
  const [ann, bob] = [await shop.customer('ann'), await shop.customer('bob')]
  /** Makes the change while its rows are locked, and holds pieces at the same time. */
  const holdDuring = (buyer: Customer, lock: SQL, work: () => ReturnType<typeof change>) =>
    transaction(shop.db, async (other) => {
      await other.execute(lock)
      const running = work()
      await untilWaiting(shop.db, 1)
      return { held: (await holdPieces(buyer, part, 1_000)).json(), running }
    })

  const changing = await holdDuring(ann, sql`lock table changed_prices in exclusive mode`, () => change([part]))
  const { _id } = (await changing.running).json<{ _id: string }>()
  const undoing = await holdDuring(bob, sql`lock table part_changes in exclusive mode`, () => undo(_id))

  expect([changing.held, undoing.held]).toMatchObject([
    { modifiedCount: 1, price: 2 },
    { modifiedCount: 1, price: 2.1 },
  ])
  expect((await undoing.running).json()).toEqual({ modifiedCount: 1 })
  expect((await read(part)).price).toBe(2)
})

test('a price that changes while a change of prices is prepared refuses the whole', async () => {
  const [one, two] = [await shop.addPart({ price: 2 }), await shop.addPart({ price: 2 })]

  const { running } = await transaction(shop.db, async (other) => {
    await other.execute(sql`lock table changed_prices in exclusive mode`)
    const making = change([one, two])
    await untilWaiting(shop.db, 1)
    await admin.put(`/parts/${two._id}`, { price: 2.2 })
    return { running: making }
  })

  expect((await running).json()).toMatchObject({ code: 'PRICES_CHANGED', message: `${two.name} has another price by now.` })
  expect([(await read(one)).price, (await read(two)).price]).toEqual([2, 2.2])
})

/** More parts than are written in one turn, in the order in which they are. */
async function manyParts(): Promise<Part[]> {
  const { rows } = await shop.db.execute<{ id: string }>(sql`
    insert into parts (name, img, description, price, available)
    select 'Many', '/images/x.webp', 'x', 2.5, 5000 from generate_series(1, 600) returning id`)
  const one = (await admin.get(`/inventory/${rows[0]!.id}`)).json<Part>()
  return rows.map(({ id }) => ({ ...one, _id: id })).toSorted((a, b) => (a._id < b._id ? -1 : 1))
}

/** Runs `work` up to its second batch, and then `meanwhile`. */
async function amidst<T>(parts: Part[], work: () => Promise<T>, meanwhile: () => Promise<void>): Promise<T> {
  const gate = await shutGate(shop.db, `before insert on part_changes for each row when (new.part_id = '${parts[300]!._id}')`)
  const running = work()
  try {
    await gate.reached()
    await meanwhile()
  } finally {
    await gate.open()
  }
  return running
}

const pricesOf = async (parts: Part[]) => {
  const { rows } = await shop.db.execute<{ price: string }>(
    sql`select distinct price from parts where id = any(${sql.param(parts.map(({ _id }) => _id))}::uuid[]) order by price`,
  )
  return rows.map(({ price }) => Number(price))
}

test('buyers hold pieces in the middle of a change of prices and of its undoing, of parts that are written and of those that are not', async () => {
  const parts = await manyParts()
  const [ann, bob] = [await shop.customer('ann'), await shop.customer('bob')]
  const held: unknown[] = []
  const holdBoth = (buyer: Customer) => async () => {
    for (const part of [parts.at(0)!, parts.at(-1)!]) held.push((await holdPieces(buyer, part, 1_000)).json())
  }

  const made = (await amidst(parts, () => change(parts, { percent: 10 }), holdBoth(ann))).json<{ _id: string; modifiedCount: number }>()
  const raised = await pricesOf(parts)
  const undone = await amidst(parts, () => undo(made._id), holdBoth(bob))

  expect(held).toMatchObject([2.75, 2.5, 2.5, 2.75].map((price) => ({ modifiedCount: 1, price })))
  expect([made.modifiedCount, raised]).toEqual([600, [2.75]])
  expect([undone.json(), await pricesOf(parts)]).toEqual([{ modifiedCount: 600 }, [2.5]])
})

test('a price that somebody sets in the middle of a change or of its undoing refuses the whole, and every other part has what it had', async () => {
  const parts = await manyParts()
  const [last, others] = [parts.at(-1)!, parts.slice(0, -1)]
  const set = (price: number) => async () => void (await admin.put(`/parts/${last._id}`, { price }))

  const refused = await amidst(parts, () => change(parts, { percent: 10 }), set(2.6))
  const prices = [await pricesOf(others), await pricesOf([last])]
  const listed = (await admin.get('/price-changes')).json<MadePriceChange[]>().filter((made) => made.parts === 600 && !made.undone)
  await set(2.5)()
  const { _id } = (await change(parts, { percent: 10 })).json<{ _id: string }>()
  const kept = await amidst(parts, () => undo(_id), set(2.7))

  for (const answer of [refused, kept])
    expect(answer.json()).toMatchObject({ code: 'PRICES_CHANGED', message: `${last.name} has another price by now.` })
  expect([prices, listed]).toEqual([[[2.5], [2.6]], []])
  expect([await pricesOf(others), await pricesOf([last])]).toEqual([[2.75], [2.7]])
})

test('a change whose process ends in its middle is finished, and its repeated request gets the answer', async () => {
  const parts = await manyParts()
  const send = () =>
    shop.app.inject({
      method: 'POST',
      url: '/api/price-changes',
      headers: { authorization: `Bearer ${admin.token}`, 'idempotency-key': 'ended-in-the-middle' },
      payload: { percent: 10, places: 2, parts: parts.map(seen) },
    })

  const ended = await amidst(parts, send, async () => {
    await shop.db.execute(sql`
      select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`)
  })
  const half = await pricesOf(parts)
  await settlePriceChanges(shop.db)

  expect([ended.statusCode, half]).toEqual([503, [2.5, 2.75]])
  expect(await pricesOf(parts)).toEqual([2.75])
  expect((await send()).json()).toMatchObject({ modifiedCount: 600 })
  expect((await admin.get('/price-changes')).json<MadePriceChange[]>()[0]).toMatchObject({ parts: 600, undone: false })
})

test('two thousand parts are changed in one go', async () => {
  await shop.db.execute(sql`
    insert into parts (name, img, description, price, available) select 'Bulk ' || n, '/images/x.webp', 'x', 2.5, 0 from generate_series(1, 2000) as n`)
  const { rows } = await shop.db.execute<{ id: string }>(sql`select id from parts where name like 'Bulk %'`)
  const before = await shop.db.$count(priceChanges)
  const answer = await admin.post('/price-changes', {
    percent: 10,
    places: 4,
    parts: rows.map(({ id }) => ({ partsId: id, seenPrice: 2.5 })),
  })
  expect(answer.json().modifiedCount).toBe(2_000)
  expect(await shop.db.$count(priceChanges)).toBe(before + 1)
  expect((await undo(answer.json()._id)).json().modifiedCount).toBe(2_000)
})
