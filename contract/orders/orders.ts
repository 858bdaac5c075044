import Type, { type Static, type TOptional, type TUnknown } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import {
  calendarDay,
  Dollars,
  Email,
  Id,
  IdParams,
  MESSAGE,
  nullable,
  pageOf,
  requiredText,
  strictObject,
  text,
  time,
  timeRange,
} from '../basics/fields.ts'
import {
  MAXIMUM_ORDERED_LINES,
  MAXIMUM_STOCK,
  MINIMUM_ORDER,
  ORDERS_PAGE_SIZE,
  TEXT_LIMITS,
  TRANSACTION_ID_HIDDEN,
} from '../basics/limits.ts'
import { messages } from '../basics/messages.ts'
import { FreightOfOrder, WantedFreight } from '../freight/freight.ts'
import { orderMoney } from './order-money.ts'
import { canBecome, type OrderState } from './order-states.ts'
import { OrderStage } from './stages.ts'
import { Part, PriceBreak } from '../parts/parts.ts'
import { PromisedPieces } from '../promises/promise.ts'
import { OrderedRelease } from '../promises/releases.ts'
import { paymentMeans } from '../payments/payment-means.ts'
import { disputeStates } from '../payments/payment-states.ts'
import { CountryOfText, ShipTo } from './ship-to.ts'
import { dueOf, OrderTax } from '../payments/tax.ts'
import { UserInfo } from '../people/users.ts'

/** An order as its owner and admins see it. Specification section 3; `name` is the part's, `displayName` the buyer's. */
export const Order = Type.Object({
  _id: Id,
  number: Type.String({ description: 'The number that people say', examples: ['O-000123'] }),
  partsId: Id,
  name: Type.String(),
  img: Type.String(),
  displayName: Type.String(),
  email: Type.String(),
  phone: Type.String(),
  address: Type.String(),
  price: Dollars,
  orderQuantity: Type.Integer({ description: 'Pieces' }),
  totalPrice: Dollars,
  paid: Type.Boolean(),
  shipped: Type.Boolean(),
  transactionId: Type.String({ description: 'Empty until the order is paid' }),
  paidBy: Type.Optional(Type.Enum([...paymentMeans], { description: 'How it was paid, once it is; `account`: taken on account' })),
  createdAt: Type.String({ format: 'date-time' }),
  groupId: nullable(Id),
  payBy: nullable(Type.String({ format: 'date-time', description: 'When the order is cancelled unless it is paid; null once it is' })),
  cancelled: Type.Boolean({ description: 'Cancelled before it was paid' }),
  refunded: Type.Boolean({ description: 'Cancelled after it was paid and before it was shipped' }),
  refundedTotal: Type.Number({ description: 'Dollars of what was paid that have gone or go back' }),
  dispute: nullable(Type.Enum(disputeStates, { description: "How the customer's bank stands to its payment" })),
  reference: Type.String({ description: "The buyer's own number for the order; empty without one" }),
  shipTo: nullable(ShipTo),
  parceledPieces: Type.Integer({ description: 'Pieces that have left in parcels' }),
  withdrawnPieces: Type.Integer({ description: 'Pieces that are not sent any more: withdrawn after it was paid, before they were sent' }),
  delivered: Type.Boolean(),
  discount: Type.Optional(Type.Number({ description: 'Dollars, with tax, that were taken off its price when it was paid' })),
  leadDays: Type.Optional(
    Type.Integer({
      description: 'Of an order from an offer of the shop: the working days from the order until its pieces are on their way, as offered',
    }),
  ),
  shipBy: Type.Optional(
    calendarDay({ description: 'Of a paid order: the day by which its pieces leave, as it was promised when it was paid' }),
  ),
  promised: Type.Optional(
    Type.Array(PromisedPieces, {
      description: 'Pieces that were not in stock when it was ordered and are awaited, the earliest first; all others leave from the stock',
    }),
  ),
  madeToOrder: Type.Optional(
    Type.Integer({ description: 'Pieces that were not in stock and are made for this order, without those that were withdrawn' }),
  ),
  stage: Type.Optional(OrderStage),
  terms: Type.Optional(Type.String({ description: 'Of an order from an offer of the shop: what it promised beside its prices' })),
  note: Type.Optional(
    Type.String({ description: 'What the buyer said about it: the note of its quote, wished days and comments of their purchase order' }),
  ),
  sample: Type.Optional(Type.Boolean({ description: 'True of samples' })),
  wishedOn: Type.Optional(
    calendarDay({ description: 'The day on which the buyer wishes for its pieces; `shipBy` is what the shop promised' }),
  ),
  release: Type.Optional(OrderedRelease),
  freight: Type.Optional(FreightOfOrder),
  tax: Type.Optional(OrderTax),
})
export type Order = Static<typeof Order>

