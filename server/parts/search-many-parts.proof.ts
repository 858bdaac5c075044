import { beforeAll, expect, test } from 'vitest'
import { MAX_FOUND, nearestParts, searchParts, type PartSearch } from '#server/parts/search-parts.ts'
import { insertManyParts, manyParts } from '#tests/support/load/many-parts.ts'
import { openShop, type TestShop } from '#tests/support/shops/open-shop.ts'
import { chanceOf, chosenSeed } from '#tests/support/seeded.ts'

// A search takes other query paths when very many parts match; here more match than are sorted as a whole. Each answer is
// compared with one statement that reads all parts.

const PARTS = 18_000
const SIZE = 100

let shop: TestShop
const given = manyParts(PARTS)
const seed = chosenSeed()
const chance = chanceOf(seed)

beforeAll(async () => {
  shop = await openShop()
  await insertManyParts(shop.db.$client, given)
  await shop.db.execute('analyze parts')
})

const ORDERS = {
  price: 'price, position',
  '-price': 'price desc, position desc',
  name: 'search_name using ~<~, position',
  available: 'available desc, position',
  oldest: 'position',
} as const

/** Ids of all parts that contain the text in name or number, in the expected order. */
async function allThatHave(
  form: string,
  { sort, least = 0, most = 1_000 }: { sort: keyof typeof ORDERS; least?: number; most?: number },
): Promise<string[]> {
  const { rows } = await shop.db.$client.query<{ id: string }>(
    `select id from parts where deleted_at is null and price >= $2 and price <= $3
       and (position($1 in search_name) > 0 or position($1 in search_number) > 0) order by ${ORDERS[sort]}`,
    [form, least, most],
  )
  return rows.map(({ id }) => id)
}

const idsOf = async (asked: PartSearch) => {
  const { count, parts } = await searchParts(shop.db, { size: SIZE, ...asked })
  return { count, ids: parts.map(({ _id }) => _id) }
}

test.each(Object.keys(ORDERS) as (keyof typeof ORDERS)[])(
  'a search with very many matches is sorted by %s as a whole, page by page, up to the last counted one',
  async (sort) => {
    const all = await allThatHave('board', { sort })
    expect(all.length).toBeGreaterThan(5_000)

    for (const q of ['board', 'con']) {
      const expected = await allThatHave(q, { sort })
      for (const page of [0, 4, 9]) {
        expect(await idsOf({ q, sort, page }), `${q} ${page}`).toEqual({
          count: Math.min(expected.length, MAX_FOUND),
          ids: expected.slice(0, MAX_FOUND).slice(page * SIZE, (page + 1) * SIZE),
        })
      }
    }
    expect(await idsOf({ q: 'board', sort, page: 10 })).toEqual({ count: MAX_FOUND, ids: [] })
  },
)

test('a filtered search is sorted as a whole too, also when few or no parts are left', async () => {
  for (const [least, most] of [
    [10, 20],
    [51, 52],
    [0.05, 0.05],
    [60, 70],
  ] as const) {
    for (const sort of ['price', 'name', 'available'] as const) {
      const expected = await allThatHave('board', { sort, least, most })
      const found = await idsOf({ q: 'board', sort, minPrice: least, maxPrice: most })
      expect(found, `${least} ${sort}`).toEqual({ count: Math.min(expected.length, MAX_FOUND), ids: expected.slice(0, SIZE) })
    }
  }
})

test('suggestions, which stop early, are the first results of the whole search', async () => {
  const texts = Array.from({ length: 60 }, () => {
    const { name, partNumber } = chance.pick(given)
    const text = chance.happens(0.3) && partNumber !== '' ? partNumber : name
    const from = chance.happens(0.5) ? 0 : chance.below(4)
    return text.slice(from, from + 2 + chance.below(14))
  })
  for (const q of texts) {
    const whole = await searchParts(shop.db, { q, size: 8 })
    const suggested = await nearestParts(shop.db, q, 8)
    expect(
      suggested.map(({ _id }) => _id),
      `${JSON.stringify(q)}, SEED=${seed}`,
    ).toEqual(whole.parts.map(({ _id }) => _id))
  }
})

test.each([
  `search_name like '%backlight55%'`,
  `search_number like 'tf0123%'`,
  `part_terms(name, attributes) @@ '''hd'':*'::tsquery limit 100`,
  `reverse(search_name) ~>=~ '8rver' order by reverse(search_name) using ~<~ limit 1`,
])('what a search looks up comes by an index: %s', async (condition) => {
  const { rows } = await shop.db.$client.query<Record<string, string>>(
    `explain select id from parts where deleted_at is null and ${condition}`,
  )
  const plan = rows.map((row) => Object.values(row)[0]).join('\n')

  expect(plan).toMatch(/Index/)
  expect(plan).not.toMatch(/Seq Scan on parts/)
})
