import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import type { Part } from '#contract/parts/parts.ts'
import { reviews } from '#database/tables/reviews.ts'
import { arrives, decide } from '#tests/support/shops/bank.ts'
import { payOrder } from '#tests/support/shops/payments.ts'
import { publishSeller } from '#tests/support/shops/sellers.ts'
import { openShop, type Client, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { saveQuote } from '#tests/support/shops/quotes.ts'
import { sellAt } from '#tests/support/shops/sell-at.ts'

let shop: TestShop
let admin: Customer
let part: Part

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  part = await shop.addPart({ available: 1_000_000 })
})

/** Every list with keyset pagination. */
const lists = [
  '/allOrder?',
  `/order?customer=nobody@example.com&`,
  '/allQuotes?',
  '/quotes?',
  '/papers?',
  '/allPapers?',
  '/returns?',
  '/parts?',
  '/removed-parts?sort=newest&',
  '/allReviews?state=shown&',
  '/bank/movements?',
  '/allMails?',
  '/contact?',
  '/allOrder?changedSince=2026-01-01T00:00:00Z&',
]

type Row = { _id: string }

/** A page: its rows, in whichever field the answer has them, and the address of the next one. */
async function pageOf(reader: Client, path: string): Promise<{ rows: Row[]; next: string | undefined }> {
  const answer = await reader.get(path)
  expect(answer.statusCode, answer.body).toBe(200)
  const read = answer.json<Row[] | Record<string, Row[]>>()
  const rows = Array.isArray(read)
    ? read
    : (read.quotes ?? read.papers ?? read.returns ?? read.parts ?? read.movements ?? read.reviews ?? read.mails ?? read.messages)!
  return { rows, next: /^<\/api(.*)>; rel="next"$/.exec(String(answer.headers.link))?.[1] }
}

/** Reads a list in pages of two rows, each by the `Link` of the one before, and works off the rows of a page before the next one. */
async function workOff(reader: Client, path: string, work: (row: Row) => Promise<unknown>): Promise<string[]> {
  const ids: string[] = []
  for (let next: string | undefined = `${path}size=2&page=0`; next !== undefined;) {
    const page = await pageOf(reader, next)
    ids.push(...page.rows.map(({ _id }) => _id))
    for (const row of page.rows) await work(row)
    next = page.next
  }
  return ids
}

/** Five unpaid orders of a new buyer, oldest first. */
async function fiveOrders(): Promise<{ buyer: Customer; ids: string[] }> {
  const buyer = await shop.customer('ann')
  const ids: string[] = []
  for (let count = 0; count < 5; count++) ids.push((await shop.placeOrder(buyer, part))._id)
  return { buyer, ids }
}

const cancel = ({ _id }: Row) => admin.delete(`/order/${_id}`)
const changeReference = ({ _id }: Row) => admin.put(`/order/${_id}/reference`, { reference: randomUUID().slice(0, 8), seen: '' })

test.each([
  ['state=unpaid&', cancel],
  ['state=unpaid&newestFirst=true&', cancel],
  ['from=2026-01-01T00:00:00Z&state=unpaid&', cancel],
  ['from=2026-01-01T00:00:00Z&newestFirst=true&state=unpaid&', cancel],
  ['', cancel],
  ['newestFirst=true&', cancel],
  ['changedSince=2026-01-01T00:00:00Z&', changeReference],
])('a customer’s list of orders, ?%s, is worked off page by page without one that is left out', async (query, work) => {
  const { buyer, ids } = await fiveOrders()

  const read = await workOff(buyer, `/order?customer=${buyer.email}&${query}`, work)

  expect(read).toEqual(query.includes('newestFirst') ? ids.toReversed() : ids)
})

test('all orders that a text finds are worked off page by page', async () => {
  const { buyer, ids } = await fiveOrders()

  expect(await workOff(admin, `/allOrder?q=${buyer.email}&state=unpaid&`, cancel)).toEqual(ids)
})

