// Made by `npm run generate-client` from the contract. Do not edit.
/** Codes of refusals. New ones may be added. */
export type ErrorCode =
  | 'INVALID_INPUT'
  | 'MALFORMED_BODY'
  | 'SIGNATURE_WRONG'
  | 'SIGN_IN_NEEDED'
  | 'PAYMENT_NOT_COMPLETED'
  | 'NOT_ALLOWED'
  | 'SPENDING_LIMIT'
  | 'KEY_NOT_FOR_THIS'
  | 'EMAIL_UNVERIFIED'
  | 'ONLY_ADMINS'
  | 'NOT_YOURS'
  | 'NOT_FOUND'
  | 'UNKNOWN_CALL'
  | 'METHOD_NOT_ALLOWED'
  | 'HOLD_GONE'
  | 'ORDERED_BEFORE'
  | 'TOO_MANY_UNPAID'
  | 'CONFIRM_FIRST'
  | 'PAY_FIRST'
  | 'STOCK_TOO_LOW'
  | 'TOTAL_CHANGED'
  | 'DAY_CHANGED'
  | 'LINES_UNCLEAR'
  | 'ORDER_ALREADY_PAID'
  | 'ORDER_NOT_PAYABLE'
  | 'ORDER_NOT_REDUCIBLE'
  | 'TRANSFER_NOT_OFFERED'
  | 'PART_RECEIVED'
  | 'NOT_ON_ACCOUNT'
  | 'LIMIT_REACHED'
  | 'ITEM_CHANGED'
  | 'STATEMENT_UNREADABLE'
  | 'MOVEMENT_DECIDED'
  | 'BILL_NOT_OPEN'
  | 'NOT_REVIVABLE'
  | 'PAYMENT_UNDERWAY'
  | 'PART_NOT_SOLD'
  | 'ORDER_AMBIGUOUS'
  | 'ORDER_NOT_PAID'
  | 'ORDER_SHIPPED'
  | 'ORDER_SENT'
  | 'ORDER_PARTLY_SENT'
  | 'ORDER_NOT_TO_SHIP'
  | 'ORDER_HELD_BACK'
  | 'RETURN_CHANGED'
  | 'PARCEL_CHANGED'
  | 'PAYMENT_DISPUTED'
  | 'RESTOCK_DOUBTED'
  | 'PAYMENT_NOT_FOUND'
  | 'PRICE_FALL'
  | 'BUYER_ERASED'
  | 'CUSTOMER_IS_STAFF'
  | 'CUSTOMER_HAS_ORDERS'
  | 'OWN_ACCOUNT'
  | 'LAST_ADMIN'
  | 'QUOTE_CHANGED'
  | 'QUOTE_EXPIRED'
  | 'QUOTE_WITHDRAWN'
  | 'QUOTE_ORDERED'
  | 'MESSAGE_ANSWERED'
  | 'QUOTE_NOT_ORDERABLE'
  | 'TOO_MANY_QUOTES'
  | 'TOO_MANY_REVIEWS'
  | 'TOO_MANY_API_KEYS'
  | 'TOO_MANY_WEBHOOKS'
  | 'TOO_MANY_CONNECTIONS'
  | 'PUNCHOUT_OVER'
  | 'PUNCHOUT_LOOK_ONLY'
  | 'ORDER_DIFFERS'
  | 'WEBHOOK_DISABLED'
  | 'TOO_MANY_ADDRESSES'
  | 'ADDRESS_FIXED'
  | 'ADDRESS_CHANGED'
  | 'REFERENCE_CHANGED'
  | 'ORDER_NOT_MOVABLE'
  | 'DELIVERY_CHANGED'
  | 'EXPORT_INCOMPLETE'
  | 'SHEET_REFUSED'
  | 'IMPORT_REFUSED'
  | 'PRICES_CHANGED'
  | 'PICTURES_CHANGED'
  | 'DOCUMENT_CHANGED'
  | 'TOO_MANY_DOCUMENTS'
  | 'UPLOAD_BROKEN'
  | 'SETTINGS_CHANGED'
  | 'FREIGHT_CHANGED'
  | 'EMAIL_TAKEN'
  | 'CONNECTION_REFUSED'
  | 'CREDENTIALS_WRONG'
  | 'ACCOUNT_DISABLED'
  | 'EXTERNAL_NOT_SET_UP'
  | 'EXTERNAL_CANCELLED'
  | 'EXTERNAL_FAILED'
  | 'EXTERNAL_EMAIL_UNVERIFIED'
  | 'EXTERNAL_EMAIL_UNUSABLE'
  | 'EXTERNAL_UNAVAILABLE'
  | 'LINK_EXPIRED'
  | 'CURSOR_OUTDATED'
  | 'TOO_SLOW'
  | 'BODY_TOO_LARGE'
  | 'IMAGE_TOO_LARGE'
  | 'WRONG_CONTENT_TYPE'
  | 'LIST_UNREADABLE'
  | 'COLUMNS_UNCLEAR'
  | 'IMAGE_UNREADABLE'
  | 'KEY_USED_BEFORE'
  | 'TOO_MANY_REQUESTS'
  | 'INTERNAL'
  | 'PAYMENT_UNAVAILABLE'
  | 'IMAGE_STORE_UNAVAILABLE'
  | 'SANDBOX_CLOSED'
  | 'BUSY'

export type Address = {
  _id: string
  /** What the customer calls it; may be empty */
  label: string
  isDefault: boolean
  name: string
  company: string
  street: string
  city: string
  /** State, province or the like */
  state?: string
  postalCode: string
  country: string
  phone: string
}

export type AddressChange = {
  shipTo?: ShipTo | undefined
  address?: string | undefined
  /** Country of a free-text `address`, ISO 3166-1 alpha-2, unless its last line names it; written below the text */
  country?: string | undefined
  seen: string
}

/** What a piece costs when the order is reduced: the agreed price, also after the price of the part has changed. Only while it can be */
export type AgreedPrice = {
  /** US dollars */
  price: number
  priceBreaks: PriceBreak[]
}

export type AllPapers = {
  count: number
  page: number
  papers: Paper[]
  /** How many of each kind the other filters find */
  kinds: {
    invoice: number
    credit_note: number
  }
  /** Paid bills whose invoice waits */
  waiting: number
  /** The settings that they wait for, such as 'seller.street' */
  missing: string[]
}

export type AllStockMoves = {
  count: number
  page: number
  moves: ({
    position: number
    at: string
    by: string | null
    kind: 'opening' | 'restock' | 'set' | 'hold' | 'release' | 'cancel'
    delta: number
    balance: number
    reason: 'received' | 'counted' | 'damaged' | 'sample' | 'other' | 'returned' | null
    note: string
    order: {
      _id: string
      number: string
    } | null
    part: PartName
  })[]
}

export type Attribute = {
  _id: string
  /** In addresses; made from the first name */
  key: string
  name: string
  unit: string
  kind: 'number' | 'text'
  place: number
}

