import Type, { type Static } from 'typebox'
import { defineCalls } from '../basics/call.ts'
import { calendarDay, Dollars, Id, idOf, IdParams, nullable, pageOf, requiredText, strictObject, text } from '../basics/fields.ts'
import { TEXT_LIMITS } from '../basics/limits.ts'

export const statementFormats = ['camt.053', 'mt940', 'csv'] as const
export type StatementFormat = (typeof statementFormats)[number]
/** Outcome of a movement of the bank. */
export const movementOutcomes = ['matched', 'give-back', 'not-ours'] as const
export type MovementOutcome = (typeof movementOutcomes)[number]
/**
 * What closes a bill: a movement of the bank, an admin's own entry, a credit for a refund or a discount, charges of banks that the shop
 * bears, or money that was moved from another bill of the buyer, where it is below zero.
 */
export const receiptKinds = ['bank', 'hand', 'credit', 'charges', 'moved'] as const
/** Why less than a bill is accepted for it: banks have kept charges, or the buyer took a discount. */
export const shortfallReasons = ['bank-charges', 'discount'] as const
export type ShortfallReason = (typeof shortfallReasons)[number]
/** Highest shortfall that one press accepts, in dollars, unless the settings say otherwise. */
export const SHORTFALL_LIMIT = 50
/** Highest limit that the settings may have. */
export const MAXIMUM_SHORTFALL_LIMIT = 10_000

/** Bytes of a file. A year of a small account has a few megabytes. */
export const STATEMENT_BYTES = 16 * 1024 * 1024
/** Movements on a page. */
export const MOVEMENTS_PAGE_SIZE = 50
/** Bills that one movement pays at most. */
export const MAXIMUM_SPLIT = 50
/** Lines of an upload that are shown because an earlier file has the same. */
export const SEEN_LINES = 200

const currenciesWithPlaces: [places: number, currencies: string][] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
]
const places = new Map(currenciesWithPlaces.flatMap(([count, currencies]) => currencies.split(' ').map((one) => [one, count] as const)))

/** Decimal places of a currency by ISO 4217, which banks write: 2 of HUF, though `Intl` has those of cash. */
export const placesOf = (currency: string): number => places.get(currency) ?? 2

export const bankMessages = {
  reasonRequired: 'Write a reason.',
  amountTooHigh: (left: string) => `At most ${left} is open here.`,
  aboveMovement: 'These amounts are more than has arrived.',
  amountInvalid: 'Enter an amount in dollars and cents.',
  currencyNeedsAll: 'This movement is in another currency. Say how many dollars it is for each order.',
  onlyIncoming: 'Only money that has come in pays for orders.',
  onlyThere: (there: string) => `Only ${there} is there.`,
  otherOrder: 'Choose another order: this one has the money already.',
  otherBuyer: 'This order is another buyer’s.',
  piecesGone: 'Its pieces are not in stock any more. Move the money to another order of the buyer, or give it back.',
  decidedBefore: {
    matched: (names: string) => `This movement was matched with ${names} before. What is not used of it can be moved, or given back.`,
    'give-back': () => 'This movement was put down to give back before. Decide again first.',
    'not-ours': () => 'This movement was put down as not ours before. Decide again first.',
  } satisfies Record<MovementOutcome, (names: string) => string>,
  shortfallAbove: (most: string) => `At most ${most} is accepted as missing. The limit is in the shop settings.`,
  shortfallNotInvoiced: 'This has not left yet and has no invoice, so nothing of it is missing.',
  shortfallWithoutMoney: 'Nothing has arrived for this order.',
} as const

const Day = calendarDay()
const Instant = Type.String({ format: 'date-time' })

