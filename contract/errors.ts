import Type, { type Static } from 'typebox'
import { messages } from './messages.ts'

/** All refusals: HTTP status and message by code. */
export const shopErrors = {
  INVALID_INPUT: { status: 400, message: messages.invalidInput },
  MALFORMED_BODY: { status: 400, message: messages.malformedBody },
  SIGNATURE_WRONG: { status: 400, message: messages.signatureWrong },
  SIGN_IN_NEEDED: { status: 401, message: messages.signInNeeded },
  PAYMENT_NOT_COMPLETED: { status: 402, message: messages.paymentNotCompleted },
  NOT_ALLOWED: { status: 403, message: messages.notAllowed },
  KEY_NOT_FOR_THIS: { status: 403, message: messages.keyNotForThis },
  EMAIL_UNVERIFIED: { status: 403, message: messages.emailUnverified },
  NOT_YOURS: { status: 403, message: messages.notYours },
  NOT_FOUND: { status: 404, message: messages.notFound },
  UNKNOWN_CALL: { status: 404, message: messages.unknownCall },
  HOLD_GONE: { status: 409, message: messages.holdGone },
  TOO_MANY_UNPAID: { status: 409, message: messages.tooManyUnpaid },
  CONFIRM_FIRST: { status: 409, message: messages.confirmFirst },
  PAY_FIRST: { status: 409, message: messages.payFirst },
  STOCK_TOO_LOW: { status: 409, message: messages.stockTooLow },
  TOTAL_CHANGED: { status: 409, message: messages.totalChanged },
  ORDER_ALREADY_PAID: { status: 409, message: messages.orderAlreadyPaid },
  ORDER_NOT_PAYABLE: { status: 409, message: messages.orderNotPayable },
  ORDER_AMBIGUOUS: { status: 409, message: messages.orderAmbiguous },
  ORDER_NOT_PAID: { status: 409, message: messages.orderNotPaid },
  ORDER_SHIPPED: { status: 409, message: messages.orderShipped },
  PAYMENT_DISPUTED: { status: 409, message: messages.paymentDisputed },
  PAYMENT_NOT_FOUND: { status: 409, message: messages.paymentNotFound },
  PRICE_FALL: { status: 409, message: messages.priceFall },
  OWN_ACCOUNT: { status: 409, message: messages.ownAccount },
  LAST_ADMIN: { status: 409, message: messages.lastAdmin },
  QUOTE_CHANGED: { status: 409, message: messages.quoteChanged },
  QUOTE_EXPIRED: { status: 409, message: messages.quoteExpired },
  QUOTE_WITHDRAWN: { status: 409, message: messages.quoteWithdrawn },
  QUOTE_ORDERED: { status: 409, message: messages.quoteOrdered },
  QUOTE_NOT_ORDERABLE: { status: 409, message: messages.quoteNotOrderable },
  TOO_MANY_QUOTES: { status: 409, message: messages.tooManyQuotes },
  TOO_MANY_REVIEWS: { status: 409, message: messages.tooManyReviews },
  TOO_MANY_API_KEYS: { status: 409, message: messages.tooManyApiKeys },
  EMAIL_TAKEN: { status: 422, message: messages.emailTaken },
  CREDENTIALS_WRONG: { status: 401, message: messages.credentialsWrong },
  ACCOUNT_DISABLED: { status: 403, message: messages.accountDisabled },
  OUTSIDE_NOT_SET_UP: { status: 404, message: messages.outsideNotSetUp },
  OUTSIDE_CANCELLED: { status: 400, message: messages.outsideCancelled },
  OUTSIDE_FAILED: { status: 400, message: messages.outsideFailed },
  OUTSIDE_EMAIL_UNVERIFIED: { status: 403, message: messages.outsideEmailUnverified },
  OUTSIDE_EMAIL_UNUSABLE: { status: 422, message: messages.outsideEmailUnusable },
  OUTSIDE_UNAVAILABLE: { status: 503, message: messages.outsideUnavailable },
  LINK_EXPIRED: { status: 400, message: messages.linkExpired },
  BODY_TOO_LARGE: { status: 413, message: messages.bodyTooLarge },
  IMAGE_TOO_LARGE: { status: 413, message: messages.imageTooLarge },
  WRONG_CONTENT_TYPE: { status: 415, message: messages.wrongContentType },
  IMAGE_UNREADABLE: { status: 422, message: messages.imageUnreadable },
  KEY_USED_BEFORE: { status: 422, message: messages.keyUsedBefore },
  TOO_MANY_REQUESTS: { status: 429, message: messages.tooManyRequests },
  INTERNAL: { status: 500, message: messages.internal },
  PAYMENT_UNAVAILABLE: { status: 503, message: messages.paymentUnavailable },
  IMAGE_STORE_UNAVAILABLE: { status: 503, message: messages.imageStoreUnavailable },
  BUSY: { status: 503, message: messages.busy },
} as const

export type ErrorCode = keyof typeof shopErrors

/** A refused field and the message to show under it. */
export const FieldError = Type.Object({ field: Type.String(), message: Type.String() })
export type FieldError = Static<typeof FieldError>

/** The largest fall of a part's price, in dollars per piece, and the quantity (pieces) it is found at. */
export const PriceFall = Type.Object({
  quantity: Type.Integer(),
  oldPrice: Type.Number(),
  newPrice: Type.Number(),
  percent: Type.Integer({ description: 'Rounded down' }),
})
export type PriceFall = Static<typeof PriceFall>

/**
 * The answer of every refused call. `message` is that of the first refused field, if there is one; `current` has the
 * current figures if the caller's were outdated; `currentTotal` is the current total of a quote or group of orders in
 * dollars; `priceFall` is how far a new price of a part would fall.
 */
export const ErrorAnswer = Type.Object({
  code: Type.Enum(Object.keys(shopErrors) as ErrorCode[]),
  message: Type.String(),
  fields: Type.Optional(Type.Array(FieldError)),
  current: Type.Optional(Type.Object({ price: Type.Number(), totalPrice: Type.Number(), orderQuantity: Type.Integer() })),
  currentTotal: Type.Optional(Type.Number()),
  priceFall: Type.Optional(PriceFall),
  requestId: Type.Optional(Type.String()),
})
export type ErrorAnswer = Static<typeof ErrorAnswer>
