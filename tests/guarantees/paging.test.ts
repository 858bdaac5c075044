import fc from 'fast-check'
import { asc, isNull, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { parts } from '#database/tables/parts.ts'
import { countParts, listPartsPage } from '#server/parts/list-parts.ts'
import { openShop, type TestShop } from '#tests/support/shops/open-shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openShop()
})

/** Adds parts, a few positions apart where `gap` is larger than 1: numbers are lost where an insert was undone. */
async function addMany(count: number, gap: number): Promise<void> {
  await shop.db.execute(sql`
    insert into parts (name, img, description, price, available)
    select 'Part ' || n, '/images/x.webp', 'A part', 1, 1000 from generate_series(1, ${count}::int) as n`)
  if (gap > 1) await shop.db.execute(sql`select nextval(pg_get_serial_sequence('parts', 'position')) from generate_series(2, ${gap}::int)`)
}

const shownIds = async () =>
  (await shop.db.select({ id: parts.id }).from(parts).where(isNull(parts.deletedAt)).orderBy(asc(parts.position))).map(({ id }) => id)

async function expectPagesAsTheListIs(page: number, size: number): Promise<void> {
  const all = await shownIds()

  expect(await countParts(shop.db)).toBe(all.length)
  for (const asked of [0, page, Math.max(Math.ceil(all.length / size) - 1, 0), Math.ceil(all.length / size)]) {
    const shown = await listPartsPage(shop.db, asked, size)
    expect(shown.map(({ _id }) => _id)).toEqual(all.slice(asked * size, (asked + 1) * size))
  }
}

const change = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), count: fc.integer({ min: 1, max: 400 }), gap: fc.constantFrom(1, 3, 300, 70_000) }),
  fc.record({ kind: fc.constant('hide' as const), every: fc.integer({ min: 1, max: 40 }), nth: fc.nat(39) }),
  fc.record({ kind: fc.constant('show' as const), every: fc.integer({ min: 1, max: 40 }), nth: fc.nat(39) }),
  fc.record({ kind: fc.constant('delete' as const), every: fc.integer({ min: 2, max: 40 }), nth: fc.nat(39) }),
)

test('every page is what the whole list has there, whatever came, went and came back', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { minLength: 1, maxLength: 8 }),
      fc.nat(60),
      fc.integer({ min: 1, max: 100 }),
      async (changes, page, size) => {
        for (const step of changes) {
          if (step.kind === 'add') {
            await addMany(step.count, step.gap)
            continue
          }
          const which = sql`${parts.position} % ${step.every} = ${step.nth % step.every}`
          if (step.kind === 'delete') await shop.db.delete(parts).where(which)
          else
            await shop.db
              .update(parts)
              .set({ deletedAt: step.kind === 'hide' ? sql`now()` : null })
              .where(which)
        }

        await expectPagesAsTheListIs(page, size)
      },
    ),
    { numRuns: 12 },
  )
})

test('an emptied catalogue has no pages', async () => {
  await shop.db.execute(sql`truncate parts cascade`)

  expect(await countParts(shop.db)).toBe(0)
  expect(await listPartsPage(shop.db, 0, 9)).toEqual([])
})

test('orders come by the page for admins, and all at once where no page is asked for; cancelled ones are on no page', async () => {
  const [ann, bob, admin, part] = await Promise.all([
    shop.customer('ann'),
    shop.customer('bob'),
    shop.admin(),
    shop.addPart({ available: 100_000 }),
  ])
  for (let round = 0; round < 3; round++) {
    await shop.placeOrder(ann, part)
    await bob.delete(`/order/${(await shop.placeOrder(bob, part))._id}`)
  }
  const ids = async (path: string) => (await admin.get(path)).json().map(({ _id }: { _id: string }) => _id)
  const all: string[] = await ids('/allOrder')

  expect(all).toHaveLength(3)
  expect((await admin.get('/allOrderCount')).json()).toEqual({ count: 3 })
  expect([await ids('/allOrder?page=0&size=2'), await ids('/allOrder?page=1&size=2')]).toEqual([all.slice(0, 2), all.slice(2)])
  const newest = '/allOrder?newestFirst=true&size=2'
  expect([await ids(`${newest}&page=0`), await ids(`${newest}&page=1`)]).toEqual([all.slice(1).toReversed(), all.slice(0, 1)])
  expect([await ids('/allOrder?page=9'), await ids(`${newest}&page=9`)]).toEqual([[], []])
  expect((await admin.get('/allOrderStates')).json()).toEqual({ unpaid: 3, paid: 0, shipped: 0, refunded: 0, cancelled: 3 })
  expect(await ids(`/order?customer=${ann.email}&page=1&size=2`)).toEqual(all.slice(2))
  expect(await ids(`/order?customer=${ann.email}`)).toEqual(all)
  expect((await ann.get('/allOrderCount')).statusCode).toBe(403)
})
