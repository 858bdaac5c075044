import { expect, test } from 'vitest'
import {
  customerPartNumberMessages as messages,
  MAXIMUM_CUSTOMER_PART_NUMBERS,
  type CustomerPartNumber,
} from '#contract/parts/customer-part-numbers.ts'
import type { PricedLines, QuoteLine } from '#contract/quotes/quotes.ts'
import { transaction } from '#database/transaction.ts'
import { untilWaiting } from '#tests/support/database/lock-waits.ts'
import { programOf } from '#tests/support/shops/api-keys.ts'
import { openShop, type Client, type Customer } from '#tests/support/shops/open-shop.ts'
import { saveQuote } from '#tests/support/shops/quotes.ts'
import { changeCustomerPartNumbers } from './change-customer-part-numbers.ts'

const shop = await openShop()
const admin = await shop.admin()

/** A buyer who calls a part 'KX-47'. */
async function buyerWithNumber() {
  const [ann, part] = [await shop.customer('ann'), await shop.addPart()]
  expect((await keep(ann, [['KX-47', part.partNumber]])).json()).toEqual({ modifiedCount: 1 })
  return { ann, part }
}

const keep = (buyer: Client, add: [string, string][], remove: string[] = []) =>
  buyer.put('/customer-part-numbers', { remove, add: add.map(([number, partNumber]) => ({ number, partNumber })) })

const numbersOf = async (buyer: Customer) =>
  (await buyer.get('/customer-part-numbers')).json<CustomerPartNumber[]>().map(({ number, partNumber }) => [number, partNumber])

async function askedBy(buyer: Client, text: string): Promise<QuoteLine> {
  return (await buyer.post('/quotes/price', { lines: [{ text }] })).json<PricedLines>().lines[0]!
}

test('lines and saved quotes find parts by the number that their buyer uses, however it is spaced', async () => {
  const { ann, part } = await buyerWithNumber()

  expect(await askedBy(ann, 'kx 47')).toMatchObject({ status: 'matched', partsId: part._id, text: 'kx 47' })
  expect((await saveQuote(ann, { lines: [{ text: 'kx47' }] })).lines).toMatchObject([{ status: 'matched', partsId: part._id }])
})

test('nobody else finds parts by it: no visitor, other buyer, or program without a scope for quotes', async () => {
  const { ann } = await buyerWithNumber()
  const bob = await shop.customer('bob')
  const [quoting, shipping] = [await programOf(shop, ann, ['quotes:read']), await programOf(shop, ann, ['orders:read'])]
  const status = async (program: typeof quoting) =>
    (await program.ask('POST', '/quotes/price', { lines: [{ text: 'kx47' }] })).json<PricedLines>().lines[0]!.status

  expect((await askedBy(shop.visitor, 'kx47')).status).toBe('unknown')
  expect((await askedBy(bob, 'kx47')).status).toBe('unknown')
  expect((await saveQuote(bob, { lines: [{ text: 'kx47' }] })).lines).toMatchObject([{ status: 'unknown' }])
  expect(await numbersOf(bob)).toEqual([])
  expect(await status(quoting)).toBe('matched')
  expect(await status(shipping)).toBe('unknown')
})

test('prices are told although the access token is no longer good', async () => {
  const part = await shop.addPart()

  const answer = await shop.app.inject({
    method: 'POST',
    url: '/api/quotes/price',
    headers: { authorization: `Bearer ${'a'.repeat(43)}` },
    payload: { lines: [{ text: part.partNumber }] },
  })

  expect(answer.json()).toMatchObject({ lines: [{ status: 'matched' }] })
})

test('a number that the shop itself uses for another part is asked about', async () => {
  const { ann, part } = await buyerWithNumber()
  const other = await shop.addPart()
  await keep(ann, [[other.partNumber, part.partNumber]])

  const { status, candidates } = await askedBy(ann, other.partNumber)

  expect(status).toBe('ambiguous')
  expect(candidates.map(({ partsId }) => partsId).toSorted()).toEqual([part._id, other._id].toSorted())
})

test('a part that is no longer sold is not found by the number, which stays in the list', async () => {
  const { ann, part } = await buyerWithNumber()
  await admin.delete(`/parts/${part._id}`)

  expect((await askedBy(ann, 'kx47')).status).toBe('unknown')
  expect((await ann.get('/customer-part-numbers')).json()).toMatchObject([{ number: 'KX-47', isOnSale: false }])
})

test('a number means one part, the last one, until it is removed in any spelling', async () => {
  const { ann } = await buyerWithNumber()
  const other = await shop.addPart()

  await keep(ann, [['kx47', other.partNumber]])
  expect(await numbersOf(ann)).toEqual([['kx47', other.partNumber]])

  expect((await keep(ann, [], ['KX / 47'])).json()).toEqual({ modifiedCount: 1 })
  expect(await numbersOf(ann)).toEqual([])
})

test('a part is named by a number that it had before, too', async () => {
  const [ann, part] = [await shop.customer('ann'), await shop.addPart()]
  const old = part.partNumber
  await admin.put('/search-answers', { text: 'OLD-1', part: old })

  await keep(ann, [['kx47', 'old 1']])

  expect(await numbersOf(ann)).toEqual([['kx47', old]])
})

test.each([
  ['kx48', 'no-such-part', 'add.1.partNumber', messages.partUnknown],
  ['kx48', '', 'add.1.partNumber', messages.partRequired],
  ['', 'no-such-part', 'add.1.number', messages.numberRequired],
  ['--', '', 'add.1.partNumber', messages.partRequired],
])('of the number %j for the part %j and a good one before nothing is kept', async (number, partNumber, field, message) => {
  const [ann, part] = [await shop.customer('ann'), await shop.addPart()]

  const answer = await keep(ann, [
    ['kx47', part.partNumber],
    [number, partNumber],
  ])

  expect(answer.json()).toMatchObject({ code: 'INVALID_INPUT', fields: expect.arrayContaining([{ field, message }]) })
  expect(await numbersOf(ann)).toEqual([])
})

test('a program waits for a change that its owner makes at the same time, and is refused what would then be too much', async () => {
  const { ann, part } = await buyerWithNumber()
  const program = await programOf(shop, ann, ['quotes:write'])
  const most = Array.from({ length: MAXIMUM_CUSTOMER_PART_NUMBERS - 1 }, (_, place) => ({
    number: `A${place}`,
    partNumber: part.partNumber,
  }))
  const one = { remove: [], add: [{ number: 'B', partNumber: part.partNumber }] }

  const [answer] = await transaction(shop.db, async (tx) => {
    await changeCustomerPartNumbers(tx, { ...ann, role: '', permissions: [] }, { remove: [], add: most })
    const asked = program.ask('PUT', '/customer-part-numbers', one)
    await Promise.race([asked, untilWaiting(shop.db, 1)])
    return [asked]
  })

  expect((await answer!).json()).toMatchObject({ fields: [{ field: 'add', message: messages.tooMany }] }) // is in the list
})

test('a program asks for parts by the numbers of its owner', async () => {
  const { ann, part } = await buyerWithNumber()
  const other = await shop.addPart()

  const answer = await ann.post('/parts/by-number', { numbers: ['kx47', other.partNumber, 'kx48'] })

  expect(answer.json<{ part: { _id: string } | null }[]>().map((row) => row.part?._id)).toEqual([part._id, other._id, undefined])
})