export type Awaited = {
  /** UTC */
  date: string
  pieces: number
  isLate: boolean
}

export type BankAccount = {
  holder: string
  iban: string
  /** Empty where it is not known */
  bic: string
  /** Empty where it is not known */
  bankName: string
}

export type Category = {
  _id: string
  /** In addresses; made from the first name */
  key: string
  name: string
  parent: string | null
  place: number
}

export type ChangedQuote = {
  _id: string
  deleted: boolean
  quote: QuoteSummary | null
}

export type Consignment = {
  sellerCountry: string | null
  reason: 'sale' | 'sample' | 'return' | 'repair'
  date: string
  invoices: string[]
  /** Name and address, a line each */
  sender: string[]
  /** Name, address and phone, a line each */
  recipient: string[]
  lines: ExportLine[]
  /** US dollars */
  goods: number
  /** US dollars */
  freight: number
  /** US dollars */
  total: number
  netKg: number | null
  grossKg: number | null
  packages: number | null
  incoterm: string | null
  carrier: string | null
  trackingNumber: string | null
}

export type CustomerPartNumber = {
  /** The customer's number */
  number: string
  partsId: string
  /** The shop's number */
  partNumber: string
  name: string
  isOnSale: boolean
}

export type DecimalMarks = {
  price?: '.' | ',' | undefined
  priceBreaks?: '.' | ',' | undefined
  attributes?: '.' | ',' | undefined
  weight?: '.' | ',' | undefined
  samplePrice?: '.' | ',' | undefined
  smallPrices?: '.' | ',' | undefined
  leadDays?: '.' | ',' | undefined
  available?: '.' | ',' | undefined
  minimumOrder?: '.' | ',' | undefined
  orderStep?: '.' | ',' | undefined
  madeMonthly?: '.' | ',' | undefined
  packPieces?: '.' | ',' | undefined
  samplePieces?: '.' | ',' | undefined
  lowStockBelow?: '.' | ',' | undefined
}

export type Delivery = {
  _id: string
  /** UTC */
  date: string
  pieces: number
  note: string
  /** Of these, pieces that orders wait for; absent for none */
  promised?: number
  /** Its day is over */
  isLate: boolean
  /** Email of who entered it */
  by: string
  createdAt: string
}

export type DeliveryChange = {
  date: string
  pieces: number
  note: string
  seen: {
    date: string
    pieces: number
    note: string
  }
}

export type DeliveryMove = {
  _id: string
  wishedOn: string
  askedBy: 'customer' | 'shop'
  state: 'asked' | 'confirmed' | 'refused' | 'withdrawn'
  askedAt: string
  endedAt: string | null
}

export type ErrorAnswer = {
  code: ErrorCode
  message: string
  fields?: FieldError[]
  current?: {
    price: number
    totalPrice: number
    orderQuantity: number
    amountDue?: number
  }
  currentTotal?: number
  currentDue?: number
  currentShipBy?: string
  unclearLines?: UnclearLine[]
  priceFall?: PriceFall
  ordered?: Ordered
  requestId?: string
}

/** The earliest delivery of more pieces from today on, where one is expected */
export type Expected = {
  /** UTC */
  date: string
  pieces: number
}

export type ExportGap = {
  kind: 'seller' | 'vatId' | 'eori' | 'country' | 'customsCode' | 'origin' | 'weight' | 'grossKg' | 'packages' | 'incoterm'
  message: string
  partsId: string | null
  partNumber: string | null
}

export type ExportLine = {
  orderNumber: string
  reference: string
  partsId: string
  name: string
  partNumber: string
  pieces: number
  packs: string | null
  customsCode: string | null
  origin: string | null
  netKg: number | null
  /** US dollars */
  unitPrice: number
  /** US dollars */
  value: number
}

export type ExportWanted = {
  orders?: string[] | undefined
  parcel?: string | undefined
  return?: string | undefined
  /** `return` of a return, `sample` of samples, else `sale` */
  reason?: 'sale' | 'sample' | 'return' | 'repair' | undefined
  /** What is not said is the whole packs of the parts, where there are no others */
  packages?: number | undefined
  /** What is not said is the net weight with what packing adds by the settings, where that is set */
  grossKg?: number | undefined
  incoterm?: {
    code: 'EXW' | 'FCA' | 'CPT' | 'CIP' | 'DAP' | 'DPU' | 'DDP'
    place: string
  } | undefined
  /** Print what is missing as gaps; without it such papers are refused */
  gaps?: boolean | undefined
}

export type FedLineAnswer = {
  /** As it was sent */
  partNumber: string
  done: boolean
  message: string | null
  partsId: string | null
  available: number | null
  /** Pieces by which the stock has changed */
  changed: number
  /** Pieces that were sold since the count beyond what was counted; the stock is 0 then */
  short: number
}

export type FedPartAnswer = {
  /** As it was sent */
  partNumber: string
  state: 'added' | 'changed' | 'same' | 'refused'
  partsId: string | null
  problems: FieldError[]
}

export type FewerPieces = {
  orderQuantity: number
  totalPrice: number
}

export type FieldError = {
  field: string
  message: string
}

export type FreightChoices = {
  /** Whether the shop has methods; without any, freight is no matter */
  offered: boolean
  consignments: {
    /** Lines that go to this address, from 1 */
    rows: number[]
    /** US dollars without tax */
    goods: number
    grossKg: number | null
    /** The cheapest first; collected ones and those that are asked for last */
    choices: {
      method: string
      name: string
      carrier: string | null
      kind: 'priced' | 'free' | 'collected' | 'asked'
      price: number | null
      total: number | null
      incoterm: {
        code: 'EXW' | 'FCA' | 'CPT' | 'CIP' | 'DAP' | 'DPU' | 'DDP'
        place: string
      }
      /** What the term means, in plain words */
      incotermText: string
      /** Day on which the goods leave if they are ordered now */
      ships: string
      arrives: string | null
      /** Numbers of parts whose weight is missing */
      missing: string[]
    }[]
  }[]
}

/** Only where freight was chosen. `totalPrice` is without it */
export type FreightOfOrder = {
  /** US dollars without tax: the share of this order in the freight of all that goes to its address */
  amount: number
  /** The shop's name of the freight */
  name: string
  carrier: 'dhl' | 'ups' | 'fedex' | 'dpd' | 'gls' | 'hermes' | 'usps' | 'tnt' | 'sf' | 'other' | null
  /** Incoterms 2020: who pays the way, and until where */
  incoterm?: {
    code: 'EXW' | 'FCA' | 'CPT' | 'CIP' | 'DAP' | 'DPU' | 'DDP'
    place: string
  }
  /** The buyer's account with the carrier that collects the goods */
  account?: string
}