export const AgreedPrice = Type.Object(
  { price: Dollars, priceBreaks: Type.Array(PriceBreak) },
  {
    description:
      'What a piece costs when the order is reduced: the agreed price, also after the price of the part has changed. Only while it can be',
  },
)
export type AgreedPrice = Static<typeof AgreedPrice>

/** One order with what its list does not need. */
export const OrderInFull = Type.Object({
  ...Order.properties,
  agreed: Type.Optional(AgreedPrice),
  partNumber: Type.String({ description: "The part's number today" }),
  leftToMake: Type.Optional(Type.Integer({ description: 'Of these, how many are still to be made; only where `madeToOrder` is' })),
  ...orderMoney,
})
export type OrderInFull = Static<typeof OrderInFull>

/** The order number for display, such as 'O-000123', from the order's place among all orders. */
export const orderNumber = (position: number) => `O-${String(position).padStart(6, '0')}`

/** What an order's state allows. Specification section 4, "Order status"; the server enforces the same. */
export const orderCan = {
  pay: (order: Order) => canBecome(stateOf(order), 'paid') && dueOf(order) > 0,
  cancel: (order: Order) => canBecome(stateOf(order), 'cancelled'),
  reduce: (order: Order) => stateOf(order) === 'unpaid' && order.orderQuantity > MINIMUM_ORDER && order.release === undefined,
  ship: (order: Order) => canBecome(stateOf(order), 'shipped'),
  refund: (order: Order) =>
    order.dispute !== 'open' &&
    (order.shipped || order.parceledPieces === 0) &&
    (canBecome(stateOf(order), 'refunded') || hasFailedRefund(order)),
  /** A part of its price. A dispute leaves the money with the bank. */
  refundPart: (order: Order) => order.paid && order.dispute !== 'open' && order.dispute !== 'lost' && order.refundedTotal < paidFor(order),
  /** The rest of a partly sent order, of which the money may be gone already. */
  withdraw: (order: Order) => stateOf(order) === 'paid' && order.dispute !== 'open' && order.parceledPieces > 0,
}

/** Dollars that the buyer paid for an order: what was due, without a discount. */
const paidFor = (order: Order) => Math.round((dueOf(order) - (order.discount ?? 0)) * 100) / 100

/** Pieces that are sent in the end: the ordered ones without the withdrawn ones. */
export const piecesToSend = ({ orderQuantity, withdrawnPieces }: Pick<Order, 'orderQuantity' | 'withdrawnPieces'>) =>
  orderQuantity - withdrawnPieces

/** Of these, those that are in no parcel yet. */
export const leftToSend = (order: Order) => piecesToSend(order) - order.parceledPieces

/** The displayed state of an order. `cancelling` is displayed as unpaid. */
export function stateOf({ paid, shipped, refunded, cancelled }: Order): OrderState {
  if (cancelled) return 'cancelled'
  if (refunded) return 'refunded'
  if (shipped) return 'shipped'
  return paid ? 'paid' : 'unpaid'
}

/** Reasons against shipping a paid order. An admin overrides them with `despite`. */
export const ShippingDoubt = Type.Enum(['dispute', 'refund'])
export type ShippingDoubt = Static<typeof ShippingDoubt>

/** Reasons against shipping this order: its payment is disputed, the dispute is lost, or it is partly refunded. */
export function shippingDoubts({ dispute, refundedTotal }: Pick<Order, 'dispute' | 'refundedTotal'>): ShippingDoubt[] {
  const isDisputed = dispute === 'open' || dispute === 'lost'
  return [...(isDisputed ? ['dispute' as const] : []), ...(refundedTotal > 0 ? ['refund' as const] : [])]
}

/** The order was refunded, and the bank has sent the money back to the shop. A lost dispute leaves nothing to refund. */
export const hasFailedRefund = (order: Order) => order.refunded && order.refundedTotal < paidFor(order) && order.dispute !== 'lost'

/** The id without its first seven characters. Specification section 2, "My Order". */
export const shortTransactionId = (transactionId: string) => transactionId.slice(TRANSACTION_ID_HIDDEN)

/** Pieces. The minimum is that of the part: 1,000 unless the admin has set another (contract/orders/order-rule.ts). */
const Quantity = Type.Integer({ minimum: 1, maximum: MAXIMUM_STOCK, [MESSAGE]: messages.holdNeedsQuantity })

