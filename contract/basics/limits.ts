/** The shop's constants. Source: specification section 9, unless stated otherwise. */

/** Brand shown in header and footer; `SHOP_NAME` overrides it. */
export const DEFAULT_SHOP_NAME = 'Teleforge'

/** Minimum pieces of an order; also the initial quantity on the part screen. */
export const MINIMUM_ORDER = 1_000
/** Within so many days the samples of a part that a customer has ordered count. */
export const SAMPLE_DAYS = 365
/** Pieces that plus adds and minus subtracts. */
export const QUANTITY_STEP = 1_000
/** Maximum stock of a part in pieces, so that every total is an exact JSON number. */
export const MAXIMUM_STOCK = 1_000_000_000

export const HOME_PARTS = 6
export const HOME_REVIEWS = 6
export const PAGE_SIZE = 9
/** Maximum parts on a page. */
export const MAXIMUM_PAGE_SIZE = 100
/** Parts that their admins' list reads and shows at once; of more it shows pages. */
export const WHOLE_PARTS_LIST = 2_000
/** Default number of orders on a page. */
export const ORDERS_PAGE_SIZE = 50
/** Default number of customers on a page. */
export const CUSTOMERS_PAGE_SIZE = 50
/** Contact messages on a page of the admins' list. */
export const CONTACT_PAGE_SIZE = 50
/** Number of reviews without paging; the newest ones. */
export const MAXIMUM_REVIEWS = 500
/** Default number of reviews on a page. */
export const REVIEWS_PAGE_SIZE = 50
/** Highest page index that is looked up; higher pages are empty. */
export const MAXIMUM_PAGE = 1_000_000

/** Characters of a part's description on a card. */
export const CARD_DESCRIPTION_LENGTH = 75

/** Review slider positions; divided by `RATING_SCALE` they are the stored rating, 1 to 5 in half steps. */
export const RATING_SLIDER = { min: 10, max: 50, step: 5, initial: 50 } as const
export const RATING_SCALE = 10

export const PASSWORD_MIN_LENGTH = 8
export const PASSWORD_MAX_LENGTH = 128

/** Leading characters of a transaction id that My Order omits. */
export const TRANSACTION_ID_HIDDEN = 7

/** Longest stream of order changes. It ends before the reader's rights can have changed for long: sign-out, a block, a lost permission. */
export const STREAM_SECONDS = 300

/** Days that the link of a tracking page is valid. */
export const TRACKING_DAYS = 60

/** Maximum packing slips or labels in one file. */
export const MAXIMUM_PAPERS = 200

/** Duration of a hold. */
export const HOLD_MINUTES = 15

/** Maximum steps of a part's price ladder. */
export const MAXIMUM_PRICE_BREAKS = 10
/** Working days until pieces in stock are shipped, and until more are made, unless the part says otherwise. */
export const STOCK_LEAD_DAYS = 2
export const USUAL_LEAD_DAYS = 15
export const MAXIMUM_LEAD_DAYS = 365

/** Maximum lines of a quote, and of a call that prices lines. */
export const MAXIMUM_QUOTE_LINES = 10_000
/** Maximum size of a list that is read, in bytes. */
export const LIST_BYTES = 10 * 1024 * 1024
/** Maximum lines of a quote that is ordered; each becomes a separate order. */
export const MAXIMUM_ORDERED_LINES = 500
/** Limits per account: saved quotes that are not deleted, and lines in all their versions. */
export const MAXIMUM_QUOTES = 1_000
export const MAXIMUM_SAVED_LINES = 500_000
/** Maximum versions of a quote that were not ordered; the next save removes the oldest. */
export const MAXIMUM_QUOTE_VERSIONS = 100
/** Validity of the prices of a saved quote. */
export const QUOTE_DAYS = 30
/** Maximum candidates of a line that matches several parts or none. */
export const QUOTE_CANDIDATES = 5
/** Suggested parts while typing. */
export const SUGGESTIONS = 8
/** Maximum entries of an address book. */
export const MAXIMUM_ADDRESSES = 100
/** Maximum API keys of an account that are not revoked. */
export const MAXIMUM_API_KEYS = 10
/** Highest limit of what agents may order with a key, in dollars. */
export const MOST_SPENT_DOLLARS = 1_000_000_000
/** Maximum calls of a key in a minute. */
export const API_KEY_CALLS_PER_MINUTE = 300
/** Maximum webhook endpoints of an account. */
export const MAXIMUM_WEBHOOKS = 10
/** Time for which the old secret also signs after a change. */
export const OLD_SECRET_HOURS = 24
/** Maximum procurement systems of an account. */
export const MAXIMUM_PUNCHOUT_CONNECTIONS = 10
/** Lifetime of the link to the start page of a punch-out, which works once. */
export const PUNCHOUT_START_MINUTES = 10
/** Longest session of a buyer who came from a procurement system. */
export const PUNCHOUT_SESSION_HOURS = 8
/** Time for which deliveries of webhooks are listed. */
export const WEBHOOK_LOG_DAYS = 30

