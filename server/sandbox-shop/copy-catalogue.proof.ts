import { sql } from 'drizzle-orm'
import { expect, inject, test } from 'vitest'
import { inDatabase } from '#database/in-database.ts'
import { reportFigure } from '#tests/support/load/figures.ts'
import { insertManyParts, manyParts } from '#tests/support/load/many-parts.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { openSandboxShop } from './sandbox-shop.ts'
import { copyCatalogue } from './copy-catalogue.ts'
import { sandboxConnection } from './sandbox-database.ts'

const PARTS = 100_000
/** Times as long as the parts took to be added to the shop, in the same run: triggers and indexes are the same. */
const OPENED = 4
const COMPARED = 1

test(
  'a sandbox with 100,000 parts opens in the time of adding them, and what has not changed costs little',
  { timeout: 900_000 },
  async () => {
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
    expect(times.opened / times.added).toBeLessThan(OPENED)
    expect(times.compared / times.added).toBeLessThan(COMPARED)
    const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
    reportFigure(
      'sandbox',
      `${PARTS.toLocaleString('en')} parts added to the shop in ${seconds(times.added)}; opened with them in ${seconds(times.opened)}, compared again in ${seconds(times.compared)}`,
      `${OPENED} and ${COMPARED} times as long`,
    )
  },
)
