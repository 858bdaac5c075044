import { and, eq, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { dayText } from '#contract/basics/day-text.ts'
import type { CalendarDay } from '#contract/basics/fields.ts'
import { toCents } from '#contract/basics/money.ts'
import { lastDay } from '#contract/promises/promise.ts'
import type { OrderGroup, QuoteOrder } from '#contract/quotes/quotes.ts'
import { wishedDayProblem } from '#contract/orders/wished-day.ts'
import { shopCalendar, type ShopCalendar } from '#contract/parts/lead-time.ts'
import { addressLines } from '#contract/orders/ship-to.ts'
import type { Queryable } from '#database/connect.ts'
import { orderGroups } from '#database/tables/orders.ts'
import { punchoutOrders, type PurchasedLine } from '#database/tables/punchout.ts'
import { quotes } from '#database/tables/quotes.ts'
import { users } from '#database/tables/users.ts'
import type { OrderedItem, PurchaseOrder } from '#readers/cxml/read-order.ts'
import { ShopError } from '../../errors.ts'
import type { StatedFreight } from '../../orders/decide-quote-lines.ts'
import { orderQuote } from '../../orders/order-quote.ts'
import { applySettings } from '../../shop-settings/apply-settings.ts'
import type { Services } from '../../services.ts'
import { readCart, readLineReference, type Cart, type CartLine } from '../cart.ts'
import type { Admitted } from './read-message.ts'
import { CxmlRefusal } from './refusal.ts'
import { writeNotes } from './write-notes.ts'
import { cxmlDocument, statusElement, xml } from './write-xml.ts'

const differs = (message: string) => new ShopError('ORDER_DIFFERS', { message })

/**
 * Orders the quote that an OrderRequest names, by the same verb as the shop's pages: all of its lines at its prices, or nothing. Parts,
 * pieces and prices in the order must be those of the quote. A purchase order is placed once: sent again, it gets the same answer.
 * @throws CxmlRefusal 450 for a test in a shop that is in production, 400 for an item of no cart and a missing address; ShopError
 *   ORDER_DIFFERS, and as `orderQuote`.
 */
export async function takeOrder(
  services: Services,
  { request, caller, payloadId, seller, isTest }: Admitted<PurchaseOrder>,
  { ip }: Pick<FastifyRequest, 'ip'>,
): Promise<string> {
  const { db, settings } = services
  if (isTest && settings.mode === 'production') throw new CxmlRefusal(450, 'This shop takes no test orders.')
  const { offersFreight } = await applySettings(services)
  const order = { ...request, items: request.items.map(named) }
  await services.identity.countAttempt('punch-out-start', caller.connectionId)
  const { quoteId, cart } = await findCart(services, caller.userId, order)
  const mayHaveFreight = offersFreight || cart.hasFreight || (order.total ?? 0) > cart.total
  const freight = mayHaveFreight ? freightOf(cart, order) : undefined
  requireSame(cart, order, freight)
  const group = await orderQuote(services, { ip }, caller, quoteId, await deliveryOf(db, caller.userId, cart, order), {
    notes: notesOf(order),
    wished: wishedOf(order, shopCalendar(settings.shop.holidays)),
    takesLaterDays: true,
    freight,
    async alsoKeep(tx, placed) {
      const { groupId } = placed
      const [written] = await tx
        .insert(punchoutOrders)
        .values({
          groupId,
          userId: caller.userId,
          orderId: order.orderId,
          payloadId,
          connectionId: caller.connectionId,
          sellerDomain: seller.domain,
          sellerIdentity: seller.identity,
          lines: purchasedLines(placed, order),
        })
        .onConflictDoNothing()
        .returning({ groupId: punchoutOrders.groupId })
      if (!written) throw usedBefore(order)
      const notes = itemsOfOrders(placed, order).map(({ note }) => note)
      await writeNotes(tx, settings, caller, placed, notes)
    },
  }).catch(async (error: unknown) => {
    if (error instanceof ShopError && error.code === 'QUOTE_ORDERED') await requireOrderOf(db, quoteId, cart, order)
    throw error
  })
  await requireOrderOf(db, quoteId, cart, order, freight)
  const numbers = group.orders.map(({ number }) => number).join(', ')
  return cxmlDocument(settings, xml`<Response>${statusElement(200, `Ordered: ${numbers}${daysOf(group)}`)}</Response>`)
}

/** The days of orders whose pieces are not all in stock: they may be later than the cart has said, and its sender cannot be asked. */
const daysOf = ({ orders }: OrderGroup): string =>
  orders
    .flatMap(({ number, promised = [] }) =>
      promised.length > 0 ? [`. The last pieces of ${number} leave by ${dayText(lastDay(promised)!)}`] : [],
    )
    .join('')

type NamedItem = OrderedItem & { line: NonNullable<ReturnType<typeof readLineReference>> }
type NamedOrder = Omit<PurchaseOrder, 'items'> & { items: NamedItem[] }

/** An item with the line of the cart that it names. @throws CxmlRefusal 400 */
function named(item: OrderedItem, index: number): NamedItem {
  const line = readLineReference(item.reference)
  if (line) return { ...item, line }
  throw new CxmlRefusal(400, `Item ${index + 1}: SupplierPartAuxiliaryID has to be that of the cart, such as Q-000123/1/1.`)
}

/** The cart that the items of an order name, all the same one. @throws ShopError ORDER_DIFFERS, also for another account's. */
async function findCart({ db, settings }: Services, userId: string, { items }: NamedOrder): Promise<{ quoteId: string; cart: Cart }> {
  const { quoteNumber, version } = items[0]!.line // an order has items
  if (items.some(({ line }) => line.quoteNumber !== quoteNumber || line.version !== version)) {
    throw differs('All items of an order have to be of one cart.')
  }
  const [quote] = await db
    .select({ id: quotes.id })
    .from(quotes)
    .where(and(eq(quotes.number, quoteNumber), eq(quotes.userId, userId)))
  if (!quote) throw differs(`There is no quote ${quoteNumber} of this account.`)
  return { quoteId: quote.id, cart: await readCart({ db, settings }, userId, quote.id, version) }
}

/**
 * The freight that an order contains: `Shipping` of the order or of its items, or what its total has beyond the goods.
 * @throws ShopError ORDER_DIFFERS for another currency.
 */
function freightOf(cart: Cart, { items, total, freight }: NamedOrder): StatedFreight {
  const ofItems = items.flatMap((item) => (item.freight ? [{ row: item.line.row, ...item.freight }] : []))
  const said = freight ? [freight] : ofItems
  const foreign = said.find(({ currency }) => currency !== 'USD')
  if (foreign) throw differs(`Shipping is in ${foreign.currency}; ${cart.quoteNumber} is in USD.`)
  const centsOf = (dollars: number) => toCents(Math.round(dollars * 100))
  const beyondGoods = centsOf(Math.max((total ?? cart.total) - cart.total, 0))
  const cents = said.length > 0 ? toCents(said.reduce((sum, { amount }) => sum + centsOf(amount), 0)) : beyondGoods
  return { cents, ofRows: freight || ofItems.length === 0 ? null : new Map(ofItems.map(({ row, amount }) => [row, centsOf(amount)])) }
}

/**
 * `Total` is that of the goods, as cXML wants it, or that of goods and freight.
 * @throws ShopError ORDER_DIFFERS with the first difference.
 */
function requireSame(cart: Cart, { items, total, currency }: NamedOrder, freight: StatedFreight | undefined): void {
  const open = new Map(cart.lines.map((line) => [line.row, line]))
  items.forEach((item, index) => {
    const line = open.get(item.line.row)
    if (!line) throw differs(`Item ${index + 1} stands in the order twice, or not in ${cart.quoteNumber}.`)
    open.delete(line.row)
    requireSameLine(cart, line, item, `Item ${index + 1}`)
  })
  const [missing] = open.values()
  if (missing) throw differs(`${missing.partNumber} of ${cart.quoteNumber} is missing. A quote is ordered as a whole.`)
  const withFreight = (Math.round(cart.total * 100) + (freight?.cents ?? 0)) / 100
  if (total !== null && (currency !== 'USD' || (total !== cart.total && total !== withFreight))) {
    throw differs(`The total is ${total} ${currency}; that of ${cart.quoteNumber} is ${cart.total} USD.`)
  }
}

function requireSameLine(
  { quoteNumber }: Cart,
  line: CartLine,
  { partNumber, quantity, price, basis, currency }: OrderedItem,
  place: string,
): void {
  if (partNumber.toLowerCase() !== line.partNumber.toLowerCase()) {
    throw differs(`${place}: the part is ${partNumber}; that of ${quoteNumber} is ${line.partNumber}.`)
  }
  if (quantity !== line.quantity) throw differs(`${place}: ${quantity} pieces; ${quoteNumber} has ${line.quantity}.`)
  if (price === null) return
  // Compared in ten-thousandths, the precision of the shop's prices; the numbers are decimals of few digits.
  const isSame = currency === 'USD' && basis > 0 && Math.abs(price - line.unitPrice * basis) * 10_000 < 0.5 * Math.min(basis, 1)
  if (!isSame) throw differs(`${place}: the price is ${price / basis} ${currency}; that of ${quoteNumber} is ${line.unitPrice} USD.`)
}

const usedBefore = ({ orderId }: NamedOrder) => differs(`The order ${orderId} was sent before with other contents.`)

/** An ordered quote is answered only to the purchase order that placed it, with the freight that it had then. @throws ShopError ORDER_DIFFERS */
async function requireOrderOf(
  db: Queryable,
  quoteId: string,
  { quoteNumber, version }: Cart,
  order: NamedOrder,
  freight?: StatedFreight,
): Promise<void> {
  const { orderId } = order
  const [known] = await db
    .select({
      orderId: punchoutOrders.orderId,
      freightCents: sql<number>`(select sum(freight_cents)::float8 from orders where group_id = ${orderGroups.id})`,
    })
    .from(punchoutOrders)
    .innerJoin(orderGroups, eq(orderGroups.id, punchoutOrders.groupId))
    .where(and(eq(orderGroups.quoteId, quoteId), eq(orderGroups.quoteVersion, version)))
  if (known?.orderId !== orderId) throw differs(`${quoteNumber} was ordered before${known ? ` as ${known.orderId}` : ' in the shop'}.`)
  if (freight && known.freightCents !== freight.cents) throw usedBefore(order)
}

/** By the quote's lines, whose order is that of the placed orders. */
const byLine = ({ items }: NamedOrder): NamedItem[] => items.toSorted((one, other) => one.line.row - other.line.row)
/** The item of each placed order: a line with releases became several of them. */
function itemsOfOrders({ orders }: OrderGroup, order: NamedOrder): NamedItem[] {
  const items = byLine(order).values()
  let item!: NamedItem
  return orders.map(({ release }) => {
    if (release === undefined || release.number === 1) item = items.next().value!
    return item
  })
}
/** The buyer's line of each placed order, for the answers that name it. */
const purchasedLines = (placed: OrderGroup, order: NamedOrder): PurchasedLine[] =>
  itemsOfOrders(placed, order).map(({ lineNumber }, index) => {
    const { _id: orderId, orderQuantity: pieces } = placed.orders[index]!
    return { orderId, lineNumber, pieces }
  })
const notesOf = (order: NamedOrder): string[] => byLine(order).map(({ note }) => note)

/** The wished days; a day on which nothing can be delivered stands in the note alone, since nobody is there who could choose another. */
const wishedOf = (order: NamedOrder, calendar: ShopCalendar): (CalendarDay | null)[] =>
  byLine(order).map(({ wishedOn }) => (wishedOn !== null && wishedDayProblem(wishedOn, calendar) === undefined ? wishedOn : null))

/** The destination of the order; missing fields come from the account's profile. */
async function deliveryOf(db: Queryable, userId: string, cart: Cart, { orderId, shipTo, items }: NamedOrder): Promise<QuoteOrder> {
  const elsewhere = items.flatMap((item) => (item.shipTo ? [{ row: item.line.row, shipTo: item.shipTo }] : []))
  const [profile] = await db.select({ phone: users.phone, address: users.address }).from(users).where(eq(users.id, userId))
  const usual = shipTo ?? elsewhere[0]?.shipTo
  const phone = usual?.phone || profile?.phone || ''
  const address = usual ? addressLines(usual) : (profile?.address ?? '')
  if (address.trim() === '') throw new CxmlRefusal(400, 'The order says no address in ShipTo.')
  if (phone.trim() === '') throw new CxmlRefusal(400, 'ShipTo needs a telephone number, for the carrier.')
  return { version: cart.version, total: cart.total, phone, address, reference: orderId, ...(usual && { shipTo: usual }), lines: elsewhere }
}
