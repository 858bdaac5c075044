import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { calendarDay, Dollars, Id, IdParams, MESSAGE, nullable, requiredText, strictObject, text } from '../basics/fields.ts'
import {
  CARD_DESCRIPTION_LENGTH,
  MAXIMUM_LEAD_DAYS,
  MAXIMUM_PRICE_BREAKS,
  MAXIMUM_STOCK,
  MINIMUM_ORDER,
  PAGE_SIZE,
  SUGGESTIONS,
  TEXT_LIMITS,
} from '../basics/limits.ts'
import { firstSigns } from '../basics/start-of.ts'
import { withoutMarkdown } from '../basics/markdown.ts'
import { messages } from '../basics/messages.ts'
import { partFilters } from './part-filters.ts'

const PriceText = Type.Union([Type.Number(), text(20)], {
  description: 'US dollars per piece, above 0, at most four decimal places; a number or decimal text',
  [MESSAGE]: messages.partPriceRequired,
})

/** A step of a price ladder: from this quantity on (pieces), each piece costs this. */
export const PriceBreak = Type.Object({
  from: Type.Integer({ minimum: MINIMUM_ORDER + 1, maximum: MAXIMUM_STOCK, description: 'Pieces' }),
  price: Dollars,
})

/** A delivery as shown to buyers. */
export const Expected = Type.Object(
  { date: calendarDay({ description: 'UTC' }), pieces: Type.Integer({ minimum: 1 }) },
  { description: 'The earliest delivery of more pieces from today on, where one is expected' },
)
export type Expected = Static<typeof Expected>

/** A part as buyers see it. `available` is in pieces, `price` in dollars per piece. Specification section 3. */
export const Part = Type.Object({
  _id: Id,
  name: Type.String(),
  img: Type.String({ description: 'Address of the picture' }),
  available: Type.Integer({ minimum: 0, description: 'Pieces in stock' }),
  price: Dollars,
  description: Type.String(),
  partNumber: Type.String({ description: 'Unique among the parts on sale, whatever its case, dashes and spaces' }),
  priceBreaks: Type.Array(PriceBreak, { description: 'Lower prices for more pieces; `from` rises, `price` falls' }),
  leadDays: Type.Integer({ description: 'Working days until more pieces are made than are in stock' }),
  minimumOrder: Type.Optional(Type.Integer({ description: `Pieces; ${MINIMUM_ORDER} where nothing is said` })),
  orderStep: Type.Optional(Type.Integer({ description: 'Orders have the minimum and any number of these; 1 where nothing is said' })),
  packPieces: Type.Optional(Type.Integer({ description: 'Pieces of its packing unit, where it has one' })),
  packName: Type.Optional(Type.String({ description: 'What that is called', examples: ['reel'] })),
  expected: Type.Optional(Expected),
})
export type Part = Static<typeof Part>

/** The earliest delivery of a part that has not arrived, also a late one. */
export const Awaited = Type.Object({ ...Expected.properties, isLate: Type.Boolean() })

/** A part in the list of all. The last three fields are for people who keep the parts: see `StockedPart`. */
export const ListedPart = Type.Object({
  ...Part.properties,
  lowStockBelow: Type.Optional(nullable(Type.Integer())),
  awaited: Type.Optional(Awaited),
  hasSmallPrices: Type.Optional(Type.Boolean({ description: 'True where the part has prices below the minimum' })),
})
export type ListedPart = Static<typeof ListedPart>

/** A step of a ladder as an admin enters it; the order of quantities and prices is checked outside of the schema. */
const NewPriceBreak = strictObject({
  from: Type.Integer({ minimum: MINIMUM_ORDER + 1, maximum: MAXIMUM_STOCK, [MESSAGE]: messages.breakQuantity }),
  price: PriceText,
})
const offer = {
  partNumber: Type.Optional(text(TEXT_LIMITS.partNumber, { description: 'The shop gives one where none is said' })),
  priceBreaks: Type.Optional(
    Type.Array(NewPriceBreak, { maxItems: MAXIMUM_PRICE_BREAKS, [MESSAGE]: messages.tooManyBreaks(MAXIMUM_PRICE_BREAKS) }),
  ),
  leadDays: Type.Optional(Type.Integer({ minimum: 0, maximum: MAXIMUM_LEAD_DAYS, [MESSAGE]: messages.leadDaysBounds })),
}

