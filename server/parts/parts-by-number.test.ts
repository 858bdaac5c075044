import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { NUMBERS_ASKED_AT_ONCE, type NumberedParts } from '#contract/parts/parts.ts'
import { parts } from '#database/tables/parts.ts'
import { programOf } from '#tests/support/shops/api-keys.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'

const shop = await openShop()
const ann = await shop.customer('ann')

const askFor = async (numbers: string[]) => {
  const answer = await ann.post('/parts/by-number', { numbers })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<NumberedParts>()
}

test('each number is answered in its place, with what a program needs to buy the part', async () => {
  const part = await shop.addPart({ partNumber: 'MB-T43', priceBreaks: [{ from: 5_000, price: 2 }], available: 7_000 })
  const other = await shop.addPart()
  await shop.db.update(parts).set({ minimumOrder: 50, orderStep: 25 }).where(eq(parts.id, other._id))

  const answers = await askFor(['mb t43', 'none', other.partNumber, 'MB-T43', ' - '])

  expect(answers.map(({ number }) => number)).toEqual(['mb t43', 'none', other.partNumber, 'MB-T43', ' - '])
  expect(answers.map(({ part: found }) => found?._id ?? null)).toEqual([part._id, null, other._id, part._id, null])
  expect(answers[0]!.part).toEqual({
    _id: part._id,
    partNumber: 'MB-T43',
    name: part.name,
    price: part.price,
    priceBreaks: [{ from: 5_000, price: 2 }],
    available: 7_000,
    minimumOrder: 1_000,
    orderStep: 1,
    leadDays: part.leadDays,
  })
  expect(answers[2]!.part).toMatchObject({ minimumOrder: 50, orderStep: 25 })
})

test('a part is found by a number that it had before, until another part has it', async () => {
  const admin = await shop.admin()
  const part = await shop.addPart({ partNumber: 'OLD-1' })
  await admin.put(`/parts/${part._id}`, { partNumber: 'NEW-1' })

  expect((await askFor(['old1']))[0]!.part).toMatchObject({ _id: part._id, partNumber: 'NEW-1' })
  const successor = await shop.addPart({ partNumber: 'OLD-1' })
  expect((await askFor(['OLD-1']))[0]!.part).toMatchObject({ _id: successor._id })
})

test('a part that was removed is not found, by no number', async () => {
  const admin = await shop.admin()
  const part = await shop.addPart({ partNumber: 'GONE-1' })
  await admin.put(`/parts/${part._id}`, { partNumber: 'GONE-2' })
  await admin.delete(`/parts/${part._id}`)

  expect((await askFor(['GONE-1', 'GONE-2'])).map(({ part: found }) => found)).toEqual([null, null])
})

test('a delivery that is expected is told', async () => {
  const admin = await shop.admin()
  const part = await shop.addPart({ available: 0 })
  const nextWeek = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
  await admin.post(`/parts/${part._id}/expected`, { date: nextWeek, pieces: 4_000, note: '' })

  expect((await askFor([part.partNumber]))[0]!.part).toMatchObject({ available: 0, expected: { date: nextWeek, pieces: 4_000 } })
})

test('500 numbers are answered at once, more are refused, and so are none', async () => {
  const part = await shop.addPart()
  const most = Array.from({ length: NUMBERS_ASKED_AT_ONCE }, () => part.partNumber)

  const answers = await askFor(most)

  expect(answers.filter(({ part: found }) => found?._id === part._id)).toHaveLength(NUMBERS_ASKED_AT_ONCE)
  for (const numbers of [[...most, 'one more'], []]) {
    const refused = await ann.post('/parts/by-number', { numbers })
    expect([refused.statusCode, refused.json().message]).toEqual([400, 'Send 1 to 500 part numbers.'])
  }
})

test('every key may ask, and nobody without one', async () => {
  const { ask } = await programOf(shop, ann, ['orders:read'])
  const part = await shop.addPart()

  expect((await ask('POST', '/parts/by-number', { numbers: [part.partNumber] })).json()).toMatchObject([{ part: { _id: part._id } }])
  expect((await shop.visitor.post('/parts/by-number', { numbers: [part.partNumber] })).statusCode).toBe(401)
})
