import { counted } from '../basics/figures.ts'
import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { Id, IdParams, MESSAGE, nullable, pageOf, requiredText, someOf, strictObject, text } from '../basics/fields.ts'
import { MAXIMUM_STOCK, TEXT_LIMITS } from '../basics/limits.ts'
import { refundMessages } from '../payments/refunds.ts'
import { returnConditions, returnReasons, returnStates } from './return-states.ts'

export const RETURN_LIMITS = { note: 2_000, answer: 2_000 } as const
/** Pictures of a return. A trigger enforces it. */
export const MAXIMUM_RETURN_PICTURES = 6
/** Returns on a page of the admins' list. */
export const RETURNS_PAGE_SIZE = 50

export const returnMessages = {
  piecesWhole: 'Enter a whole number of pieces.',
  piecesTooMany: (pieces: number) =>
    pieces === 0 ? 'No pieces of this order can be returned.' : `At most ${counted(pieces, 'piece')} of this order can be returned.`,
  receivedTooMany: (pieces: number) => `At most ${counted(pieces, 'piece was', 'pieces were')} to come back.`,
  restockTooMany: (pieces: number) => `At most ${counted(pieces, 'piece has', 'pieces have')} arrived.`,
  reasonChosen: 'Choose why.',
  noteRequired: 'Say what is wrong.',
  answerRequired: 'Write what the customer should do.',
  refusalRequired: 'Write why the return is declined.',
  conditionChosen: 'Choose how the pieces have arrived.',
  outcomeRequired: 'Write how the return ends.',
  pictureUnknown: 'This picture was not uploaded for this order. Please upload it again.',
  tooManyPictures: `A return has at most ${MAXIMUM_RETURN_PICTURES} pictures. Please remove one, or try again tomorrow.`,
} as const

const Instant = Type.String({ format: 'date-time' })
const piecesOf = (message: string) => Type.Integer({ minimum: 1, maximum: MAXIMUM_STOCK, [MESSAGE]: message })

/** Pieces of an order that its buyer sends back, or wants to. */
export const Return = Type.Object({
  _id: Id,
  number: Type.String({ description: 'The number that people say' }),
  orderId: Id,
  orderNumber: Type.String(),
  name: Type.String({ description: "The part's name" }),
  email: Type.String({ description: "The buyer's" }),
  state: Type.Enum([...returnStates]),
  pieces: Type.Integer(),
  reason: Type.Enum([...returnReasons]),
  note: Type.String(),
  pictures: Type.Array(Type.String()),
  askedAt: Instant,
  answer: Type.String({ description: "The shop's instructions, or why it refused; empty before" }),
  answeredAt: nullable(Instant),
  receivedPieces: nullable(Type.Integer()),
  condition: nullable(Type.Enum([...returnConditions])),
  conditionNote: Type.String(),
  receivedAt: nullable(Instant),
  outcome: Type.String({ description: 'What was written at the end' }),
  endedAt: nullable(Instant),
  restockedPieces: Type.Integer(),
  refunded: Type.Number({ description: 'US dollars' }),
  proposed: Type.Number({ description: 'US dollars for the pieces with their tax, within what is left of the order' }),
})
export type Return = Static<typeof Return>

export const ReturnToAsk = strictObject({
  pieces: piecesOf(returnMessages.piecesWhole),
  reason: Type.Enum([...returnReasons], { [MESSAGE]: returnMessages.reasonChosen }),
  note: requiredText(RETURN_LIMITS.note, returnMessages.noteRequired),
  pictures: Type.Array(text(500), { maxItems: MAXIMUM_RETURN_PICTURES, uniqueItems: true, [MESSAGE]: returnMessages.tooManyPictures }),
})
export type ReturnToAsk = Static<typeof ReturnToAsk>

export const ReceivedReturn = strictObject({
  pieces: piecesOf(returnMessages.piecesWhole),
  condition: Type.Enum([...returnConditions], { [MESSAGE]: returnMessages.conditionChosen }),
  note: text(RETURN_LIMITS.note),
})
export type ReceivedReturn = Static<typeof ReceivedReturn>

