import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'

const shop = await openShop()

test('more orders than one batch are all listed, each once, oldest first, to their customer and to admins (70)', async () => {
  const buyer = await shop.customer()
  const part = await shop.addPart({ price: 1 })
  await shop.db.execute(sql`
    with held as (
      insert into holds (user_id, part_id, quantity, unit_price, state, expires_at)
      select ${buyer.userId}::uuid, ${part._id}::uuid, 1000, 1, 'ordered', now() from generate_series(1, 1100) returning id
    )
    insert into orders (hold_id, user_id, part_id, part_name, img, email, display_name, phone, address, quantity, unit_price, total_cents)
    select id, ${buyer.userId}::uuid, ${part._id}::uuid, 'Part', '', ${buyer.email}, 'Buyer', '1', 'a', 1000, 1, 100000 from held`)
  const { rows } = await shop.db.execute<{ id: string }>(sql`select id from orders order by position`)

  const lists = [await buyer.get(`/order?customer=${buyer.email}`), await (await shop.admin()).get('/allOrder')]

  expect(rows).toHaveLength(1_100)
  for (const list of lists) expect(list.json<Order[]>().map(({ _id }) => _id)).toEqual(rows.map(({ id }) => id))
})