/** Only where freight was chosen */
export type FreightOfTracking = {
  /** The shop's name of the freight */
  name: string
  carrier: 'dhl' | 'ups' | 'fedex' | 'dpd' | 'gls' | 'hermes' | 'usps' | 'tnt' | 'sf' | 'other' | null
  /** Incoterms 2020: who pays the way, and until where */
  incoterm?: {
    code: 'EXW' | 'FCA' | 'CPT' | 'CIP' | 'DAP' | 'DPU' | 'DDP'
    place: string
  }
}

export type FreightQuestion = {
  lines?: {
    partsId: string
    quantity: number
    /** US dollars without tax; at today's price where nothing is said */
    total?: number | undefined
  }[] | undefined
  quote?: {
    id: string
    version?: number | undefined
  } | undefined
  shipTo?: {
    country: string
    postalCode: string
    city?: string | undefined
    state?: string | undefined
    street?: string | undefined
  } | undefined
  /** An address that is one text, in place of `shipTo` */
  address?: string | undefined
  /** Country of a free-text `address`, ISO 3166-1 alpha-2, unless its last line names it; written below the text */
  country?: string | undefined
  /** Lines that go to another address; rows count from 1 */
  elsewhere?: {
    row: number
    shipTo: {
      country: string
      postalCode: string
      city?: string | undefined
      state?: string | undefined
      street?: string | undefined
    }
  }[] | undefined
}

export type LegalTexts = {
  terms: string | null
  privacy: string | null
  imprint: string | null
  delivery: string | null
}

export type ListColumns = {
  /** Column of part numbers or names, from 1 */
  part?: number | undefined
  /** Column of names, read where the part number is empty, from 1 */
  name?: number | undefined
  /** Column of quantities; without one each line is for 1000 pieces, from 1 */
  quantity?: number | undefined
  /** Name of the sheet of a workbook; the one that was open when nothing is said */
  sheet?: string | undefined
}

export type ListedPart = {
  _id: string
  name: string
  /** Address of the picture */
  img: string
  /** Pieces in stock */
  available: number
  /** US dollars */
  price: number
  description: string
  /** Unique among the parts on sale, whatever its case, dashes and spaces */
  partNumber: string
  /** Lower prices for more pieces; `from` rises, `price` falls */
  priceBreaks: PriceBreak[]
  /** Working days until more pieces are made than are in stock */
  leadDays: number
  /** Pieces; 1000 where nothing is said */
  minimumOrder?: number
  /** Orders have the minimum and any number of these; 1 where nothing is said */
  orderStep?: number
  /** Pieces of its packing unit, where it has one */
  packPieces?: number
  /** What that is called */
  packName?: string
  /** The earliest delivery of more pieces from today on, where one is expected */
  expected?: Expected
  lowStockBelow?: number | null
  awaited?: Awaited
  /** True where the part has prices below the minimum */
  hasSmallPrices?: boolean
}

export type MadePriceChange = {
  _id: string
  percent: number
  /** Parts whose price changed */
  parts: number
  /** Email of the admin */
  by: string
  at: string
  undone: boolean
}

export type ManagedPart = {
  _id: string
  name: string
  /** Address of the picture */
  img: string
  /** Pieces in stock */
  available: number
  /** US dollars */
  price: number
  description: string
  /** Unique among the parts on sale, whatever its case, dashes and spaces */
  partNumber: string
  /** Lower prices for more pieces; `from` rises, `price` falls */
  priceBreaks: PriceBreak[]
  /** Working days until more pieces are made than are in stock */
  leadDays: number
  /** Pieces; 1000 where nothing is said */
  minimumOrder?: number
  /** Orders have the minimum and any number of these; 1 where nothing is said */
  orderStep?: number
  /** Pieces of its packing unit, where it has one */
  packPieces?: number
  /** What that is called */
  packName?: string
  /** The earliest delivery of more pieces from today on, where one is expected */
  expected?: Expected
  removedAt: string | null
  facts: PartFacts
  /** The last 200, the newest first */
  changes: PartChange[]
}

export type ManagedParts = {
  /** Parts that fit; of a text at most 1000 */
  count: number
  page: number
  /** Parts of the text, whatever their stock */
  all: number
  /** Those of them that have no piece left */
  soldOut: number
  /** Those of them that have some, but fewer pieces than can be ordered */
  belowMinimum: number
  /** Those of them that have fewer pieces than their reorder level */
  low: number
  parts: StockedPart[]
}

export type Me = {
  id: string
  email: string
  displayName: string
  role: 'admin' | ''
  /** Rights of a person who is no admin */
  permissions: ('orders' | 'parts' | 'prices' | 'customers' | 'money' | 'settings' | 'look')[]
  apiKey: {
    name: string
    /** The first characters of the key */
    prefix: string
    scopes: ('quotes:read' | 'quotes:write' | 'orders:read' | 'orders:write' | 'papers:read' | 'payments:write' | 'returns:write' | 'shipping' | 'stock' | 'prices' | 'parts' | 'invoices')[]
    /** Calls that the key may make in a minute */
    callsPerMinute: number
  } | null
}

export type NewAddress = {
  label?: string | undefined
  /** Makes it the default instead of the present one */
  isDefault?: boolean | undefined
  name: string
  company: string
  street: string
  city: string
  /** State, province or the like */
  state?: string | undefined
  postalCode: string
  country: string
  phone: string
}

export type NewContactMessage = {
  name: string
  email: string
  message: string
}

export type NewDelivery = {
  date: string
  pieces: number
  note: string
}

export type NewPart = {
  name: string
  /** US dollars per piece, above 0, at most four decimal places; a number or decimal text */
  price: number | string
  available: number
  description: string
  img: string
  /** The shop gives one where none is said */
  partNumber?: string | undefined
  priceBreaks?: {
    from: number
    /** US dollars per piece, above 0, at most four decimal places; a number or decimal text */
    price: number | string
  }[] | undefined
  leadDays?: number | undefined
}

export type NewQuote = {
  lines: QuoteRequestLine[]
  name?: string | undefined
  note?: string | undefined
  /** Total in dollars as the buyer saw it */
  total?: number | undefined
}

