import fc from 'fast-check'
import { asc, eq, isNull, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { parts } from '#database/tables/parts.ts'
import { transaction } from '#database/transaction.ts'
import { foldListMoves } from '#server/platform/paging/fold-list-moves.ts'
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
  fc.record({ kind: fc.constant('fold' as const) }),
)

test('every page is what the whole list has there, whatever came, went, came back, or is not counted up yet', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { minLength: 1, maxLength: 8 }),
      fc.nat(60),
      fc.integer({ min: 1, max: 100 }),
      async (changes, page, size) => {
        for (const step of changes) {
          if (step.kind === 'add') await addMany(step.count, step.gap)
          if (step.kind === 'fold') await foldListMoves(shop.db)
          if (step.kind === 'add' || step.kind === 'fold') continue
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

test('a page is right in the middle of other people adding and removing parts, and of counting up', async () => {
  const admin = await shop.admin()
  const mine = await shop.addPart()
  const busy = Array.from({ length: 8 }, async () => {
    for (let round = 0; round < 10; round++) {
      const part = await shop.addPart()
      if (round % 2 === 0) await admin.delete(`/parts/${part._id}`)
      await foldListMoves(shop.db)
    }
  })
  for (let look = 0; look < 20; look++) {
    const { rows } = await shop.db.execute<{ same: boolean }>(sql`
      select (list_length('parts') = (select count(*) from parts where deleted_at is null))
        and list_position('parts', list_length('parts') - 1) = (select max(position) from parts where deleted_at is null) as same`)
    expect(rows).toEqual([{ same: true }])
  }
  await Promise.all(busy)

  await expectPagesAsTheListIs(3, 9)
  expect(await shop.db.select().from(parts).where(eq(parts.id, mine._id))).toHaveLength(1)
})

test('a change that is undone is not counted', async () => {
  const before = await countParts(shop.db)

  await transaction(shop.db, async (tx) => {
    await tx.delete(parts)
    throw new Error('undone')
  }).catch(() => {})

  expect(await countParts(shop.db)).toBe(before)
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
  expect(await ids('/allOrder?page=9')).toEqual([])
  expect(await ids(`/order?customer=${ann.email}&page=1&size=2`)).toEqual(all.slice(2))
  expect(await ids(`/order?customer=${ann.email}`)).toEqual(all)
  expect((await ann.get('/allOrderCount')).statusCode).toBe(403)
})