/** A file that was uploaded. */
export const BankStatement = Type.Object({
  _id: Id,
  fileName: Type.String(),
  format: Type.Enum([...statementFormats]),
  lines: Type.Integer({ description: 'Movements in the file' }),
  newLines: Type.Integer({ description: 'Those that no earlier file had' }),
  pending: Type.Integer({ description: 'Announced movements, which were left out' }),
  addsUp: nullable(Type.Boolean({ description: 'Whether its balances agree with its movements; null where it has none' })),
  firstDay: nullable(Day),
  lastDay: nullable(Day),
  uploadedAt: Instant,
  uploadedBy: Type.String({ description: 'Email' }),
})
export type BankStatement = Static<typeof BankStatement>

/** A bill that money may be for: an order, or orders that are paid together. */
export const OpenBill = Type.Object({
  billId: Id,
  orderId: Id,
  name: Type.String({ description: 'Its number, such as O-000123, or that of the first of several', examples: ['O-000123 and 4 more'] }),
  customer: Type.String({ description: 'Name of the buyer' }),
  email: Type.String(),
  open: Type.Number({ description: 'Dollars that are still to come; 0 when it is paid' }),
  kind: Type.Enum(['unpaid', 'account', 'paid', 'cancelled'], { description: '`account`: taken on account, and not paid yet' }),
})
export type OpenBill = Static<typeof OpenBill>

/** Why a bill is proposed. */
export const proposalReasons = ['reference', 'order', 'invoice', 'payer', 'amount'] as const
export type ProposalReason = (typeof proposalReasons)[number]

export const Proposal = Type.Object({
  bills: Type.Array(Type.Object({ ...OpenBill.properties, amount: Dollars, why: Type.Array(Type.Enum([...proposalReasons])) })),
  certainty: Type.Enum(['sure', 'likely', 'guess']),
})
export type Proposal = Static<typeof Proposal>

export const BankMovement = Type.Object({
  _id: Id,
  account: Type.String(),
  bookedOn: Day,
  amount: Type.Number({ description: 'In `currency`, negative for what left the account' }),
  currency: Type.String(),
  payer: Type.String(),
  payerAccount: Type.String(),
  text: Type.String(),
  reference: Type.String(),
  isReversal: Type.Boolean(),
  proposal: nullable(Proposal),
  named: Type.Array(OpenBill, {
    description: 'Ended and paid orders that its text names: it is proposed for no other. None once it is decided',
  }),
  decision: nullable(
    Type.Object({
      outcome: Type.Enum([...movementOutcomes]),
      reason: Type.String(),
      over: Type.Number({ description: 'Dollars that pay for nothing and go back' }),
      givenBack: Type.Boolean(),
      by: Type.String(),
      at: Instant,
      bills: Type.Array(Type.Object({ billId: Id, orderId: Id, name: Type.String(), amount: Dollars })),
    }),
  ),
})
export type BankMovement = Static<typeof BankMovement>

export const BankMovements = Type.Object({
  count: Type.Integer(),
  page: Type.Integer({ description: 'Page index from 0' }),
  open: Type.Integer({ description: 'Movements without a decision' }),
  shortfallLimit: Type.Number({ description: 'Dollars that may be missing of a bill and are accepted with one press' }),
  movements: Type.Array(BankMovement),
})
export type BankMovements = Static<typeof BankMovements>

/** Money that is to go back to a buyer by bank transfer. */
export const GiveBack = Type.Object({
  _id: Id,
  kind: Type.Enum(['over', 'part', 'refund'], {
    description:
      '`over`: more came than was due, or it paid for nothing; `part`: a part came for a bill that ended; `refund`: an order was refunded',
  }),
  amount: Dollars,
  name: Type.String({ description: 'Order or payer' }),
  payer: Type.String(),
  payerAccount: Type.String(),
  since: Instant,
  billId: nullable(Type.String({ description: 'The bill that it arrived for, or the first one that its movement has paid' })),
  revivable: nullable(
    Type.Object(
      { missing: Type.Number({ description: 'Dollars that are missing of it' }) },
      { description: 'Its order has ended and can be revived while its pieces are there; null otherwise' },
    ),
  ),
})
export type GiveBack = Static<typeof GiveBack>