/** A change of a part's offer: fields that are present are set, the others stay. A ladder is replaced as a whole. */
export const PartOffer = strictObject({
  price: Type.Optional(PriceText),
  ...offer,
  seenPrice: Type.Optional(
    Type.Number({ minimum: 0, description: 'Price in dollars as the admin saw it; if it is another by now, nothing is changed' }),
  ),
  /** Values of the given fields as the admin saw them; one that has changed since is refused. */
  seen: Type.Optional(
    strictObject({
      price: Type.Optional(Type.Number()),
      priceBreaks: Type.Optional(
        Type.Array(Type.Object({ from: Type.Integer(), price: Type.Number() }), { maxItems: MAXIMUM_PRICE_BREAKS }),
      ),
      leadDays: Type.Optional(Type.Integer()),
      partNumber: Type.Optional(text(TEXT_LIMITS.partNumber)),
    }),
  ),
  confirmed: Type.Optional(
    Type.Boolean({ description: 'Sent with a price that falls by more than the shop allows unasked (409 PRICE_FALL)' }),
  ),
})
export type PartOffer = Static<typeof PartOffer>

/** A new part. The picture's address comes from the upload call. */
export const NewPart = strictObject({
  name: requiredText(TEXT_LIMITS.partName, messages.partNameRequired),
  price: PriceText,
  available: Type.Integer({ minimum: 0, maximum: MAXIMUM_STOCK, [MESSAGE]: messages.partAvailableRequired }),
  description: requiredText(TEXT_LIMITS.description, messages.partDescriptionRequired),
  img: requiredText(TEXT_LIMITS.imageUrl, messages.partPictureRequired),
  ...offer,
})
export type NewPart = Static<typeof NewPart>

/** Description on cards: its first 75 characters without marks of Markdown, with an ellipsis if it is longer. */
export function cardDescription(description: string): string {
  const plain = withoutMarkdown(description)
  const start = firstSigns(plain, CARD_DESCRIPTION_LENGTH)
  return start === plain ? plain : `${start}…`
}

/** Maximum of numbers in one call. */
export const NUMBERS_ASKED_AT_ONCE = 500

/** Data that a program needs to buy a part; rule and step are always present. */
export const PartByNumber = Type.Object({
  _id: Id,
  partNumber: Type.String({ description: 'Its number today' }),
  name: Type.String(),
  price: Dollars,
  priceBreaks: Part.properties.priceBreaks,
  available: Part.properties.available,
  minimumOrder: Type.Integer({ description: 'Pieces' }),
  orderStep: Type.Integer({ description: 'Orders have the minimum and any number of these' }),
  leadDays: Part.properties.leadDays,
  expected: Part.properties.expected,
})
export type PartByNumber = Static<typeof PartByNumber>

export const NumberedParts = Type.Array(
  Type.Object({ number: Type.String({ description: 'As it was asked' }), part: Type.Union([PartByNumber, Type.Null()]) }),
  { description: 'As many answers as numbers, in their order; `part` is null where no part on sale has the number, or had it before' },
)
export type NumberedParts = Static<typeof NumberedParts>

export const partSorts = ['oldest', 'price', '-price', 'name', 'available'] as const
export type PartSort = (typeof partSorts)[number]

/** Filters and order of the list of parts, in the query of the screen and of the call. Prices in dollars per piece. */
const PartSearch = {
  ...partFilters,
  sort: Type.Optional(
    Type.Enum([...partSorts], { description: 'Best fit first where nothing is said and something is searched for, else oldest first' }),
  ),
  page: Type.Optional(Type.Integer({ description: 'Page index from 0' })),
  size: Type.Optional(Type.Integer({ description: 'Parts per page, 1 to 100' })),
}

