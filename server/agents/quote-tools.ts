import { eq } from 'drizzle-orm'
import Type from 'typebox'
import { Id, strictObject, text } from '#contract/basics/fields.ts'
import { ORDERS_PAGE_SIZE, TEXT_LIMITS } from '#contract/basics/limits.ts'
import { QuoteOrder } from '#contract/quotes/quotes.ts'
import type { Queryable } from '#database/connect.ts'
import { orders } from '#database/tables/orders.ts'
import { ShopError } from '../errors.ts'
import { findOrder, ordersOfCustomer } from '../orders/lists/find-orders.ts'
import { orderQuote } from '../orders/order-quote.ts'
import { findQuote } from '../quotes/find-quote.ts'
import { saveQuote } from '../quotes/save-quote.ts'
import { Lines } from './part-tools.ts'
import { spendWithinLimit } from '../api-keys/spend-within-limit.ts'
import { tool } from './tool.ts'

/** The form of `orderNumber`. */
const ORDER_NUMBER = /^[Oo]-\d{6,15}$/

const { version, total, amountDue, phone, address, country, reference, shipTo, wishedOn, shipBy, freight } = QuoteOrder.properties

export const quoteTools = [
  tool(
    {
      name: 'save_quote',
      title: 'Save a quote',
      description: 'Price lines and keep them as a quote whose prices hold for 30 days. Ordering needs its id, version and total.',
      scope: 'quotes:write',
      readOnly: false,
      input: strictObject({
        lines: Lines,
        name: Type.Optional(text(TEXT_LIMITS.quoteName)),
        note: Type.Optional(text(TEXT_LIMITS.quoteNote)),
        idempotencyKey: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 200,
            pattern: '^[\\x21-\\x7e]+$',
            description: 'New for each quote: sent again within a day it saves none twice',
          }),
        ),
      }),
    },
    async ({ services, caller }, { idempotencyKey, ...quote }) => {
      // As the call `POST /quotes` counts its keys: one that was sent there is known here.
      const request = {
        method: 'POST',
        url: '/api/quotes',
        body: quote,
        headers: idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
      }
      return findQuote(services, caller.userId, await saveQuote(services, request, caller, quote), 1)
    },
  ),
  tool(
    {
      name: 'order_quote',
      title: 'Order a quote',
      description:
        'Order a whole quote at its prices. This spends money: a person has to have set a limit for this key, and should have agreed to the total, and to `amountDue` where the shop charges freight or tax. Repeating it orders nothing twice.',
      scope: 'orders:write',
      readOnly: false,
      input: strictObject({
        quoteId: Id,
        version,
        total,
        amountDue,
        phone,
        address,
        country,
        reference,
        shipTo,
        wishedOn,
        shipBy,
        freight,
      }),
    },
    async ({ services, caller, ip }, { quoteId, ...order }) =>
      orderQuote(services, { ip }, caller, quoteId, order, { alsoKeep: spendWithinLimit(caller, 'nothing') }),
  ),
]

export const orderTools = [
  tool(
    {
      name: 'list_orders',
      title: 'List orders',
      description: 'Orders of the account, the newest first, without cancelled ones.',
      scope: 'orders:read',
      readOnly: true,
      input: strictObject({
        page: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000, description: `${ORDERS_PAGE_SIZE} orders each, from 0` })),
      }),
    },
    async ({ services, caller }, { page = 0 }) => {
      const { value } = await ordersOfCustomer(services.db, caller.email, { page, size: ORDERS_PAGE_SIZE, newestFirst: true }).next()
      return { orders: value ?? [] }
    },
  ),
  tool(
    {
      name: 'get_order',
      title: 'Get an order',
      description:
        'One order of the account by its id or number, with its state, its parcels, and how far the shop is with what it makes for it.',
      scope: 'orders:read',
      readOnly: true,
      input: strictObject({
        orderId: Type.Union([Id, Type.String({ pattern: ORDER_NUMBER.source })], {
          description: "Its '_id', or its number such as O-000123",
        }),
      }),
    },
    async ({ services: { db }, caller }, { orderId }) =>
      findOrder(db, caller, ORDER_NUMBER.test(orderId) ? await idOfNumber(db, orderId) : orderId, { cancelled: true }),
  ),
]

/** Of anybody's order. @throws ShopError NOT_FOUND */
async function idOfNumber(db: Queryable, number: string): Promise<string> {
  const [found] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.position, Number(number.slice('O-'.length))))
  if (!found) throw new ShopError('NOT_FOUND')
  return found.id
}
