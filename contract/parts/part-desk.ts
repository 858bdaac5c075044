import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { Id, IdParams, MESSAGE, nullable, pageOf, pageSize, requiredText, strictObject, text, timeRange } from '../basics/fields.ts'
import { MAXIMUM_STOCK, ORDERS_PAGE_SIZE, TEXT_LIMITS } from '../basics/limits.ts'
import { StockedPart } from './low-stock.ts'
import { messages } from '../basics/messages.ts'
import { PartFacets } from './part-facets.ts'
import { PartFacts } from './part-facts.ts'
import { importFields, type ImportField } from './part-fields.ts'
import { partFilters } from './part-filters.ts'
import { ListedPart, Part } from './parts.ts'
import { MAXIMUM_CHANGED_PRICES } from './price-changes.ts'
import { stockStateNames } from './stock-states.ts'

/** Changes that the history of a part shows. */
export const PART_CHANGES = 200

export const partDeskMessages = {
  changedTo: (now: string) => `Somebody has changed this meanwhile to: ${now}`,
  pictureChanged: 'Somebody has changed the picture meanwhile. Close this and open it again to see it.',
} as const

/** Fields of a part whose changes are kept. */
export type HistoryField = Exclude<ImportField, 'available'> | 'documents'
export const historyFields: HistoryField[] = [...importFields.filter((field) => field !== 'available'), 'documents']

/** Why a person changes a stock. */
export const stockReasons = ['received', 'counted', 'damaged', 'sample', 'other'] as const
export type StockReason = (typeof stockReasons)[number]
/** Reasons in the ledger; `returned`: a customer sent the pieces back. */
export const moveReasons = [...stockReasons, 'returned'] as const
export type MoveReason = (typeof moveReasons)[number]

const Instant = Type.String({ format: 'date-time' })

const name = requiredText(TEXT_LIMITS.partName, messages.partNameRequired)
const description = requiredText(TEXT_LIMITS.description, messages.partDescriptionRequired)
const img = requiredText(TEXT_LIMITS.imageUrl, messages.partPictureRequired)

/**
 * Name, description and picture of a part: new values, and those that the admin saw. An unedited field keeps its current value; one
 * that was changed concurrently is refused.
 */
export const PartDetails = strictObject({
  name,
  description,
  img,
  seen: strictObject({ name: text(TEXT_LIMITS.partName), description: text(TEXT_LIMITS.description), img: text(TEXT_LIMITS.imageUrl) }),
})
export type PartDetails = Static<typeof PartDetails>

/** A change of one field; `before` and `after` as texts, a ladder as its steps. */
export const PartChange = Type.Object({
  at: Instant,
  by: nullable(Type.String({ description: 'Email of the admin; null for the command line' })),
  field: Type.Enum([...historyFields]),
  before: Type.String(),
  after: Type.String(),
})
export type PartChange = Static<typeof PartChange>

/** A part with what only the shop's people see of it. */
export const ManagedPart = Type.Object({
  ...Part.properties,
  removedAt: nullable(Instant),
  facts: PartFacts,
  changes: Type.Array(PartChange, { description: `The last ${PART_CHANGES}, the newest first` }),
})
export type ManagedPart = Static<typeof ManagedPart>

/**
 * A change of a stock by a person. `set` gives the stock as counted; `seen` is the stock shown then, so that pieces sold in the
 * meantime are not counted again.
 */
export const StockChange = strictObject({
  change: Type.Enum(['add', 'set']),
  pieces: Type.Integer({
    minimum: -MAXIMUM_STOCK,
    maximum: MAXIMUM_STOCK,
    [MESSAGE]: messages.quantityWhole,
    description: 'Added, negative to take away; or the stock as counted',
  }),
  seen: Type.Integer({ minimum: 0, maximum: MAXIMUM_STOCK }),
  reason: Type.Enum([...stockReasons]),
  note: text(TEXT_LIMITS.stockNote),
})
export type StockChange = Static<typeof StockChange>

/** A move of the stock ledger. `balance` is the stock after it. */
export const StockMove = Type.Object({
  position: Type.Integer(),
  at: Instant,
  by: nullable(Type.String({ description: 'Email of who changed the stock; null for orders and the command line' })),
  kind: Type.Enum(['opening', 'restock', 'set', 'hold', 'release', 'cancel']),
  delta: Type.Integer(),
  balance: Type.Integer(),
  reason: nullable(Type.Enum([...moveReasons])),
  note: Type.String(),
  order: nullable(Type.Object({ _id: Id, number: Type.String() })),
})
export type StockMove = Static<typeof StockMove>

