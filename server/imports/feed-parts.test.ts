import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { CallResponse } from '#contract/basics/call.ts'
import { importProblems, type ListedImport } from '#contract/parts/imports.ts'
import { MAXIMUM_FED_PARTS, partFeedProblems as problems, type PartFeed, type partFeedCalls } from '#contract/parts/part-feed.ts'
import { images } from '#database/tables/images.ts'
import { imports } from '#database/tables/imports.ts'
import { partChanges, parts } from '#database/tables/parts.ts'
import { users } from '#database/tables/users.ts'
import { programOf, type Program } from '#tests/support/shops/api-keys.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'

const shop = await openShop()
const admin = await shop.admin()
const program = await programOf(shop, admin, ['parts', 'prices'])
const img = `/images/${randomUUID().replaceAll('-', '')}.webp`
await shop.db.insert(images).values({ name: img.split('/')[2]!, width: 10, height: 10 })

type Answer = CallResponse<typeof partFeedCalls.feed>
type Fed = PartFeed['parts']

async function feed(fed: Fed, { by = program, ...more }: { by?: Program; confirmed?: boolean } = {}): Promise<Answer> {
  const answer = await by.ask('PUT', '/parts', { parts: fed, ...more })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Answer>()
}

const statesOf = ({ parts: answers }: Answer) => answers.map(({ state }) => state)
const rowOf = async (number: string) => (await shop.db.select().from(parts).where(eq(parts.partNumber, number)))[0]!
const newPart = (partNumber: string) => ({ partNumber, name: `Part ${partNumber}`, description: 'New', price: 2.5, img })
const openImports = async () => (await shop.db.select().from(imports).where(eq(imports.state, 'open'))).length

test('each part is added, changed, left or refused by itself, in its place', async () => {
  const [one, two] = [await shop.addPart({ price: 2 }), await shop.addPart()]

  const answer = await feed([
    newPart('NEW-1'),
    { partNumber: one.partNumber, price: 2.1, priceBreaks: '5000: 1.9', leadDays: 9 },
    { partNumber: two.partNumber, name: two.name },
    { partNumber: two.partNumber.replace('TF', 'XX'), price: 1 },
    { partNumber: 'NEW-2', name: 'Only a name', price: -1 },
  ])

  expect(statesOf(answer)).toEqual(['added', 'changed', 'same', 'refused', 'refused'])
  expect(answer.parts[1]).toMatchObject({ partsId: one._id, problems: [] })
  expect(answer.parts[4]!.problems).toContainEqual({ field: 'price', message: importProblems.price })
  expect(answer.parts[0]!.partsId).toBe((await rowOf('NEW-1')).id)
  expect(await rowOf(one.partNumber)).toMatchObject({ price: '2.1000', leadDays: 9, priceBreaks: [{ from: 5_000, price: '1.9000' }] })
  const history = await shop.db.select().from(partChanges).where(eq(partChanges.partId, one._id))
  expect(history.map(({ field }) => field).toSorted()).toEqual(['leadDays', 'price', 'priceBreaks'])
  expect(await openImports()).toBe(0)
})

test('the JSON file of the shop fits, and then all parts stay the same', async () => {
  await feed([newPart('FILE-1')])
  const file = (await admin.get('/partFile?format=json&q=FILE-1')).json<Fed>()

  const answer = await feed(file)

  expect(answer).toMatchObject({ importId: null, parts: [{ partNumber: 'FILE-1', state: 'same' }] })
})

test('a request that is sent again adds nothing twice, and two at once add each part once', async () => {
  const fed = [newPart('TWICE-1'), newPart('TWICE-2')]

  const answers = await Promise.all([program, program].map((by) => by.ask('PUT', '/parts', { parts: fed })))
  const again = await feed(fed)

  expect(answers.map(({ statusCode }) => statusCode)).toContain(200)
  expect(statesOf(again)).toEqual(['same', 'same'])
  expect((await shop.db.select().from(parts).where(eq(parts.partNumber, 'TWICE-1'))).length).toBe(1)
  expect(await openImports()).toBe(0)
})

test('a part without a number is refused, because a second request would add it again', async () => {
  const { parts: answers } = await feed([{ ...newPart('x'), partNumber: ' ' }])

  expect(answers).toEqual([
    { partNumber: ' ', state: 'refused', partsId: null, problems: [{ field: 'partNumber', message: problems.noNumber }] },
  ])
})

