import { eq, sql } from 'drizzle-orm'
import { expect, inject, onTestFinished, test } from 'vitest'
import { inDatabase } from '#database/in-database.ts'
import { LOCK_KEYS, takeKey } from '#database/locks.ts'
import { parts } from '#database/tables/parts.ts'
import { lockUntilReleased } from '#tests/support/database/lock-waits.ts'
import { insertManyParts, manyParts } from '#tests/support/load/many-parts.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { copyCatalogue } from './copy-catalogue.ts'
import { sandboxConnection } from './sandbox-database.ts'
import { openSandboxShop } from './sandbox-shop.ts'

const PARTS = 3_000

test('a sandbox opens with all parts of a large catalogue, and only those that have changed are written again', async () => {
  const shop = await openShop()
  await insertManyParts(shop.db.$client, manyParts(PARTS))
  const { rows } = await shop.db.$client.query<{ name: string }>('select current_database() as name')
  const connection = inDatabase(inject('postgres'), rows[0]!.name)
  const place = { shop: connection, sandbox: sandboxConnection(connection, undefined) }
  const { services, close } = await openSandboxShop(shop.services, place)
  onTestFinished(close)
  /** The transaction that wrote each part last, by the part's id. */
  const writers = async () => {
    const { rows: written } = await services.db.execute<{ id: string; xmin: string }>(sql`select id, xmin::text from parts`)
    return new Map(written.map(({ id, xmin }) => [id, xmin]))
  }
  const opened = await writers()

  await shop.db.execute(sql`update parts set price = price + 1 where position in (select position from parts order by position limit 7)`)
  await copyCatalogue(place.shop, place.sandbox)
  const later = await writers()

  expect(opened.size).toBe(PARTS)
  expect([...later.keys()].toSorted()).toEqual([...opened.keys()].toSorted())
  expect([...later].filter(([id, writer]) => opened.get(id) !== writer)).toHaveLength(7)
})

test('of two copies at once the second reads the shop after the first has written, so that nothing older comes back', async () => {
  const shop = await openShop()
  const part = await shop.addPart({ price: 2 })
  const { rows } = await shop.db.$client.query<{ name: string }>('select current_database() as name')
  const connection = inDatabase(inject('postgres'), rows[0]!.name)
  const place = { shop: connection, sandbox: sandboxConnection(connection, undefined) }
  const { services, close } = await openSandboxShop(shop.services, place)
  onTestFinished(close)
  const endFirst = await lockUntilReleased(services.db, (tx) => takeKey(tx.$client, LOCK_KEYS.copyOfCatalogue, 'wait'))

  const second = copyCatalogue(place.shop, place.sandbox)
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`
  await expect.poll(async () => (await services.db.execute(waiting)).rowCount).toBeGreaterThan(0)
  // The job of another process leaves it to the first one.
  await copyCatalogue(place.shop, place.sandbox, 'skip')
  await shop.db.update(parts).set({ price: '3.0000' }).where(eq(parts.id, part._id))
  await endFirst()
  await second

  expect(await services.db.select({ price: parts.price }).from(parts).where(eq(parts.id, part._id))).toEqual([{ price: '3.0000' }])
})
