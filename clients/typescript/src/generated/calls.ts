// Made by `npm run generate-client` from the contract. Do not edit.
import type { Bytes, CallOptions, Send } from '../send.ts'
import type {
  Address,
  AddressChange,
  AllPapers,
  AllStockMoves,
  ChangedQuote,
  Consignment,
  CustomerPartNumber,
  Delivery,
  DeliveryChange,
  DeliveryMove,
  ExportGap,
  ExportWanted,
  FedLineAnswer,
  FedPartAnswer,
  FewerPieces,
  FreightChoices,
  FreightQuestion,
  LegalTexts,
  ListColumns,
  ListedPart,
  MadePriceChange,
  ManagedPart,
  ManagedParts,
  Me,
  NewAddress,
  NewContactMessage,
  NewDelivery,
  NewPart,
  NewQuote,
  Order,
  OrderEvent,
  OrderGroup,
  OrderInFull,
  OrderMessage,
  OrderRefunds,
  PaidCard,
  Paper,
  Papers,
  Parcel,
  ParcelToSend,
  Part,
  PartByNumber,
  PartDetails,
  PartFacets,
  PartFacts,
  PartFeed,
  PartKinds,
  PartName,
  PartOffer,
  PaymentSetup,
  PaymentWays,
  PriceChange,
  PricedLines,
  PricedPart,
  PromiseOfPart,
  PunchoutLine,
  PunchoutReturn,
  Quote,
  QuoteChange,
  QuoteOrder,
  QuoteRequestLine,
  QuoteSummary,
  ReadList,
  RemovedParts,
  Reorder,
  Return,
  ReturnToAsk,
  Review,
  Samples,
  SheetLine,
  StageAnswer,
  StagesToSet,
  StockChange,
  StockFeed,
  StockLedger,
  StockSheet,
  Tracking,
} from './types.ts'