test('paid orders are shipped page by page, and each is shipped', async () => {
  const buyer = await shop.customer('bob')
  for (let count = 0; count < 5; count++) await sellAt(shop.db, { buyer, part, quantity: 1_000, paidAt: sql`now()` })

  await workOff(admin, `/allOrder?customer=${buyer.email}&state=paid&`, ({ _id }) => admin.put(`/orderShipped/${_id}`))

  expect((await admin.get(`/allOrderStates?customer=${buyer.email}`)).json()).toMatchObject({ paid: 0, shipped: 5 })
})

test('changed orders are all on the numbered pages, too, when they change again between two of them', async () => {
  const { buyer, ids } = await fiveOrders()
  const path = `/order?customer=${buyer.email}&changedSince=2026-01-01T00:00:00Z&size=2`

  const read: string[] = []
  for (const page of [0, 1, 2]) {
    const { rows } = await pageOf(buyer, `${path}&page=${page}`)
    read.push(...rows.map(({ _id }) => _id))
    for (const row of rows) await changeReference(row)
  }

  expect(read).toEqual(ids)
})

test('quotes are deleted and withdrawn page by page', async () => {
  const [ann, bob] = [await shop.customer('ann'), await shop.customer('bob')]
  const fiveOf = async (buyer: Customer) => {
    const ids: string[] = []
    for (let count = 0; count < 5; count++) ids.unshift((await saveQuote(buyer, { lines: [{ text: part.partNumber }] }))._id)
    return ids
  }
  const [deleted, withdrawn] = [await fiveOf(ann), await fiveOf(bob)]

  expect(await workOff(ann, '/quotes?', ({ _id }) => ann.delete(`/quotes/${_id}`))).toEqual(deleted)
  const withdraw = ({ _id }: Row) => admin.post(`/quotes/${_id}/void`, { version: 1, reason: 'Wrong price' })
  expect(await workOff(admin, `/allQuotes?state=open&q=${bob.email}&`, withdraw)).toEqual(withdrawn)
})

test('returns are answered page by page', async () => {
  const buyer = await shop.customer('bob')
  for (let count = 0; count < 5; count++) await sellAt(shop.db, { buyer, part, quantity: 1_000, paidAt: sql`now()` })
  const asked: string[] = []
  for (const { _id } of (await buyer.get(`/order?customer=${buyer.email}`)).json<Order[]>()) {
    await admin.put(`/orderShipped/${_id}`)
    const answer = await buyer.post(`/order/${_id}/returns`, { pieces: 1, reason: 'damaged', note: 'Broken', pictures: [] })
    asked.unshift(answer.json<Row>()._id)
  }

  expect(await workOff(admin, '/returns?state=asked&', ({ _id }) => admin.put(`/returns/${_id}/refuse`, { answer: 'No' }))).toEqual(asked)
})

test('movements of the bank are decided page by page', async () => {
  const arrived: string[] = []
  for (const [amount, day] of [
    [1, '2026-11-20'],
    [2, '2026-11-21'],
    [3, '2026-11-21'],
    [4, '2026-11-22'],
    [5, '2026-11-22'],
  ] as const)
    arrived.unshift((await arrives(shop, admin, { amount, day, text: `Rent ${amount}` }))._id)
  const ignore = (movement: Row) => decide(admin, movement, { outcome: 'not-ours', reason: 'Rent' })

  expect(await workOff(admin, '/bank/movements?show=open&', ignore)).toEqual(arrived)
  expect((await admin.get('/bank/movements?show=open')).json()).toMatchObject({ open: 0 })
})

/** Five parts of a name, the newest first. */
async function fiveParts(fields: { name: string; available?: number }): Promise<string[]> {
  const ids: string[] = []
  for (let count = 0; count < 5; count++) ids.unshift((await shop.addPart(fields))._id)
  return ids
}

test.each(['', 'sort=newest&', 'sort=newest&q=panel&'])('parts that run low, ?%s, are filled up page by page', async (query) => {
  const low = await fiveParts({ name: 'Panel', available: 10 })
  const fillUp = ({ _id }: Row) =>
    admin.post(`/parts/${_id}/stock`, { change: 'add', pieces: 5_000, reason: 'received', note: '', seen: 10 })

  const read = await workOff(admin, `/parts?show=low&${query}`, fillUp)

  expect(read).toEqual(low)
  expect((await admin.get('/parts?show=low')).json()).toMatchObject({ count: 0 })
})