/** Fields of a part that a client sends back unchanged; they are ignored. */
const sentPart = Object.fromEntries(Object.keys(Part.properties).map((key) => [key, Type.Optional(Type.Unknown())])) as {
  [K in keyof Part]-?: TOptional<TUnknown>
}

/**
 * The part with the remaining stock that the browser expects. Specification section 3, "Remaining stock kept in the
 * browser". Clients send the part back as they received it; only `available` is used, and only without `orderQuantity`.
 */
const RestAvailable = strictObject({
  ...sentPart,
  available: Type.Integer({ minimum: 0, maximum: MAXIMUM_STOCK, [MESSAGE]: messages.quantityWhole }),
})

/**
 * Body of PUT inventory: a purchase (`restAvailable`) or an admin's stock update (`newAvailable`), never both. The
 * shop's own screens also send `orderQuantity` and `added`.
 */
const StockChange = strictObject({
  restAvailable: Type.Optional(RestAvailable),
  orderQuantity: Type.Optional(Quantity),
  userInfo: Type.Optional(nullable(UserInfo)),
  newAvailable: Type.Optional(
    strictObject({ available: Type.Integer({ minimum: 0, maximum: MAXIMUM_STOCK, [MESSAGE]: messages.stockOutOfBounds }) }),
  ),
  added: Type.Optional(Type.Integer({ minimum: -MAXIMUM_STOCK, maximum: MAXIMUM_STOCK, [MESSAGE]: messages.quantityWhole })),
  user: Type.Optional(nullable(UserInfo)),
})

export const StockChangeAnswer = Type.Object({
  modifiedCount: Type.Integer({ description: '1 when the stock was changed, 0 when nothing was' }),
  holdId: Type.Optional(Id),
  expiresAt: Type.Optional(Type.String({ format: 'date-time', description: 'When held pieces go back' })),
  price: Type.Optional(Dollars),
  totalPrice: Type.Optional(Dollars),
  available: Type.Optional(Type.Integer({ description: 'Pieces in stock afterwards' })),
})
export type StockChangeAnswer = Static<typeof StockChangeAnswer>

/** What the buyer saw to be due, with tax; another amount is refused. */
export const AmountDue = Type.Number({
  minimum: 0,
  maximum: 1e14,
  description: 'US dollars with tax that the buyer saw; refused with TOTAL_CHANGED when another amount is due',
})

/** The order as the browser posts it. Quantity, phone, address, reference and `shipTo`, which replaces the address, are used; the rest is read from the database. */
export const OrderItem = strictObject({
  img: Type.Optional(text(TEXT_LIMITS.imageUrl)),
  name: text(TEXT_LIMITS.partName),
  totalPrice: Type.Number({ minimum: 0, maximum: 1e13 }),
  email: Type.Optional(Email),
  orderQuantity: Quantity,
  phone: requiredText(TEXT_LIMITS.phone, messages.phoneRequired),
  displayName: Type.Optional(text(TEXT_LIMITS.name)),
  address: requiredText(TEXT_LIMITS.address, messages.addressRequired),
  partsId: Type.Optional(Id),
  holdId: Type.Optional(Id),
  reference: Type.Optional(text(TEXT_LIMITS.reference)),
  shipTo: Type.Optional(ShipTo),
  country: Type.Optional(CountryOfText),
  amountDue: Type.Optional(AmountDue),
  freight: Type.Optional(WantedFreight),
})
export type OrderItem = Static<typeof OrderItem>

type SentFields = { [K in keyof OrderInFull]-?: TOptional<TUnknown> }

/** An order as a client sends it back when it reports a payment; it is ignored. */
const SentOrder = strictObject(
  Object.fromEntries(Object.keys(OrderInFull.properties).map((key) => [key, Type.Optional(Type.Unknown())])) as SentFields,
)

/** Both values are clamped to their limits. */
const OrderPage = {
  ...pageOf('Orders', ORDERS_PAGE_SIZE),
  page: Type.Optional(Type.Integer({ description: 'Page index from 0; without it all orders' })),
}

/** States by which admins filter orders; `unpaid` includes orders that are being cancelled. */
export const listedStates = ['unpaid', 'paid', 'shipped', 'refunded', 'cancelled'] as const
export type ListedState = (typeof listedStates)[number]