/** Each call of the shop that an API key may make, and the public ones, by the file of the contract that has it. */
export type Calls = {
  addresses: {
    /** The caller's address book, the default first. Scope: orders:read. */
    mine(options?: CallOptions): Promise<{
      addresses: Address[]
    }>
    /** Add an address; at most 100. Scope: orders:write. */
    add(body: NewAddress, options?: CallOptions): Promise<{
      address: Address
    }>
    /** Change an address; orders keep the one that they were placed with. Scope: orders:write. */
    change(id: string, body: NewAddress, options?: CallOptions): Promise<{
      address: Address
    }>
    /** Remove an address; without the default, the oldest one becomes it. Scope: orders:write. */
    remove(id: string, options?: CallOptions): Promise<{
      deletedCount: number
    }>
    /** Change where an order goes, until its first parcel has left; refused when the address is no longer `seen`. The tax of an unpaid order is decided anew. Scope: orders:write. */
    ofOrder(id: string, body: AddressChange, options?: CallOptions): Promise<Order>
    /** Change the buyer's own number for an order; empty text removes it. Scope: orders:write. */
    reference(id: string, body: {
      reference: string
      seen: string
    }, options?: CallOptions): Promise<Order>
  }
  categories: {
    /** The categories and attributes of the shop. Public. */
    all(options?: CallOptions): Promise<PartKinds>
  }
  changes: {
    /** Orders that have changed since a cursor, cancelled ones too: the caller's own, or all for those who act for the shop. Scope: orders:read or shipping. */
    orders(query?: {
      /** `next` of the answer before, unchanged. Without it the list begins with everything that there is */
      changedSince?: string | undefined
      /** Rows of a page; 500 when nothing is said */
      size?: number | undefined
    }, options?: CallOptions): Promise<{
      changed: Order[]
      /** The cursor to ask with next; also given where nothing has changed */
      next: string
      /** Whether more has changed already */
      more: boolean
    }>
    /** The caller's quotes that have changed since a cursor, deleted ones too. Scope: quotes:read. */
    quotes(query?: {
      /** `next` of the answer before, unchanged. Without it the list begins with everything that there is */
      changedSince?: string | undefined
      /** Rows of a page; 500 when nothing is said */
      size?: number | undefined
    }, options?: CallOptions): Promise<{
      changed: ChangedQuote[]
      /** The cursor to ask with next; also given where nothing has changed */
      next: string
      /** Whether more has changed already */
      more: boolean
    }>
    /** Invoices and credit notes issued since a cursor: the caller's own, or all for those who act for the shop. Scope: papers:read or invoices. */
    papers(query?: {
      /** `next` of the answer before, unchanged. Without it the list begins with everything that there is */
      changedSince?: string | undefined
      /** Rows of a page; 500 when nothing is said */
      size?: number | undefined
    }, options?: CallOptions): Promise<{
      changed: Paper[]
      /** The cursor to ask with next; also given where nothing has changed */
      next: string
      /** Whether more has changed already */
      more: boolean
    }>
  }
  contact: {
    /** Write to the shop; it is kept for the admins and mailed to them. Public. */
    send(body: NewContactMessage, options?: CallOptions): Promise<{
      insertedId: string
    }>
  }
  customerPartNumbers: {
    /** The caller's own numbers of parts, in the order of the numbers. Scope: quotes:read. */
    mine(options?: CallOptions): Promise<CustomerPartNumber[]>
    /** Remove and add own numbers of parts, all or none; the lines of the caller's quotes find parts by them, too. Scope: quotes:write. */
    change(body: {
      remove: string[]
      add: {
        number: string
        partNumber: string
      }[]
    }, options?: CallOptions): Promise<{
      modifiedCount: number
    }>
  }
  expectedGoods: {
    /** Deliveries of a part that have not arrived, the earliest first. Scope: stock. */
    ofPart(id: string, options?: CallOptions): Promise<Delivery[]>
    /** Expect a delivery; buyers of the part are told the earliest. Scope: stock. */
    expect(id: string, body: NewDelivery, options?: CallOptions): Promise<{
      insertedId: string
    }>
    /** Change day, pieces or note of a delivery that has not arrived (409 DELIVERY_CHANGED when somebody else did meanwhile). Scope: stock. */
    change(id: string, body: DeliveryChange, options?: CallOptions): Promise<{
      modifiedCount: number
    }>
    /** Take back a delivery that does not come; modifiedCount 0 when that was done before. Scope: stock. */
    remove(id: string, options?: CallOptions): Promise<{
      modifiedCount: number
    }>
    /** Book the pieces that have come as received, and close the delivery; modifiedCount 0 when somebody has done so before. Scope: stock. */
    arrive(id: string, body: {
      pieces: number
    }, options?: CallOptions): Promise<{
      modifiedCount: number
    }>
  }
  exportPapers: {
    /** What the papers for customs of a consignment would say, and what is missing on them. Scope: shipping. */
    check(body: ExportWanted, options?: CallOptions): Promise<{
      consignment: Consignment
      missing: ExportGap[]
    }>
    /** The commercial invoice of a consignment as PDF; 409 EXPORT_INCOMPLETE while something is missing. Scope: shipping. */
    invoice(body: ExportWanted, options?: CallOptions): Promise<Response>
    /** The packing list of a consignment as PDF, without prices; 409 EXPORT_INCOMPLETE while something is missing. Scope: shipping. */
    packingList(body: ExportWanted, options?: CallOptions): Promise<Response>
  }
  images: {
    /** Upload a picture of a part or of the shop: multipart, one file in the field `image`. Scope: parts. */
    upload(image: Blob, options?: CallOptions): Promise<{
      success: boolean
      data: {
        url: string
      }
    }>
  }
  lists: {
    /** Read a list (CSV, XLSX or text, as bytes) into lines of a quote, as the quote screen does; nothing is saved. Scope: quotes:write. */
    read(bytes: Bytes, query?: ListColumns, options?: CallOptions): Promise<ReadList>
  }
  lowStock: {
    /** Say below how many pieces a part's stock is low; `seen` is what was said before. Scope: stock. */
    set(id: string, body: {
      below: number | null
      seen: number | null
    }, options?: CallOptions): Promise<{
      modifiedCount: number
    }>
  }
  me: {
    /** Whose access token or API key this is, and what the key may do. Any API key. */
    me(options?: CallOptions): Promise<Me>
  }
  methods: {
    /** What freight of lines or of a saved quote would cost by each method that reaches the address; nothing is saved. Scope: quotes:read or orders:write. */
    choices(body: FreightQuestion, options?: CallOptions): Promise<FreightChoices>
  }
  moves: {
    /** Requests to deliver an order on another day, oldest first. Scope: orders:read. */
    ofOrder(id: string, options?: CallOptions): Promise<{
      moves: DeliveryMove[]
      /** Whose side the caller is on: that of the order, or of the shop */
      side: 'customer' | 'shop'
    }>
    /** Ask the other side to deliver one of several deliveries on another day; 409 DELIVERY_CHANGED while another day is asked for. Scope: orders:write. */
    ask(id: string, body: {
      /** A working day of the shop, today or later */
      wishedOn: string
    }, options?: CallOptions): Promise<DeliveryMove>
    /** Confirm or refuse the day that the other side asks for, or withdraw one's own; confirmed, the pieces are promised anew in the same moment. Scope: orders:write. */
    answer(id: string, body: {
      move: string
      answer: 'confirmed' | 'refused' | 'withdrawn'
    }, options?: CallOptions): Promise<DeliveryMove>
  }
  offers: {
    /** Ask the shop for other prices, quantities or terms; it answers with an offer. Scope: quotes:write. */
    request(id: string, body: {
      /** The newest one */
      version: number
      text: string
    }, options?: CallOptions): Promise<{
      modifiedCount: number
    }>
    /** Tell the shop why a quote will not be ordered; it can be ordered all the same. Scope: quotes:write. */
    decline(id: string, body: {
      /** The newest one */
      version: number
      reason: 'price' | 'stock' | 'other'
    }, options?: CallOptions): Promise<{
      modifiedCount: number
    }>
  }
  orderCard: {
    /** The card that an order was paid with, as the payment provider knows it; null before the payment, and where it knows none. Scope: orders:read. */
    ofOrder(id: string, options?: CallOptions): Promise<{
      card: PaidCard | null
    }>
  }
  orderEvents: {
    /** What happened to an order, oldest first. Scope: orders:read or shipping. */
    ofOrder(id: string, options?: CallOptions): Promise<{
      events: OrderEvent[]
    }>
    /** Server-sent events about the caller's orders, for admins about all. Scope: orders:read or shipping. */
    stream(query?: {
      /** When the stream ends; also without it */
      seconds?: number | undefined
    }, options?: CallOptions): Promise<Response>
  }
  orderFiles: {
    /** A customer's orders that the filter finds, the newest first, as CSV or as a workbook. Scope: orders:read. */
    ofCustomer(query: {
      format: 'xlsx' | 'csv'
      /** As in the list of orders */
      q?: string | undefined
      /** Only orders in this state; by default all that are not cancelled */
      state?: 'unpaid' | 'paid' | 'shipped' | 'refunded' | 'cancelled' | undefined
      /** Only orders placed at this time or later */
      from?: string | undefined
      /** Only orders placed before this time */
      to?: string | undefined
      customer: string
    }, options?: CallOptions): Promise<Response>
  }
  orderMessages: {
    /** The messages about an order, oldest first. Scope: orders:read. */
    ofOrder(id: string, options?: CallOptions): Promise<{
      messages: OrderMessage[]
    }>
    /** Write to the other side about an order; it gets a mail. Scope: orders:write. */
    send(id: string, body: {
      text: string
    }, options?: CallOptions): Promise<{
      message: OrderMessage
    }>
    /** Mark the other side's messages about an order as read. Scope: orders:write. */
    markRead(id: string, options?: CallOptions): Promise<{
      modifiedCount: number
    }>
    /** Orders with unread messages of the other side, the newest first: the caller's, for admins all. Scope: orders:read. */
    unread(options?: CallOptions): Promise<{
      /** Unread messages */
      count: number
      /** At most 50 */
      orders: {
        _id: string
        number: string
        name: string
        unread: number
      }[]
    }>
  }
  orders: {
    /** A customer's orders, newest last; all of them, or one page where a page is asked for. Filters and another order apply to pages. Scope: orders:read. */
    ofCustomer(query: {
      customer: string
      /** Page index from 0; without it all orders */
      page?: number | undefined
      /** Orders per page, 1 to 100; 50 when nothing is said */
      size?: number | undefined
      /** Instead of `page`: orders behind the one with this _id, the last of the page before, in the order of the list. Nothing is left out when rows leave the list between two pages. `Link` of the answer has the next page */
      after?: string | undefined
      /** Only orders of this state. Cancelled ones are found by it, or by `q` */
      state?: 'unpaid' | 'paid' | 'shipped' | 'refunded' | 'cancelled' | undefined
      /** The pages start at the newest order */
      newestFirst?: boolean | undefined
      /** The pages start at the order that is due first: by `shipBy`, or `wishedOn` where that is later; without `q` and `changedSince` */
      dueFirst?: boolean | undefined
      /** Only orders, cancelled ones too, to which something happened at this time or later, in the order of the first event since then, each once; without other filters. Ask with an overlap of a minute */
      changedSince?: string | undefined
      /** Only orders with this text: the beginning of the order's number, reference, transaction id or tracking number, or a part of the part's name or number, or of the buyer's name or email */
      q?: string | undefined
      /** Only orders placed at this time or later */
      from?: string | undefined
      /** Only orders placed before this time */
      to?: string | undefined
    }, options?: CallOptions): Promise<Order[]>
    /** All orders, newest last; all of them, or one page where a page is asked for. Filters and another order apply to pages. Scope: shipping. */
    all(query?: {
      /** Page index from 0; without it all orders */
      page?: number | undefined
      /** Orders per page, 1 to 100; 50 when nothing is said */
      size?: number | undefined
      /** Instead of `page`: orders behind the one with this _id, the last of the page before, in the order of the list. Nothing is left out when rows leave the list between two pages. `Link` of the answer has the next page */
      after?: string | undefined
      /** Only orders of this state. Cancelled ones are found by it, or by `q` */
      state?: 'unpaid' | 'paid' | 'shipped' | 'refunded' | 'cancelled' | undefined
      /** The pages start at the newest order */
      newestFirst?: boolean | undefined
      /** The pages start at the order that is due first: by `shipBy`, or `wishedOn` where that is later; without `q` and `changedSince` */
      dueFirst?: boolean | undefined
      /** Only orders, cancelled ones too, to which something happened at this time or later, in the order of the first event since then, each once; without other filters. Ask with an overlap of a minute */
      changedSince?: string | undefined
      customer?: string | undefined
      /** Only orders with this text: the beginning of the order's number, reference, transaction id or tracking number, or a part of the part's name or number, or of the buyer's name or email */
      q?: string | undefined
      /** Only orders placed at this time or later */
      from?: string | undefined
      /** Only orders placed before this time */
      to?: string | undefined
      /** Of pages: only orders, cancelled ones too, with `messages` of their buyer that the shop has not read, with a `failed-refund`, one that a bank sent back in the last 90 days, with an open `dispute` of their payment, whose `invoice` waits for data of the seller, with a `promise` that may be kept later than it was told, or whose buyer wants another day (`move`) */
      attention?: 'messages' | 'failed-refund' | 'dispute' | 'invoice' | 'promise' | 'move' | undefined
    }, options?: CallOptions): Promise<Order[]>
    /** Number of all orders. Scope: shipping. */
    count(options?: CallOptions): Promise<{
      count: number
    }>
    /** Number of orders in each state, of all customers or of one, of all times or of one. Scope: shipping. */
    countByState(query?: {
      customer?: string | undefined
      /** Only orders with this text: the beginning of the order's number, reference, transaction id or tracking number, or a part of the part's name or number, or of the buyer's name or email */
      q?: string | undefined
      /** Only orders placed at this time or later */
      from?: string | undefined
      /** Only orders placed before this time */
      to?: string | undefined
      /** Of pages: only orders, cancelled ones too, with `messages` of their buyer that the shop has not read, with a `failed-refund`, one that a bank sent back in the last 90 days, with an open `dispute` of their payment, whose `invoice` waits for data of the seller, with a `promise` that may be kept later than it was told, or whose buyer wants another day (`move`) */
      attention?: 'messages' | 'failed-refund' | 'dispute' | 'invoice' | 'promise' | 'move' | undefined
    }, options?: CallOptions): Promise<{
      unpaid: number
      paid: number
      shipped: number
      refunded: number
      cancelled: number
      /** The text names more than 100 parts, buyers or tracking numbers: only orders of 100 of them are found */
      incomplete?: boolean
    }>
    /** Number of a customer's orders in each state. Scope: orders:read. */
    countOwnByState(query: {
      customer: string
      /** Only orders with this text: the beginning of the order's number, reference, transaction id or tracking number, or a part of the part's name or number, or of the buyer's name or email */
      q?: string | undefined
      /** Only orders placed at this time or later */
      from?: string | undefined
      /** Only orders placed before this time */
      to?: string | undefined
    }, options?: CallOptions): Promise<{
      unpaid: number
      paid: number
      shipped: number
      refunded: number
      cancelled: number
      /** The text names more than 100 parts, buyers or tracking numbers: only orders of 100 of them are found */
      incomplete?: boolean
    }>
    /** One order; a cancelled one only where it is asked for. Scope: orders:read or shipping. */
    one(id: string, query?: {
      /** Answer with the order also if it is cancelled */
      cancelled?: boolean | undefined
    }, options?: CallOptions): Promise<OrderInFull>
    /** Ship a paid order; one that is disputed or partly refunded only with `despite`. Scope: shipping. */
    ship(id: string, body?: {
      despite?: ('dispute' | 'refund')[] | undefined
    } | null, options?: CallOptions): Promise<{
      modifiedCount: number
      /** Why a paid order was not shipped: a dispute or a refund of a part, which `despite` passes over, or it is refunded */
      heldBackBy?: ('dispute' | 'refund' | 'refunded')[]
    }>
    /** Cancel an unpaid order; its pieces go back into stock. Scope: orders:write. */
    cancel(id: string, options?: CallOptions): Promise<{
      deletedCount: number
    }>
    /** Reduce an unpaid order at the price that was agreed; an open payment ends, and the other pieces go back into stock. Scope: orders:write. */
    reduce(id: string, body: FewerPieces, options?: CallOptions): Promise<Order>
    /** What orders cost then and cost now; nothing is saved. Save the lines as a quote to order them again. Scope: orders:read. */
    reorder(body: {
      orders: string[]
    }, options?: CallOptions): Promise<Reorder>
  }
  papers: {
    /** Invoices and credit notes that the filter finds, the newest first. Scope: invoices. */
    all(query?: {
      /** Part of a number or of the name of a buyer, or the number of an order */
      q?: string | undefined
      kind?: 'invoice' | 'credit_note' | undefined
      from?: string | undefined
      /** This day included */
      to?: string | undefined
      /** Page index from 0 */
      page?: number | undefined
      /** Papers per page, 1 to 100; 20 when nothing is said */
      size?: number | undefined
      /** Instead of `page`: papers behind the one with this _id, the last of the page before, in the order of the list. Nothing is left out when rows leave the list between two pages. `Link` of the answer has the next page */
      after?: string | undefined
    }, options?: CallOptions): Promise<AllPapers>
    /** The documents of all papers that the filter finds, at most 5000, as one ZIP. Scope: invoices. */
    zip(query: {
      /** Part of a number or of the name of a buyer, or the number of an order */
      q?: string | undefined
      kind?: 'invoice' | 'credit_note' | undefined
      from?: string | undefined
      /** This day included */
      to?: string | undefined
      /** Only these papers, at most 100, separated by commas */
      ids?: string | undefined
      format: 'pdf' | 'cii' | 'ubl'
    }, options?: CallOptions): Promise<Response>
    /** The caller's own invoices and credit notes, the newest first. Scope: papers:read. */
    mine(query?: {
      /** Page index from 0 */
      page?: number | undefined
      /** Papers per page, 1 to 100; 20 when nothing is said */
      size?: number | undefined
      /** Instead of `page`: papers behind the one with this _id, the last of the page before, in the order of the list. Nothing is left out when rows leave the list between two pages. `Link` of the answer has the next page */
      after?: string | undefined
    }, options?: CallOptions): Promise<Papers>
    /** Invoice and credit notes of the payment of an order, the oldest first. Scope: papers:read or invoices. */
    ofOrder(id: string, options?: CallOptions): Promise<Paper[]>
    /** An invoice or a credit note as a file: a PDF with the electronic invoice inside, or the electronic invoice. Scope: papers:read or invoices. */
    document(id: string, format: 'pdf' | 'cii' | 'ubl', options?: CallOptions): Promise<Response>
  }
  parcels: {
    /** The parcels of an order, oldest first. Scope: orders:read or shipping. */
    ofOrder(id: string, options?: CallOptions): Promise<{
      parcels: Parcel[]
    }>
    /** Send pieces of a paid order; with the last ones it is shipped. Scope: shipping. */
    send(id: string, body: ParcelToSend, options?: CallOptions): Promise<{
      parcel: Parcel
      shipped: boolean
      /** Pieces in no parcel yet */
      left: number
    }>
    /** Correct carrier and number of a parcel; refused when they are no longer those in `seen`. Scope: shipping. */
    correct(id: string, body: {
      carrier: 'dhl' | 'ups' | 'fedex' | 'dpd' | 'gls' | 'hermes' | 'usps' | 'tnt' | 'sf' | 'other' | null
      trackingNumber: string | null
      seen: {
        carrier: 'dhl' | 'ups' | 'fedex' | 'dpd' | 'gls' | 'hermes' | 'usps' | 'tnt' | 'sf' | 'other' | null
        trackingNumber: string | null
      }
    }, options?: CallOptions): Promise<{
      parcel: Parcel
    }>
    /** Mark a parcel as delivered; a second time changes nothing. With its last parcel the order is delivered. Scope: shipping. */
    deliver(id: string, options?: CallOptions): Promise<{
      parcel: Parcel
      orderDelivered: boolean
    }>
    /** What a tracking link of a mail shows, for 60 days. Public. */
    track(token: string, options?: CallOptions): Promise<Tracking>
  }
  partDesk: {
    /** One page of the catalogue as the desk lists it: searched, filtered, sorted. Scope: stock or prices or parts. */
    list(query?: {
      /** Part number or name */
      q?: string | undefined
      /** Only parts that are sold out, have fewer pieces than can be ordered, fewer than their reorder level, or no weight in their facts */
      show?: 'soldOut' | 'belowMinimum' | 'low' | 'noWeight' | undefined
      /** Key of a category, or several, as in boards;cables: parts of one at least, and of those below it; at most 12 */
      category?: string | undefined
      /** Keys and values of attributes, as in panel-size:55;panel-size:65;voltage:24: one value at least of each attribute; at most 12 */
      has?: string | undefined
      /** Newest first where nothing is said, for a text the best fit first; `after` goes with the newest first */
      sort?: 'newest' | 'name' | '-name' | 'available' | '-available' | 'partNumber' | '-partNumber' | 'price' | '-price' | undefined
      /** Page index from 0 */
      page?: number | undefined
      /** Parts per page, 1 to 100; 50 when nothing is said */
      size?: number | undefined
      /** Instead of `page`: parts behind the one with this _id, the last of the page before, in the order of the list. Nothing is left out when rows leave the list between two pages. `Link` of the answer has the next page */
      after?: string | undefined
    }, options?: CallOptions): Promise<ManagedParts>
    /** What parts cost that fit a filter, at most 10000: what a change of many prices needs. Scope: prices. */
    prices(query?: {
      /** Part number or name */
      q?: string | undefined
      /** Only parts that are sold out, have fewer pieces than can be ordered, fewer than their reorder level, or no weight in their facts */
      show?: 'soldOut' | 'belowMinimum' | 'low' | 'noWeight' | undefined
      /** Key of a category, or several, as in boards;cables: parts of one at least, and of those below it; at most 12 */
      category?: string | undefined
      /** Keys and values of attributes, as in panel-size:55;panel-size:65;voltage:24: one value at least of each attribute; at most 12 */
      has?: string | undefined
    }, options?: CallOptions): Promise<PricedPart[]>
    /** The parts on sale whose numbers are among these; case, dashes and spaces are ignored. Scope: stock or parts. */
    named(body: {
      numbers: string[]
    }, options?: CallOptions): Promise<{
      /** As it was asked */
      number: string
      part: PartName
    }[]>
    /** A part, also a removed one, with the history of its fields. Scope: stock or prices or parts. */
    one(id: string, options?: CallOptions): Promise<ManagedPart>
    /** Change a part's name, description or picture; orders and saved quotes keep theirs. Scope: parts. */
    changeDetails(id: string, body: PartDetails, options?: CallOptions): Promise<{
      modifiedCount: number
      part: Part
    }>
    /** Change a part's stock with a reason: add pieces, or set what was counted. Scope: stock. */
    moveStock(id: string, body: StockChange, options?: CallOptions): Promise<{
      modifiedCount: number
      available: number
    }>
    /** One page of the moves of a part's stock: when, who, why, of which order, and the stock after each. Scope: stock. */
    ledger(id: string, query?: {
      /** Page index from 0 */
      page?: number | undefined
      /** Moves per page, 1 to 100; 50 when nothing is said */
      size?: number | undefined
    }, options?: CallOptions): Promise<StockLedger>
    /** One page of the moves of the stock of all parts, the newest first, with the stock after each. Scope: stock. */
    moves(query?: {
      /** Only moves booked at this time or later */
      from?: string | undefined
      /** Only moves booked before this time */
      to?: string | undefined
      /** Page index from 0 */
      page?: number | undefined
      /** Moves per page, 1 to 100; 50 when nothing is said */
      size?: number | undefined
    }, options?: CallOptions): Promise<AllStockMoves>
    /** One page of the removed parts, searched by number or name. Scope: parts. */
    removed(query?: {
      q?: string | undefined
      /** The newest part first, as `after` needs it; the last removed first where nothing is said */
      sort?: 'newest' | undefined
      /** Page index from 0 */
      page?: number | undefined
      /** Parts per page, 1 to 100; 50 when nothing is said */
      size?: number | undefined
      /** Instead of `page`: parts behind the one with this _id, the last of the page before, in the order of the list. Nothing is left out when rows leave the list between two pages. `Link` of the answer has the next page */
      after?: string | undefined
    }, options?: CallOptions): Promise<RemovedParts>
    /** Put a removed part back into the catalogue; modifiedCount 0 when it is there. Scope: parts. */
    bringBack(id: string, options?: CallOptions): Promise<{
      modifiedCount: number
    }>
  }
  partFacets: {
    /** How many parts of a search are in each category and have each value; of a text, the first 1000 parts count. Public. */
    count(query?: {
      /** Part number or name */
      q?: string | undefined
      /** Only parts with a minimum order in stock */
      inStock?: boolean | undefined
      minPrice?: number | undefined
      maxPrice?: number | undefined
      /** Key of a category, or several, as in boards;cables: parts of one at least, and of those below it; at most 12 */
      category?: string | undefined
      /** Keys and values of attributes, as in panel-size:55;panel-size:65;voltage:24: one value at least of each attribute; at most 12 */
      has?: string | undefined
    }, options?: CallOptions): Promise<PartFacets>
  }
  partFacts: {
    /** Category, attributes, weight, origin and customs code of a part on sale. Any API key. */
    one(id: string, options?: CallOptions): Promise<PartFacts>
    /** Change the facts of a part; what was not touched keeps what it has by now. Scope: parts. */
    change(id: string, body: {
      category: string | null
      weight: number | null
      origin: string | null
      customsCode: string | null
      minimumOrder?: number | null | undefined
      orderStep?: number | null | undefined
      madeMonthly?: number | null | undefined
      packName?: string | null | undefined
      packPieces?: number | null | undefined
      samplePieces?: number | null | undefined
      samplePrice?: number | null | undefined
      smallPrices?: {
        /** Pieces */
        from: number
        /** US dollars, at most four decimal places */
        price: number
      }[] | null | undefined
      /** Values by the keys of attributes; an empty one takes it from the part */
      attributes: Record<string, string>
      seen: {
        category: string | null
        weight: number | null
        origin: string | null
        customsCode: string | null
        minimumOrder?: number | null | undefined
        orderStep?: number | null | undefined
        madeMonthly?: number | null | undefined
        packName?: string | null | undefined
        packPieces?: number | null | undefined
        samplePieces?: number | null | undefined
        samplePrice?: number | null | undefined
        smallPrices?: {
          /** Pieces */
          from: number
          /** US dollars, at most four decimal places */
          price: number
        }[] | null | undefined
        /** Values by the keys of attributes; an empty one takes it from the part */
        attributes: Record<string, string>
      }
      /** The admin says that fewer than 1000 pieces may be ordered; without it a lower minimum is refused */
      belowUsual?: boolean | undefined
    }, options?: CallOptions): Promise<{
      modifiedCount: number
      facts: PartFacts
    }>
  }
  partFeed: {
    /** Add up to 1000 parts or change them, found by their numbers; each by itself, as many answers as parts. Prices of parts that exist need the scope or permission `prices`, all else `parts`. Scope: parts or prices. */
    feed(body: PartFeed, options?: CallOptions): Promise<{
      importId: string | null
      /** In the order in which they were sent */
      parts: FedPartAnswer[]
    }>
  }
  partPromise: {
    /** When so many pieces of a part on sale leave: from stock, from what is expected and from what is made; nothing is set aside. Any API key. */
    ofPart(id: string, query: {
      pieces: number
    }, options?: CallOptions): Promise<PromiseOfPart>
  }
  parts: {
    /** All parts, oldest first. Public. */
    all(options?: CallOptions): Promise<ListedPart[]>
    /** One page of parts; page counts from 0, both figures are clamped into their bounds. Public. */
    page(query?: {
      /** Page index from 0 */
      page?: number | undefined
      /** Parts per page, 1 to 100 */
      size?: number | undefined
    }, options?: CallOptions): Promise<Part[]>
    /** Number of parts. Public. */
    count(options?: CallOptions): Promise<{
      count: number
    }>
    /** One part. Any API key. */
    one(id: string, options?: CallOptions): Promise<Part>
    /** Add a part whose picture was uploaded before. Scope: parts. */
    add(body: NewPart, options?: CallOptions): Promise<{
      insertedId: string
    }>
    /** Parts by number or name, whatever the case, dashes and spaces, also with a slip of the hand; filtered, sorted, one page. Public. */
    search(query?: {
      /** Part number or name */
      q?: string | undefined
      /** Only parts with a minimum order in stock */
      inStock?: boolean | undefined
      minPrice?: number | undefined
      maxPrice?: number | undefined
      /** Key of a category, or several, as in boards;cables: parts of one at least, and of those below it; at most 12 */
      category?: string | undefined
      /** Keys and values of attributes, as in panel-size:55;panel-size:65;voltage:24: one value at least of each attribute; at most 12 */
      has?: string | undefined
      /** Best fit first where nothing is said and something is searched for, else oldest first */
      sort?: 'oldest' | 'price' | '-price' | 'name' | 'available' | undefined
      /** Page index from 0 */
      page?: number | undefined
      /** Parts per page, 1 to 100 */
      size?: number | undefined
    }, options?: CallOptions): Promise<{
      /** Parts that fit, at most 1000 counted */
      count: number
      parts: Part[]
    }>
    /** Price, ladder and stock of up to 500 parts by number, also former ones or the caller's own. Any API key. */
    byNumber(body: {
      numbers: string[]
    }, options?: CallOptions): Promise<{
      /** As it was asked */
      number: string
      part: PartByNumber | null
    }[]>
    /** The 8 parts that come nearest to what is typed. Public. */
    suggest(query: {
      q: string
    }, options?: CallOptions): Promise<{
      _id: string
      partNumber: string
      name: string
      /** Address of the picture */
      img: string
      /** US dollars */
      price: number
      available: number
    }[]>
    /** Change a part's price, ladder, number or lead time; orders, holds and saved quotes keep theirs. Scope: prices. */
    changeOffer(id: string, body: PartOffer, options?: CallOptions): Promise<{
      modifiedCount: number
      part: Part
    }>
    /** Take a part out of the catalogue; its orders stay as they are. Scope: parts. */
    remove(id: string, options?: CallOptions): Promise<{
      deletedCount: number
    }>
  }
  payments: {
    /** Which card processor takes the payments. Public. */
    setup(options?: CallOptions): Promise<PaymentSetup>
  }
  priceChanges: {
    /** Change prices and ladders of many parts by a percentage, all or none; orders, holds and saved quotes keep theirs. Scope: prices. */
    make(body: PriceChange, options?: CallOptions): Promise<{
      _id: string
      modifiedCount: number
    }>
    /** The last 50 of these changes, the newest first. Scope: prices. */
    all(options?: CallOptions): Promise<MadePriceChange[]>
    /** Give all parts of a change the prices that they had; 409 PRICES_CHANGED names those that have another price since. Scope: prices. */
    undo(id: string, options?: CallOptions): Promise<{
      modifiedCount: number
    }>
  }
  punchout: {
    /** Exchange the secret of a start page, once, for the token of a session of at most 8 hours. Public. */
    open(body: {
      secret: string
    }, options?: CallOptions): Promise<{
      token: string
      kind: 'cxml' | 'oci'
      operation: 'create' | 'edit' | 'inspect'
      expiresAt: string
      /** What the procurement system looks for; may be empty */
      search: string
      lines: PunchoutLine[]
      /** Only by cXML in a shop with freight methods: the purchase order has to contain the freight */
      freight?: boolean
    }>
    /** Keep the cart as a quote of the connection's account, whose prices hold for 30 days, and answer what the browser posts to the procurement system. Public. */
    return(body: {
      token: string
      lines: QuoteRequestLine[]
      /** Total in dollars as the buyer saw it */
      total?: number | undefined
    }, options?: CallOptions): Promise<PunchoutReturn>
  }
  quotes: {
    /** Find and price lines, also by the caller's own numbers; nothing is saved. Scope: quotes:read or quotes:write. */
    price(body: {
      lines: QuoteRequestLine[]
    }, options?: CallOptions): Promise<PricedLines>
    /** Price lines and keep them as a quote whose prices hold for 30 days. Scope: quotes:write. */
    save(body: NewQuote, options?: CallOptions): Promise<Quote>
    /** The caller's quotes, newest first, one page of them. Scope: quotes:read. */
    mine(query?: {
      /** Page index from 0 */
      page?: number | undefined
      /** Quotes per page, 1 to 100; 50 when nothing is said */
      size?: number | undefined
      /** Instead of `page`: quotes behind the one with this _id, the last of the page before, in the order of the list. Nothing is left out when rows leave the list between two pages. `Link` of the answer has the next page */
      after?: string | undefined
    }, options?: CallOptions): Promise<{
      count: number
      quotes: QuoteSummary[]
    }>
    /** One of the caller's quotes, in its newest or another version. Scope: quotes:read. */
    one(id: string, query?: {
      /** The newest where nothing is said */
      version?: number | undefined
    }, options?: CallOptions): Promise<Quote>
    /** Rename a quote, note something, or give it other lines as a new version. Scope: quotes:write. */
    change(id: string, body: QuoteChange, options?: CallOptions): Promise<Quote>
    /** The same lines again at today's prices, as a new version that holds for 30 days. Scope: quotes:write. */
    requote(id: string, body: {
      version: number
    }, options?: CallOptions): Promise<Quote>
    /** Delete a quote; orders made of it stay as they are. Scope: quotes:write. */
    remove(id: string, options?: CallOptions): Promise<{
      deletedCount: number
    }>
    /** A quote as a file to print or to work with: PDF, CSV or XLSX. Scope: quotes:read. */
    document(id: string, query: {
      /** The newest where nothing is said */
      version?: number | undefined
      format: 'pdf' | 'csv' | 'xlsx'
    }, options?: CallOptions): Promise<Response>
    /** Make a private link to a quote; an earlier one ends, and the owner is told by mail. Scope: quotes:write. */
    share(id: string, options?: CallOptions): Promise<{
      secret: string
      url: string
    }>
    /** End the private link of a quote. Scope: quotes:write. */
    unshare(id: string, options?: CallOptions): Promise<{
      deletedCount: number
    }>
    /** The quote that a private link leads to, in its newest version; nothing of its owner but the name given to it. Public. */
    shared(secret: string, options?: CallOptions): Promise<Quote>
    /** The same as a file. Public. */
    sharedDocument(secret: string, query: {
      format: 'pdf' | 'csv' | 'xlsx'
    }, options?: CallOptions): Promise<Response>
    /** Order a whole quote at its prices: an order for each line, all or none, paid together; repeating it answers with the same group. Scope: orders:write. */
    order(id: string, body: QuoteOrder, options?: CallOptions): Promise<OrderGroup>
    /** Orders that were placed together, for their buyer and for the shop. Scope: orders:read or shipping. */
    group(id: string, options?: CallOptions): Promise<OrderGroup>
  }
  refunds: {
    /** Refunds and disputes of the payment of an order, and what can still be refunded. Scope: orders:read. */
    ofOrder(id: string, options?: CallOptions): Promise<OrderRefunds>
  }
  returns: {
    /** The returns of an order, oldest first. Scope: orders:read. */
    ofOrder(id: string, options?: CallOptions): Promise<{
      returns: Return[]
      /** Pieces that can still be returned */
      returnable: number
    }>
    /** Upload a picture for a return of one's own order: multipart, one file in the field `image`. Scope: returns:write. */
    uploadPicture(id: string, image: Blob, options?: CallOptions): Promise<{
      success: boolean
      data: {
        url: string
      }
    }>
    /** Ask to return pieces of one's own order that were sent, with pictures that were uploaded for it. Scope: returns:write. */
    ask(id: string, body: ReturnToAsk, options?: CallOptions): Promise<Return>
    /** Withdraw one's own return before it has arrived. Scope: returns:write. */
    withdraw(id: string, options?: CallOptions): Promise<Return>
  }
  reviews: {
    /** The newest 500 reviews, oldest first; with a page, that page of all, newest first. Public. */
    all(query?: {
      /** Page index from 0 */
      page?: number | undefined
      /** Reviews per page, 1 to 100; 50 when nothing is said */
      size?: number | undefined
    }, options?: CallOptions): Promise<Review[]>
    /** Number of reviews. Public. */
    count(options?: CallOptions): Promise<{
      count: number
    }>
  }
  samples: {
    /** Samples of a part that are left to the caller, and the price of a piece. Scope: quotes:read. */
    ofPart(id: string, options?: CallOptions): Promise<Samples>
    /** Make a quote of samples, fewer pieces than the minimum order, to be ordered as any other. Scope: quotes:write. */
    ask(id: string, body: {
      quantity: number
    }, options?: CallOptions): Promise<{
      quoteId: string
      number: string
    }>
  }
  shippingPapers: {
    /** Packing slips of orders as one PDF, without prices, with a barcode of the number. Scope: shipping. */
    slips(body: {
      orders: string[]
      /** A4 when nothing is said */
      paper?: 'a4' | 'letter' | undefined
    }, options?: CallOptions): Promise<Response>
    /** Address labels of orders as one PDF, 4 x 6 inches. Scope: shipping. */
    labels(body: {
      orders: string[]
    }, options?: CallOptions): Promise<Response>
  }
  shopSettings: {
    /** Terms, privacy notice, imprint, and delivery and returns of the owner. Public. */
    legal(options?: CallOptions): Promise<LegalTexts>
  }
  stages: {
    /** What setting these stages would do; nothing is changed. Scope: shipping or stock. */
    compare(body: StagesToSet, options?: CallOptions): Promise<{
      lines: StageAnswer[]
    }>
    /** Say how far the shop is with what it makes for up to 1000 orders; each line by itself, as many answers as lines. Scope: shipping or stock. */
    set(body: StagesToSet, options?: CallOptions): Promise<{
      lines: StageAnswer[]
    }>
  }
  stockFeed: {
    /** Add to the stock of up to 1000 parts, or set it to what was counted at a time; each line by itself, as many answers as lines. Scope: stock. */
    feed(body: StockFeed, options?: CallOptions): Promise<{
      lines: FedLineAnswer[]
    }>
  }
  stockFiles: {
    /** All moves of a part's stock, the oldest first, as CSV. Scope: stock. */
    ofPart(id: string, options?: CallOptions): Promise<Response>
    /** The moves of the stock of all parts, the oldest first, as CSV. Scope: stock. */
    all(query?: {
      /** Only moves booked at this time or later */
      from?: string | undefined
      /** Only moves booked before this time */
      to?: string | undefined
    }, options?: CallOptions): Promise<Response>
  }
  stockSheets: {
    /** Compare the lines of a delivery note or a count with the catalogue; nothing is changed. Scope: stock. */
    compare(body: {
      /** `add` the pieces of a delivery; `set` stocks to what was counted */
      change: 'add' | 'set'
      lines: {
        text: string
        pieces: number
      }[]
    }, options?: CallOptions): Promise<SheetLine[]>
    /** Book a delivery note or a count, all of its lines or none. Scope: stock. */
    book(body: StockSheet, options?: CallOptions): Promise<{
      /** Parts whose stock has changed */
      modifiedCount: number
    }>
  }
  transfers: {
    /** How an order of the caller, or its group, can be paid: by card, by bank transfer, on account. Scope: payments:write. */
    ways(id: string, options?: CallOptions): Promise<PaymentWays>
    /** Pay by bank transfer: the pieces are held longer, and the answer has account and reference; asking again changes nothing. Scope: payments:write. */
    choose(id: string, options?: CallOptions): Promise<PaymentWays>
    /** The pro-forma invoice of a transfer, as PDF. Scope: papers:read. */
    proForma(id: string, options?: CallOptions): Promise<Response>
    /** Take an order of the caller, or its group, on account: it is cleared to ship and paid later. Scope: payments:write. */
    onAccount(id: string, body: {
      /** What the buyer saw to be due, in dollars */
      due: number
    }, options?: CallOptions): Promise<{
      /** 0 when it was taken before */
      modifiedCount: number
      order: OrderInFull
    }>
  }
}

