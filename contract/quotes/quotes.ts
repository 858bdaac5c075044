import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { day, Dollars, Id, IdParams, MESSAGE, nullable, pageOf, requiredText, strictObject, text } from '../basics/fields.ts'
import { fileAnswer } from '../basics/file-answer.ts'
import { MAXIMUM_ORDERED_LINES, MAXIMUM_QUOTE_LINES, ORDERS_PAGE_SIZE, TEXT_LIMITS } from '../basics/limits.ts'
import { messages } from '../basics/messages.ts'
import { incotermCodes, WantedFreight } from '../freight/freight.ts'
import { AmountDue, Order } from '../orders/orders.ts'
import { PriceBreak } from '../parts/parts.ts'
import { PromisedPieces } from '../promises/promise.ts'
import { FEWEST_RELEASES, MAXIMUM_RELEASES, QuotedRelease, Release, releaseMessages } from '../promises/releases.ts'
import { CountryOfText, ShipTo } from '../orders/ship-to.ts'

/** A line as a buyer enters it: a part by number or name, or by id, and a quantity in pieces. */
export const QuoteRequestLine = strictObject({
  text: text(TEXT_LIMITS.quoteLine, { description: 'Part number or name' }),
  quantity: Type.Optional(
    Type.Union([Type.Number(), text(40)], {
      description: "Pieces, as a number or as written: '12,000', '12 000 pcs'; 1000 where nothing is said",
    }),
  ),
  partsId: Type.Optional(Id),
  releases: Type.Optional(
    Type.Array(Release, {
      minItems: FEWEST_RELEASES,
      maxItems: MAXIMUM_RELEASES,
      [MESSAGE]: releaseMessages.count,
      description: 'Several deliveries, in the order of their days: each becomes an order. The quantity, where it is said, is their sum',
    }),
  ),
})
export type QuoteRequestLine = Static<typeof QuoteRequestLine>

const QuoteRequestLines = Type.Array(QuoteRequestLine, {
  minItems: 1,
  maxItems: MAXIMUM_QUOTE_LINES,
  [MESSAGE]: messages.quoteNeedsLines,
})

/** A candidate part of a line. */
export const QuoteCandidate = Type.Object({
  partsId: Id,
  partNumber: Type.String(),
  name: Type.String(),
  price: Dollars,
  available: Type.Integer({ minimum: 0 }),
})
export type QuoteCandidate = Static<typeof QuoteCandidate>

/**
 * - `matched`: one part, priced
 * - `ambiguous`: several parts match, `candidates` has them
 * - `unknown`: no part matches, `candidates` has the nearest
 * - `quantity-unclear`: the quantity is not clearly a whole number above 0
 */
const QuoteLineStatus = Type.Enum(['matched', 'ambiguous', 'unknown', 'quantity-unclear'])
export type QuoteLineStatus = Static<typeof QuoteLineStatus>

/**
 * - `raised-to-minimum`: the requested quantity is below the minimum order
 * - `raised-to-step`: it is above the minimum, between two steps in which the part is sold
 * - `above-stock`: the quantity exceeds `available`; the line is priced but cannot be ordered
 * - `made-to-order`: the same of an offer whose missing pieces the shop makes for the order within `leadDays`
 * - `no-longer-sold`: the part of a saved quote was discontinued
 * - `delivery-over`: the day of one of its deliveries is over
 */
const QuoteLineNote = Type.Enum(['raised-to-minimum', 'raised-to-step', 'above-stock', 'made-to-order', 'no-longer-sold', 'delivery-over'])
export type QuoteLineNote = Static<typeof QuoteLineNote>