/** Search text of orders, and when they were placed. */
const TextAndTime = {
  q: Type.Optional(
    text(TEXT_LIMITS.search, {
      description:
        "Only orders with this text: the beginning of the order's number, reference, transaction id or tracking number, or a part of " +
        "the part's name or number, or of the buyer's name or email",
    }),
  ),
  ...timeRange('orders', 'placed'),
}

/** Why an order waits for the shop, in any state. */
export const orderAttentions = ['messages', 'failed-refund', 'dispute', 'invoice', 'promise', 'move'] as const
export type OrderAttention = (typeof orderAttentions)[number]

/** Orders of a customer, with a text, of a time, or that need attention. */
const OrderFilter = {
  customer: Type.Optional(Email),
  ...TextAndTime,
  attention: Type.Optional(
    Type.Enum([...orderAttentions], {
      description:
        'Of pages: only orders, cancelled ones too, with `messages` of their buyer that the shop has not read, with a `failed-refund`, one that a bank sent back in the last 90 days, with an open `dispute` of their payment, whose `invoice` waits for data of the seller, with a `promise` that may be kept later than it was told, or whose buyer wants another day (`move`)',
    }),
  ),
}

const PageOfOrders = {
  ...OrderPage,
  state: Type.Optional(
    Type.Enum([...listedStates], { description: 'Only orders of this state. Cancelled ones are found by it, or by `q`' }),
  ),
  newestFirst: Type.Optional(Type.Boolean({ description: 'The pages start at the newest order' })),
  dueFirst: Type.Optional(
    Type.Boolean({
      description:
        'The pages start at the order that is due first: by `shipBy`, or `wishedOn` where that is later; without `q` and `changedSince`',
    }),
  ),
  changedSince: Type.Optional(
    time(
      'Only orders, cancelled ones too, to which something happened at this time or later, in the order of the first event since then, ' +
        'each once; without other filters. Ask with an overlap of a minute',
    ),
  ),
}

/** Maximum of orders of a state that are counted for a text. */
export const MAXIMUM_COUNTED = 1_000

const OrdersByState = Type.Object(
  {
    ...(Object.fromEntries(listedStates.map((state) => [state, Type.Integer()])) as Record<ListedState, ReturnType<typeof Type.Integer>>),
    incomplete: Type.Optional(
      Type.Boolean({ description: 'The text names more than 100 parts, buyers or tracking numbers: only orders of 100 of them are found' }),
    ),
  },
  { description: `With a text, at most ${MAXIMUM_COUNTED + 1} of each state are counted` },
)
export type OrdersByState = Static<typeof OrdersByState>

/** Fewer pieces of an unpaid order; `totalPrice` is the new total that the person saw. */
export const FewerPieces = strictObject({
  orderQuantity: Quantity,
  totalPrice: Type.Number({ minimum: 0, maximum: 1e13 }),
})
export type FewerPieces = Static<typeof FewerPieces>

const OrderedOrToday = Type.Object({ price: Dollars, totalPrice: Dollars })

/** What was ordered, and the same today. `today` is null when the part is no longer sold. */
export const ReorderLine = Type.Object({
  orderId: Id,
  number: Type.String({ description: "The order's number" }),
  partsId: Id,
  name: Type.String(),
  orderQuantity: Type.Integer({ description: 'Pieces' }),
  ordered: OrderedOrToday,
  today: nullable(OrderedOrToday),
  available: Type.Integer({ description: 'Pieces in stock now; 0 when the part is no longer sold' }),
  enough: Type.Boolean({ description: 'Whether the stock is enough for this line and those above it' }),
})
export type ReorderLine = Static<typeof ReorderLine>

export const Reorder = Type.Object({
  lines: Type.Array(ReorderLine),
  orderedTotal: Dollars,
  todayTotal: Type.Number({ description: 'US dollars for the lines that are still sold' }),
})
export type Reorder = Static<typeof Reorder>

