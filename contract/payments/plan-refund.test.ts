import { expect, test } from 'vitest'
import { shopErrors } from '../basics/errors.ts'
import { isRefusedRefund, leftToRefund, planRefund, type OrderToRefund, type RefundPlan, type WantedRefund } from './plan-refund.ts'

type Facts = Partial<OrderToRefund> & {
  /** Cents of the order that have gone back already. */
  refunded?: number
  /** Cents of the whole payment: paid, gone back and lost in disputes; without them the payment has no refund yet. */
  paid?: number
  back?: number
  lost?: number
  /** Cents that credit notes promise beyond what is refunded. */
  owed?: number
  /** Cents of the freight that were refunded as such. */
  freightBack?: number
}
type Case = [says: string, order: Facts, wanted: WantedRefund, outcome: Partial<RefundPlan> | string | undefined]

/** A paid order of 1,000 pieces at $2.50, of which nothing was sent. */
const paidOrder: OrderToRefund = {
  state: 'paid',
  dispute: null,
  quantity: 1_000,
  parceledPieces: 0,
  withdrawnPieces: 0,
  dueCents: 250_000,
  freightDueCents: 0,
  returnable: 0,
  leftToSend: 1_000,
  leftToMake: 0,
}
const sent = (parceled: number): Facts => ({ parceledPieces: parceled, leftToSend: 1_000 - parceled, returnable: parceled })
const shipped: Facts = { state: 'shipped', leftToSend: 0, returnable: 1_000 }
const ended: Facts = { state: 'refunded', leftToSend: 0 }
const taxed: Facts = { dueCents: 297_500 }
/** The same with $45 of freight, as it is and with 19 % of tax. */
const carried: Facts = { dueCents: 254_500, freightDueCents: 4_500 }
const carriedTaxed: Facts = { dueCents: 302_855, freightDueCents: 5_355 }

function planOf({ refunded = 0, paid, back = 0, lost = 0, owed = 0, freightBack = 0, ...facts }: Facts, wanted: WantedRefund) {
  const order = { ...paidOrder, ...facts }
  const payment = paid === undefined ? undefined : { amountCents: paid, refundedCents: back, lostCents: lost }
  return planRefund(
    order,
    { leftCents: leftToRefund({ ...order, refundedCents: refunded }, payment), owedCents: owed, freightBackCents: freightBack },
    wanted,
  )
}

/** A refusal as `field: sentence`, or as the sentence of its code; of a plan what is not as in a refund of money alone. */
function outcomeOf(facts: Facts, wanted: WantedRefund): Case[3] {
  const plan = planOf(facts, wanted)
  if (plan === undefined) return undefined
  if (!isRefusedRefund(plan))
    return Object.fromEntries(Object.entries(plan).filter(([name, value]) => name === 'givesCents' || (value !== false && value !== 0)))
  const { code, field, message } = plan
  return field === undefined ? (message ?? shopErrors[code].message) : `${field}: ${message}`
}

