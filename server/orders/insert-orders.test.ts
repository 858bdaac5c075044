import { randomUUID } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { holds, orders } from '#database/tables/orders.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { insertOrders, jsonOfOrders, rowsOfOrders, type PlacedOrder } from './insert-orders.ts'

test('orders are placed with everything that is known of them, and numbered in their order', async () => {
  const shop = await openShop()
  const [buyer, part] = [await shop.customer(), await shop.addPart({ price: 2.5 })]
  const held = { userId: buyer.userId, partId: part._id, quantity: 2_000, unitPrice: '2.5000', state: 'ordered' as const }
  const made = await shop.db
    .insert(holds)
    .values([1, 2].map(() => ({ ...held, expiresAt: sql`now()` })))
    .returning()
  const placed = made.map(({ id, userId, partId, quantity, unitPrice }): PlacedOrder => ({
    id: randomUUID(),
    position: null,
    holdId: id,
    groupId: null,
    userId,
    partId,
    partName: 'A screw of one morning',
    img: '/images/a-screw.webp',
    email: 'buyer@example.com',
    displayName: 'Ines Inserted',
    phone: '+49 30 1234',
    address: 'Somewhere 1',
    quantity,
    unitPrice,
    totalCents: 500_000,
    placedAt: new Date('2026-01-02T03:04:05.678Z'),
    network: '203.0.113.0/24',
    payBy: new Date('2026-02-03T04:05:06.789Z'),
    atOnce: true,
    reference: 'PO-17',
    shipTo: { name: 'Ines', company: '', street: 'Somewhere 1', phone: '', city: 'Berlin', postalCode: '10115', country: 'DE' },
    tax: { category: 'Z', rateBp: 0, reason: 'export', from: 'DE', to: 'US', of: null, day: '2026-01-02' },
    placedAs: 'as it was asked for',
    madePieces: 300,
    promised: [{ pieces: 300, day: '2026-02-02', from: 'made' as const }],
    freightCents: 4_500,
    freight: { methodId: null, name: 'Pallets', carrier: 'dhl', incoterm: { code: 'DAP', place: 'Berlin' } },
    leadDays: 12,
    terms: 'Ex works',
    note: 'Before noon',
    wishedOn: '2026-03-02',
    isSample: true,
    release: { line: 1, number: 2, of: 3 },
  }))

  await shop.db.execute(insertOrders(rowsOfOrders(sql`${jsonOfOrders(placed)}`), sql`true`))
  await shop.db.execute(insertOrders(rowsOfOrders(sql`${jsonOfOrders([{ ...placed[0]!, id: randomUUID() }])}`), sql`false`))

  const ids = placed.map(({ id }) => id)
  const written = await shop.db.select().from(orders).where(inArray(orders.id, ids)).orderBy(orders.position)
  expect(written).toMatchObject(placed.map((row) => ({ ...row, position: expect.any(Number) })))
  expect(await shop.db.select().from(orders).where(eq(orders.userId, buyer.userId))).toHaveLength(2)
})
