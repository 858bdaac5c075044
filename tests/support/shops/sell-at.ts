import { randomUUID } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import type { Part } from '#contract/parts/parts.ts'
import type { Queryable } from '#database/connect.ts'
import type { Customer } from './open-shop.ts'

type Sale = { buyer: Pick<Customer, 'userId' | 'email'>; part: Pick<Part, '_id' | 'name' | 'img'>; quantity: number; paidAt: SQL }

/** A paid order of an earlier time, written into the tables; it takes nothing from the stock. */
export async function sellAt(db: Queryable, { buyer, part, quantity, paidAt }: Sale): Promise<void> {
  await db.execute(sql`
    with hold as (
      insert into holds (user_id, part_id, quantity, unit_price, state, expires_at)
      values (${buyer.userId}, ${part._id}, ${quantity}, 1.25, 'ordered', now()) returning id
    )
    insert into orders (hold_id, user_id, part_id, part_name, img, email, display_name, phone, address, quantity, unit_price, total_cents,
      state, transaction_id, placed_at, paid_at)
    select id, ${buyer.userId}, ${part._id}, ${part.name}, ${part.img}, ${buyer.email}, '', '1', 'Here', ${quantity}, 1.25,
      round(1.25 * ${quantity} * 100), 'paid', ${`pi_${randomUUID()}`}, ${paidAt}, ${paidAt} from hold`)
}