/** One page of a part's ledger, the newest first. `page` is the page returned: beyond the last page, the last one. */
export const StockLedger = Type.Object({
  count: Type.Integer(),
  page: Type.Integer(),
  available: Type.Integer({ description: 'The stock now' }),
  lowStockBelow: StockedPart.properties.lowStockBelow,
  moves: Type.Array(StockMove),
})
export type StockLedger = Static<typeof StockLedger>

/** One page of the moves of all parts, the newest first. `page` is the page returned: beyond the last page, the last one. */
export const AllStockMoves = Type.Object({
  count: Type.Integer(),
  page: Type.Integer(),
  moves: Type.Array(
    Type.Object({ ...StockMove.properties, part: Type.Object({ _id: Id, name: Type.String(), partNumber: Type.String() }) }),
  ),
})
export type AllStockMoves = Static<typeof AllStockMoves>

/** One page of the removed parts, the last removed first. `page` is the page returned: beyond the last page, the last one. */
export const RemovedParts = Type.Object({
  count: Type.Integer(),
  page: Type.Integer(),
  parts: Type.Array(
    Type.Object({
      _id: Id,
      name: Type.String(),
      partNumber: Type.String(),
      img: Type.String(),
      available: Type.Integer(),
      removedAt: Instant,
    }),
  ),
})
export type RemovedParts = Static<typeof RemovedParts>

/** Numbers that are looked up together. */
export const NUMBERS_AT_ONCE = 5_000

export const PartName = Type.Object({ _id: Id, name: Type.String(), partNumber: Type.String() })
export type PartName = Static<typeof PartName>

/** Sort orders of the desk's list; `-` reverses one. By default newest first, for a text best match first. */
export const deskSorts = ['newest', 'name', '-name', 'available', '-available', 'partNumber', '-partNumber', 'price', '-price'] as const
export type DeskSort = (typeof deskSorts)[number]

/** Parts that the desk shows alone: those of a state of the stock, and those that freight cannot be priced for. */
export const deskShows = [...stockStateNames, 'noWeight'] as const
export type DeskShow = (typeof deskShows)[number]

/** Which parts the desk looks at. */
export const deskFilter = {
  q: Type.Optional(text(TEXT_LIMITS.search, { description: 'Part number or name' })),
  show: Type.Optional(
    Type.Enum([...deskShows], {
      description:
        'Only parts that are sold out, have fewer pieces than can be ordered, fewer than their reorder level, or no weight in their facts',
    }),
  ),
  category: partFilters.category,
  has: partFilters.has,
}
export type DeskFilter = { q?: string; show?: DeskShow; category?: string; has?: string }

/** One page of the catalogue at the desk. `page` is the page returned: beyond the last page, the last one. */
export const ManagedParts = Type.Object({
  count: Type.Integer({ description: 'Parts that fit; of a text at most 1000' }),
  page: Type.Integer(),
  all: Type.Integer({ description: 'Parts of the text, whatever their stock' }),
  soldOut: Type.Integer({ description: 'Those of them that have no piece left' }),
  belowMinimum: Type.Integer({ description: 'Those of them that have some, but fewer pieces than can be ordered' }),
  low: Type.Integer({ description: 'Those of them that have fewer pieces than their reorder level' }),
  parts: Type.Array(StockedPart),
})
export type ManagedParts = Static<typeof ManagedParts>

export const DeskFacets = Type.Object({
  ...PartFacets.properties,
  noWeight: Type.Optional(
    Type.Integer({ description: 'Parts of text, category and values without a weight, where the shop has freight by weight or pallet' }),
  ),
})
export type DeskFacets = Static<typeof DeskFacets>

/** What a part costs, for a change of many prices. */
export const PricedPart = Type.Pick(ListedPart, ['_id', 'name', 'price', 'priceBreaks', 'hasSmallPrices'])
export type PricedPart = Static<typeof PricedPart>

