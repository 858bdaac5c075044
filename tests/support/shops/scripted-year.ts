import { sql } from 'drizzle-orm'
import type { BankMovement, BankMovements, GiveBack } from '#contract/payments/bank.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Part } from '#contract/parts/parts.ts'
import { totalDollarsAt } from '#contract/parts/pricing.ts'
import type { Return } from '#contract/orders/returns.ts'
import { settlePayment } from '#server/payments/settle-payment.ts'
import { someAtOnce, type Chance } from '../seeded.ts'
import { choosesTransfer, decide, setLimit, takesOnAccount, upload, type Written } from './bank.ts'
import { addressIn, frenchVatId, saveVatId } from './charging.ts'
import { contact, type Customer, type TestShop } from './open-shop.ts'
import { openPaymentOfGroup, unpaidGroup } from './order-groups.ts'
import { openPaymentOf, payByCard } from './payments.ts'
import { tell } from './refunds.ts'

/** Where buyers are, and the VAT id of those who are businesses: domestic, EU with and without an id, outside the EU. */
const countries = [
  { country: 'DE', vatId: '' },
  { country: 'FR', vatId: frenchVatId },
  { country: 'IT', vatId: '' },
  { country: 'AT', vatId: 'ATU13585627' },
  { country: 'US', vatId: '' },
] as const
const BUYERS_OF_A_COUNTRY = 8
const PARTS = 20
const AT_ONCE = 8
const QUARTERS = 4
const GROUPS_OF_A_QUARTER = 3

type Buyer = Customer & { country: string }
type Bought = { buyer: Buyer; order: Order; due: number }
/** `bought` unless it paid for a group. */
type PaidByCard = { intentId: string; bought?: Bought; due: number }
/** Sums of the script, so that a test can compare them. Amounts in cents. */
export type YearSums = {
  orders: number
  atBank: number
  sentBack: number
  payouts: string[]
  disputes: number
  refunds: number
  returns: number
  withdrawals: number
}

/**
 * A year of business in four quarters: orders by card, transfer and on account, refunds of parts and of all, withdrawn pieces, returns,
 * disputes won and lost, payouts of which one comes back, statements with what was expected, with too much, in parts, for nothing and for others.
 */
export async function playYear(shop: TestShop, admin: Customer, { orders, chance }: { orders: number; chance: Chance }): Promise<YearSums> {
  const sums: YearSums = { orders: 0, atBank: 0, sentBack: 0, payouts: [], disputes: 0, refunds: 0, returns: 0, withdrawals: 0 }
  const parts: Part[] = []
  for (let n = 0; n < PARTS; n++) parts.push(await shop.addPart({ available: 50_000_000, price: (4_000 + chance.below(30_000)) / 10_000 }))
  const buyers = await manyBuyers(shop, admin)
  const byAccount: Bought[] = []
  for (let quarter = 0; quarter < QUARTERS; quarter++) {
    const groups = GROUPS_OF_A_QUARTER
    const singles = Math.ceil(orders / QUARTERS) - groups * 3
    const bought = await placeOrders(buyers, parts, singles, sums.orders, chance)
    const kinds = bought.map((one, index) => ({ ...one, kind: index % 20 < 14 ? 'card' : index % 20 < 17 ? 'transfer' : 'account' }))
    const ofKind = (kind: string) => kinds.filter((one) => one.kind === kind)
    const cards: PaidByCard[] = []
    await someAtOnce(ofKind('card'), AT_ONCE, async ({ buyer, order, due }) => {
      const { id } = await payByCard(shop, await openPaymentOf(buyer, order))
      await settlePayment(shop.services, id)
      cards.push({ intentId: id, bought: { buyer, order, due }, due })
    })
    for (let n = 0; n < groups; n++) {
      const { buyer, group } = await unpaidGroup(shop)
      const { id } = await payByCard(shop, await openPaymentOfGroup(buyer, group))
      await settlePayment(shop.services, id)
      cards.push({ intentId: id, due: group.totalPrice })
    }
    sums.orders += bought.length + groups * 3
    const account = ofKind('account')
    await someAtOnce(account, AT_ONCE, async ({ buyer, order, due }) => expectOk(await takesOnAccount(buyer, order, due)))
    // What was taken on account is paid in the next quarter, so that some is open at the end.
    await receiveMoney(shop, admin, { quarter, transfers: ofKind('transfer'), account: byAccount.splice(0), chance, sums })
    byAccount.push(...account)

    // In a separate order, so that the same seed has the same result for any order of payments.
    const sorted = cards.toSorted((a, b) => (a.bought?.order.number ?? 'x').localeCompare(b.bought?.order.number ?? 'x'))
    await someAtOnce([...sorted.entries()], AT_ONCE, async ([index, card]) => giveBackByCard(shop, admin, index, card, sums))
    for (const [index, { order }] of ofKind('transfer').entries()) {
      if (index % 10 === 0) await refund(admin, order, sums)
    }
    for (const [index, { order, due }] of account.entries()) {
      if (index % 12 === 0) await refund(admin, order, sums, partOf(due, 3))
    }
    if (quarter < QUARTERS - 1) await sendBack(admin, sums)
    sums.payouts.push(await payOut(shop, quarter))
  }
  return sums
}