/** Maximum unit price in dollars. */
export const MAXIMUM_PRICE_DOLLARS = 10_000_000

export const IMAGE_MAX_BYTES = 8 * 1024 * 1024
export const IMAGE_MAX_PIXELS = 24_000_000
/** AVIF takes four times the memory of other formats to decode. */
export const AVIF_MAX_PIXELS = 7_000_000
/** Widths in pixels that each picture is stored in, in addition to its largest. */
export const IMAGE_WIDTHS = [480, 960] as const
export const IMAGE_LARGEST_WIDTH = 1_600

/** Toasts: milliseconds and place. */
export const TOAST_AUTO_CLOSE_MS = 5_000
/** Time between 'Reset Password Email is pending' and 'Email Send Successfully'. */
export const RESET_EMAIL_TOAST_DELAY_MS = 4_000

/** Data cache of signed-in screens: kept for five minutes, three attempts, at most 30 s apart. */
export const QUERY_CACHE = { keptMs: 5 * 60_000, retries: 3, maxBackoffMs: 30_000 } as const

/** Longest wait for the script of another screen. Specification section 9. */
export const SCRIPT_TIMEOUT_MS = 120_000

/** Session keeper. Specification section 4, "Session", and section 9. */
export const SESSION = {
  /** A token is treated as expired this long before its expiry. */
  expiryMarginMs: 30_000,
  /** The background refresh happens this long before expiry. */
  refreshMarginMs: 5 * 60_000,
  retryFirstMs: 30_000,
  retryMaxMs: 960_000,
  timeoutDesktopMs: 30_000,
  timeoutMobileMs: 60_000,
  popup: { width: 500, height: 600 },
} as const

/** Lifetime of an access token. */
export const ACCESS_TOKEN_MINUTES = 15

/** Maximum lengths of stored texts in characters. */
export const TEXT_LIMITS = {
  packName: 30,
  email: 254,
  name: 100,
  phone: 40,
  address: 550,
  street: 120,
  city: 80,
  state: 60,
  postalCode: 20,
  addressLabel: 60,
  reference: 60,
  /** Also of all that a scanner reads from a label. */
  trackingNumber: 400,
  orderMessage: 4_000,
  education: 200,
  partName: 120,
  partNumber: 40,
  search: 200,
  /** Words that buyers use, and what they mean. */
  synonym: 60,
  quoteLine: 300,
  quoteName: 120,
  quoteNote: 2_000,
  stockNote: 200,
  quoteRequest: 2_000,
  offerTerms: 2_000,
  refundReason: 500,
  apiKeyName: 80,
  webhookUrl: 500,
  description: 4_000,
  review: 2_000,
  reviewAnswer: 2_000,
  hideReason: 300,
  customerNote: 2_000,
  voidReason: 300,
  contactMessage: 4_000,
  imageUrl: 500,
} as const

/** Characters of the name, the unit and a value of an attribute; a category has such a name, too. */
export const KIND_LIMITS = { name: 60, unit: 20, value: 60 } as const
/** Values of attributes that a filter of parts has at most. */
export const MAXIMUM_CHOSEN = 12

/** Length of the address of a file on the web. */
export const MAX_WEB_ADDRESS = 2_000

/** Pictures of a part, the main one included; and lengths of texts of pictures and documents. */
export const MAXIMUM_PICTURES = 12
export const PART_MEDIA_LIMITS = { alt: 200, title: 120, fileName: 255 } as const
/** Substitutes and accessories of a part. */
export const MAXIMUM_RELATED = 20