test('prices need the scope for prices, all else the scope for parts', async () => {
  const part = await shop.addPart({ price: 2 })
  const [ofPrices, ofParts] = [await programOf(shop, admin, ['prices']), await programOf(shop, admin, ['parts'])]
  const refusal = (field: string) => [expect.objectContaining({ state: 'refused', problems: [{ field, message: problems.notAllowed }] })]

  expect((await feed([{ partNumber: part.partNumber, leadDays: 3 }], { by: ofPrices })).parts).toEqual(refusal('leadDays'))
  expect((await feed([newPart('NEW-3')], { by: ofPrices })).parts).toEqual(refusal('partNumber'))
  expect((await feed([{ partNumber: part.partNumber, price: 2.2 }], { by: ofParts })).parts).toEqual(refusal('price'))
  expect(statesOf(await feed([{ partNumber: part.partNumber, price: 2.2 }], { by: ofPrices }))).toEqual(['changed'])
  expect(statesOf(await feed([{ partNumber: part.partNumber, leadDays: 3 }], { by: ofParts }))).toEqual(['changed'])
  expect(await rowOf(part.partNumber)).toMatchObject({ price: '2.2000', leadDays: 3 })
})

test('a scope that the owner may not use any more allows nothing', async () => {
  const keeper = await shop.admin('keeper')
  const by = await programOf(shop, keeper, ['parts', 'prices'])
  const part = await shop.addPart({ price: 2 })
  await shop.db
    .update(users)
    .set({ role: '', permissions: ['parts'] })
    .where(eq(users.id, keeper.userId))

  const { parts: answers } = await feed([{ partNumber: part.partNumber, price: 2.2 }], { by })

  expect(answers).toMatchObject([{ state: 'refused', problems: [{ field: 'price', message: problems.notAllowed }] }])
})

test('a person with one of the permissions writes what it allows', async () => {
  const part = await shop.addPart({ price: 2 })
  const keeper = await shop.customer('keeper')
  await shop.db
    .update(users)
    .set({ permissions: ['parts'] })
    .where(eq(users.id, keeper.userId))
  const fed = async (fields: Fed[number]) =>
    (await keeper.put('/parts', { parts: [{ partNumber: part.partNumber, ...fields }] })).json<Answer>().parts

  expect(await fed({ price: 2.2 })).toMatchObject([{ state: 'refused', problems: [{ field: 'price', message: problems.notAllowed }] }])
  expect(await fed({ leadDays: 3 })).toMatchObject([{ state: 'changed' }])
})

test('a price that falls far is refused unless it is meant', async () => {
  const part = await shop.addPart({ price: 100 })
  const fed = [{ partNumber: part.partNumber, price: 1 }]

  expect((await feed(fed)).parts).toMatchObject([{ state: 'refused', problems: [{ field: 'price', message: problems.priceFall }] }])
  expect(statesOf(await feed(fed, { confirmed: true }))).toEqual(['changed'])
})

test('a part that names one which is refused is refused, too, and the others are written', async () => {
  const { parts: answers } = await feed([
    { partNumber: 'NEW-4', name: 'No price' },
    { ...newPart('NEW-5'), substitutes: 'NEW-4' },
    newPart('NEW-6'),
  ])

  expect(answers.map(({ state }) => state)).toEqual(['refused', 'refused', 'added'])
  expect(answers[1]!.problems).toEqual([{ field: 'substitutes', message: importProblems.related }])
})

test('the stock of a part that exists stays, that of a new part is set', async () => {
  const part = await shop.addPart({ available: 7_000 })

  await feed([
    { partNumber: part.partNumber, available: 1, leadDays: 4 },
    { ...newPart('NEW-7'), available: 5_000 },
  ])

  expect((await rowOf(part.partNumber)).available).toBe(7_000)
  expect((await rowOf('NEW-7')).available).toBe(5_000)
})

test('what was fed is an import, which is taken back as any other', async () => {
  const part = await shop.addPart({ price: 2 })
  const { importId } = await feed([{ partNumber: part.partNumber, price: 2.2 }])

  expect((await admin.get('/imports')).json<ListedImport[]>()).toContainEqual(
    expect.objectContaining({ _id: importId, fileName: 'Parts by a program', state: 'written', writtenRows: 1 }),
  )
  expect((await admin.post(`/imports/${importId}/undo`)).statusCode).toBe(200)
  expect((await rowOf(part.partNumber)).price).toBe('2.0000')
})

test('a thousand parts are taken at once, more are not', async () => {
  const fed = Array.from({ length: MAXIMUM_FED_PARTS }, (_, place) => newPart(`MANY-${place}`))

  const tooMany = await program.ask('PUT', '/parts', { parts: [...fed, newPart('ONE-MORE')] })
  const answer = await feed(fed)

  expect(tooMany.statusCode).toBe(400)
  expect(new Set(statesOf(answer))).toEqual(new Set(['added']))
})