export type Order = {
  _id: string
  /** The number that people say */
  number: string
  partsId: string
  name: string
  img: string
  displayName: string
  email: string
  phone: string
  address: string
  /** US dollars */
  price: number
  /** Pieces */
  orderQuantity: number
  /** US dollars */
  totalPrice: number
  paid: boolean
  shipped: boolean
  /** Empty until the order is paid */
  transactionId: string
  /** How it was paid, once it is; `account`: taken on account */
  paidBy?: 'card' | 'transfer' | 'account'
  createdAt: string
  groupId: string | null
  payBy: string | null
  /** Cancelled before it was paid */
  cancelled: boolean
  /** Cancelled after it was paid and before it was shipped */
  refunded: boolean
  /** Dollars of what was paid that have gone or go back */
  refundedTotal: number
  dispute: 'open' | 'won' | 'lost' | null
  /** The buyer's own number for the order; empty without one */
  reference: string
  shipTo: ShipTo | null
  /** Pieces that have left in parcels */
  parceledPieces: number
  /** Pieces that are not sent any more: withdrawn after it was paid, before they were sent */
  withdrawnPieces: number
  delivered: boolean
  /** Dollars, with tax, that were taken off its price when it was paid */
  discount?: number
  /** Of an order from an offer of the shop: the working days from the order until its pieces are on their way, as offered */
  leadDays?: number
  /** Of a paid order: the day by which its pieces leave, as it was promised when it was paid */
  shipBy?: string
  /** Pieces that were not in stock when it was ordered and are awaited, the earliest first; all others leave from the stock */
  promised?: PromisedPieces[]
  /** Pieces that were not in stock and are made for this order, without those that were withdrawn */
  madeToOrder?: number
  stage?: OrderStage
  /** Of an order from an offer of the shop: what it promised beside its prices */
  terms?: string
  /** What the buyer said about it: the note of its quote, wished days and comments of their purchase order */
  note?: string
  /** True of samples */
  sample?: boolean
  /** The day on which the buyer wishes for its pieces; `shipBy` is what the shop promised */
  wishedOn?: string
  /** Of a line in several deliveries: which line of its quote, and which of its deliveries */
  release?: OrderedRelease
  /** Only where freight was chosen. `totalPrice` is without it */
  freight?: FreightOfOrder
  /** Only where tax applies. `totalPrice` is without tax, which is that of goods and freight */
  tax?: OrderTax
}

export type OrderDispute = {
  openedAt: string
  /** US dollars */
  amount: number
  state: 'open' | 'won' | 'lost'
  reason: string | null
  evidenceDueAt: string | null
}

export type OrderEvent = {
  at: string
  kind: 'placed' | 'cancelling' | 'cancelled' | 'revived' | 'paid' | 'shipped' | 'parcel' | 'parcel-corrected' | 'parcel-delivered' | 'delivered' | 'address-changed' | 'reference-changed' | 'reduced' | 'tax-changed' | 'refunded' | 'refund-changed' | 'discounted' | 'dispute-open' | 'dispute-won' | 'dispute-lost' | 'dispute-ended' | 'return-asked' | 'return-agreed' | 'return-refused' | 'return-received' | 'return-refunded' | 'return-closed' | 'restocked' | 'withdrawn' | 'delivery-changed' | 'move-asked' | 'move-refused' | 'move-withdrawn' | 'stage-changed'
  /** Who caused it; the shop also stands for its admins and its schedule */
  by: 'customer' | 'shop'
  actor: string | null
  /** How it was paid, of `paid` and of what goes back */
  means?: 'card' | 'transfer' | 'account'
  /** Dollars of the price that have gone or go back, after a refund; of `discounted` those that were taken off it */
  refundedTotal?: number
  parcel?: {
    _id: string
    pieces: number
    carrier: string | null
    trackingNumber: string | null
    /** Carrier and number until this correction */
    before?: {
      carrier: string | null
      trackingNumber: string | null
    }
  }
  return?: {
    _id: string
    /** Asked for; once they have arrived, those that did */
    pieces: number
  }
  /** Pieces that came back or were withdrawn, and returned to stock */
  restocked?: number
  /** Pieces that are not sent any more */
  withdrawn?: number
  /** The address, the reference, the pieces, the reason of the tax, or the day by which it leaves that was changed, or that somebody has asked for; empty text without one */
  change?: {
    before: string
    after: string
  }
  /** Of `stage-changed`: how far the shop was with what it makes, and is */
  stage?: {
    before: {
      name: 'planned' | 'in_production' | 'ready'
      day: string | null
    } | null
    after: {
      name: 'planned' | 'in_production' | 'ready'
      day: string | null
    }
  }
}

export type OrderGroup = {
  groupId: string
  quoteNumber: string
  /** US dollars of the orders that are not cancelled, without freight and tax */
  totalPrice: number
  paid: boolean
  /** Empty until the group is paid */
  transactionId: string
  orders: Order[]
  /** Only where there is freight: that of the orders, without tax */
  freight?: {
    /** US dollars */
    amount: number
  }
  /** Only where tax applies */
  tax?: {
    /** US dollars of tax */
    total: number
    /** US dollars that are to pay, or were paid */
    due: number
  }
}

export type OrderInFull = {
  _id: string
  /** The number that people say */
  number: string
  partsId: string
  name: string
  img: string
  displayName: string
  email: string
  phone: string
  address: string
  /** US dollars */
  price: number
  /** Pieces */
  orderQuantity: number
  /** US dollars */
  totalPrice: number
  paid: boolean
  shipped: boolean
  /** Empty until the order is paid */
  transactionId: string
  /** How it was paid, once it is; `account`: taken on account */
  paidBy?: 'card' | 'transfer' | 'account'
  createdAt: string
  groupId: string | null
  payBy: string | null
  /** Cancelled before it was paid */
  cancelled: boolean
  /** Cancelled after it was paid and before it was shipped */
  refunded: boolean
  /** Dollars of what was paid that have gone or go back */
  refundedTotal: number
  dispute: 'open' | 'won' | 'lost' | null
  /** The buyer's own number for the order; empty without one */
  reference: string
  shipTo: ShipTo | null
  /** Pieces that have left in parcels */
  parceledPieces: number
  /** Pieces that are not sent any more: withdrawn after it was paid, before they were sent */
  withdrawnPieces: number
  delivered: boolean
  /** Dollars, with tax, that were taken off its price when it was paid */
  discount?: number
  /** Of an order from an offer of the shop: the working days from the order until its pieces are on their way, as offered */
  leadDays?: number
  /** Of a paid order: the day by which its pieces leave, as it was promised when it was paid */
  shipBy?: string
  /** Pieces that were not in stock when it was ordered and are awaited, the earliest first; all others leave from the stock */
  promised?: PromisedPieces[]
  /** Pieces that were not in stock and are made for this order, without those that were withdrawn */
  madeToOrder?: number
  stage?: OrderStage
  /** Of an order from an offer of the shop: what it promised beside its prices */
  terms?: string
  /** What the buyer said about it: the note of its quote, wished days and comments of their purchase order */
  note?: string
  /** True of samples */
  sample?: boolean
  /** The day on which the buyer wishes for its pieces; `shipBy` is what the shop promised */
  wishedOn?: string
  /** Of a line in several deliveries: which line of its quote, and which of its deliveries */
  release?: OrderedRelease
  /** Only where freight was chosen. `totalPrice` is without it */
  freight?: FreightOfOrder
  /** Only where tax applies. `totalPrice` is without tax, which is that of goods and freight */
  tax?: OrderTax
  /** What a piece costs when the order is reduced: the agreed price, also after the price of the part has changed. Only while it can be */
  agreed?: AgreedPrice
  /** The part's number today */
  partNumber: string
  /** Of these, how many are still to be made; only where `madeToOrder` is */
  leftToMake?: number
  /** Taken on account; `open` is still to be paid */
  onAccount?: {
    dueOn: string
    /** US dollars */
    open: number
    /** US dollars */
    amount: number
    /** It is due so many days after its last pieces have left; `dueOn` is the first day that can be */
    daysFromDispatch?: number
    /** Each delivery has an invoice; `dueOn` is that of the first one that is open */
    byDelivery?: boolean
  }
  /** To be paid by bank transfer */
  transfer?: {
    reference: string
    /** US dollars */
    received: number
  }
}