/** How a received return ends: with a refund, or closed without one; either way pieces may return to stock. */
export const ReturnToSettle = strictObject({
  amount: Type.Optional(
    Type.Number({ exclusiveMinimum: 0, maximum: 1e13, [MESSAGE]: refundMessages.amountInCents, description: 'Dollars' }),
  ),
  restock: Type.Integer({ minimum: 0, maximum: MAXIMUM_STOCK, [MESSAGE]: refundMessages.restockWhole }),
  note: text(RETURN_LIMITS.note),
})
export type ReturnToSettle = Static<typeof ReturnToSettle>

/** One page of all returns, the newest first. `page` is the page returned: beyond the last page, the last one. */
export const Returns = Type.Object({
  count: Type.Integer({ description: 'Returns of the state and the text' }),
  page: Type.Integer({ description: 'Page index from 0' }),
  states: Type.Object(
    Object.fromEntries(returnStates.map((state) => [state, Type.Integer()])) as Record<
      (typeof returnStates)[number],
      ReturnType<typeof Type.Integer>
    >,
  ),
  returns: Type.Array(Return),
})
export type Returns = Static<typeof Returns>

const step = { method: 'PUT', policy: 'admin', permissions: ['orders', 'money'], params: IdParams, response: Return } as const

export const returnCalls = defineCalls('Returns', 'returns', {
  ofOrder: {
    method: 'GET',
    path: '/order/:id/returns',
    policy: 'owner',
    permissions: ['orders', 'money'],
    scopes: ['orders:read'],
    summary: 'The returns of an order, oldest first',
    params: IdParams,
    response: Type.Object({ returns: Type.Array(Return), returnable: Type.Integer({ description: 'Pieces that can still be returned' }) }),
  },
  uploadPicture: {
    method: 'POST',
    path: '/order/:id/return-pictures',
    policy: 'session',
    scopes: ['returns:write'],
    upload: 'image',
    summary: "Upload a picture for a return of one's own order: multipart, one file in the field `image`",
    params: IdParams,
    response: Type.Object({ success: Type.Boolean(), data: Type.Object({ url: Type.String() }) }),
  },
  ask: {
    method: 'POST',
    path: '/order/:id/returns',
    policy: 'session',
    scopes: ['returns:write'],
    summary: "Ask to return pieces of one's own order that were sent, with pictures that were uploaded for it",
    onceByKey: true,
    params: IdParams,
    body: ReturnToAsk,
    response: Return,
  },
  withdraw: {
    method: 'PUT',
    path: '/returns/:id/withdraw',
    policy: 'session',
    scopes: ['returns:write'],
    summary: "Withdraw one's own return before it has arrived",
    params: IdParams,
    response: Return,
  },
  all: {
    method: 'GET',
    path: '/returns',
    policy: 'admin',
    permissions: ['orders', 'money'],
    summary: 'One page of all returns, the newest first, of all states or of some, with how many of each state the text finds',
    query: Type.Object({
      ...pageOf('Returns', RETURNS_PAGE_SIZE),
      q: Type.Optional(
        text(TEXT_LIMITS.search, {
          description: 'The number of a return or of its order, or a part of the name of the part or of the email of the buyer',
        }),
      ),
      state: Type.Optional(someOf(returnStates, 'Only returns of this state')),
    }),
    response: Returns,
  },
  one: {
    method: 'GET',
    path: '/returns/:id',
    policy: 'admin',
    permissions: ['orders', 'money'],
    summary: 'A return',
    params: IdParams,
    response: Return,
  },
  agree: {
    ...step,
    path: '/returns/:id/agree',
    summary: 'Agree to a return, with instructions for the customer',
    body: strictObject({ answer: requiredText(RETURN_LIMITS.answer, returnMessages.answerRequired) }),
  },
  refuse: {
    ...step,
    path: '/returns/:id/refuse',
    summary: 'Refuse a return, with the reason for the customer',
    body: strictObject({ answer: requiredText(RETURN_LIMITS.answer, returnMessages.refusalRequired) }),
  },
  receive: {
    ...step,
    path: '/returns/:id/receive',
    summary: 'Note how many pieces of a return have arrived, and how',
    body: ReceivedReturn,
  },
  settle: {
    ...step,
    permissions: ['money'],
    path: '/returns/:id/settle',
    summary: 'End a received return with a refund, or close it without one; pieces may return to stock',
    body: ReturnToSettle,
  },
  close: {
    ...step,
    path: '/returns/:id/close',
    summary: 'Close a return whose pieces have not arrived',
    body: strictObject({ note: requiredText(RETURN_LIMITS.note, returnMessages.outcomeRequired) }),
  },
})
