import { sql } from 'drizzle-orm'
import { totalDollarsAt } from '#contract/parts/pricing.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Return } from '#contract/orders/returns.ts'
import type { Part } from '#contract/parts/parts.ts'
import type { OrderGroup, Quote } from '#contract/quotes/quotes.ts'
import { transaction } from '#database/transaction.ts'
import { fillEmptyShop } from '#server/run/startup/sample-shop.ts'
import {
  camtOf,
  choosesTransfer,
  decide,
  movementsOf,
  sellerAccount,
  sendStatement,
  setLimit,
  takesOnAccount,
} from '#tests/support/shops/bank.ts'
import { germanSeller, publish, saveVatId } from '#tests/support/shops/charging.ts'
import { newUps } from '#tests/support/shops/new-ups.ts'
import { ADMIN_PASSWORD, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { cards, payByCard, payOrder } from '#tests/support/shops/payments.ts'
import { tell } from '#tests/support/shops/refunds.ts'

/*
 * A shop in the middle of a working day: 93 orders in all states, each paid, sent and given back as people do it, with everything
 * that lies about around them. Made by calls alone.
 */

/** What the tour opens. */
export type BusyShop = {
  admin: Customer
  buyer: Customer
  part: Part
  /** Orders of the buyer by what they show. */
  orders: Record<'unpaid' | 'transfer' | 'paid' | 'parted' | 'shipped' | 'onAccount' | 'refundedOnAccount' | 'returned', Order>
  group: OrderGroup
  savedQuote: Quote
  offered: Quote
  asked: Quote
}

const LONG_NAME = 'Sample Repair Workshops for Television Sets and Displays, Northern Branch, Purchasing Department'

export async function openBusyShop(shop: TestShop): Promise<BusyShop> {
  await fillEmptyShop(shop.db, shop.services.images)
  const admin = await shop.admin('admin')
  await publish(admin, { seller: { ...germanSeller, ...sellerAccount }, tax: { charges: 'vat' } })
  // Fewer than can be ordered, and a name that does not end.
  await shop.addPart({ name: `Main Board for ${LONG_NAME}`, available: 900 })
  const catalogue = (await shop.visitor.get('/allParts')).json<Part[]>()
  const buyers = await makeBuyers(shop, admin)
  const [buyer] = buyers
  const buys = shoppingOf(catalogue)
  const sell = sellingOf(shop, admin)

  // The buyer whose screens are looked at has one of each.
  const orders = {
    unpaid: await buys(buyer!, 'T-Con Board', 2_000),
    transfer: await buys(buyer!, 'LED Backlight', 1_500),
    paid: await buys(buyer!, 'Main Board', 1_000),
    parted: await buys(buyer!, 'Speaker Pair', 1_400),
    shipped: await buys(buyer!, 'LVDS Cable', 9_000),
    onAccount: await buys(buyer!, 'Remote Control', 2_500),
    refundedOnAccount: await buys(buyer!, 'Power Supply', 1_000),
    returned: await buys(buyer!, 'Wi-Fi', 1_200),
  }
  await choosesTransfer(buyer!, orders.transfer)
  for (const name of ['paid', 'parted', 'shipped', 'returned'] as const) await sell.paid(buyer!, orders[name])
  await done(admin.post(`/order/${orders.parted._id}/parcels`, { pieces: 400, ...newUps() }))
  for (const name of ['shipped', 'returned'] as const) await sell.shipped(orders[name])
  for (const name of ['onAccount', 'refundedOnAccount'] as const) await sell.onAccount(buyer!, orders[name])
  await done(admin.post(`/order/${orders.refundedOnAccount._id}/refund`, { reason: 'Agreed by telephone', amount: 150 }))
  await talkAbout(buyer!, admin, orders.paid)
  await sendBack(buyer!, admin, orders.returned, 'received')

  const savedQuote = await quoteOf(buyer!, catalogue, 18, 'Spare parts for the service centres, first quarter, with reserves')
  const group = (
    await done(buyer!.post(`/quotes/${savedQuote._id}/order`, { version: savedQuote.version, total: savedQuote.total, ...deliver(0) }))
  ).json<OrderGroup>()
  const offered = await quoteOf(buyer!, catalogue, 5, 'Second quarter')
  await done(
    admin.post(`/quotes/${offered._id}/offer`, {
      version: offered.version,
      total: offered.total,
      lines: [],
      terms: 'Free delivery to one address. Each reel is packed by itself.',
      validDays: 30,
    }),
  )
  const asked = await quoteOf(buyers[1]!, catalogue, 8, '')
  await done(buyers[1]!.post(`/quotes/${asked._id}/request`, { version: 1, text: 'Could you do 5 per cent less for two deliveries?' }))
  await quoteOf(buyers[2]!, catalogue, 3, 'Trial series')

  await fillLists(shop, admin, buyers, buys, sell)
  await receiveStatement(shop, admin, buyers, buys)
  await writeIn(shop, buyers)
  return { admin, buyer: buyer!, part: catalogue[0]!, orders, group, savedQuote, offered, asked }
}

type Buys = ReturnType<typeof shoppingOf>
type Sells = ReturnType<typeof sellingOf>

async function done<T extends { statusCode: number; body: string }>(answer: Promise<T>): Promise<T> {
  const given = await answer
  if (given.statusCode !== 200) throw new Error(`A call of the busy shop was refused: ${given.body}`)
  return given
}

const NAMES = [
  'Sample Buyer',
  LONG_NAME,
  'Display Repairs, Purchasing',
  'Prüfstand Süd',
  '电视维修服务中心',
  'Spare Parts',
  'Service',
  'Workshop Eleven',
  'Panels and More',
  'Electronics Purchasing, second floor',
]

async function makeBuyers(shop: TestShop, admin: Customer): Promise<Customer[]> {
  const buyers: Customer[] = []
  for (const name of NAMES) {
    const buyer = await shop.customer('buyer')
    await shop.db.execute(sql`update users set display_name = ${name} where id = ${buyer.userId}::uuid`)
    await done(setLimit(admin, buyer, 2_000_000, 30))
    buyers.push({ ...buyer, displayName: name })
  }
  const { identity, db } = shop.services
  const password = await identity.hashPassword(ADMIN_PASSWORD)
  await transaction(db, (tx) => identity.setPassword(tx, buyers[0]!.userId, password))
  await done(saveVatId(buyers[0]!, 'DE811569869', LONG_NAME))
  return buyers
}

const ADDRESSES = [
  { street: 'Dock Road 1', city: 'Hamburg', postalCode: '20457', country: 'DE' },
  { street: '12 rue de la Gare, bâtiment C, troisième étage', city: 'Lyon', postalCode: '69001', country: 'FR' },
  { street: '1 Main Street', city: 'Springfield, IL', postalCode: '62701', country: 'US' },
]

function deliver(index: number): object {
  const place = ADDRESSES[index % ADDRESSES.length]!
  const shipTo = { name: 'Goods inwards', company: index % 4 === 1 ? LONG_NAME : 'Sample Company', phone: '+49 40 1234567', ...place }
  return { phone: shipTo.phone, address: `${place.street}, ${place.postalCode} ${place.city}`, shipTo }
}

/** Orders as the purchase screen does. */
function shoppingOf(catalogue: Part[]) {
  let bought = 0
  return async (buyer: Customer, start: string, orderQuantity: number): Promise<Order> => {
    const part = catalogue.find(({ name }) => name.startsWith(start))!
    const orderItem = {
      name: part.name,
      partsId: part._id,
      totalPrice: totalDollarsAt(part, orderQuantity),
      orderQuantity,
      ...deliver(bought++),
    }
    const order = (await done(buyer.post('/inventory', { orderItem }))).json<Order>()
    if (bought % 3 === 0) await done(buyer.put(`/order/${order._id}/reference`, { reference: `PO-${4_700 + bought}`, seen: '' }))
    return order
  }
}

/** What happens to an order afterwards. */
function sellingOf(shop: TestShop, admin: Customer) {
  return {
    paid: (buyer: Customer, order: Order) => payOrder(shop, buyer, order),
    shipped: (order: Order) => done(admin.post(`/order/${order._id}/parcels`, newUps())),
    onAccount: (buyer: Customer, order: Order) => done(takesOnAccount(buyer, order, order.tax?.due ?? order.totalPrice)),
  }
}

const STARTS = ['T-Con Board', 'LED Backlight', 'LED Driver', 'Speaker Pair', 'LVDS Cable', 'Remote Control', 'Power Supply', 'Wi-Fi']

/** 64 orders of the other buyers: with the 26 of the first one, and 3 that a bank names, they are 93. */
async function fillLists(shop: TestShop, admin: Customer, buyers: Customer[], buys: Buys, sell: Sells): Promise<void> {
  for (let index = 0; index < 64; index++) {
    const buyer = buyers[1 + (index % (buyers.length - 1))]!
    const order = await buys(buyer, STARTS[index % STARTS.length]!, 1_000 + 100 * (index % 7))
    await eachState(shop, admin, buyer, order, index, sell)
  }
}

async function eachState(shop: TestShop, admin: Customer, buyer: Customer, order: Order, index: number, sell: Sells): Promise<void> {
  const state = index % 12
  if (state === 0) return
  if (state === 1) return void (await choosesTransfer(buyer, order))
  if (state === 2) return void (await done(buyer.delete(`/order/${order._id}`)))
  if (state === 3 || state === 4) {
    await sell.onAccount(buyer, order)
    if (state === 4) await sell.shipped(order)
    return
  }
  if (state === 11 && index < 24) {
    const { id } = await payByCard(shop, await openPayment(buyer, order), cards.disputes)
    await done(buyer.put(`/order/${order._id}`, { order, transactionId: id }))
    await tell(shop, id, 'charge.dispute.created')
    return
  }
  await sell.paid(buyer, order)
  if (state >= 7) await sell.shipped(order)
  if (state === 8) await done(admin.post(`/order/${order._id}/refund`, { reason: 'Two reels were damaged', amount: 120.5 }))
  if (state === 6 && index > 30) await done(admin.post(`/order/${order._id}/refund`, { reason: 'Not needed any more' }))
  if (state === 9)
    await sendBack(buyer, admin, order, (['asked', 'agreed', 'received', 'refused', 'settled'] as const)[Math.floor(index / 12)]!)
}

async function openPayment(buyer: Customer, order: Order): Promise<string> {
  const answer = await done(buyer.post('/create-payment-intent', { orderId: order._id, totalPrice: order.totalPrice }))
  return answer.json<{ clientSecret: string }>().clientSecret
}

type Sent = 'asked' | 'agreed' | 'received' | 'refused' | 'settled'

async function sendBack(buyer: Customer, admin: Customer, order: Order, until: Sent): Promise<void> {
  const wanted = { pieces: 200, reason: 'defective', note: 'Dead pixels along the left edge of every second panel.', pictures: [] }
  const asked = (await done(buyer.post(`/order/${order._id}/returns`, wanted))).json<Return>()
  const step = (verb: string, body: object) => done(admin.put(`/returns/${asked._id}/${verb}`, body))
  if (until === 'asked') return
  if (until === 'refused') return void (await step('refuse', { answer: 'The guarantee ended in March.' }))
  await step('agree', { answer: 'Send it to dock 4, with the number of the return on the parcel.' })
  if (until === 'agreed') return
  await step('receive', { pieces: 180, condition: 'opened', note: '' })
  if (until === 'settled') await step('settle', { amount: 90, restock: 0, note: 'Agreed' })
}

async function talkAbout(buyer: Customer, admin: Customer, order: Order): Promise<void> {
  await done(buyer.post(`/order/${order._id}/messages`, { text: 'Does the rest leave this week?\nOur line waits for it.' }))
  await done(admin.post(`/order/${order._id}/messages`, { text: 'Yes, on Thursday, with UPS.' }))
  await done(buyer.post(`/order/${order._id}/messages`, { text: 'Thank you. Please mark the parcels with our number.' }))
}

async function quoteOf(buyer: Customer, catalogue: Part[], lines: number, name: string): Promise<Quote> {
  const sold = catalogue.filter(({ available }) => available >= 2_000).slice(0, lines)
  const asked = sold.map(({ partNumber }, index) => ({ text: partNumber, quantity: 1_000 + 50 * (index % 8) }))
  return (await done(buyer.post('/quotes', { ...(name !== '' && { name }), lines: asked }))).json<Quote>()
}

/** A bank's file: what pays two bills, what is short, what names nobody, and what leaves. */
async function receiveStatement(shop: TestShop, admin: Customer, buyers: Customer[], buys: Buys): Promise<void> {
  const open = []
  for (const buyer of buyers.slice(1, 4)) {
    const order = await buys(buyer, 'LVDS Cable', 1_000)
    open.push({ due: order.tax?.due ?? order.totalPrice, reference: (await choosesTransfer(buyer, order)).transfer!.reference! })
  }
  const day = new Date().toISOString().slice(0, 10)
  const file = camtOf([
    { amount: open[0]!.due, text: open[0]!.reference, bankReference: 'T1', day },
    { amount: open[1]!.due - 15, text: `Invoice ${open[1]!.reference}`, bankReference: 'T2', day, payer: LONG_NAME },
    { amount: open[2]!.due + 100, text: `${open[2]!.reference} and the rest`, bankReference: 'T3', day },
    { amount: 1_234.5, text: 'Thank you', bankReference: 'T4', day, payer: 'Workshop Eleven' },
    { amount: -18.9, text: 'Account charges', bankReference: 'T5', day, payer: 'Sample Bank' },
  ])
  await done(sendStatement(shop, admin, file))
  const exact = (await movementsOf(admin)).find(({ proposal }) => proposal !== null)
  if (exact)
    await done(decide(admin, exact, { outcome: 'matched', bills: exact.proposal!.bills.map(({ billId, amount }) => ({ billId, amount })) }))
}

async function writeIn(shop: TestShop, buyers: Customer[]): Promise<void> {
  for (const [index, buyer] of buyers.slice(0, 6).entries()) {
    const message = `Could you quote ${10 + index},000 LVDS cables of 620 mm?\nWe need them in three deliveries.`
    await done(shop.visitor.post('/contact', { name: buyer.displayName, email: buyer.email, message }))
    await done(
      buyer.post('/reviews', {
        displayName: buyer.displayName,
        rating: 3 + (index % 3),
        review: 'Well packed, and here a day early. '.repeat(1 + index),
      }),
    )
  }
  for (const q of ['oled 65', 'hdmi port', 'fan']) await shop.visitor.get(`/pagesParts?page=0&size=10&q=${encodeURIComponent(q)}`)
}