export const orderCalls = defineCalls('Orders', 'orders', {
  changeStock: {
    method: 'PUT',
    path: '/inventory/:id',
    policy: 'session',
    permissions: ['parts'],
    summary: 'Hold pieces for a purchase (restAvailable), or, as an admin, update the stock (newAvailable)',
    onceByKey: true,
    params: IdParams,
    body: StockChange,
    response: StockChangeAnswer,
  },
  place: {
    method: 'POST',
    path: '/inventory',
    policy: 'session',
    summary:
      'Turn held pieces into an order; the same request again answers with the same order. One that names the same hold and says something else, such as another reference, is refused with the order (409 ORDERED_BEFORE)',
    body: strictObject({ orderItem: OrderItem, userInfo: Type.Optional(nullable(UserInfo)) }),
    response: Order,
  },
  ofCustomer: {
    method: 'GET',
    path: '/order',
    policy: 'selfOrAdmin',
    permissions: ['orders'],
    scopes: ['orders:read'],
    summary:
      "A customer's orders, newest last; all of them, or one page where a page is asked for. Filters and another order apply to pages",
    query: Type.Object({ customer: Email, ...PageOfOrders, ...TextAndTime }),
    response: Type.Array(Order),
  },
  all: {
    method: 'GET',
    path: '/allOrder',
    policy: 'admin',
    permissions: ['orders'],
    scopes: ['shipping'],
    summary: 'All orders, newest last; all of them, or one page where a page is asked for. Filters and another order apply to pages',
    query: Type.Object({ ...PageOfOrders, ...OrderFilter }),
    response: Type.Array(Order),
  },
  count: {
    method: 'GET',
    path: '/allOrderCount',
    policy: 'admin',
    permissions: ['orders'],
    scopes: ['shipping'],
    summary: 'Number of all orders',
    response: Type.Object({ count: Type.Integer() }),
  },
  countByState: {
    method: 'GET',
    path: '/allOrderStates',
    policy: 'admin',
    permissions: ['orders'],
    scopes: ['shipping'],
    summary: 'Number of orders in each state, of all customers or of one, of all times or of one',
    query: Type.Object(OrderFilter),
    response: OrdersByState,
  },
  countOwnByState: {
    method: 'GET',
    path: '/orderStates',
    policy: 'selfOrAdmin',
    permissions: ['orders'],
    scopes: ['orders:read'],
    summary: "Number of a customer's orders in each state",
    query: Type.Object({ customer: Email, ...TextAndTime }),
    response: OrdersByState,
  },
  one: {
    method: 'GET',
    path: '/order/:id',
    policy: 'owner',
    permissions: ['orders'],
    scopes: ['orders:read', 'shipping'],
    summary: 'One order; a cancelled one only where it is asked for',
    params: IdParams,
    query: Type.Object({ cancelled: Type.Optional(Type.Boolean({ description: 'Answer with the order also if it is cancelled' })) }),
    response: OrderInFull,
  },
  reportPaid: {
    method: 'PUT',
    path: '/order/:id',
    policy: 'owner',
    summary: 'Report a payment; the payment provider is asked whether it is true',
    params: IdParams,
    body: strictObject({
      order: Type.Optional(nullable(Type.Union([SentOrder, Id]))),
      transactionId: requiredText(255, messages.paymentNotFound),
    }),
    response: Type.Object({ modifiedCount: Type.Integer(), order: Order }),
  },
  ship: {
    method: 'PUT',
    path: '/orderShipped/:id',
    policy: 'admin',
    permissions: ['orders'],
    scopes: ['shipping'],
    summary: 'Ship a paid order; one that is disputed or partly refunded only with `despite`',
    params: IdParams,
    body: Type.Optional(nullable(strictObject({ despite: Type.Optional(Type.Array(ShippingDoubt, { maxItems: 2 })) }))),
    response: Type.Object({
      modifiedCount: Type.Integer(),
      heldBackBy: Type.Optional(
        Type.Array(Type.Enum(['dispute', 'refund', 'refunded']), {
          description: 'Why a paid order was not shipped: a dispute or a refund of a part, which `despite` passes over, or it is refunded',
        }),
      ),
    }),
  },
  cancel: {
    method: 'DELETE',
    path: '/order/:id',
    policy: 'owner',
    permissions: ['orders'],
    scopes: ['orders:write'],
    summary: 'Cancel an unpaid order; its pieces go back into stock',
    params: IdParams,
    response: Type.Object({ deletedCount: Type.Integer() }),
  },
  reduce: {
    method: 'PUT',
    path: '/order/:id/pieces',
    policy: 'owner',
    permissions: ['orders'],
    scopes: ['orders:write'],
    summary: 'Reduce an unpaid order at the price that was agreed; an open payment ends, and the other pieces go back into stock',
    params: IdParams,
    body: FewerPieces,
    response: Order,
  },
  reorder: {
    method: 'POST',
    path: '/orders/reorder',
    policy: 'session',
    scopes: ['orders:read'],
    summary: 'What orders cost then and cost now; nothing is saved. Save the lines as a quote to order them again',
    mayRepeat: true,
    body: strictObject({ orders: Type.Array(Id, { minItems: 1, maxItems: MAXIMUM_ORDERED_LINES, uniqueItems: true }) }),
    response: Reorder,
  },
})
