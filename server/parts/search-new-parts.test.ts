import { expect, test } from 'vitest'
import { searchParts } from '#server/parts/search-parts.ts'
import { insertManyParts, manyParts } from '#tests/support/load/many-parts.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { measureWork } from '#tests/support/load/work-of.ts'

const LIMIT_MS = 1_000

test.each(['᮲ṅ≠', '4k', 'ab', 'zzzz', 'board'])(
  'row 49: new parts, of which the database has no statistics yet, are searched for %j as quickly as others',
  async (q) => {
    const shop = await openShop()
    await shop.db.execute('alter table parts set (autovacuum_enabled = off)')
    await insertManyParts(shop.db.$client, manyParts(250))

    const counts: number[] = []
    const { cpuMs } = await measureWork(shop.db, async () => {
      counts.push((await searchParts(shop.db, { q, inStock: true, minPrice: 0.01, maxPrice: 900, sort: 'price' })).count)
      counts.push((await searchParts(shop.db, { q, inStock: true })).count)
    })

    expect(counts[0]).toBe(counts[1])
    expect(cpuMs).toBeLessThan(LIMIT_MS)
  },
)
