import { expect, inject, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { inDatabase } from '../../database/in-database.ts'
import { copyCatalogue } from '../../server/run/sandbox-shop/copy-catalogue.ts'
import { sandboxConnection } from '../../server/run/sandbox-shop/sandbox-database.ts'
import { openSandboxShop } from '../../server/run/sandbox-shop/sandbox-shop.ts'
import { insertManyParts, manyParts } from '../../tests/support/load/many-parts.ts'
import { openShop } from '../../tests/support/shops/open-shop.ts'
import { report } from '../measured.ts'

const PARTS = Number(process.env['BENCH_PARTS'] ?? 100_000)
/** Times as long as the parts took to be added to the shop, in the same run: triggers and indexes are the same. */
const UNIT = 'times as long as adding the parts to the shop'
const OPENED = 4
const COMPARED = 1

test('how long a sandbox with many parts takes to open, and to be compared again', async () => {
  const shop = await openShop()
  const asked = manyParts(PARTS)
  const started = performance.now()
  await insertManyParts(shop.db.$client, asked)
  const { rows } = await shop.db.$client.query<{ name: string }>('select current_database() as name')
  const connection = inDatabase(inject('postgres'), rows[0]!.name)
  const place = { shop: connection, sandbox: sandboxConnection(connection, undefined) }

  const begun = performance.now()
  const { services, close } = await openSandboxShop(shop.services, place)
  const opened = performance.now()
  await copyCatalogue(place.shop, place.sandbox)
  const times = { added: begun - started, opened: opened - begun, compared: performance.now() - opened }
  const { rows: counted } = await services.db.execute<{ count: number }>(sql`select count(*)::int from parts`)
  await close()

  expect(counted[0]!.count).toBe(PARTS)
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s beside ${(times.added / 1_000).toFixed(1)} s`
  const what = `Sandbox with ${PARTS} parts`
  report({ what: `${what} opened`, found: times.opened / times.added, unit: UNIT, atMost: OPENED, note: seconds(times.opened) })
  report({
    what: `${what} compared again`,
    found: times.compared / times.added,
    unit: UNIT,
    atMost: COMPARED,
    note: seconds(times.compared),
  })
})