/** A bill of which a part has arrived and the rest has not. */
export const PartPaidBill = Type.Object({
  ...OpenBill.properties,
  due: Dollars,
  received: Type.Number({ description: 'Dollars that have arrived' }),
  payBy: nullable(Type.String({ format: 'date-time', description: 'When an unpaid order ends' })),
  asksPerson: Type.Boolean({
    description: 'It is past its time to pay, and half or more of it has arrived: it is not cancelled until somebody decides',
  }),
})
export type PartPaidBill = Static<typeof PartPaidBill>

/** What is missing of a bill, as the person saw it, and why it is accepted. */
export const Shortfall = strictObject({
  amount: Type.Number({ minimum: 0.01, maximum: 1e13 }),
  why: Type.Enum([...shortfallReasons], {
    description: '`bank-charges` are costs of the shop; a `discount` is taken off the price and its tax, with a credit note',
  }),
})
export type Shortfall = Static<typeof Shortfall>

/** Money that is moved to another bill of its buyer. */
export const MoneyMove = strictObject({
  kind: Type.Enum(['part', 'over'], { description: '`part`: of a bill that ended or is not paid yet; `over`: what is left of a movement' }),
  billId: Id,
  amount: Type.Number({ minimum: 0.01, maximum: 1e13 }),
})
export type MoneyMove = Static<typeof MoneyMove>

const shown = ['open', 'decided', 'all'] as const

/** An admin's decision about a movement. Amounts in dollars; the remainder goes back to the payer. */
export const MovementDecision = strictObject({
  outcome: Type.Enum([...movementOutcomes]),
  bills: Type.Optional(
    Type.Array(
      strictObject({
        billId: Id,
        amount: Type.Number({ minimum: 0.01, maximum: 1e13 }),
        shortfall: Type.Optional(Shortfall),
      }),
      { maxItems: MAXIMUM_SPLIT },
    ),
  ),
  reason: Type.Optional(text(TEXT_LIMITS.refundReason)),
})
export type MovementDecision = Static<typeof MovementDecision>

const money = { policy: 'admin', permissions: ['money'] } as const

