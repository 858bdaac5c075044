import Type, { type Static } from 'typebox'
import { messages } from './messages.ts'
import { orderChangeMessages } from '../orders/order-change-messages.ts'

/** All refusals: HTTP status and message by code. */
export const shopErrors = {
  INVALID_INPUT: { status: 400, message: messages.invalidInput },
  MALFORMED_BODY: { status: 400, message: 'The request body cannot be read.' },
  SIGNATURE_WRONG: { status: 400, message: 'The signature of this message is not valid.' },
  SIGN_IN_NEEDED: { status: 401, message: 'Please sign in.' },
  PAYMENT_NOT_COMPLETED: { status: 402, message: messages.paymentNotCompleted },
  NOT_ALLOWED: { status: 403, message: 'You may not do this.' },
  SPENDING_LIMIT: { status: 403, message: 'This is more than agents may order with this key.' },
  KEY_NOT_FOR_THIS: { status: 403, message: 'This API key may not make this call.' },
  EMAIL_UNVERIFIED: { status: 403, message: messages.emailUnverified },
  ONLY_ADMINS: { status: 403, message: 'This person works for the shop. Only admins can do this with their account.' },
  NOT_YOURS: { status: 403, message: 'This belongs to another account.' },
  NOT_FOUND: { status: 404, message: 'Not found.' },
  UNKNOWN_CALL: { status: 404, message: 'There is no such call.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This address takes other methods, which stand in the header Allow.' },
  HOLD_GONE: { status: 409, message: 'The pieces are no longer reserved for you. Please choose the quantity again.' },
  ORDERED_BEFORE: { status: 409, message: 'These pieces were ordered before, with other details.' },
  TOO_MANY_UNPAID: {
    status: 409,
    message: 'You have as many unpaid orders as one customer may have. Please pay or cancel one of them first.',
  },
  CONFIRM_FIRST: { status: 409, message: 'Please confirm your email address first: open the link in the mail that we sent to you.' },
  PAY_FIRST: { status: 409, message: 'Please pay for an order first.' },
  STOCK_TOO_LOW: { status: 409, message: messages.stockTooLow },
  TOTAL_CHANGED: { status: 409, message: messages.totalChanged },
  DAY_CHANGED: { status: 409, message: 'The pieces leave later than was said. Please look at the days.' },
  LINES_UNCLEAR: { status: 409, message: 'Some lines have no price, and the total of the others is lower than yours.' },
  ORDER_ALREADY_PAID: { status: 409, message: 'This order is already paid.' },
  ORDER_NOT_PAYABLE: { status: 409, message: messages.orderNotPayable },
  ORDER_NOT_REDUCIBLE: { status: 409, message: orderChangeMessages.orderNotReducible },
  TRANSFER_NOT_OFFERED: { status: 409, message: 'The shop does not take bank transfers.' },
  PART_RECEIVED: { status: 409, message: 'A part of this has arrived by bank transfer. Please pay the rest by bank transfer, too.' },
  NOT_ON_ACCOUNT: { status: 409, message: 'Your account cannot pay later. Please choose another way to pay.' },
  LIMIT_REACHED: { status: 409, message: 'This is more than is left of your limit. Please choose another way to pay.' },
  ITEM_CHANGED: { status: 409, message: 'Something was paid meanwhile. Please look at it again.' },
  STATEMENT_UNREADABLE: { status: 422, message: 'This file cannot be read as a bank statement.' },
  MOVEMENT_DECIDED: { status: 409, message: 'Somebody has decided about this movement meanwhile.' },
  BILL_NOT_OPEN: { status: 409, message: 'This order is not waiting for money any more: it was paid otherwise or cancelled.' },
  NOT_REVIVABLE: { status: 409, message: 'This order has not ended, or no money waits for it any more.' },
  PAYMENT_UNDERWAY: { status: 409, message: orderChangeMessages.paymentUnderway },
  PART_NOT_SOLD: { status: 409, message: orderChangeMessages.partNotSold },
  ORDER_AMBIGUOUS: { status: 409, message: 'Several unpaid orders, or none, have this total. Please say which one.' },
  ORDER_NOT_PAID: { status: 409, message: 'This order is not paid. Cancel it instead.' },
  ORDER_SHIPPED: { status: 409, message: 'This order has been shipped. It cannot be cancelled any more.' },
  ORDER_SENT: { status: 409, message: 'All pieces of this order have been sent already.' },
  ORDER_PARTLY_SENT: { status: 409, message: 'Pieces of this order have been sent. It cannot be cancelled any more.' },
  ORDER_NOT_TO_SHIP: { status: 409, message: 'Only a paid order can be shipped.' },
  ORDER_HELD_BACK: { status: 409, message: 'This payment is disputed or partly refunded. Confirm that the order is shipped all the same.' },
  RETURN_CHANGED: { status: 409, message: 'Somebody has changed this return meanwhile.' },
  PARCEL_CHANGED: { status: 409, message: 'Somebody has changed this parcel meanwhile.' },
  PAYMENT_DISPUTED: {
    status: 409,
    message: "The customer's bank has the money of this payment until the dispute is decided. It cannot be refunded before.",
  },
  RESTOCK_DOUBTED: { status: 409, message: 'More pieces would return to stock than there are. Confirm that they have been made.' },
  PAYMENT_NOT_FOUND: { status: 409, message: messages.paymentNotFound },
  PRICE_FALL: { status: 409, message: 'The price would fall by more than is usual. Please confirm it.' },
  BUYER_ERASED: { status: 409, message: 'The data of this buyer were erased, so there is no address.' },
  CUSTOMER_IS_STAFF: { status: 409, message: 'Take admin rights and permissions of this person away first.' },
  CUSTOMER_HAS_ORDERS: {
    status: 409,
    message: 'This customer has orders that are not finished: paid and not shipped, disputed, or with a payment in progress.',
  },
  OWN_ACCOUNT: { status: 409, message: 'You cannot block your own account.' },
  LAST_ADMIN: { status: 409, message: 'The last admin cannot be removed.' },
  QUOTE_CHANGED: { status: 409, message: 'This quote was changed meanwhile. Please look at its newest version.' },
  QUOTE_EXPIRED: { status: 409, message: "The prices of this quote have expired. Please ask for today's prices." },
  QUOTE_WITHDRAWN: { status: 409, message: "The shop has withdrawn this quote. Please ask for today's prices." },
  QUOTE_ORDERED: { status: 409, message: 'This quote has been ordered. Cancel its orders instead.' },
  MESSAGE_ANSWERED: { status: 409, message: 'Somebody has answered this message in the meantime.' },
  QUOTE_NOT_ORDERABLE: { status: 409, message: 'Not every line of this quote can be ordered as it is.' },
  TOO_MANY_QUOTES: { status: 409, message: 'You have as many saved quotes as one account may have. Please delete some first.' },
  TOO_MANY_REVIEWS: { status: 409, message: 'You have written as many reviews this week as one account may.' },
  TOO_MANY_API_KEYS: { status: 409, message: 'You have as many API keys as one account may have. Please revoke one first.' },
  TOO_MANY_WEBHOOKS: { status: 409, message: 'You have as many endpoints as one account may have. Please delete one first.' },
  TOO_MANY_CONNECTIONS: { status: 409, message: 'You have as many procurement systems as one account may have. Please remove one first.' },
  PUNCHOUT_OVER: { status: 410, message: 'This visit from your procurement system is over. Please start again there.' },
  PUNCHOUT_LOOK_ONLY: { status: 409, message: 'This cart can only be looked at.' },
  ORDER_DIFFERS: { status: 409, message: 'The order differs from its quote.' },
  WEBHOOK_DISABLED: { status: 409, message: 'This endpoint is switched off. Switch it on first.' },
  TOO_MANY_ADDRESSES: { status: 409, message: 'Your address book is full. Please remove an address first.' },
  ADDRESS_FIXED: { status: 409, message: 'The address of this order cannot be changed any more.' },
  ADDRESS_CHANGED: { status: 409, message: 'Somebody has changed this address meanwhile.' },
  REFERENCE_CHANGED: { status: 409, message: 'Somebody has changed this reference meanwhile.' },
  ORDER_NOT_MOVABLE: {
    status: 409,
    message: 'Only one of several deliveries can be moved, before any of its pieces have left and before they are in production.',
  },
  DELIVERY_CHANGED: { status: 409, message: 'Somebody has changed this delivery meanwhile.' },
  EXPORT_INCOMPLETE: {
    status: 409,
    message: 'Something is missing on these papers. Fill it in, or print them with gaps to be filled in by hand.',
  },
  SHEET_REFUSED: { status: 409, message: 'Nothing was booked.' },
  IMPORT_REFUSED: { status: 409, message: 'Nothing was written.' },
  PRICES_CHANGED: { status: 409, message: 'Some of these prices have changed meanwhile. Nothing was changed.' },
  PICTURES_CHANGED: { status: 409, message: 'Somebody has changed the pictures meanwhile. Please look at them again.' },
  DOCUMENT_CHANGED: { status: 409, message: 'Somebody has changed this document meanwhile. Please look at it again.' },
  TOO_MANY_DOCUMENTS: { status: 409, message: 'This part has as many documents as a part may have. Please remove one first.' },
  UPLOAD_BROKEN: { status: 409, message: 'The upload was interrupted. Please choose the file again.' },
  SETTINGS_CHANGED: { status: 409, message: 'Somebody has changed the settings meanwhile. Please look at them again.' },
  FREIGHT_CHANGED: { status: 409, message: 'Somebody has changed this freight meanwhile. Please look at it again.' },
  EMAIL_TAKEN: { status: 422, message: messages.emailTaken },
  CONNECTION_REFUSED: { status: 401, message: 'Identity or secret of the procurement system is wrong.' },
  CREDENTIALS_WRONG: { status: 401, message: 'Email or password is wrong.' },
  ACCOUNT_DISABLED: { status: 403, message: messages.accountDisabled },
  EXTERNAL_NOT_SET_UP: { status: 404, message: messages.externalNotSetUp },
  EXTERNAL_CANCELLED: { status: 400, message: messages.externalCancelled },
  EXTERNAL_FAILED: { status: 400, message: messages.externalFailed },
  EXTERNAL_EMAIL_UNVERIFIED: { status: 403, message: messages.externalEmailUnverified },
  EXTERNAL_EMAIL_UNUSABLE: { status: 422, message: messages.externalEmailUnusable },
  EXTERNAL_UNAVAILABLE: { status: 503, message: messages.externalUnavailable },
  LINK_EXPIRED: { status: 400, message: messages.linkExpired },
  CURSOR_OUTDATED: {
    status: 410,
    message: "This cursor is of another list, or from before the shop's data were restored or moved. Start again without one.",
  },
  TOO_SLOW: { status: 408, message: 'The request arrived too slowly. Please send it again.' },
  BODY_TOO_LARGE: { status: 413, message: 'The request is too large.' },
  IMAGE_TOO_LARGE: { status: 413, message: messages.imageTooLarge },
  WRONG_CONTENT_TYPE: { status: 415, message: 'This content type is not supported.' },
  LIST_UNREADABLE: { status: 422, message: 'This list cannot be read.' },
  COLUMNS_UNCLEAR: {
    status: 422,
    message: 'It is not clear in which columns this list has parts and quantities. Name them, such as ?part=2&quantity=5.',
  },
  IMAGE_UNREADABLE: { status: 422, message: 'This is not a picture we can read. Please use JPEG, PNG, WebP or AVIF.' },
  KEY_USED_BEFORE: { status: 422, message: 'This Idempotency-Key was sent before with another request. Please send a new one.' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many attempts. Please wait a moment and try again.' },
  INTERNAL: { status: 500, message: 'Something went wrong on our side. Nothing was changed.' },
  PAYMENT_UNAVAILABLE: { status: 503, message: 'Card payments are not reachable right now. Please try again in a moment.' },
  IMAGE_STORE_UNAVAILABLE: { status: 503, message: messages.imageStoreUnavailable },
  SANDBOX_CLOSED: { status: 503, message: 'The sandbox is not open. Please ask the shop.' },
  BUSY: { status: 503, message: 'The shop is busy. Please try again in a moment.' },
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

/** A line that has no price, and why: no part matches, several do, or its quantity is not clearly a number of pieces. */
export const UnclearLine = Type.Object({
  row: Type.Integer({ description: 'From 1, in the order in which the lines came' }),
  text: Type.String(),
  status: Type.Enum(['ambiguous', 'unknown', 'quantity-unclear']),
})
export type UnclearLine = Static<typeof UnclearLine>

/** An order that was placed before, and the group that it was placed with. */
export const Ordered = Type.Object({ orderId: Type.String(), number: Type.String(), groupId: Type.Union([Type.String(), Type.Null()]) })

/**
 * The answer of every refused call. `message` is that of the first refused field, if there is one; `current` has the
 * current figures if the caller's were outdated; `currentTotal` is the current total of a quote or group of orders in
 * dollars, `currentDue` the same with its tax; `currentShipBy` is the day by which the last pieces leave; `unclearLines` are the first lines without a price; `priceFall` is how far a
 * new price of a part would fall; `ordered` is the order that a request would have placed otherwise.
 */
export const ErrorAnswer = Type.Object({
  code: Type.Enum(Object.keys(shopErrors) as ErrorCode[]),
  message: Type.String(),
  fields: Type.Optional(Type.Array(FieldError)),
  current: Type.Optional(
    Type.Object({
      price: Type.Number(),
      totalPrice: Type.Number(),
      orderQuantity: Type.Integer(),
      amountDue: Type.Optional(Type.Number()),
    }),
  ),
  currentTotal: Type.Optional(Type.Number()),
  currentDue: Type.Optional(Type.Number()),
  currentShipBy: Type.Optional(Type.String({ format: 'date' })),
  unclearLines: Type.Optional(Type.Array(UnclearLine)),
  priceFall: Type.Optional(PriceFall),
  ordered: Type.Optional(Ordered),
  requestId: Type.Optional(Type.String()),
})
export type ErrorAnswer = Static<typeof ErrorAnswer>