export type OrderMessage = {
  _id: string
  side: 'customer' | 'shop'
  author: string | null
  text: string
  sentAt: string
  /** Written by the other side, which the caller has not marked as read */
  unread: boolean
}

export type OrderRefund = {
  _id: string
  at: string
  /** US dollars */
  amount: number
  /** `asked` until the payment provider knows of it; `failed`: the bank sent it back */
  state: 'asked' | 'pending' | 'succeeded' | 'failed' | 'canceled'
  /** `provider`: in the provider's dashboard */
  madeBy: 'shop' | 'provider'
  /** Of the whole payment for several orders, which share it by price */
  ofPayment: boolean
  pieces: number | null
  /** Pieces that returned to stock with it */
  restocked: number
  /** Pieces that are not sent any more since it */
  withdrawn: number
  creditNote: string | null
  /** US dollars of it that give freight back, with its tax */
  freight?: number
  /** A discount: the price is less by it, and no money goes back */
  isDiscount?: boolean
  reason: string | null
  actor: string | null
}

export type OrderRefunds = {
  /** Oldest first */
  refunds: OrderRefund[]
  disputes: OrderDispute[]
  /** US dollars that can still be refunded */
  left: number
  /** US dollars of freight among them, with its tax; only where there was freight */
  freightLeft?: number
  /** Of an order with an invoice for each delivery: US dollars of these invoices that are not credited. Pieces in `withdraw` have no invoice and take off their share of price, freight and tax */
  invoicedLeft?: number
  /** Pieces that were sent and are neither back nor in a return */
  returnable: number
  /** Pieces that are still to be sent and can be withdrawn */
  leftToSend: number
  /** How many of the unsent pieces are still to be made. When pieces are withdrawn, these come first */
  leftToMake: number
}

export type OrderStage = {
  name: 'planned' | 'in_production' | 'ready'
  setAt: string
  day: string | null
}

/** Only where tax applies. `totalPrice` is without tax, which is that of goods and freight */
export type OrderTax = {
  /** US dollars of tax */
  total: number
  /** Percent */
  rate: number
  /** By UNCL5305 */
  category: 'S' | 'Z' | 'K' | 'AE' | 'G' | 'E' | 'O'
  reason: 'notCharged' | 'domestic' | 'destinationUnknown' | 'intraCommunity' | 'consumerElsewhere' | 'vatIdOfSellersState' | 'export' | 'calculated'
  /** US dollars to pay: `totalPrice`, the freight and the tax */
  due: number
}

export type Ordered = {
  orderId: string
  number: string
  groupId: string | null
}

/** Of a line in several deliveries: which line of its quote, and which of its deliveries */
export type OrderedRelease = {
  line: number
  number: number
  of: number
}

export type PaidCard = {
  /** The provider's name of the card's kind, such as visa */
  brand: string
  /** The last four digits */
  last4: string
}

export type Paper = {
  _id: string
  kind: 'invoice' | 'credit_note'
  number: string
  issuedOn: string
  buyer: string
  orderNumbers: string[]
  /** US dollars */
  net: number
  /** US dollars */
  tax: number
  /** US dollars */
  total: number
  /** Of a credit note: the number of its invoice */
  credits: string | null
}

export type Papers = {
  count: number
  page: number
  papers: Paper[]
}

export type Parcel = {
  _id: string
  orderId: string
  pieces: number
  carrier: 'dhl' | 'ups' | 'fedex' | 'dpd' | 'gls' | 'hermes' | 'usps' | 'tnt' | 'sf' | 'other' | null
  carrierName: string | null
  trackingNumber: string | null
  link: string | null
  sentAt: string
  deliveredAt: string | null
}

export type ParcelToSend = {
  pieces?: number | undefined
  carrier?: 'dhl' | 'ups' | 'fedex' | 'dpd' | 'gls' | 'hermes' | 'usps' | 'tnt' | 'sf' | 'other' | null | undefined
  trackingNumber?: string | null | undefined
  despite?: ('dispute' | 'refund')[] | undefined
}

export type Part = {
  _id: string
  name: string
  /** Address of the picture */
  img: string
  /** Pieces in stock */
  available: number
  /** US dollars */
  price: number
  description: string
  /** Unique among the parts on sale, whatever its case, dashes and spaces */
  partNumber: string
  /** Lower prices for more pieces; `from` rises, `price` falls */
  priceBreaks: PriceBreak[]
  /** Working days until more pieces are made than are in stock */
  leadDays: number
  /** Pieces; 1000 where nothing is said */
  minimumOrder?: number
  /** Orders have the minimum and any number of these; 1 where nothing is said */
  orderStep?: number
  /** Pieces of its packing unit, where it has one */
  packPieces?: number
  /** What that is called */
  packName?: string
  /** The earliest delivery of more pieces from today on, where one is expected */
  expected?: Expected
}

export type PartByNumber = {
  _id: string
  /** Its number today */
  partNumber: string
  name: string
  /** US dollars */
  price: number
  /** Lower prices for more pieces; `from` rises, `price` falls */
  priceBreaks: PriceBreak[]
  /** Pieces in stock */
  available: number
  /** Pieces */
  minimumOrder: number
  /** Orders have the minimum and any number of these */
  orderStep: number
  /** Working days until more pieces are made than are in stock */
  leadDays: number
  /** The earliest delivery of more pieces from today on, where one is expected */
  expected?: Expected
}

export type PartChange = {
  at: string
  by: string | null
  field: 'partNumber' | 'name' | 'description' | 'price' | 'priceBreaks' | 'leadDays' | 'img' | 'pictureText' | 'pictures' | 'category' | 'attributes' | 'weight' | 'origin' | 'customsCode' | 'minimumOrder' | 'orderStep' | 'madeMonthly' | 'packName' | 'packPieces' | 'samplePieces' | 'samplePrice' | 'smallPrices' | 'lowStockBelow' | 'substitutes' | 'accessories' | 'removed' | 'documents'
  before: string
  after: string
}

export type PartDetails = {
  name: string
  description: string
  img: string
  seen: {
    name: string
    description: string
    img: string
  }
}

export type PartFacets = {
  categories: {
    key: string
    name: string
    /** From 0 */
    level: number
    /** Parts */
    count: number
    chosen: boolean
  }[]
  attributes: {
    key: string
    name: string
    unit: string
    /** Those of most parts, at most 60, in their order */
    values: {
      value: string
      /** Parts */
      count: number
      chosen: boolean
    }[]
  }[]
}

