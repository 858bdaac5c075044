import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { counted } from '../basics/figures.ts'
import { Dollars, Id, IdParams, MESSAGE, nullable, requiredText, strictObject, text } from '../basics/fields.ts'
import { MAXIMUM_LEAD_DAYS, MAXIMUM_ORDERED_LINES, MAXIMUM_PRICE_DOLLARS, MAXIMUM_STOCK, TEXT_LIMITS } from '../basics/limits.ts'
import { messages } from '../basics/messages.ts'
import { incotermCodes } from '../freight/freight.ts'
import { declineReasons, Quote, QuoteLine } from './quotes.ts'

/** Maximum validity of an offer, in days. */
export const OFFER_DAYS = { min: 1, usual: 30, max: 365 } as const
/** Days between two reminders of one quote. */
export const FOLLOW_UP_DAYS = 3

export const offerMessages = {
  requestRequired: 'Say what you would like.',
  freightName: 'Say how the goods are delivered.',
  freightAmount: 'Enter dollars and cents, from 0 to 1,000,000.',
  notInStock: (row: number, left: number) => `Line ${row}: only ${counted(left, 'piece is', 'pieces are')} in stock.`,
} as const

const version = Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'The newest one' })

/** A line of an offer. Lines that are not named keep their quantity and price. */
export const OfferLine = strictObject({
  row: Type.Integer({ minimum: 1, maximum: MAXIMUM_ORDERED_LINES }),
  quantity: Type.Optional(Type.Integer({ minimum: 1, maximum: MAXIMUM_STOCK, description: 'Pieces' })),
  unitPrice: Type.Number({
    exclusiveMinimum: 0,
    maximum: MAXIMUM_PRICE_DOLLARS,
    description: 'US dollars per piece, with at most four decimal places',
  }),
  leadDays: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAXIMUM_LEAD_DAYS,
      [MESSAGE]: messages.leadDaysBounds,
      description: 'Working days until the pieces are on their way',
    }),
  ),
})

/** Special prices for the lines of a quote. `total` is the sum that the admin saw, in dollars. */
export const NewOffer = strictObject({
  version,
  lines: Type.Array(OfferLine, { maxItems: MAXIMUM_ORDERED_LINES }),
  terms: text(TEXT_LIMITS.offerTerms),
  freight: Type.Optional(
    strictObject({
      name: requiredText(80, offerMessages.freightName, { description: 'How the goods are delivered, as the order will say' }),
      amount: Type.Number({
        minimum: 0,
        maximum: 1_000_000,
        multipleOf: 0.01,
        [MESSAGE]: offerMessages.freightAmount,
        description: 'US dollars without tax, for all lines to one address',
      }),
      incoterm: Type.Optional(
        strictObject({
          code: Type.Enum(incotermCodes, { description: 'Incoterms 2020: who pays the way, and until where' }),
          place: text(100, { description: "The named place; empty under a D term is the buyer's address" }),
        }),
      ),
    }),
  ),
  validDays: Type.Integer({ minimum: OFFER_DAYS.min, maximum: OFFER_DAYS.max }),
  total: Type.Number({ minimum: 0, maximum: 1e14 }),
  confirmed: Type.Optional(
    Type.Boolean({ description: "Sent with a price that is further below today's than the shop allows unasked (409 PRICE_FALL)" }),
  ),
  sample: Type.Optional(
    Type.Boolean({ description: 'The orders of this offer are samples; it may have more of them than the buyer may ask for' }),
  ),
  madeToOrder: Type.Optional(
    Type.Boolean({
      description: 'Sent with more pieces than are in stock (409 STOCK_TOO_LOW): those that are missing are made for the order',
    }),
  ),
})
export type NewOffer = Static<typeof NewOffer>

/** A line of a quote as the shop sees it. */
const ShopQuoteLine = Type.Object({
  ...QuoteLine.properties,
  listPrice: nullable(Type.Number({ description: "Today's price in dollars for these pieces; null when the part is not sold" })),
  partLeadDays: Type.Optional(Type.Integer({ description: 'Working days in which pieces are made that are not in stock' })),
})
export type ShopQuoteLine = Static<typeof ShopQuoteLine>

/** A quote as the shop sees it. */
export const ShopQuote = Type.Object({
  ...Quote.properties,
  lines: Type.Array(ShopQuoteLine),
  customer: Type.Object({ _id: Id, email: Type.String(), displayName: Type.String() }),
  heldFor: Type.Optional(
    Type.String({ description: 'Address of the sender of a message who has no account yet; the customer is then the admin who answered' }),
  ),
  followedUpAt: nullable(Type.String({ format: 'date-time' })),
  listTotal: Dollars,
})
export type ShopQuote = Static<typeof ShopQuote>

const Modified = Type.Object({ modifiedCount: Type.Integer() })

export const offerCalls = defineCalls('Quotes', 'offers', {
  one: {
    method: 'GET',
    path: '/allQuotes/:id',
    policy: 'admin',
    permissions: ['customers', 'prices'],
    summary: "Anybody's quote in its newest or another version, with today's prices beside those quoted",
    params: IdParams,
    query: Type.Object({ version: Type.Optional(version) }),
    response: ShopQuote,
  },
  make: {
    method: 'POST',
    path: '/quotes/:id/offer',
    policy: 'admin',
    permissions: ['prices'],
    summary: 'Offer special prices and terms, as a new version of the quote that its buyer can order until the offer ends',
    onceByKey: true,
    params: IdParams,
    body: NewOffer,
    response: Type.Object({ version: Type.Integer() }),
  },
  followUp: {
    method: 'POST',
    path: '/quotes/:id/follow-up',
    policy: 'admin',
    permissions: ['customers', 'prices'],
    summary: `Remind the buyer of a quote that can still be ordered, by mail; modifiedCount 0 within ${FOLLOW_UP_DAYS} days of the last time`,
    params: IdParams,
    body: strictObject({ version }),
    response: Modified,
  },
  request: {
    method: 'POST',
    path: '/quotes/:id/request',
    policy: 'session',
    scopes: ['quotes:write'],
    summary: 'Ask the shop for other prices, quantities or terms; it answers with an offer',
    params: IdParams,
    body: strictObject({ version, text: requiredText(TEXT_LIMITS.quoteRequest, offerMessages.requestRequired) }),
    response: Modified,
  },
  decline: {
    method: 'POST',
    path: '/quotes/:id/decline',
    policy: 'session',
    scopes: ['quotes:write'],
    summary: 'Tell the shop why a quote will not be ordered; it can be ordered all the same',
    params: IdParams,
    body: strictObject({ version, reason: Type.Enum([...declineReasons]) }),
    response: Modified,
  },
})