export const callsOf = (send: Send): Calls => ({
  addresses: {
    mine: (options) => send({ method: 'GET', path: '/addresses' }, options),
    add: (body, options) => send({ method: 'POST', path: '/addresses', body, once: true }, options),
    change: (id, body, options) => send({ method: 'PUT', path: `/addresses/${at(id)}`, body }, options),
    remove: (id, options) => send({ method: 'DELETE', path: `/addresses/${at(id)}` }, options),
    ofOrder: (id, body, options) => send({ method: 'PUT', path: `/order/${at(id)}/address`, body }, options),
    reference: (id, body, options) => send({ method: 'PUT', path: `/order/${at(id)}/reference`, body }, options),
  },
  categories: {
    all: (options) => send({ method: 'GET', path: '/partKinds' }, options),
  },
  changes: {
    orders: (query, options) => send({ method: 'GET', path: '/changed-orders', query }, options),
    quotes: (query, options) => send({ method: 'GET', path: '/changed-quotes', query }, options),
    papers: (query, options) => send({ method: 'GET', path: '/changed-papers', query }, options),
  },
  contact: {
    send: (body, options) => send({ method: 'POST', path: '/contact', body }, options),
  },
  customerPartNumbers: {
    mine: (options) => send({ method: 'GET', path: '/customer-part-numbers' }, options),
    change: (body, options) => send({ method: 'PUT', path: '/customer-part-numbers', body }, options),
  },
  expectedGoods: {
    ofPart: (id, options) => send({ method: 'GET', path: `/parts/${at(id)}/expected` }, options),
    expect: (id, body, options) => send({ method: 'POST', path: `/parts/${at(id)}/expected`, body, once: true }, options),
    change: (id, body, options) => send({ method: 'PUT', path: `/expected-goods/${at(id)}`, body }, options),
    remove: (id, options) => send({ method: 'DELETE', path: `/expected-goods/${at(id)}` }, options),
    arrive: (id, body, options) => send({ method: 'POST', path: `/expected-goods/${at(id)}/arrived`, body }, options),
  },
  exportPapers: {
    check: (body, options) => send({ method: 'POST', path: '/export-papers/check', body, mayRepeat: true }, options),
    invoice: (body, options) => send({ method: 'POST', path: '/export-papers/commercial-invoice', body, mayRepeat: true, file: true }, options),
    packingList: (body, options) => send({ method: 'POST', path: '/export-papers/packing-list', body, mayRepeat: true, file: true }, options),
  },
  images: {
    upload: (image, options) => send({ method: 'POST', path: '/images', upload: { image } }, options),
  },
  lists: {
    read: (bytes, query, options) => send({ method: 'POST', path: '/quotes/read', bytes, query, mayRepeat: true }, options),
  },
  lowStock: {
    set: (id, body, options) => send({ method: 'PUT', path: `/parts/${at(id)}/low-stock`, body }, options),
  },
  me: {
    me: (options) => send({ method: 'GET', path: '/me' }, options),
  },
  methods: {
    choices: (body, options) => send({ method: 'POST', path: '/freight/choices', body, mayRepeat: true }, options),
  },
  moves: {
    ofOrder: (id, options) => send({ method: 'GET', path: `/order/${at(id)}/moves` }, options),
    ask: (id, body, options) => send({ method: 'POST', path: `/order/${at(id)}/moves`, body }, options),
    answer: (id, body, options) => send({ method: 'PUT', path: `/order/${at(id)}/moves`, body }, options),
  },
  offers: {
    request: (id, body, options) => send({ method: 'POST', path: `/quotes/${at(id)}/request`, body }, options),
    decline: (id, body, options) => send({ method: 'POST', path: `/quotes/${at(id)}/decline`, body }, options),
  },
  orderCard: {
    ofOrder: (id, options) => send({ method: 'GET', path: `/order/${at(id)}/card` }, options),
  },
  orderEvents: {
    ofOrder: (id, options) => send({ method: 'GET', path: `/order/${at(id)}/events` }, options),
    stream: (query, options) => send({ method: 'GET', path: '/order-changes', query, file: true }, options),
  },
  orderFiles: {
    ofCustomer: (query, options) => send({ method: 'GET', path: '/orderFile', query, file: true }, options),
  },
  orderMessages: {
    ofOrder: (id, options) => send({ method: 'GET', path: `/order/${at(id)}/messages` }, options),
    send: (id, body, options) => send({ method: 'POST', path: `/order/${at(id)}/messages`, body, once: true }, options),
    markRead: (id, options) => send({ method: 'PUT', path: `/order/${at(id)}/messages/read` }, options),
    unread: (options) => send({ method: 'GET', path: '/order-messages/unread' }, options),
  },
  orders: {
    ofCustomer: (query, options) => send({ method: 'GET', path: '/order', query }, options),
    all: (query, options) => send({ method: 'GET', path: '/allOrder', query }, options),
    count: (options) => send({ method: 'GET', path: '/allOrderCount' }, options),
    countByState: (query, options) => send({ method: 'GET', path: '/allOrderStates', query }, options),
    countOwnByState: (query, options) => send({ method: 'GET', path: '/orderStates', query }, options),
    one: (id, query, options) => send({ method: 'GET', path: `/order/${at(id)}`, query }, options),
    ship: (id, body, options) => send({ method: 'PUT', path: `/orderShipped/${at(id)}`, body }, options),
    cancel: (id, options) => send({ method: 'DELETE', path: `/order/${at(id)}` }, options),
    reduce: (id, body, options) => send({ method: 'PUT', path: `/order/${at(id)}/pieces`, body }, options),
    reorder: (body, options) => send({ method: 'POST', path: '/orders/reorder', body, mayRepeat: true }, options),
  },
  papers: {
    all: (query, options) => send({ method: 'GET', path: '/allPapers', query }, options),
    zip: (query, options) => send({ method: 'GET', path: '/paperZip', query, file: true }, options),
    mine: (query, options) => send({ method: 'GET', path: '/papers', query }, options),
    ofOrder: (id, options) => send({ method: 'GET', path: `/order/${at(id)}/papers` }, options),
    document: (id, format, options) => send({ method: 'GET', path: `/papers/${at(id)}/${at(format)}`, file: true }, options),
  },
  parcels: {
    ofOrder: (id, options) => send({ method: 'GET', path: `/order/${at(id)}/parcels` }, options),
    send: (id, body, options) => send({ method: 'POST', path: `/order/${at(id)}/parcels`, body, once: true }, options),
    correct: (id, body, options) => send({ method: 'PUT', path: `/parcels/${at(id)}`, body }, options),
    deliver: (id, options) => send({ method: 'PUT', path: `/parcels/${at(id)}/delivered` }, options),
    track: (token, options) => send({ method: 'GET', path: `/track/${at(token)}` }, options),
  },
  partDesk: {
    list: (query, options) => send({ method: 'GET', path: '/parts', query }, options),
    prices: (query, options) => send({ method: 'GET', path: '/part-prices', query }, options),
    named: (body, options) => send({ method: 'POST', path: '/parts/named', body, mayRepeat: true }, options),
    one: (id, options) => send({ method: 'GET', path: `/parts/${at(id)}/desk` }, options),
    changeDetails: (id, body, options) => send({ method: 'PUT', path: `/parts/${at(id)}/details`, body }, options),
    moveStock: (id, body, options) => send({ method: 'POST', path: `/parts/${at(id)}/stock`, body, once: true }, options),
    ledger: (id, query, options) => send({ method: 'GET', path: `/parts/${at(id)}/stock`, query }, options),
    moves: (query, options) => send({ method: 'GET', path: '/stock-moves', query }, options),
    removed: (query, options) => send({ method: 'GET', path: '/removed-parts', query }, options),
    bringBack: (id, options) => send({ method: 'POST', path: `/parts/${at(id)}/bring-back` }, options),
  },
  partFacets: {
    count: (query, options) => send({ method: 'GET', path: '/partFacets', query }, options),
  },
  partFacts: {
    one: (id, options) => send({ method: 'GET', path: `/parts/${at(id)}/facts` }, options),
    change: (id, body, options) => send({ method: 'PUT', path: `/parts/${at(id)}/facts`, body }, options),
  },
  partFeed: {
    feed: (body, options) => send({ method: 'PUT', path: '/parts', body }, options),
  },
  partPromise: {
    ofPart: (id, query, options) => send({ method: 'GET', path: `/parts/${at(id)}/promise`, query }, options),
  },
  parts: {
    all: (options) => send({ method: 'GET', path: '/allParts' }, options),
    page: (query, options) => send({ method: 'GET', path: '/pagesParts', query }, options),
    count: (options) => send({ method: 'GET', path: '/allPartsCount' }, options),
    one: (id, options) => send({ method: 'GET', path: `/inventory/${at(id)}` }, options),
    add: (body, options) => send({ method: 'POST', path: '/parts', body, once: true }, options),
    search: (query, options) => send({ method: 'GET', path: '/searchParts', query }, options),
    byNumber: (body, options) => send({ method: 'POST', path: '/parts/by-number', body, mayRepeat: true }, options),
    suggest: (query, options) => send({ method: 'GET', path: '/suggestParts', query }, options),
    changeOffer: (id, body, options) => send({ method: 'PUT', path: `/parts/${at(id)}`, body }, options),
    remove: (id, options) => send({ method: 'DELETE', path: `/parts/${at(id)}` }, options),
  },
  payments: {
    setup: (options) => send({ method: 'GET', path: '/payment-setup' }, options),
  },
  priceChanges: {
    make: (body, options) => send({ method: 'POST', path: '/price-changes', body, once: true }, options),
    all: (options) => send({ method: 'GET', path: '/price-changes' }, options),
    undo: (id, options) => send({ method: 'POST', path: `/price-changes/${at(id)}/undo` }, options),
  },
  punchout: {
    open: (body, options) => send({ method: 'POST', path: '/punchout/sessions', body }, options),
    return: (body, options) => send({ method: 'POST', path: '/punchout/return', body }, options),
  },
  quotes: {
    price: (body, options) => send({ method: 'POST', path: '/quotes/price', body, mayRepeat: true }, options),
    save: (body, options) => send({ method: 'POST', path: '/quotes', body, once: true }, options),
    mine: (query, options) => send({ method: 'GET', path: '/quotes', query }, options),
    one: (id, query, options) => send({ method: 'GET', path: `/quotes/${at(id)}`, query }, options),
    change: (id, body, options) => send({ method: 'PUT', path: `/quotes/${at(id)}`, body, once: true }, options),
    requote: (id, body, options) => send({ method: 'POST', path: `/quotes/${at(id)}/requote`, body, once: true }, options),
    remove: (id, options) => send({ method: 'DELETE', path: `/quotes/${at(id)}` }, options),
    document: (id, query, options) => send({ method: 'GET', path: `/quotes/${at(id)}/document`, query, file: true }, options),
    share: (id, options) => send({ method: 'POST', path: `/quotes/${at(id)}/link` }, options),
    unshare: (id, options) => send({ method: 'DELETE', path: `/quotes/${at(id)}/link` }, options),
    shared: (secret, options) => send({ method: 'GET', path: `/shared-quotes/${at(secret)}` }, options),
    sharedDocument: (secret, query, options) => send({ method: 'GET', path: `/shared-quotes/${at(secret)}/document`, query, file: true }, options),
    order: (id, body, options) => send({ method: 'POST', path: `/quotes/${at(id)}/order`, body, mayRepeat: true }, options),
    group: (id, options) => send({ method: 'GET', path: `/order-groups/${at(id)}` }, options),
  },
  refunds: {
    ofOrder: (id, options) => send({ method: 'GET', path: `/order/${at(id)}/refunds` }, options),
  },
  returns: {
    ofOrder: (id, options) => send({ method: 'GET', path: `/order/${at(id)}/returns` }, options),
    uploadPicture: (id, image, options) => send({ method: 'POST', path: `/order/${at(id)}/return-pictures`, upload: { image } }, options),
    ask: (id, body, options) => send({ method: 'POST', path: `/order/${at(id)}/returns`, body, once: true }, options),
    withdraw: (id, options) => send({ method: 'PUT', path: `/returns/${at(id)}/withdraw` }, options),
  },
  reviews: {
    all: (query, options) => send({ method: 'GET', path: '/reviews', query }, options),
    count: (options) => send({ method: 'GET', path: '/reviewsCount' }, options),
  },
  samples: {
    ofPart: (id, options) => send({ method: 'GET', path: `/parts/${at(id)}/samples` }, options),
    ask: (id, body, options) => send({ method: 'POST', path: `/parts/${at(id)}/samples`, body, once: true }, options),
  },
  shippingPapers: {
    slips: (body, options) => send({ method: 'POST', path: '/packing-slips', body, mayRepeat: true, file: true }, options),
    labels: (body, options) => send({ method: 'POST', path: '/address-labels', body, mayRepeat: true, file: true }, options),
  },
  shopSettings: {
    legal: (options) => send({ method: 'GET', path: '/legal-texts' }, options),
  },
  stages: {
    compare: (body, options) => send({ method: 'POST', path: '/order-stages/compare', body, mayRepeat: true }, options),
    set: (body, options) => send({ method: 'POST', path: '/order-stages', body, once: true }, options),
  },
  stockFeed: {
    feed: (body, options) => send({ method: 'POST', path: '/stock', body, once: true }, options),
  },
  stockFiles: {
    ofPart: (id, options) => send({ method: 'GET', path: `/parts/${at(id)}/stock-file`, file: true }, options),
    all: (query, options) => send({ method: 'GET', path: '/stock-file', query, file: true }, options),
  },
  stockSheets: {
    compare: (body, options) => send({ method: 'POST', path: '/stock-sheets/compare', body, mayRepeat: true }, options),
    book: (body, options) => send({ method: 'POST', path: '/stock-sheets', body, once: true }, options),
  },
  transfers: {
    ways: (id, options) => send({ method: 'GET', path: `/order/${at(id)}/payment-ways` }, options),
    choose: (id, options) => send({ method: 'POST', path: `/order/${at(id)}/transfer` }, options),
    proForma: (id, options) => send({ method: 'GET', path: `/order/${at(id)}/pro-forma`, file: true }, options),
    onAccount: (id, body, options) => send({ method: 'POST', path: `/order/${at(id)}/on-account`, body }, options),
  },
})

const at = encodeURIComponent