export type PartFacts = {
  category: string | null
  weight: number | null
  origin: string | null
  customsCode: string | null
  minimumOrder: number | null
  orderStep: number | null
  madeMonthly?: number | null
  packName?: string | null
  packPieces?: number | null
  samplePieces?: number | null
  samplePrice?: number | null
  smallPrices?: {
    /** Pieces */
    from: number
    /** US dollars, at most four decimal places */
    price: number
  }[] | null
  /** For buyers: more than the stock can be ordered by a quote; /parts/{id}/promise tells the day */
  beyondStock?: true
  /** The category and those above it */
  line: {
    key: string
    name: string
  }[]
  attributes: {
    key: string
    name: string
    unit: string
    value: string
  }[]
}

export type PartFeed = {
  parts: {
    partNumber?: string | number | null | undefined
    name?: string | number | null | undefined
    description?: string | number | null | undefined
    price?: string | number | null | undefined
    priceBreaks?: string | number | null | undefined
    leadDays?: string | number | null | undefined
    available?: string | number | null | undefined
    img?: string | number | null | undefined
    pictureText?: string | number | null | undefined
    pictures?: string | number | null | undefined
    category?: string | number | null | undefined
    attributes?: string | number | null | undefined
    weight?: string | number | null | undefined
    origin?: string | number | null | undefined
    customsCode?: string | number | null | undefined
    minimumOrder?: string | number | null | undefined
    orderStep?: string | number | null | undefined
    madeMonthly?: string | number | null | undefined
    packName?: string | number | null | undefined
    packPieces?: string | number | null | undefined
    samplePieces?: string | number | null | undefined
    samplePrice?: string | number | null | undefined
    smallPrices?: string | number | null | undefined
    lowStockBelow?: string | number | null | undefined
    substitutes?: string | number | null | undefined
    accessories?: string | number | null | undefined
    removed?: string | number | null | undefined
  }[]
  decimals?: DecimalMarks | undefined
  /** Prices that fall by more than the shop allows unasked are meant */
  confirmed?: boolean | undefined
}

export type PartKinds = {
  categories: Category[]
  attributes: Attribute[]
}

export type PartName = {
  _id: string
  name: string
  partNumber: string
}

export type PartOffer = {
  /** US dollars per piece, above 0, at most four decimal places; a number or decimal text */
  price?: number | string | undefined
  /** The shop gives one where none is said */
  partNumber?: string | undefined
  priceBreaks?: {
    from: number
    /** US dollars per piece, above 0, at most four decimal places; a number or decimal text */
    price: number | string
  }[] | undefined
  leadDays?: number | undefined
  /** Price in dollars as the admin saw it; if it is another by now, nothing is changed */
  seenPrice?: number | undefined
  seen?: {
    price?: number | undefined
    priceBreaks?: {
      from: number
      price: number
    }[] | undefined
    leadDays?: number | undefined
    partNumber?: string | undefined
  } | undefined
  /** Sent with a price that falls by more than the shop allows unasked (409 PRICE_FALL) */
  confirmed?: boolean | undefined
}

export type PaymentSetup = {
  provider: 'sandbox' | 'stripe'
  /** Empty for the sandbox */
  publishableKey: string
  /** Dollars with tax that an order, or orders that are paid together, must come to */
  leastAtOnce?: number
  /** Dollars with tax that they can come to; absent where bank transfers take any sum */
  mostAtOnce?: number
  /** Dollars that one card payment can take, where more can be paid by bank transfer; absent where it cannot */
  mostByCard?: number
}

export type PaymentWays = {
  /** US dollars */
  due: number
  card: {
    /** Dollars that one card payment can take */
    most: number
    allowed: boolean
  }
  transfer: {
    /** How long the pieces are held for it */
    days: number
    chosen: boolean
    reference: string | null
    /** US dollars */
    received: number
    account: BankAccount
  } | null
  onAccount: {
    netDays: 14 | 30 | 60
    /** Dollars of the limit that are not used */
    left: number
    enough: boolean
    leadDays: number | null
    /** Each delivery has an invoice, and its days to pay count from its dispatch */
    byDelivery?: boolean
  } | null
}

export type PriceBreak = {
  /** Pieces */
  from: number
  /** US dollars */
  price: number
}

export type PriceChange = {
  /** Of a price, with at most two decimal places; negative to lower it */
  percent: number
  /** Places behind the point that prices are rounded to */
  places: 2 | 3 | 4
  parts: {
    partsId: string
    seenPrice: number
  }[]
  /** Sent with a fall that is larger than the shop allows unasked (409 PRICE_FALL) */
  confirmed?: boolean | undefined
}

export type PriceFall = {
  quantity: number
  oldPrice: number
  newPrice: number
  /** Rounded down */
  percent: number
}

export type PricedLines = {
  lines: QuoteLine[]
  /** US dollars */
  total: number
  /** Lines with a part and a price */
  matched: number
}

export type PricedPart = {
  _id: string
  name: string
  /** US dollars */
  price: number
  /** Lower prices for more pieces; `from` rises, `price` falls */
  priceBreaks: PriceBreak[]
  /** True where the part has prices below the minimum */
  hasSmallPrices?: boolean
}

export type PromiseOfPart = {
  /** When pieces leave that are ordered and paid now; the earliest first */
  promise: PromisedPieces[]
  /** Pieces beyond these, of which the shop can tell no day */
  missing: number
}

export type PromisedPieces = {
  pieces: number
  /** By which they leave */
  day: string
  /** `stock`, an `expected` delivery that was not promised to others, or `made` for the order */
  from: 'stock' | 'expected' | 'made'
}

export type PunchoutLine = {
  text: string
  quantity: number
  partsId: string
}

export type PunchoutReturn = {
  quoteNumber: string
  version: number
  /** US dollars */
  total: number
  /** Where the browser posts the form */
  action: string
  fields: {
    name: string
    value: string
  }[]
}

export type Quote = {
  _id: string
  number: string
  version: number
  name: string
  note: string
  lineCount: number
  /** US dollars */
  total: number
  /** When this version was priced */
  createdAt: string
  /** Until when its prices hold */
  validUntil: string
  expired: boolean
  /** Whether a private link leads to it */
  shared: boolean
  orderedAt: string | null
  withdrawn: {
    at: string
    reason: string
  } | null
  /** True of samples, which may be fewer pieces than the minimum order */
  sample?: boolean
  offer: {
    terms: string
    /** What the shop asks for the freight of all lines to one address; absent where it has said nothing */
    freight?: {
      name: string
      /** US dollars without tax */
      amount: number
      /** Incoterms 2020 */
      incoterm?: {
        code: 'EXW' | 'FCA' | 'CPT' | 'CIP' | 'DAP' | 'DPU' | 'DDP'
        place: string
      }
    }
  } | null
  request: {
    text: string
    at: string
    answered: boolean
  } | null
  declinedFor: 'price' | 'stock' | 'other' | null
  newestVersion: number
  /** Versions that can be read, oldest first */
  versions: number[]
  /** Offers of the shop that can be ordered until they end, oldest first; also those that are not the newest version */
  offers: {
    version: number
    validUntil: string
    /** US dollars */
    total: number
  }[]
  /** Whether it can be ordered as it is */
  orderable: boolean
  lines: QuoteLine[]
}