/** The last payout of the year, after which nothing is left at the card processor. */
export async function payOut(shop: TestShop, quarter: number): Promise<string> {
  const id = await shop.processor.payOut()
  await shop.processor.endPayout(id, 'paid')
  await tell(shop, id, 'payout.paid')
  if (quarter === 1) {
    await shop.processor.endPayout(id, 'failed')
    await tell(shop, id, 'payout.failed')
  }
  return id
}

async function manyBuyers(shop: TestShop, admin: Customer): Promise<Buyer[]> {
  const buyers: Buyer[] = []
  for (let n = 0; n < BUYERS_OF_A_COUNTRY; n++) {
    for (const { country, vatId } of countries) {
      const buyer = { ...(await shop.customer(`buyer-${country.toLowerCase()}`)), country }
      if (vatId !== '') expectOk(await saveVatId(buyer, vatId))
      expectOk(await setLimit(admin, buyer, 10_000_000, n % 2 === 0 ? 30 : 60))
      buyers.push(buyer)
    }
  }
  return buyers
}

/** Several concurrent orders, each of another quantity: the same order within minutes would be a repeated request. */
async function placeOrders(buyers: Buyer[], parts: Part[], count: number, first: number, chance: Chance): Promise<Bought[]> {
  const wanted = Array.from({ length: count }, (_, index) => ({ index, buyer: buyers[index % buyers.length]!, part: chance.pick(parts), quantity: 1_000 + first + index })) // prettier-ignore
  const bought: Bought[] = []
  await someAtOnce(wanted, AT_ONCE, async ({ index, buyer, part, quantity }) => {
    const answer = await buyer.post('/inventory', {
      orderItem: {
        name: part.name,
        partsId: part._id,
        totalPrice: totalDollarsAt(part, quantity),
        orderQuantity: quantity,
        ...contact,
        shipTo: addressIn(buyer.country),
      },
    })
    expectOk(answer)
    const order = answer.json<Order>()
    bought[index] = { buyer, order, due: order.tax?.due ?? order.totalPrice }
  })
  return bought
}

const cents = (dollars: number) => Math.round(dollars * 100)
/** A part of an amount, in dollars and cents. */
const partOf = (due: number, of: number) => Math.max(1, Math.floor(cents(due) / of)) / 100

/** Refunds and disputes of card payments, some by the shop, some at the processor, of parts and of all; and returns. */
async function giveBackByCard(
  shop: TestShop,
  admin: Customer,
  index: number,
  { intentId, bought, due }: PaidByCard,
  sums: YearSums,
): Promise<void> {
  const order = bought?.order
  if (index % 9 === 0 && order) {
    await refund(admin, order, sums, partOf(due, 7))
    if (index % 2 === 0) await refund(admin, order, sums, partOf(due, 11))
  } else if (index % 17 === 0 && order) await refund(admin, order, sums)
  else if (index % 19 === 0) {
    await shop.processor.refund(intentId, cents(partOf(due, 5)))
    sums.refunds++
    await tell(shop, intentId)
  } else if (index % 23 === 0) {
    await shop.processor.dispute(intentId)
    await tell(shop, intentId, 'charge.dispute.created')
    sums.disputes++
    if (index % 69 === 0) return // open at the end
    await shop.processor.closeDispute(intentId, index % 2 === 0 ? 'won' : 'lost')
    await tell(shop, intentId, 'charge.dispute.closed')
  } else if (index % 7 === 0 && bought) await sendPiecesBack(admin, bought, sums)
  else if (index % 5 === 0 && order) await withdrawPieces(admin, order, sums)
}

/** A fifth of the pieces is sent back after the order was shipped; the price of what arrives is refunded, and half of it returns to stock. */
async function sendPiecesBack(admin: Customer, { buyer, order }: Bought, sums: YearSums): Promise<void> {
  expectOk(await admin.put(`/orderShipped/${order._id}`))
  const pieces = Math.floor(order.orderQuantity / 5)
  const asked = await buyer.post(`/order/${order._id}/returns`, { pieces, reason: 'defective', note: 'Scripted', pictures: [] })
  expectOk(asked)
  const { _id } = asked.json<Return>()
  expectOk(await admin.put(`/returns/${_id}/agree`, { answer: 'Send it to dock 4' }))
  const received = await admin.put(`/returns/${_id}/receive`, { pieces: pieces - 1, condition: 'opened', note: '' })
  expectOk(received)
  const { proposed: amount } = received.json<Return>()
  expectOk(await admin.put(`/returns/${_id}/settle`, { amount, restock: Math.floor(pieces / 2), note: '' }))
  sums.returns++
  sums.refunds++
}