/** The answer to one line. Every line is answered, in the same order; figures are null without a part. */
export const QuoteLine = Type.Object({
  row: Type.Integer({ description: 'From 1, in the order in which the lines came' }),
  text: Type.String(),
  asked: Type.String({ description: 'The quantity as it was given' }),
  status: QuoteLineStatus,
  notes: Type.Array(QuoteLineNote),
  partsId: nullable(Id),
  partNumber: nullable(Type.String()),
  name: nullable(Type.String()),
  quantity: nullable(Type.Integer({ description: 'Pieces that are quoted' })),
  unitPrice: nullable(Dollars),
  lineTotal: nullable(Dollars),
  available: nullable(Type.Integer({ description: 'Pieces in stock now' })),
  leadDays: nullable(Type.Integer({ description: 'Working days until the pieces are on their way' })),
  priceBreaks: Type.Array(PriceBreak),
  betterBuy: nullable(Type.Object({ quantity: Type.Integer(), total: Dollars, costsLess: Type.Boolean() })),
  candidates: Type.Array(QuoteCandidate),
  packs: Type.Optional(
    Type.Object(
      { quantity: Type.Integer(), packPieces: Type.Integer(), packName: Type.Optional(Type.String()) },
      {
        description:
          'Of pieces between two whole packs, when a line is priced: the next larger quantity of whole packs that can be ordered',
      },
    ),
  ),
  promise: Type.Optional(
    Type.Array(PromisedPieces, {
      description:
        'Of more than is in stock that can be ordered all the same: when its pieces leave, if it is ordered now; the earliest first',
    }),
  ),
  releases: Type.Optional(
    Type.Array(QuotedRelease, {
      description: 'Of a line in several deliveries: when each of them leaves, with what those before it leave',
    }),
  ),
})
export type QuoteLine = Static<typeof QuoteLine>

/** The whole answer. `total` sums the matched lines, in dollars. */
export const PricedLines = Type.Object({
  lines: Type.Array(QuoteLine),
  total: Dollars,
  matched: Type.Integer({ description: 'Lines with a part and a price' }),
})
export type PricedLines = Static<typeof PricedLines>

/** Why a buyer will not order a quote. */
export const declineReasons = ['price', 'stock', 'other'] as const

/** A saved quote without its lines. Amounts in dollars. */
export const QuoteSummary = Type.Object({
  _id: Id,
  number: Type.String({ examples: ['Q-000123'] }),
  version: Type.Integer(),
  name: Type.String(),
  note: Type.String(),
  lineCount: Type.Integer(),
  total: Dollars,
  createdAt: Type.String({ format: 'date-time', description: 'When this version was priced' }),
  validUntil: Type.String({ format: 'date-time', description: 'Until when its prices hold' }),
  expired: Type.Boolean(),
  shared: Type.Boolean({ description: 'Whether a private link leads to it' }),
  orderedAt: nullable(Type.String({ format: 'date-time' })),
  withdrawn: nullable(
    Type.Object(
      { at: Type.String({ format: 'date-time' }), reason: Type.String() },
      { description: 'The shop has withdrawn this version: it cannot be ordered' },
    ),
  ),
  sample: Type.Optional(Type.Boolean({ description: 'True of samples, which may be fewer pieces than the minimum order' })),
  offer: nullable(
    Type.Object(
      {
        terms: Type.String(),
        freight: Type.Optional(
          Type.Object(
            {
              name: Type.String(),
              amount: Type.Number({ description: 'US dollars without tax' }),
              incoterm: Type.Optional(
                Type.Object({ code: Type.Enum(incotermCodes), place: Type.String() }, { description: 'Incoterms 2020' }),
              ),
            },
            { description: 'What the shop asks for the freight of all lines to one address; absent where it has said nothing' },
          ),
        ),
      },
      { description: 'This version has special prices, which the shop has offered' },
    ),
  ),
  request: nullable(
    Type.Object(
      { text: Type.String(), at: Type.String({ format: 'date-time' }), answered: Type.Boolean() },
      { description: 'What the buyer asked the shop for; answered by an offer' },
    ),
  ),
  declinedFor: nullable(Type.Enum([...declineReasons], { description: 'Why the buyer will not order this version' })),
})
export type QuoteSummary = Static<typeof QuoteSummary>

/** A saved quote: prices and totals as quoted, stock as of now. */
export const Quote = Type.Object({
  ...QuoteSummary.properties,
  newestVersion: Type.Integer(),
  versions: Type.Array(Type.Integer(), { description: 'Versions that can be read, oldest first' }),
  offers: Type.Array(Type.Object({ version: Type.Integer(), validUntil: Type.String({ format: 'date-time' }), total: Dollars }), {
    description: 'Offers of the shop that can be ordered until they end, oldest first; also those that are not the newest version',
  }),
  orderable: Type.Boolean({ description: 'Whether it can be ordered as it is' }),
  lines: Type.Array(QuoteLine),
})
export type Quote = Static<typeof Quote>