export type QuoteCandidate = {
  partsId: string
  partNumber: string
  name: string
  /** US dollars */
  price: number
  available: number
}

export type QuoteChange = {
  version: number
  name?: string | undefined
  note?: string | undefined
  lines?: QuoteRequestLine[] | undefined
  /** Total in dollars as the buyer saw it */
  total?: number | undefined
}

export type QuoteLine = {
  /** From 1, in the order in which the lines came */
  row: number
  text: string
  /** The quantity as it was given */
  asked: string
  status: 'matched' | 'ambiguous' | 'unknown' | 'quantity-unclear'
  notes: ('raised-to-minimum' | 'raised-to-step' | 'above-stock' | 'made-to-order' | 'no-longer-sold' | 'delivery-over')[]
  partsId: string | null
  partNumber: string | null
  name: string | null
  quantity: number | null
  unitPrice: number | null
  lineTotal: number | null
  available: number | null
  leadDays: number | null
  priceBreaks: PriceBreak[]
  betterBuy: {
    quantity: number
    /** US dollars */
    total: number
    costsLess: boolean
  } | null
  candidates: QuoteCandidate[]
  /** Of pieces between two whole packs, when a line is priced: the next larger quantity of whole packs that can be ordered */
  packs?: {
    quantity: number
    packPieces: number
    packName?: string
  }
  /** Of more than is in stock that can be ordered all the same: when its pieces leave, if it is ordered now; the earliest first */
  promise?: PromisedPieces[]
  /** Of a line in several deliveries: when each of them leaves, with what those before it leave */
  releases?: QuotedRelease[]
}

export type QuoteOrder = {
  version: number
  total: number
  phone: string
  address: string
  reference?: string | undefined
  shipTo?: ShipTo | undefined
  /** Country of a free-text `address`, ISO 3166-1 alpha-2, unless its last line names it; written below the text */
  country?: string | undefined
  /** US dollars with tax that the buyer saw; refused with TOTAL_CHANGED when another amount is due */
  amountDue?: number | undefined
  /** The day on which the pieces are wished for: a working day of the shop within three years, today or later */
  wishedOn?: string | undefined
  /** The last day of `promise` that the buyer saw. Where it has become later the answer is 409 DAY_CHANGED; without it, where pieces leave later than the working days of their lines say */
  shipBy?: string | undefined
  freight?: WantedFreight | undefined
  /** Lines that go to another address, and their freight, which is one for each address; rows count from 1 */
  lines?: {
    row: number
    shipTo: ShipTo
    freight?: WantedFreight | undefined
  }[] | undefined
}

export type QuoteRequestLine = {
  /** Part number or name */
  text: string
  /** Pieces, as a number or as written: '12,000', '12 000 pcs'; 1000 where nothing is said */
  quantity?: number | string | undefined
  partsId?: string | undefined
  /** Several deliveries, in the order of their days: each becomes an order. The quantity, where it is said, is their sum */
  releases?: Release[] | undefined
}

export type QuoteSummary = {
  _id: string
  number: string
  version: number
  name: string
  note: string
  lineCount: number
  /** US dollars */
  total: number
  /** When this version was priced */
  createdAt: string
  /** Until when its prices hold */
  validUntil: string
  expired: boolean
  /** Whether a private link leads to it */
  shared: boolean
  orderedAt: string | null
  withdrawn: {
    at: string
    reason: string
  } | null
  /** True of samples, which may be fewer pieces than the minimum order */
  sample?: boolean
  offer: {
    terms: string
    /** What the shop asks for the freight of all lines to one address; absent where it has said nothing */
    freight?: {
      name: string
      /** US dollars without tax */
      amount: number
      /** Incoterms 2020 */
      incoterm?: {
        code: 'EXW' | 'FCA' | 'CPT' | 'CIP' | 'DAP' | 'DPU' | 'DDP'
        place: string
      }
    }
  } | null
  request: {
    text: string
    at: string
    answered: boolean
  } | null
  declinedFor: 'price' | 'stock' | 'other' | null
}

export type QuotedRelease = {
  pieces: number
  wishedOn: string
  /** US dollars */
  total: number
  leavesOn?: string | null
  /** Of more than is in stock: when its pieces leave; the earliest first */
  promise?: PromisedPieces[]
}

export type ReadList = {
  /** To be sent to `POST /quotes` or `POST /quotes/price` as they are */
  lines: {
    text: string
    /** As it is written */
    quantity?: string
  }[]
  /** Greetings, headings, sums and whatever else is no line */
  notRead: {
    /** From 1, without blank rows and the header */
    row: number
    text: string
  }[]
  columns: {
    /** Column of part numbers or names, from 1 */
    part: number
    name: number | null
    quantity: number | null
  }
  /** Header rows: 0 or 1 */
  header: number
  /** Blank rows */
  blank: number
  /** The quantities are counts of places on a board, such as 7 for C1,C2,C5-C9 */
  counted: boolean
  /** Lines whose text was longer than a line may be */
  shortened: number
  /** Only of a workbook with several visible sheets */
  sheets?: {
    /** Visible sheets */
    names: string[]
    /** The one that was read */
    read: string
  }
}

export type Release = {
  pieces: number
  /** A working day of the shop, later than that of the release before */
  wishedOn: string
}

export type RemovedParts = {
  count: number
  page: number
  parts: {
    _id: string
    name: string
    partNumber: string
    img: string
    available: number
    removedAt: string
  }[]
}

export type Reorder = {
  lines: ReorderLine[]
  /** US dollars */
  orderedTotal: number
  /** US dollars for the lines that are still sold */
  todayTotal: number
}

export type ReorderLine = {
  orderId: string
  /** The order's number */
  number: string
  partsId: string
  name: string
  /** Pieces */
  orderQuantity: number
  ordered: {
    /** US dollars */
    price: number
    /** US dollars */
    totalPrice: number
  }
  today: {
    /** US dollars */
    price: number
    /** US dollars */
    totalPrice: number
  } | null
  /** Pieces in stock now; 0 when the part is no longer sold */
  available: number
  /** Whether the stock is enough for this line and those above it */
  enough: boolean
}

export type Return = {
  _id: string
  /** The number that people say */
  number: string
  orderId: string
  orderNumber: string
  /** The part's name */
  name: string
  /** The buyer's */
  email: string
  state: 'asked' | 'agreed' | 'refused' | 'received' | 'refunded' | 'closed'
  pieces: number
  reason: 'defective' | 'damaged' | 'wrong-part' | 'not-as-described' | 'too-many' | 'other'
  note: string
  pictures: string[]
  askedAt: string
  /** The shop's instructions, or why it refused; empty before */
  answer: string
  answeredAt: string | null
  receivedPieces: number | null
  condition: 'unopened' | 'opened' | 'damaged' | 'unusable' | null
  conditionNote: string
  receivedAt: string | null
  /** What was written at the end */
  outcome: string
  endedAt: string | null
  restockedPieces: number
  /** US dollars */
  refunded: number
  /** US dollars for the pieces with their tax, within what is left of the order */
  proposed: number
}

