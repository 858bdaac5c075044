import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, position, required } from '../columns.ts'
import { stateList } from '../state-list.ts'
import { orders } from './orders.ts'
import { users } from './users.ts'

const messageSides = ['customer', 'shop'] as const

/** Messages about an order between its customer and the shop. `readAt` is when the other side first opened it. */
export const orderMessages = pgTable(
  'order_messages',
  {
    id: uuid().primaryKey().defaultRandom(),
    position: position(),
    orderId: required(() => orders.id),
    authorId: required(() => users.id),
    side: text({ enum: messageSides }).notNull(),
    body: text().notNull(),
    sentAt: instant().notNull().defaultNow(),
    readAt: instant(),
  },
  (message) => [
    index('order_messages_of_order').on(message.orderId, message.position),
    index('order_messages_unread')
      .on(message.side, message.orderId)
      .where(sql`${message.readAt} is null`),
    check('order_messages_side_known', sql`${message.side} in ${stateList(messageSides)}`),
  ],
)
