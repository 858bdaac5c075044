import { beforeAll, expect, test } from 'vitest'
import { MAXIMUM_SYNONYMS, searchMessages, type Synonym } from '#contract/parts/searches.ts'
import { lockUntilReleased, untilWaiting } from '#tests/support/database/lock-waits.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { changeSynonyms } from './change-synonyms.ts'

let shop: TestShop
let admin: Customer

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})

const change = (remove: string[], add: Synonym[]) => admin.put('/synonyms', { remove, add })
const kept = async () => (await admin.get('/synonyms')).json<Synonym[]>()

test('synonyms are added, replaced by the same words in another spelling, and removed', async () => {
  await change(
    [],
    [
      { words: ' Kabel ', means: 'cable' },
      { words: 'Netz-Teil', means: 'power board' },
    ],
  )
  expect((await change(['kabel'], [{ words: 'netzteil', means: 'power supply' }])).json()).toEqual({ modifiedCount: 2 })
  expect(await kept()).toEqual([{ words: 'netzteil', means: 'power supply' }])
})

test.each(['---', 'one two three four'])("words '%s' are refused at their field, and nothing is changed", async (words) => {
  const before = await kept()
  const answer = await change(
    ['netzteil'],
    [
      { words: 'Tuner', means: 'tuner' },
      { words, means: 'x' },
    ],
  )
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ fields: [{ field: 'add.1.words', message: searchMessages.synonymWords }] })
  expect(await kept()).toEqual(before)
})

test('there are not more than so many, also when two admins add at once', async () => {
  const many = Array.from({ length: MAXIMUM_SYNONYMS - 1 }, (_, index) => ({ words: `word${index}`, means: 'panel' }))
  await change(
    (await kept()).map(({ words }) => words),
    many,
  )
  const add = (words: string) => ({ remove: [], add: [{ words, means: 'panel' }] })
  const commit = await lockUntilReleased(shop.db, (tx) => changeSynonyms(tx, null, add('one more')))
  const second = admin.put('/synonyms', add('another'))
  await untilWaiting(shop.db, 1)
  await commit()
  expect((await second).json()).toMatchObject({ fields: [{ field: 'add', message: searchMessages.tooManySynonyms }] })
  expect(await kept()).toHaveLength(MAXIMUM_SYNONYMS)
  await change(
    (await kept()).map(({ words }) => words),
    [],
  )
})

test('two admins who change other words at once keep both', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      change(
        [],
        [
          { words: 'b both', means: `m${index}` },
          { words: `a ${index}`, means: 'x' },
        ],
      ),
    ),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 10 }, () => 200))
  expect(await kept()).toHaveLength(11)
})