export type ReturnToAsk = {
  pieces: number
  reason: 'defective' | 'damaged' | 'wrong-part' | 'not-as-described' | 'too-many' | 'other'
  note: string
  pictures: string[]
}

export type Review = {
  _id: string
  displayName: string
  /** 1 to 5 in half steps */
  rating: number
  review: string
  /** Whether its writer has paid for an order */
  boughtHere: boolean
  answer: string | null
  /** What it is about; absent for the shop */
  part?: {
    _id: string
    name: string
    removed: boolean
  }
}

export type Samples = {
  /** Pieces of samples that are left to the caller; 0 also where the part has none */
  pieces: number
  /** US dollars */
  price?: number
}

export type SheetLine = {
  entry: number
  at: string
  kind: 'opening' | 'payment' | 'unmatched-payment' | 'receipt' | 'bank-receipt' | 'bank-receipt-undone' | 'given-back' | 'write-off' | 'refund' | 'refund-failed' | 'dispute' | 'dispute-won' | 'dispute-lost' | 'invoice' | 'credit-note' | 'payout' | 'payout-paid' | 'payout-failed'
  ref: string
  tax: string
  /** US dollars; debits above zero, credits below */
  amount: number
  /** US dollars on the account after this line */
  balance: number
  orderId: string | null
  orderNumber: string | null
  invoiceNumber: string | null
  payment: string | null
  /** The other accounts of the entry */
  against: ('receivable' | 'bank' | 'card_clearing' | 'transfer_clearing' | 'payouts_in_transit' | 'disputed' | 'returns_due' | 'tax_payable' | 'revenue' | 'freight' | 'fees' | 'bank_charges' | 'discounts' | 'dispute_losses' | 'differences' | 'opening')[]
}

export type ShipTo = {
  name: string
  company: string
  street: string
  city: string
  /** State, province or the like */
  state?: string | undefined
  postalCode: string
  country: string
  phone: string
}

export type StageAnswer = {
  /** As it was sent */
  number: string
  orderId: string | null
  name: string | null
  before: OrderStage | null
  after: {
    name: 'planned' | 'in_production' | 'ready'
    day: string | null
  } | null
  /** False also where the order has this stage and day already */
  changed: boolean
  problem: 'unknown' | 'twice' | 'notMade' | 'sent' | 'cancelled' | 'refunded' | 'skipped' | 'back' | 'over' | 'tooFar' | 'toCome' | 'changed' | null
  message: string | null
}

export type StageLine = {
  /** The order's number */
  number: string
  stage: 'planned' | 'in_production' | 'ready'
  day?: string | null | undefined
  seen?: {
    name: 'planned' | 'in_production' | 'ready'
    day: string | null
  } | null | undefined
}

export type StagesToSet = {
  lines: StageLine[]
  /** Whether the buyers of the orders that have changed get a mail */
  tell?: boolean | undefined
  /** Whether an order may be set back to an earlier stage */
  correct?: boolean | undefined
}

export type StockChange = {
  change: 'add' | 'set'
  /** Added, negative to take away; or the stock as counted */
  pieces: number
  seen: number
  reason: 'received' | 'counted' | 'damaged' | 'sample' | 'other'
  note: string
}

export type StockFeed = {
  note?: string | undefined
  lines: {
    partNumber: string
    /** Pieces that have come; negative for those that have gone, other than by orders of the shop */
    add?: number | undefined
    /** Pieces that were free for sale at `countedAt`: on the shelf, less those of orders that were placed until then and not sent */
    counted?: number | undefined
    /** What was sold or moved after it is taken into account */
    countedAt?: string | undefined
    /** `received` for `add` and `counted` where nothing is said */
    reason?: 'received' | 'counted' | 'damaged' | 'sample' | 'other' | undefined
  }[]
}

export type StockLedger = {
  count: number
  page: number
  /** The stock now */
  available: number
  lowStockBelow: number | null
  moves: StockMove[]
}

export type StockMove = {
  position: number
  at: string
  by: string | null
  kind: 'opening' | 'restock' | 'set' | 'hold' | 'release' | 'cancel'
  delta: number
  balance: number
  reason: 'received' | 'counted' | 'damaged' | 'sample' | 'other' | 'returned' | null
  note: string
  order: {
    _id: string
    number: string
  } | null
}

export type StockSheet = {
  /** `add` the pieces of a delivery; `set` stocks to what was counted */
  change: 'add' | 'set'
  reason: 'received' | 'counted' | 'damaged' | 'sample' | 'other'
  note: string
  lines: {
    partsId: string
    pieces: number
    seen: number
  }[]
}

export type StockedPart = {
  _id: string
  name: string
  /** Address of the picture */
  img: string
  /** Pieces in stock */
  available: number
  /** US dollars */
  price: number
  description: string
  /** Unique among the parts on sale, whatever its case, dashes and spaces */
  partNumber: string
  /** Lower prices for more pieces; `from` rises, `price` falls */
  priceBreaks: PriceBreak[]
  /** Working days until more pieces are made than are in stock */
  leadDays: number
  /** Pieces; 1000 where nothing is said */
  minimumOrder?: number
  /** Orders have the minimum and any number of these; 1 where nothing is said */
  orderStep?: number
  /** Pieces of its packing unit, where it has one */
  packPieces?: number
  /** What that is called */
  packName?: string
  /** The earliest delivery of more pieces from today on, where one is expected */
  expected?: Expected
  lowStockBelow: number | null
  awaited?: Awaited
  /** True where the part has prices below the minimum */
  hasSmallPrices?: boolean
}

export type Tracking = {
  /** The order's number */
  number: string
  /** The part's name */
  name: string
  /** Pieces ordered */
  orderQuantity: number
  /** Of these, pieces that are not sent any more, if there are any */
  withdrawnPieces?: number
  /** While pieces are still to be sent: the day by which they leave */
  shipBy?: string
  stage?: OrderStage
  /** Only where freight was chosen */
  freight?: FreightOfTracking
  parcels: {
    pieces: number
    carrier: 'dhl' | 'ups' | 'fedex' | 'dpd' | 'gls' | 'hermes' | 'usps' | 'tnt' | 'sf' | 'other' | null
    carrierName: string | null
    trackingNumber: string | null
    link: string | null
    sentAt: string
    deliveredAt: string | null
  }[]
}

export type UnclearLine = {
  /** From 1, in the order in which the lines came */
  row: number
  text: string
  status: 'ambiguous' | 'unknown' | 'quantity-unclear'
}

export type WantedFreight = {
  /** A freight method of the shop. The cheapest one with a price where nothing is chosen */
  method: string
  /** The buyer's account with the carrier that collects */
  account?: string | undefined
}
