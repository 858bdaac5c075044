import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { Dollars, Id, IdParams, nullable, pageOf, requiredText, strictObject, text, time } from '../basics/fields.ts'
import { MAXIMUM_PRICE_DOLLARS, ORDERS_PAGE_SIZE, TEXT_LIMITS } from '../basics/limits.ts'
import { messages } from '../basics/messages.ts'
import { declineReasons } from './quotes.ts'

const Instant = Type.String({ format: 'date-time' })

/**
 * - `open`: it can be ordered until `validUntil`
 * - `ordered`: it was ordered
 * - `withdrawn`: by an admin
 * - `expired`: its prices no longer hold
 */
const QuoteState = Type.Enum(['open', 'ordered', 'withdrawn', 'expired'])
export type QuoteState = Static<typeof QuoteState>

/**
 * Filters of the admins' list:
 * - `asked`: the buyer has asked for an offer and has none yet
 * - `expiring`: open, for at most `EXPIRING_DAYS`
 * - `missed`: declined, or expired without an order
 */
export const quoteFilters = ['asked', 'open', 'expiring', 'ordered', 'missed', 'withdrawn'] as const
export type QuoteFilter = (typeof quoteFilters)[number]

/** Open quotes that expire within these days are `expiring`. */
export const EXPIRING_DAYS = 7

/**
 * Why a quote was not ordered:
 * - `price`, `stock`, `other`: the buyer said so; without their word, `stock` when a line cannot be delivered now, `price` when they
 *   had asked for an offer
 * - `silence`: none of these
 */
const WhyMissed = Type.Enum([...declineReasons, 'silence'])
export type WhyMissed = Static<typeof WhyMissed>

/** The newest version of a quote as admins see it. */
export const AdminQuote = Type.Object({
  _id: Id,
  number: Type.String({ examples: ['Q-000123'] }),
  version: Type.Integer(),
  email: Type.String({ description: "The buyer's" }),
  displayName: Type.String({ description: "The buyer's" }),
  lineCount: Type.Integer(),
  total: Dollars,
  createdAt: Instant,
  validUntil: Instant,
  state: QuoteState,
  reason: nullable(Type.String({ description: 'Why it was withdrawn' })),
  offered: Type.Boolean({ description: 'Whether it is an offer of the shop' }),
  request: nullable(Type.String({ description: 'What the buyer asks for, until an offer answers it' })),
  expiring: Type.Boolean(),
  missed: nullable(WhyMissed),
  followedUpAt: nullable(Instant),
})
export type AdminQuote = Static<typeof AdminQuote>

/** The part that a search identifies by its number, or by a whole, unique name. */
const FoundPart = Type.Object({ partsId: Id, partNumber: Type.String(), name: Type.String(), price: Dollars })
export type FoundPart = Static<typeof FoundPart>

/** One page of the quotes. `page` is the page returned: beyond the last page, the last one. */
export const AdminQuotes = Type.Object({
  count: Type.Integer({ description: 'Quotes that fit' }),
  counts: Type.Record(Type.String(), Type.Integer(), { description: `Quotes that fit the search, by filter: ${quoteFilters.join(', ')}` }),
  page: Type.Integer({ description: 'Page index from 0' }),
  part: nullable(FoundPart),
  quotes: Type.Array(AdminQuote),
})
export type AdminQuotes = Static<typeof AdminQuotes>

/** Versions that contain a part and were saved between two times. */
const ofPart = {
  partsId: Id,
  from: time('Saved at this moment or later', messages.momentUnknown),
  to: time('Saved at this moment or earlier', messages.momentUnknown),
  below: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: MAXIMUM_PRICE_DOLLARS,
      description: 'Only where the part is quoted below this price per piece, in dollars',
    }),
  ),
}
export const QuotesOfPart = strictObject(ofPart)
export type QuotesOfPart = Static<typeof QuotesOfPart>

const reason = requiredText(TEXT_LIMITS.voidReason, messages.voidReasonRequired, { description: 'Told to the buyers' })

export const QuotesToVoid = strictObject({ ...ofPart, reason })
export type QuotesToVoid = Static<typeof QuotesToVoid>

/** The extent of a voiding. */
export const VoidingFigures = Type.Object({
  versions: Type.Integer(),
  quotes: Type.Integer(),
  buyers: Type.Integer(),
  ordered: Type.Integer({ description: 'Versions that were ordered before, which stay' }),
})
export type VoidingFigures = Static<typeof VoidingFigures>

export const voidingCalls = defineCalls('Quotes', 'voidings', {
  all: {
    method: 'GET',
    path: '/allQuotes',
    policy: 'admin',
    permissions: ['customers', 'prices'],
    summary: "One page of everybody's quotes, the newest first; searched by number, buyer's mail, or the number or whole name of a part",
    query: Type.Object({
      q: Type.Optional(text(TEXT_LIMITS.search)),
      state: Type.Optional(Type.Enum([...quoteFilters])),
      ...pageOf('Quotes', ORDERS_PAGE_SIZE),
    }),
    response: AdminQuotes,
  },
  voidOne: {
    method: 'POST',
    path: '/quotes/:id/void',
    policy: 'admin',
    permissions: ['prices'],
    summary:
      'Withdraw the newest version of a quote, or an earlier offer; its buyer is told by mail. modifiedCount 0 when it was withdrawn before',
    params: IdParams,
    body: strictObject({ version: Type.Integer({ minimum: 1, maximum: 1_000_000 }), reason }),
    response: Type.Object({ modifiedCount: Type.Integer() }),
  },
  count: {
    method: 'GET',
    path: '/void-quotes',
    policy: 'admin',
    permissions: ['prices'],
    summary: 'How much a voiding by part and time would withdraw now',
    query: QuotesOfPart,
    response: VoidingFigures,
  },
  voidMany: {
    method: 'POST',
    path: '/void-quotes',
    policy: 'admin',
    permissions: ['prices'],
    summary: 'Withdraw all versions that quote a part and were saved between two moments; one mail to each buyer',
    body: QuotesToVoid,
    response: Type.Object({
      ...VoidingFigures.properties,
      finished: Type.Boolean({ description: 'Otherwise the rest, such as what is being ordered right now, follows within seconds' }),
    }),
  },
})