test.each<Case>([
  // Freight
  ['an unsent order ends with its freight', carried, {}, { givesCents: 254_500, freightCents: 4_500, ends: true, stockedPieces: 1_000 }],
  ['freight goes back with its tax', carriedTaxed, {}, { givesCents: 302_855, freightCents: 5_355, ends: true, stockedPieces: 1_000 }],
  ['pieces give their price without freight', carried, { pieces: 400 }, { givesCents: 100_000 }],
  ['pieces give their price with its tax, without freight', carriedTaxed, { pieces: 400 }, { givesCents: 119_000 }],
  [
    'all pieces of an unsent order end it with its freight',
    carried,
    { pieces: 1_000 },
    { givesCents: 254_500, freightCents: 4_500, ends: true, stockedPieces: 1_000 },
  ],
  [
    'the last pieces of an unsent order end it with its freight',
    { ...carried, refunded: 100_000 },
    { pieces: 600 },
    { givesCents: 154_500, freightCents: 4_500, ends: true, stockedPieces: 1_000 },
  ],
  [
    'the freight of a shipped order stays when all pieces come back',
    { ...carried, ...shipped },
    { pieces: 1_000 },
    { givesCents: 250_000 },
  ],
  [
    'the freight of a partly sent order stays with its last pieces',
    { ...carried, ...sent(400) },
    { pieces: 600, withdraw: 600 },
    { givesCents: 150_000, closes: true },
  ],
  [
    'freight goes back beside pieces, where it is wanted',
    { ...carried, ...shipped },
    { pieces: 400, freight: true },
    { givesCents: 104_500, freightCents: 4_500 },
  ],
  ['freight goes back alone', { ...carriedTaxed, ...shipped }, { freight: true }, { givesCents: 5_355, freightCents: 5_355 }],
  [
    'the freight of an unsent order goes back alone, and it is still sent',
    carried,
    { freight: true },
    { givesCents: 4_500, freightCents: 4_500 },
  ],
  [
    'freight that went back is not refunded again',
    { ...carried, ...shipped, refunded: 4_500, freightBack: 4_500 },
    { freight: true },
    'freight: No freight of this order is left to refund.',
  ],
  ['an order without freight has none to refund', shipped, { freight: true }, 'freight: No freight of this order is left to refund.'],
  [
    'an amount is all that goes back, freight in it',
    { ...carried, ...shipped },
    { amountCents: 5_000, freight: true },
    { givesCents: 5_000, freightCents: 4_500 },
  ],
  [
    'an amount below the freight is a part of it',
    { ...carried, ...shipped },
    { amountCents: 2_000, freight: true },
    { givesCents: 2_000, freightCents: 2_000 },
  ],
  ['an amount alone is not told apart', { ...carried, ...shipped }, { amountCents: 5_000 }, { givesCents: 5_000 }],
  [
    'an order whose freight went back ends with the price of its goods',
    { ...carried, refunded: 4_500, freightBack: 4_500 },
    {},
    { givesCents: 250_000, ends: true, stockedPieces: 1_000 },
  ],
  [
    'no more freight goes back than the bank has left',
    { ...carried, ...shipped, paid: 254_500, back: 252_500, refunded: 252_500 },
    { freight: true },
    { givesCents: 2_000, freightCents: 2_000 },
  ],
  ['freight that is owed again goes back with the whole', { ...carried, ...ended }, {}, { givesCents: 254_500 }],
  // All of it
  ['an order of which nothing was sent ends with its price', {}, {}, { givesCents: 250_000, ends: true, stockedPieces: 1_000 }],
  ['its tax goes back with the price', taxed, {}, { givesCents: 297_500, ends: true, stockedPieces: 1_000 }],
  ['under reverse charge the price alone goes back', { dueCents: 250_000 }, {}, { givesCents: 250_000, ends: true, stockedPieces: 1_000 }],
  ['what went back before is not refunded again', { refunded: 50_000 }, {}, { givesCents: 200_000, ends: true, stockedPieces: 1_000 }],
  ['a discount went off the price before', { refunded: 5_000 }, {}, { givesCents: 245_000, ends: true, stockedPieces: 1_000 }],
  ['pieces that were to be made never were in stock', { leftToMake: 400 }, {}, { givesCents: 250_000, ends: true, stockedPieces: 600 }],
  [
    'withdrawn pieces were handled when they were withdrawn',
    { withdrawnPieces: 300, leftToSend: 700, refunded: 75_000 },
    {},
    { givesCents: 175_000, ends: true, stockedPieces: 700 },
  ],
  [
    'of a payment for several orders only its part goes back',
    { paid: 900_000, back: 250_000 },
    {},
    { givesCents: 250_000, ends: true, stockedPieces: 1_000 },
  ],
  [
    'of a payment that has gone back in part only the rest goes back',
    { paid: 250_000, back: 100_000 },
    {},
    { givesCents: 150_000, ends: true, stockedPieces: 1_000 },
  ],
  [
    'after a lost dispute only the pieces return',
    { dispute: 'lost', paid: 250_000, lost: 250_000 },
    {},
    { givesCents: 0, ends: true, stockedPieces: 1_000 },
  ],
  [
    'a dispute that was lost over a part leaves the rest',
    { dispute: 'lost', paid: 250_000, lost: 40_000 },
    {},
    { givesCents: 210_000, ends: true, stockedPieces: 1_000 },
  ],
  ['a dispute that was won changes nothing', { dispute: 'won' }, {}, { givesCents: 250_000, ends: true, stockedPieces: 1_000 }],
  ['a refund that the bank sent back is repeated', { ...ended, paid: 250_000 }, {}, { givesCents: 250_000 }],
  ['an order that is refunded has nothing left', { ...ended, refunded: 250_000 }, {}, undefined],
  ['an order that is refunded and disputed has nothing left', { ...ended, dispute: 'lost', paid: 250_000, lost: 250_000 }, {}, undefined],
  ['an unpaid order is not refunded', { state: 'unpaid' }, {}, 'This order is not paid. Cancel it instead.'],
  ['a cancelled order is not refunded', { state: 'cancelled' }, { amountCents: 100 }, 'This order is not paid. Cancel it instead.'],
  ['a shipped order is not cancelled', shipped, {}, 'This order has been shipped. It cannot be cancelled any more.'],
  ['a partly sent order is not cancelled', sent(300), {}, 'Pieces of this order have been sent. It cannot be cancelled any more.'],
  ['the bank has the money of an open dispute', { dispute: 'open' }, {}, shopErrors.PAYMENT_DISPUTED.message],

  // By amount
  ['a part of the price leaves the order as it is', {}, { amountCents: 25_050 }, { givesCents: 25_050 }],
  ['a part of the price of a shipped order goes back', shipped, { amountCents: 25_050 }, { givesCents: 25_050 }],
  ['the whole price by its amount ends the order', {}, { amountCents: 250_000 }, { givesCents: 250_000, ends: true, stockedPieces: 1_000 }],
  ['the rest of the price ends the order', { refunded: 249_999 }, { amountCents: 1 }, { givesCents: 1, ends: true, stockedPieces: 1_000 }],
  ['the whole price of a shipped order goes back', shipped, { amountCents: 250_000 }, { givesCents: 250_000 }],
  ['a partly sent order stays open without its price', sent(300), { amountCents: 250_000 }, { givesCents: 250_000 }],
  ['not more than the price goes back', {}, { amountCents: 250_001 }, 'amount: At most $2,500.00 can be refunded.'],
  ['the tax counts to what is left', taxed, { amountCents: 297_501 }, 'amount: At most $2,975.00 can be refunded.'],
  [
    'not more than is left of the payment goes back',
    { ...shipped, paid: 500_000, back: 400_000 },
    { amountCents: 100_001 },
    'amount: At most $1,000.00 can be refunded.',
  ],
  ['with nothing left no amount goes back', { ...shipped, refunded: 250_000 }, { amountCents: 1 }, 'amount: Nothing is left to refund.'],
  [
    'after a lost dispute of a shipped order nothing is left',
    { ...shipped, dispute: 'lost', paid: 250_000, lost: 250_000 },
    { amountCents: 1 },
    'amount: Nothing is left to refund.',
  ],
  ['no money is no refund', {}, { amountCents: 0 }, 'amount: Enter an amount in dollars and cents, more than 0.'],
  [
    'a credit note promises at least what the bank sent back',
    { ...shipped, owed: 30_000 },
    { amountCents: 29_999 },
    'amount: The buyer has a credit note for $300.00 that the bank sent back. Refund at least this amount.',
  ],
  ['what a credit note promises goes back', { ...shipped, owed: 30_000 }, { amountCents: 30_000 }, { givesCents: 30_000 }],
  [
    'a credit note promises no more than is left',
    { ...shipped, owed: 30_000, paid: 250_000, lost: 240_000 },
    { amountCents: 10_000 },
    { givesCents: 10_000 },
  ],
  ['an open dispute refuses a part, too', { ...shipped, dispute: 'open' }, { amountCents: 100 }, shopErrors.PAYMENT_DISPUTED.message],

  // By pieces
  ['pieces are refunded at their price', shipped, { pieces: 100 }, { givesCents: 25_000 }],
  ['pieces are refunded with their tax', { ...shipped, ...taxed }, { pieces: 100 }, { givesCents: 29_750 }],
  ['half a cent of a piece is rounded up', { ...shipped, dueCents: 1_500 }, { pieces: 1 }, { givesCents: 2 }],
  ['the last pieces cost what is left', { ...shipped, refunded: 200_001 }, { pieces: 200 }, { givesCents: 49_999 }],
  ['an amount goes before the price of the pieces', shipped, { pieces: 100, amountCents: 1_234 }, { givesCents: 1_234 }],
  ['all pieces of an unsent order end it', {}, { pieces: 1_000 }, { givesCents: 250_000, ends: true, stockedPieces: 1_000 }],
  ['not more pieces than were ordered', shipped, { pieces: 1_001 }, 'pieces: The order has 1,000 pieces.'],
  ['with nothing left no pieces are refunded', { ...shipped, refunded: 250_000 }, { pieces: 1 }, 'amount: Nothing is left to refund.'],
  [
    'pieces that cost less than half a cent are no refund',
    { ...shipped, dueCents: 100 },
    { pieces: 1 },
    'amount: Enter an amount in dollars and cents, more than 0.',
  ],

  // Pieces that are not sent any more
  [
    'withdrawn pieces return to stock where they are counted',
    {},
    { pieces: 300, withdraw: 300, restock: 300 },
    { givesCents: 75_000, stockedPieces: 300 },
  ],
  ['the last pieces of a partly sent order ship it', sent(400), { pieces: 600, withdraw: 600 }, { givesCents: 150_000, closes: true }],
  ['some of its pieces do not', sent(400), { pieces: 599, withdraw: 599 }, { givesCents: 149_750 }],
  [
    'with nothing left of the price they are withdrawn without money',
    { ...sent(400), refunded: 250_000 },
    { pieces: 600, withdraw: 600, restock: 600 },
    { givesCents: 0, closes: true, stockedPieces: 600 },
  ],
  [
    'not without money where an amount is named',
    { ...sent(400), refunded: 250_000 },
    { amountCents: 1, withdraw: 600 },
    'amount: Nothing is left to refund.',
  ],
  [
    'all pieces with the whole price end an unsent order, and return once',
    { leftToMake: 400 },
    { amountCents: 250_000, withdraw: 1_000, restock: 600 },
    { givesCents: 250_000, ends: true, stockedPieces: 600 },
  ],
  [
    'all pieces without the whole price are refused',
    {},
    { amountCents: 100_000, withdraw: 1_000 },
    'amount: Nothing of this order is sent then, so it is cancelled: refund all that is left of its price, $2,500.00.',
  ],
  ['not more than are left to send', sent(999), { pieces: 2, withdraw: 2 }, 'withdraw: Only 1 piece is left to send.'],
  ['none of a shipped order', shipped, { pieces: 1, withdraw: 1 }, 'withdraw: No pieces are left to send.'],

  // Pieces back in stock
  [
    'pieces that came back are counted as returned',
    shipped,
    { amountCents: 100, restock: 100 },
    { givesCents: 100, backPieces: 100, stockedPieces: 100 },
  ],
  [
    'withdrawn pieces are the first that return',
    sent(400),
    { pieces: 300, withdraw: 200, restock: 300 },
    { givesCents: 75_000, backPieces: 100, stockedPieces: 300 },
  ],
  [
    'pieces of a return are counted in it',
    { ...shipped, returnable: 900 },
    { amountCents: 100, pieces: 100, restock: 100, isInReturn: true },
    { givesCents: 100, stockedPieces: 100 },
  ],
  [
    'not more than were sent',
    { ...shipped, returnable: 50 },
    { amountCents: 100, restock: 51 },
    'restock: At most 50 pieces can come back: those that were sent and are neither back nor in a return.',
  ],
  [
    'none of an unsent order',
    {},
    { amountCents: 100, restock: 1 },
    'restock: No pieces of this order can come back: none were sent, or all are back or in a return.',
  ],
  [
    'not more than came back and are withdrawn',
    { ...sent(400), returnable: 10 },
    { pieces: 200, withdraw: 200, restock: 211 },
    'restock: At most 210 pieces can return to stock: those that are not sent any more, and those that came back.',
  ],
  [
    'without money only withdrawn ones',
    { ...sent(400), refunded: 250_000 },
    { pieces: 200, withdraw: 200, restock: 201 },
    'restock: At most 200 pieces can return to stock: those that are not sent any more, and those that came back.',
  ],
  [
    'pieces that were to be made are doubted',
    { leftToMake: 400 },
    { pieces: 500, withdraw: 500, restock: 300 },
    'Only 100 of these pieces exist: 400 were to be made for the order. Have the others been made already?',
  ],
  [
    'and return once somebody says that they have been made',
    { leftToMake: 400 },
    { pieces: 500, withdraw: 500, restock: 300, confirmed: true },
    { givesCents: 125_000, stockedPieces: 300 },
  ],
])('of a refund: %s', (_, facts, wanted, outcome) => {
  expect(outcomeOf(facts, wanted)).toEqual(outcome)
})

test('nothing is left of a payment that has gone back and is lost besides', () => {
  const order = { dueCents: 250_000, refundedCents: 0 }

  expect(leftToRefund(order, { amountCents: 250_000, refundedCents: 250_000, lostCents: 250_000 })).toBe(0)
})