test('removed parts are brought back page by page', async () => {
  const removed = await fiveParts({ name: 'Tuner' })
  for (const id of removed) await admin.delete(`/parts/${id}`)
  const bringBack = ({ _id }: Row) => admin.post(`/parts/${_id}/bring-back`)

  expect(await workOff(admin, '/removed-parts?q=tuner&sort=newest&', bringBack)).toEqual(removed)
  expect((await admin.get('/removed-parts?q=tuner')).json()).toMatchObject({ count: 0 })
})

test('reviews that wait are released page by page', async () => {
  const waiting: string[] = []
  for (let count = 0; count < 5; count++) {
    const [review] = await shop.db
      .insert(reviews)
      .values({ displayName: 'Eve', rating: 4, review: 'Fits', shownAt: null })
      .returning({ id: reviews.id })
    waiting.unshift(review!.id)
  }
  const release = ({ _id }: Row) => admin.put(`/reviews/${_id}/shown`, { shown: true })

  expect(await workOff(admin, '/allReviews?state=waiting&', release)).toEqual(waiting)
  expect((await admin.get('/allReviews?state=waiting')).json()).toMatchObject({ count: 0, waiting: 0 })
})

test('papers are read page by page, each once, while new ones are written', async () => {
  const seller = await openShop()
  const owner = await seller.admin()
  await publishSeller(seller, owner)
  const [buyer, sold] = [await seller.customer('ann'), await seller.addPart({ available: 1_000_000 })]
  const buy = async () => payOrder(seller, buyer, await seller.placeOrder(buyer, sold))
  for (let count = 0; count < 5; count++) await buy()
  const all = (await pageOf(owner, '/allPapers?')).rows.map(({ _id }) => _id)

  expect(all).toHaveLength(5)
  expect(await workOff(owner, '/allPapers?', buy)).toEqual(all)
  expect((await workOff(buyer, '/papers?', buy)).slice(-5)).toEqual(all)
})

test.each(['/parts?sort=available', '/parts?q=part', '/removed-parts?q=', '/allReviews?page=0'])(
  'where rows change their places, as in %s, no next page is named, and `after` is refused',
  async (path) => {
    await admin.delete(`/parts/${(await shop.addPart({ name: 'Part' }))._id}`)
    await shop.addPart({ name: 'Part' })
    await shop.db.insert(reviews).values({ displayName: 'Eve', rating: 4, review: 'Fits' })

    const { rows, next } = await pageOf(admin, `${path}&size=1`)
    const refused = await admin.get(`${path}&after=${randomUUID()}`)

    expect([rows.length, next]).toEqual([1, undefined])
    expect([refused.statusCode, refused.json().fields]).toEqual([400, [expect.objectContaining({ field: 'after' })]])
  },
)

test('every list with pages that a state narrows goes on behind a row, and says so in the API document', async () => {
  type Operation = { parameters?: { name: string }[]; responses: Record<string, { headers?: object }> }
  const { paths } = (await shop.visitor.get('/openapi.json')).json<{ paths: Record<string, { get?: Operation }> }>()
  const listsWith = (names: string[]) =>
    Object.entries(paths).flatMap(([path, { get }]) => {
      const has = (name: string) => get?.parameters?.some((parameter) => parameter.name === name)
      return has('page') && names.some(has) ? [path] : []
    })
  const resumed = listsWith(['after'])

  // An import is written as a whole; its rows are read only.
  expect(listsWith(['state', 'show']).filter((path) => !resumed.includes(path))).toEqual(['/api/imports/{id}'])
  expect(resumed.filter((path) => !paths[path]!.get!.responses['200']!.headers)).toEqual([])
  expect(new Set(resumed.map((path) => path.slice('/api'.length)))).toEqual(new Set(lists.map((list) => list.split('?')[0])))
})

test.each(lists)('an id that no row of %s has, and what is no id, are refused at `after`', async (path) => {
  for (const after of [randomUUID(), 'O-000001', '']) {
    const answer = await admin.get(`${path}after=${after}`)

    expect([answer.statusCode, answer.json().fields?.[0]?.field]).toEqual([400, 'after'])
  }
})