export const partCalls = defineCalls('Parts', 'parts', {
  all: {
    method: 'GET',
    path: '/allParts',
    policy: 'public',
    knowsCaller: true,
    summary: 'All parts, oldest first',
    response: Type.Array(ListedPart),
  },
  page: {
    method: 'GET',
    path: '/pagesParts',
    policy: 'public',
    summary: 'One page of parts; page counts from 0, both figures are clamped into their bounds',
    query: Type.Object({
      page: Type.Optional(Type.Integer({ default: 0, description: 'Page index from 0' })),
      size: Type.Optional(Type.Integer({ default: PAGE_SIZE, description: 'Parts per page, 1 to 100' })),
    }),
    response: Type.Array(Part),
  },
  count: {
    method: 'GET',
    path: '/allPartsCount',
    policy: 'public',
    summary: 'Number of parts',
    response: Type.Object({ count: Type.Integer() }),
  },
  one: {
    method: 'GET',
    path: '/inventory/:id',
    policy: 'session',
    scopes: 'any',
    summary: 'One part',
    params: IdParams,
    response: Part,
  },
  add: {
    method: 'POST',
    path: '/parts',
    policy: 'admin',
    permissions: ['parts'],
    scopes: ['parts'],
    summary: 'Add a part whose picture was uploaded before',
    onceByKey: true,
    body: NewPart,
    response: Type.Object({ insertedId: Id }),
  },
  search: {
    method: 'GET',
    path: '/searchParts',
    policy: 'public',
    summary: 'Parts by number or name, whatever the case, dashes and spaces, also with a slip of the hand; filtered, sorted, one page',
    query: Type.Object(PartSearch),
    response: Type.Object({ count: Type.Integer({ description: 'Parts that fit, at most 1000 counted' }), parts: Type.Array(Part) }),
  },
  byNumber: {
    method: 'POST',
    path: '/parts/by-number',
    policy: 'session',
    scopes: 'any',
    summary: `Price, ladder and stock of up to ${NUMBERS_ASKED_AT_ONCE} parts by number, also former ones or the caller's own`,
    mayRepeat: true,
    body: strictObject({
      numbers: Type.Array(text(TEXT_LIMITS.partNumber), {
        minItems: 1,
        maxItems: NUMBERS_ASKED_AT_ONCE,
        [MESSAGE]: messages.numbersAskedAtOnce(NUMBERS_ASKED_AT_ONCE),
        examples: [['TF-000001', 'MB-T43']],
      }),
    }),
    response: NumberedParts,
  },
  suggest: {
    method: 'GET',
    path: '/suggestParts',
    policy: 'public',
    summary: `The ${SUGGESTIONS} parts that come nearest to what is typed`,
    query: Type.Object({ q: text(TEXT_LIMITS.search) }),
    response: Type.Array(
      Type.Object({
        _id: Id,
        partNumber: Type.String(),
        name: Type.String(),
        img: Type.String({ description: 'Address of the picture' }),
        price: Dollars,
        available: Type.Integer(),
      }),
    ),
  },
  changeOffer: {
    method: 'PUT',
    path: '/parts/:id',
    policy: 'admin',
    permissions: ['prices'],
    scopes: ['prices'],
    summary: "Change a part's price, ladder, number or lead time; orders, holds and saved quotes keep theirs",
    params: IdParams,
    body: PartOffer,
    response: Type.Object({ modifiedCount: Type.Integer(), part: Part }),
  },
  remove: {
    method: 'DELETE',
    path: '/parts/:id',
    policy: 'admin',
    permissions: ['parts'],
    scopes: ['parts'],
    summary: 'Take a part out of the catalogue; its orders stay as they are',
    params: IdParams,
    response: Type.Object({ deletedCount: Type.Integer() }),
  },
})