const name = Type.Optional(text(TEXT_LIMITS.quoteName))
const note = Type.Optional(text(TEXT_LIMITS.quoteNote))
/** The total that the buyer saw. If it differs, the answer is 409 with the current one, and nothing is saved. */
const seenTotal = Type.Optional(Type.Number({ minimum: 0, maximum: 1e14, description: 'Total in dollars as the buyer saw it' }))

export const NewQuote = strictObject({ lines: QuoteRequestLines, name, note, total: seenTotal })
export type NewQuote = Static<typeof NewQuote>

const versionBounds = { minimum: 1, maximum: 1_000_000 }

/** Changed texts or lines. Lines create a new version at today's prices. `version` is the one that was changed. */
export const QuoteChange = strictObject({
  version: Type.Integer(versionBounds),
  name,
  note,
  lines: Type.Optional(QuoteRequestLines),
  total: seenTotal,
})
export type QuoteChange = Static<typeof QuoteChange>

/** Delivery data of the orders of a quote; `total` is the one that the buyer saw. */
export const QuoteOrder = strictObject({
  version: Type.Integer(versionBounds),
  total: Type.Number({ minimum: 0, maximum: 1e14 }),
  phone: requiredText(TEXT_LIMITS.phone, messages.phoneRequired),
  address: requiredText(TEXT_LIMITS.address, messages.addressRequired),
  reference: Type.Optional(text(TEXT_LIMITS.reference)),
  shipTo: Type.Optional(ShipTo),
  country: Type.Optional(CountryOfText),
  amountDue: Type.Optional(AmountDue),
  wishedOn: Type.Optional(
    day({ description: 'The day on which the pieces are wished for: a working day of the shop within three years, today or later' }),
  ),
  shipBy: Type.Optional(
    day({
      description:
        'The last day of `promise` that the buyer saw. Where it has become later the answer is 409 DAY_CHANGED; without it, where pieces ' +
        'leave later than the working days of their lines say',
    }),
  ),
  freight: Type.Optional(WantedFreight),
  lines: Type.Optional(
    Type.Array(
      strictObject({
        row: Type.Integer({ minimum: 1, maximum: MAXIMUM_ORDERED_LINES }),
        shipTo: ShipTo,
        freight: Type.Optional(WantedFreight),
      }),
      {
        maxItems: MAXIMUM_ORDERED_LINES,
        description: 'Lines that go to another address, and their freight, which is one for each address; rows count from 1',
      },
    ),
  ),
})
export type QuoteOrder = Static<typeof QuoteOrder>

/** Orders that were placed together and are paid together. */
export const OrderGroup = Type.Object({
  groupId: Id,
  quoteNumber: Type.String(),
  totalPrice: Type.Number({ description: 'US dollars of the orders that are not cancelled, without freight and tax' }),
  paid: Type.Boolean(),
  transactionId: Type.String({ description: 'Empty until the group is paid' }),
  orders: Type.Array(Order),
  freight: Type.Optional(Type.Object({ amount: Dollars }, { description: 'Only where there is freight: that of the orders, without tax' })),
  tax: Type.Optional(
    Type.Object(
      {
        total: Type.Number({ description: 'US dollars of tax' }),
        due: Type.Number({ description: 'US dollars that are to pay, or were paid' }),
      },
      { description: 'Only where tax applies' },
    ),
  ),
})
export type OrderGroup = Static<typeof OrderGroup>

