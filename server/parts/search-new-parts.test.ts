import { expect, test } from 'vitest'
import { searchParts } from '#server/parts/search-parts.ts'
import { databaseWork } from '#tests/support/database/database-work.ts'
import { insertManyParts, manyParts } from '#tests/support/load/many-parts.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'

/** A search reads some thousands; where the words of all names are taken apart for each part, a hundred thousand. */
const MOST_BLOCKS = 10_000

const shop = await openShop()
await shop.db.execute('alter table parts set (autovacuum_enabled = off)')
await insertManyParts(shop.db.$client, manyParts(250))

test.each(['᮲ṅ≠', '4k', 'ab', 'zzzz', 'board'])(
  'new parts, of which the database has no statistics yet, are searched for %j with as little work as others (49)',
  async (q) => {
    const counts: number[] = []

    const { blocks } = await databaseWork(shop.db, async () => {
      counts.push((await searchParts(shop.db, { q, inStock: true, minPrice: 0.01, maxPrice: 900, sort: 'price' })).count)
      counts.push((await searchParts(shop.db, { q, inStock: true })).count)
    })

    expect(counts[0]).toBe(counts[1])
    expect(blocks).toBeGreaterThan(0)
    expect(blocks).toBeLessThan(MOST_BLOCKS)
  },
)
