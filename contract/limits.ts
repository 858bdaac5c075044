/** The shop's constants. Specification section 9, where nothing else is said. */

/** Brand shown in header and footer; `SHOP_NAME` overrides it. */
export const DEFAULT_SHOP_NAME = 'Teleforge'

/** Fewest pieces one order may ask for; also the starting quantity on the part screen. */
export const MINIMUM_ORDER = 1_000
/** Pieces that one press of plus or minus adds or takes. */
export const QUANTITY_STEP = 1_000
/** Most pieces a part can have in stock, so that every sum stays an exact JSON number. */
export const MAXIMUM_STOCK = 1_000_000_000

export const HOME_PARTS = 6
export const HOME_REVIEWS = 6
export const PAGE_SIZE = 9
/** Most parts that one page call answers with. */
export const MAXIMUM_PAGE_SIZE = 100
/** Orders on one page, where pages are asked for. */
export const ORDERS_PAGE_SIZE = 50
/** Messages on one page of the admins' list. */
export const CONTACT_PAGE_SIZE = 50
/** Reviews that one call without pages answers with, the newest ones. */
export const MAXIMUM_REVIEWS = 500
/** Reviews on one page, where pages are asked for. */
export const REVIEWS_PAGE_SIZE = 50
/** Highest page index that is looked up; beyond it a page is simply empty. */
export const MAXIMUM_PAGE = 1_000_000

/** Characters of a part's description on a card. */
export const CARD_DESCRIPTION_LENGTH = 75

/** Review slider positions; divided by `RATING_SCALE` they are the stored rating, 1 to 5 in half steps. */
export const RATING_SLIDER = { min: 10, max: 50, step: 5, initial: 50 } as const
export const RATING_SCALE = 10

export const PASSWORD_MIN_LENGTH = 8
export const PASSWORD_MAX_LENGTH = 128

/** Characters of a transaction id that My Order leaves out. */
export const TRANSACTION_ID_HIDDEN = 7

/** How long taken pieces wait for their order. */
export const HOLD_MINUTES = 15

/** Most steps of a part's price ladder. */
export const MAXIMUM_PRICE_BREAKS = 10
/** Working days until pieces that are in stock are on their way, and until more of a part are made where nothing else is known. */
export const STOCK_LEAD_DAYS = 2
export const USUAL_LEAD_DAYS = 15
export const MAXIMUM_LEAD_DAYS = 365

/** Most lines of one quote, and of one call that prices lines. */
export const MAXIMUM_QUOTE_LINES = 10_000
/** Most lines that are ordered together: each becomes an order of its own. */
export const MAXIMUM_ORDERED_LINES = 500
/** Saved quotes of one person that are not deleted, and lines in all their versions. */
export const MAXIMUM_QUOTES = 1_000
export const MAXIMUM_SAVED_LINES = 500_000
/** Versions of one quote that were not ordered; another save lets the oldest of them go. */
export const MAXIMUM_QUOTE_VERSIONS = 100
/** How long the prices of a saved quote hold. */
export const QUOTE_DAYS = 30
/** Parts named for a line that fits several or none. */
export const QUOTE_CANDIDATES = 5
/** Parts that a search suggests while one types. */
export const SUGGESTIONS = 8
/** API keys of one person that are not revoked. */
export const MAXIMUM_API_KEYS = 10
/** Calls that one key may make in a minute. */
export const API_KEY_CALLS_PER_MINUTE = 300

/** Highest price of one piece, in dollars. */
export const MAXIMUM_PRICE_DOLLARS = 10_000_000

export const IMAGE_MAX_BYTES = 8 * 1024 * 1024
export const IMAGE_MAX_PIXELS = 24_000_000
/** AVIF takes four times the memory of other formats to decode. */
export const AVIF_MAX_PIXELS = 7_000_000
/** Widths, in pixels, that each picture is kept in, besides its largest. */
export const IMAGE_WIDTHS = [480, 960] as const
export const IMAGE_LARGEST_WIDTH = 1_600

/** Toasts: milliseconds and place. */
export const TOAST_AUTO_CLOSE_MS = 5_000
/** Time between 'Reset Password Email is pending' and 'Email Send Successfully'. */
export const RESET_EMAIL_TOAST_DELAY_MS = 4_000

/** Data cache of signed-in screens: kept for five minutes, asked three times, waiting at most 30 s between. */
export const QUERY_CACHE = { keptMs: 5 * 60_000, retries: 3, maxBackoffMs: 30_000 } as const

/** Session keeper. Specification section 4, "Session", and section 9. */
export const SESSION = {
  /** A token counts as expired this long before its expiry. */
  expiryMarginMs: 30_000,
  /** The background refresh happens this long before expiry. */
  refreshMarginMs: 5 * 60_000,
  retryFirstMs: 30_000,
  retryMaxMs: 960_000,
  timeoutDesktopMs: 30_000,
  timeoutMobileMs: 60_000,
  popup: { width: 500, height: 600 },
} as const

/** Life of an access token. */
export const ACCESS_TOKEN_MINUTES = 15

/** Longest texts that are kept, in characters. */
export const TEXT_LIMITS = {
  email: 254,
  name: 100,
  phone: 40,
  address: 500,
  education: 200,
  partName: 120,
  partNumber: 40,
  search: 200,
  quoteLine: 300,
  quoteName: 120,
  quoteNote: 2_000,
  refundReason: 500,
  apiKeyName: 80,
  description: 4_000,
  review: 2_000,
  reviewAnswer: 2_000,
  voidReason: 300,
  contactMessage: 4_000,
  imageUrl: 500,
} as const