export const bankCalls = defineCalls('Bank', 'bank', {
  statements: {
    method: 'GET',
    path: '/bank/statements',
    ...money,
    summary: 'The last 50 bank statements that were uploaded, the newest first',
    response: Type.Array(BankStatement),
  },
  upload: {
    method: 'POST',
    path: '/bank/statements',
    ...money,
    summary:
      'Read a bank statement (camt.053, MT940 or CSV) as bytes. A file that cannot be read as a whole adds nothing; movements of earlier files are not added again',
    query: Type.Object({
      name: requiredText(200, 'Name the file.'),
      dates: Type.Optional(
        Type.Enum(['day-first', 'month-first'], { description: 'How the days of a CSV file are written, where it does not tell' }),
      ),
    }),
    takesBytes: true,
    bodyLimitBytes: STATEMENT_BYTES,
    response: Type.Object({
      statement: BankStatement,
      before: Type.Boolean({ description: 'This very file was uploaded before' }),
      leftOut: Type.Integer({
        description: 'Rows of a CSV file that are no movements, such as balances; 0 for a file that was uploaded before',
      }),
      seen: Type.Array(
        Type.Object({
          line: Type.Integer(),
          bookedOn: Day,
          amount: Type.Number(),
          currency: Type.String(),
          payer: Type.String(),
          text: Type.String(),
        }),
        { description: `Lines without a reference of the bank that an earlier file has too; the first ${SEEN_LINES}` },
      ),
    }),
  },
  addSeen: {
    method: 'POST',
    path: '/bank/statements/:id/lines',
    ...money,
    summary: 'Add a line of a statement as a separate movement, although an earlier file has one like it',
    params: IdParams,
    body: strictObject({ line: Type.Integer({ minimum: 1, maximum: 1_000_000 }) }),
    response: Type.Object({ added: Type.Integer({ description: '0 when it was added before' }) }),
  },
  movements: {
    method: 'GET',
    path: '/bank/movements',
    ...money,
    summary: 'One page of the movements, the newest first; open ones with a proposal of what they pay for',
    query: Type.Object({
      show: Type.Optional(Type.Enum([...shown], { default: 'open' })),
      q: Type.Optional(text(TEXT_LIMITS.search, { description: 'A part of payer, text or reference' })),
      ...pageOf('Movements', MOVEMENTS_PAGE_SIZE),
    }),
    response: BankMovements,
  },
  decide: {
    method: 'POST',
    path: '/bank/movements/:id/decision',
    ...money,
    summary: 'Say what a movement is, once. `matched` pays the bills with these amounts; 409 MOVEMENT_DECIDED when somebody was first',
    params: IdParams,
    body: MovementDecision,
    response: Type.Object({ paid: Type.Array(Type.String(), { description: 'Bills that are paid with it' }), over: Dollars }),
  },
  takeBack: {
    method: 'DELETE',
    path: '/bank/movements/:id/decision',
    ...money,
    summary: 'Decide again about a movement that was said to be not ours, or to go back and has not gone',
    params: IdParams,
    response: Type.Object({ deletedCount: Type.Integer() }),
  },
  findBills: {
    method: 'GET',
    path: '/bank/bills',
    ...money,
    summary: 'Up to 20 bills that are open, by number, reference, name, email or amount; by number or reference also one that has ended',
    query: Type.Object({
      q: Type.Optional(text(TEXT_LIMITS.search)),
      ofBuyer: Type.Optional(idOf('A bill: the open ones of its buyer are answered, without a text')),
    }),
    response: Type.Array(OpenBill),
  },
  partPaid: {
    method: 'GET',
    path: '/bank/part-paid',
    ...money,
    summary: 'Unpaid orders of which a part has arrived, those that wait for a person first; up to 200',
    response: Type.Object({
      shortfallLimit: Dollars,
      waiting: Type.Integer({ description: 'Those that wait for a person' }),
      bills: Type.Array(PartPaidBill),
    }),
  },
  acceptShortfall: {
    method: 'POST',
    path: '/bank/bills/:id/shortfall',
    ...money,
    summary:
      'Accept what is missing of a bill, up to the limit of the settings: the order is paid and goes on. 409 ITEM_CHANGED when something else is missing meanwhile',
    params: IdParams,
    body: Shortfall,
    response: Type.Object({ paid: Type.Boolean() }),
  },
  revive: {
    method: 'POST',
    path: '/bank/bills/:id/revival',
    ...money,
    summary:
      'Revive an order that ended and whose money has arrived, while its pieces are there: it is paid with the money, or with what is missing accepted; otherwise it waits for the rest',
    params: IdParams,
    body: strictObject({ shortfall: Type.Optional(Shortfall) }),
    response: Type.Object({ paid: Type.Boolean() }),
  },
  move: {
    method: 'POST',
    path: '/bank/give-back/:id/move',
    ...money,
    summary:
      'Move money to another bill of the same buyer, which is paid with the last of it; `id` is the bill of a `part`, the movement of an `over`',
    params: IdParams,
    body: MoneyMove,
    response: Type.Object({ paid: Type.Boolean({ description: 'Whether the other bill is paid now' }) }),
  },
  toGiveBack: {
    method: 'GET',
    path: '/bank/give-back',
    ...money,
    summary: 'Money that is to go back to buyers by bank transfer, the oldest first; up to 200',
    response: Type.Array(GiveBack),
  },
  givenBack: {
    method: 'POST',
    path: '/bank/give-back/:id',
    ...money,
    summary: 'Say that money was sent back',
    params: IdParams,
    body: strictObject({ kind: Type.Enum(['over', 'part', 'refund']) }),
    response: Type.Object({ modifiedCount: Type.Integer() }),
  },
})