/** A tenth of the pieces is not sent: their price goes back, half of them return to stock, and the others are shipped. */
async function withdrawPieces(admin: Customer, { _id, orderQuantity }: Order, sums: YearSums): Promise<void> {
  const pieces = Math.floor(orderQuantity / 10)
  const restock = Math.floor(pieces / 2)
  expectOk(await admin.post(`/order/${_id}/refund`, { reason: 'Scripted', pieces, withdraw: pieces, restock }))
  expectOk(await admin.put(`/orderShipped/${_id}`))
  sums.withdrawals++
  sums.refunds++
}

async function refund(admin: Customer, { _id }: Order, sums: YearSums, amount?: number): Promise<void> {
  expectOk(await admin.post(`/order/${_id}/refund`, { reason: 'Scripted', ...(amount !== undefined && { amount }) }))
  sums.refunds++
}

type Expected = { quarter: number; transfers: Bought[]; account: Bought[]; chance: Chance; sums: YearSums }

/** The bank's statement of a quarter, uploaded, and each of its movements decided by what the shop proposes. */
async function receiveMoney(shop: TestShop, admin: Customer, { quarter, transfers, account, chance, sums }: Expected): Promise<void> {
  const written: Written[] = []
  const add = (movement: Written) => void written.push({ bankReference: `Q${quarter}-${written.length}`, ...movement })
  for (const [index, { buyer, order, due }] of transfers.entries()) {
    const reference = index % 7 === 0 ? `Order ${order.number}` : (await choosesTransfer(buyer, order)).transfer!.reference!
    if (index % 13 === 0) {
      add({ amount: partOf(due, 2), text: `${reference} first part` })
      add({ amount: (cents(due) - cents(partOf(due, 2))) / 100, text: `${reference} rest` })
    } else add({ amount: index % 11 === 0 ? (cents(due) + 250) / 100 : due, text: reference })
  }
  // Items that were refunded in the meantime are no longer open.
  const { rows: open } = await shop.db.execute<{ bill: string; open: number }>(sql`
    select bill_id as bill, open_cents::float8 as open from open_items where closed_at is null`)
  const openOf = new Map(open.map((item) => [item.bill, item.open]))
  for (const { order } of account) add({ amount: openOf.get(order._id)! / 100, text: `Payment for ${order.number}` })
  add({ amount: 12.34, text: `For nobody ${quarter}` })
  add({ amount: -50, text: 'Fee of the account' })
  await upload(shop, admin, chance.shuffled(written), { id: `Q${quarter}` })

  for (;;) {
    const page = (await admin.get('/bank/movements?show=open&size=100')).json<BankMovements>().movements
    if (page.length === 0) return
    // One after the other: the second part of a bill is proposed for what the first has left.
    let isStale = false
    for (const movement of page) {
      const twice = movement.text.includes('first part') || movement.text.includes('rest')
      if (twice && isStale) continue
      if (twice) isStale = true
      await decideOne(admin, movement, sums)
    }
  }
}

async function decideOne(admin: Customer, movement: BankMovement, sums: YearSums): Promise<void> {
  const { amount, proposal, text } = movement
  if (amount < 0) return expectOk(await decide(admin, movement, { outcome: 'not-ours', reason: text }))
  sums.atBank += cents(amount)
  if (!proposal) return expectOk(await decide(admin, movement, { outcome: 'give-back', reason: 'For nobody' }))
  const bills = proposal.bills.map(({ billId, amount: given }) => ({ billId, amount: given }))
  const answer = await decide(admin, movement, { outcome: 'matched', bills })
  if (answer.statusCode !== 200) throw new Error(`${JSON.stringify(movement)}: ${answer.body}`)
}

/** Money to be returned by bank is sent, and recorded. */
async function sendBack(admin: Customer, sums: YearSums): Promise<void> {
  for (const { _id, kind, amount } of (await admin.get('/bank/give-back')).json<GiveBack[]>()) {
    expectOk(await admin.post(`/bank/give-back/${_id}`, { kind }))
    sums.sentBack += cents(amount)
  }
}

function expectOk({ statusCode, body }: { statusCode: number; body: string }): void {
  if (statusCode !== 200) throw new Error(`Refused with ${statusCode}: ${body}`)
}