export const partDeskCalls = defineCalls('Parts', 'partDesk', {
  list: {
    method: 'GET',
    path: '/parts',
    policy: 'admin',
    permissions: ['parts', 'prices'],
    scopes: ['stock', 'prices', 'parts'],
    summary: 'One page of the catalogue as the desk lists it: searched, filtered, sorted',
    query: Type.Object({
      ...deskFilter,
      sort: Type.Optional(
        Type.Enum([...deskSorts], {
          description: 'Newest first where nothing is said, for a text the best fit first; `after` goes with the newest first',
        }),
      ),
      ...pageOf('Parts', ORDERS_PAGE_SIZE),
    }),
    response: ManagedParts,
  },
  facets: {
    method: 'GET',
    path: '/desk-facets',
    policy: 'admin',
    permissions: ['parts', 'prices'],
    summary: 'How many parts of a filter are in each category and have each value; of a text, the first 1000 parts count',
    query: Type.Object(deskFilter),
    response: DeskFacets,
  },
  prices: {
    method: 'GET',
    path: '/part-prices',
    policy: 'admin',
    permissions: ['prices'],
    scopes: ['prices'],
    summary: `What parts cost that fit a filter, at most ${MAXIMUM_CHANGED_PRICES}: what a change of many prices needs`,
    query: Type.Object(deskFilter),
    response: Type.Array(PricedPart),
  },
  named: {
    method: 'POST',
    path: '/parts/named',
    policy: 'admin',
    permissions: ['parts'],
    scopes: ['stock', 'parts'],
    summary: 'The parts on sale whose numbers are among these; case, dashes and spaces are ignored',
    mayRepeat: true,
    body: strictObject({ numbers: Type.Array(text(TEXT_LIMITS.partNumber), { maxItems: NUMBERS_AT_ONCE }) }),
    bodyLimitBytes: 512 * 1024,
    response: Type.Array(Type.Object({ number: Type.String({ description: 'As it was asked' }), part: PartName })),
  },
  one: {
    method: 'GET',
    path: '/parts/:id/desk',
    policy: 'admin',
    permissions: ['parts', 'prices'],
    scopes: ['stock', 'prices', 'parts'],
    summary: 'A part, also a removed one, with the history of its fields',
    params: IdParams,
    response: ManagedPart,
  },
  changeDetails: {
    method: 'PUT',
    path: '/parts/:id/details',
    policy: 'admin',
    permissions: ['parts'],
    scopes: ['parts'],
    summary: "Change a part's name, description or picture; orders and saved quotes keep theirs",
    params: IdParams,
    body: PartDetails,
    response: Type.Object({ modifiedCount: Type.Integer(), part: Part }),
  },
  moveStock: {
    method: 'POST',
    path: '/parts/:id/stock',
    policy: 'admin',
    permissions: ['parts'],
    scopes: ['stock'],
    summary: "Change a part's stock with a reason: add pieces, or set what was counted",
    onceByKey: true,
    params: IdParams,
    body: StockChange,
    response: Type.Object({ modifiedCount: Type.Integer(), available: Type.Integer() }),
  },
  ledger: {
    method: 'GET',
    path: '/parts/:id/stock',
    policy: 'admin',
    permissions: ['parts'],
    scopes: ['stock'],
    summary: "One page of the moves of a part's stock: when, who, why, of which order, and the stock after each",
    params: IdParams,
    query: Type.Object({
      page: Type.Optional(Type.Integer({ description: 'Page index from 0' })),
      size: pageSize('Moves', ORDERS_PAGE_SIZE),
    }),
    response: StockLedger,
  },
  moves: {
    method: 'GET',
    path: '/stock-moves',
    policy: 'admin',
    permissions: ['parts'],
    scopes: ['stock'],
    summary: 'One page of the moves of the stock of all parts, the newest first, with the stock after each',
    query: Type.Object({
      ...timeRange('moves', 'booked'),
      page: Type.Optional(Type.Integer({ description: 'Page index from 0' })),
      size: pageSize('Moves', ORDERS_PAGE_SIZE),
    }),
    response: AllStockMoves,
  },
  removed: {
    method: 'GET',
    path: '/removed-parts',
    policy: 'admin',
    permissions: ['parts'],
    scopes: ['parts'],
    summary: 'One page of the removed parts, searched by number or name',
    query: Type.Object({
      q: Type.Optional(text(TEXT_LIMITS.search)),
      sort: Type.Optional(
        Type.Enum(['newest'], { description: 'The newest part first, as `after` needs it; the last removed first where nothing is said' }),
      ),
      ...pageOf('Parts', ORDERS_PAGE_SIZE),
    }),
    response: RemovedParts,
  },
  bringBack: {
    method: 'POST',
    path: '/parts/:id/bring-back',
    policy: 'admin',
    permissions: ['parts'],
    scopes: ['parts'],
    summary: 'Put a removed part back into the catalogue; modifiedCount 0 when it is there',
    params: IdParams,
    response: Type.Object({ modifiedCount: Type.Integer() }),
  },
})
