import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { keyOf } from '#tests/support/authorisation/expect-cells.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'

const shop = await openShop({ env: { METRICS_TOKEN: 'm'.repeat(48) } })

/** The rows of all files beside this one: each begins with the method and the path of its route. */
const rows = readdirSync(import.meta.dirname).flatMap((file) =>
  [...readFileSync(`${import.meta.dirname}/${file}`, 'utf8').matchAll(/^  '([A-Z]+ \/[^']*)': /gm)].map(([, key]) => key!),
)

test('every route of the shop has its row in one of these files, and only one (32) (33) (G7)', () => {
  const routes = new Set(shop.app.declaredRoutes().map(keyOf))

  expect(rows.toSorted()).toEqual([...routes].toSorted())
})