const VersionQuery = { version: Type.Optional(Type.Integer({ ...versionBounds, description: 'The newest where nothing is said' })) }
/** Secret of a private link: 256 bits. */
const LinkParams = Type.Object({ secret: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$', examples: ['k'.repeat(43)] }) })
export const documentFormats = ['pdf', 'csv', 'xlsx'] as const
const Format = Type.Enum([...documentFormats])

export const quoteCalls = defineCalls('Quotes', 'quotes', {
  price: {
    method: 'POST',
    path: '/quotes/price',
    policy: 'public',
    knowsCaller: true,
    scopes: ['quotes:read', 'quotes:write'],
    summary: "Find and price lines, also by the caller's own numbers; nothing is saved",
    mayRepeat: true,
    body: strictObject({ lines: QuoteRequestLines }),
    bodyLimitBytes: 6 * 1024 * 1024,
    response: PricedLines,
  },
  save: {
    method: 'POST',
    path: '/quotes',
    policy: 'session',
    scopes: ['quotes:write'],
    summary: 'Price lines and keep them as a quote whose prices hold for 30 days',
    onceByKey: true,
    body: NewQuote,
    bodyLimitBytes: 6 * 1024 * 1024,
    response: Quote,
  },
  mine: {
    method: 'GET',
    path: '/quotes',
    policy: 'session',
    scopes: ['quotes:read'],
    summary: "The caller's quotes, newest first, one page of them",
    query: Type.Object(pageOf('Quotes', ORDERS_PAGE_SIZE)),
    response: Type.Object({ count: Type.Integer(), quotes: Type.Array(QuoteSummary) }),
  },
  one: {
    method: 'GET',
    path: '/quotes/:id',
    policy: 'session',
    scopes: ['quotes:read'],
    summary: "One of the caller's quotes, in its newest or another version",
    params: IdParams,
    query: Type.Object(VersionQuery),
    response: Quote,
  },
  change: {
    method: 'PUT',
    path: '/quotes/:id',
    policy: 'session',
    scopes: ['quotes:write'],
    summary: 'Rename a quote, note something, or give it other lines as a new version',
    onceByKey: true,
    params: IdParams,
    body: QuoteChange,
    bodyLimitBytes: 6 * 1024 * 1024,
    response: Quote,
  },
  requote: {
    method: 'POST',
    path: '/quotes/:id/requote',
    policy: 'session',
    scopes: ['quotes:write'],
    summary: "The same lines again at today's prices, as a new version that holds for 30 days",
    onceByKey: true,
    params: IdParams,
    body: strictObject({ version: Type.Integer(versionBounds) }),
    response: Quote,
  },
  remove: {
    method: 'DELETE',
    path: '/quotes/:id',
    policy: 'session',
    scopes: ['quotes:write'],
    summary: 'Delete a quote; orders made of it stay as they are',
    params: IdParams,
    response: Type.Object({ deletedCount: Type.Integer() }),
  },
  document: {
    method: 'GET',
    path: '/quotes/:id/document',
    policy: 'session',
    scopes: ['quotes:read'],
    summary: 'A quote as a file to print or to work with: PDF, CSV or XLSX',
    params: IdParams,
    query: Type.Object({ ...VersionQuery, format: Format }),
    response: fileAnswer(...documentFormats),
  },
  share: {
    method: 'POST',
    path: '/quotes/:id/link',
    policy: 'session',
    scopes: ['quotes:write'],
    summary: 'Make a private link to a quote; an earlier one ends, and the owner is told by mail',
    params: IdParams,
    response: Type.Object({ secret: Type.String(), url: Type.String() }),
  },
  unshare: {
    method: 'DELETE',
    path: '/quotes/:id/link',
    policy: 'session',
    scopes: ['quotes:write'],
    summary: 'End the private link of a quote',
    params: IdParams,
    response: Type.Object({ deletedCount: Type.Integer() }),
  },
  shared: {
    method: 'GET',
    path: '/shared-quotes/:secret',
    policy: 'public',
    summary: 'The quote that a private link leads to, in its newest version; nothing of its owner but the name given to it',
    params: LinkParams,
    response: Quote,
  },
  sharedDocument: {
    method: 'GET',
    path: '/shared-quotes/:secret/document',
    policy: 'public',
    summary: 'The same as a file',
    params: LinkParams,
    query: Type.Object({ format: Format }),
    response: fileAnswer(...documentFormats),
  },
  order: {
    method: 'POST',
    path: '/quotes/:id/order',
    policy: 'session',
    scopes: ['orders:write'],
    summary:
      'Order a whole quote at its prices: an order for each line, all or none, paid together; repeating it answers with the same group',
    mayRepeat: true,
    params: IdParams,
    body: QuoteOrder,
    response: OrderGroup,
  },
  group: {
    method: 'GET',
    path: '/order-groups/:id',
    policy: 'owner',
    permissions: ['orders'],
    scopes: ['orders:read', 'shipping'],
    summary: 'Orders that were placed together, for their buyer and for the shop',
    params: IdParams,
    response: OrderGroup,
  },
})
