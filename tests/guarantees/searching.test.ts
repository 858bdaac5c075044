import { expect, test } from 'vitest'
import { arrives } from '#tests/support/shops/bank.ts'
import { type Client, openShopWithBuyers } from '#tests/support/shops/open-shop.ts'
import { payOrder } from '#tests/support/shops/payments.ts'
import { saveQuote } from '#tests/support/shops/quotes.ts'
import { publishSeller, sampleSeller } from '#tests/support/shops/sellers.ts'

/** One stored text, and its spellings. */
const KEPT = 'Gehäuse\u00a0ΠΑΠΠΆΣ  İSTANBUL 55\u20117'
const SPELLINGS = [
  KEPT,
  'gehause παππας istanbul 55-7',
  'GEHÄUSE ΠΑΠΠΑΣ ISTANBUL 55\u20137',
  'Geha\u0308use παππάσ  i\u0307stanbul\u202f55\u22127',
  ' ＧＥＨＡＵＳＥ ΠΑΠΠΑς İstanbul ５５－７ ',
]

const { shop, admin, ann, bob } = await openShopWithBuyers()
await ann.put(`/users/${ann.email}`, { displayName: KEPT, phone: '1', education: 'None', address: 'Here' })
await publishSeller(shop, admin, sampleSeller)
const part = await shop.addPart({ name: KEPT, available: 100_000 })
const removed = await shop.addPart({ name: `${KEPT} removed` })
await admin.delete(`/parts/${removed._id}`)
const other = await shop.addPart({ name: 'Speaker', available: 100_000 })
await shop.placeOrder(bob, other)
await saveQuote(bob, { lines: [{ text: other.partNumber }] })
/** Paid, with the text as its reference and in the name of its buyer. */
const order = await shop.placeOrder(ann, other)
await ann.put(`/order/${order._id}/reference`, { reference: KEPT, seen: '' })
await payOrder(shop, ann, order)
const quote = await saveQuote(ann, { lines: [{ text: other.partNumber }] })
await arrives(shop, admin, { amount: 5, text: KEPT, payer: 'Somebody' })
await shop.visitor.post('/missed-searches', { text: `${KEPT} missed` })

const found = async <Answer>(who: Client, path: string, q: string, more = '') => {
  const answer = await who.get(`${path}?q=${encodeURIComponent(q)}${more}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Answer>()
}
type Rows = { _id: string }[]
const idsOf = (rows: Rows) => rows.map(({ _id }) => _id)

test.each(SPELLINGS)('every list is searched by %j as by the text that is kept', async (q) => {
  expect(idsOf(await found<Rows>(admin, '/allOrder', q, '&page=0'))).toEqual([order._id])
  expect(idsOf(await found<Rows>(ann, '/order', q, `&page=0&customer=${ann.email}`))).toEqual([order._id])
  expect(await found(admin, '/allOrderStates', q)).toMatchObject({ paid: 1, unpaid: 0 })
  expect((await admin.get(`/allOrderFile?format=csv&q=${encodeURIComponent(q)}`)).body.match(/O-\d{6}/g)).toEqual([order.number])
  expect(idsOf((await found<{ customers: Rows }>(admin, '/customers', q)).customers)).toEqual([ann.userId])
  expect(idsOf((await found<{ quotes: Rows }>(admin, '/allQuotes', q)).quotes)).toEqual([quote._id])
  expect((await found<{ count: number }>(admin, '/allPapers', q)).count).toBe(1)
  expect((await found<{ count: number }>(admin, '/bank/movements', q)).count).toBe(1)
  expect(idsOf((await found<{ parts: Rows }>(shop.visitor, '/searchParts', q)).parts)).toEqual([part._id])
  expect(idsOf((await found<{ parts: Rows }>(admin, '/parts', q)).parts)).toEqual([part._id])
  expect(idsOf(await found<Rows>(shop.visitor, '/suggestParts', q))[0]).toBe(part._id)
  expect(idsOf((await found<{ parts: Rows }>(admin, '/removed-parts', q)).parts)).toEqual([removed._id])
  expect((await found<{ count: number }>(admin, '/missed-searches', q)).count).toBe(1)
  const audit = await found<{ entries: { action: string }[] }>(admin, '/audit-log', q)
  expect(audit.entries.map(({ action }) => action)).toEqual(['remove-part'])
  const priced = await shop.visitor.post('/quotes/price', { lines: [{ text: q, quantity: 1_000 }] })
  expect(priced.json().lines).toMatchObject([{ status: 'matched', partNumber: part.partNumber }])
})

test.each([
  ['the end of a name', 'παππας istanbul'],
  ['one word of it', 'gehause'],
])('%s finds whom and what it is part of', async (_, q) => {
  expect(idsOf((await found<{ customers: Rows }>(admin, '/customers', q)).customers)).toEqual([ann.userId])
  expect(idsOf(await found<Rows>(admin, '/allOrder', q, '&page=0'))).toEqual([order._id])
  expect(idsOf((await found<{ parts: Rows }>(shop.visitor, '/searchParts', q)).parts)).toEqual([part._id])
})

test('a number is found as a mail program breaks and dresses it', async () => {
  const [dressed] = [(number: string) => ` ${number.replace('-', '\u2011').replaceAll('0', '０').toLowerCase()}\u200b`]
  const paper = (await found<{ papers: { number: string }[] }>(admin, '/allPapers', KEPT)).papers[0]!.number

  expect(idsOf(await found<Rows>(admin, '/allOrder', dressed(order.number), '&page=0'))).toEqual([order._id])
  expect(idsOf((await found<{ quotes: Rows }>(admin, '/allQuotes', dressed(quote.number))).quotes)).toEqual([quote._id])
  expect((await found<{ count: number }>(admin, '/allPapers', dressed(paper))).count).toBe(1)
  expect((await found<{ count: number }>(admin, '/allPapers', dressed(order.number))).count).toBe(1)
  expect(idsOf((await found<{ parts: Rows }>(shop.visitor, '/searchParts', dressed(part.partNumber))).parts)[0]).toBe(part._id)
  const named = await ann.post('/parts/by-number', { numbers: [dressed(part.partNumber)] })
  expect(named.body).toContain(part._id)
  expect(idsOf((await found<{ customers: Rows }>(admin, '/customers', ` ${ann.email.toUpperCase()}\u00a0`)).customers)).toEqual([
    ann.userId,
  ])
})

test('a part number of a customer is the same in another spelling', async () => {
  await ann.put('/customer-part-numbers', { remove: [], add: [{ number: 'Größe\u20117', partNumber: part.partNumber }] })

  const priced = await ann.post('/quotes/price', { lines: [{ text: 'GROSSE 7', quantity: 1_000 }] })

  expect(priced.json().lines).toMatchObject([{ status: 'matched', partNumber: part.partNumber }])
})

test('what is folded away does not make different texts one', async () => {
  for (const q of ['gehause παππας istanbul 55-8', 'gehausen', 'παππα istanbul', 'stanbul 557x']) {
    expect(await found<Rows>(admin, '/allOrder', q, '&page=0')).toEqual([])
    expect((await found<{ count: number }>(admin, '/customers', q)).count).toBe(0)
  }
})
