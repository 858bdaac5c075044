import { setTimeout as delay } from 'node:timers/promises'
import { notInArray } from 'drizzle-orm'
import { parseUnitPrice } from '#contract/basics/money.ts'
import type { Order, StockChangeAnswer } from '#contract/orders/orders.ts'
import type { Part } from '#contract/parts/parts.ts'
import type { OrderGroup, Quote } from '#contract/quotes/quotes.ts'
import { intentIdOf, type PaymentMethodAnswer, type SandboxIntent } from '#contract/payments/sandbox.ts'
import type { Database } from '#database/connect.ts'
import { parts as partTable } from '#database/tables/parts.ts'
import { transaction } from '#database/transaction.ts'
import { insertPart } from '#server/parts/add-part.ts'
import { tryCall } from './crash-client.ts'
import type { Signed } from '../load/crowd.ts'
import { contact } from '../shops/open-shop.ts'
import { cardEntry, cards } from '../shops/payments.ts'
import { sampleFields } from '../shops/sample-part.ts'
import { totalDollars } from '../total-dollars.ts'

const LOT = 1_000

/** How many of the purchases are quotes, whose orders are placed and paid together. */
const QUOTES = 0.2

/** An order just placed, to be paid by one payment; `totalPrice` in dollars. */
type Bought = { orders: [string, ...string[]]; totalPrice: number }

/** What was confirmed to buyers by an answer that reached them. */
export type Confirmed = { orders: string[]; paid: string[]; cancelled: string[] }

/** Buyers who buy continuously, by HTTP alone, and retry without an answer. */
export type Load = {
  confirmed: Confirmed
  /** Stops new requests. */
  pause(): void
  resume(): void
  /** Lets all buyers finish. */
  stop(): Promise<void>
}

export type LoadOptions = {
  url: string
  parts: Part[]
  /** Buyers at the same time. */
  buyers: number
  /** A signed-in person, another one each time. */
  nextPerson: () => Signed
  /** From 0 to 1, decides what a buyer does. */
  random: () => number
  /** Pause of a buyer before the next purchase, in ms. */
  restMs?: number
}

export function startLoad({ url, parts, buyers, nextPerson, random, restMs = 0 }: LoadOptions): Load {
  const confirmed: Confirmed = { orders: [], paid: [], cancelled: [] }
  const state = { paused: false, stopping: false }

  /** Retries until there is an answer; undefined for a refusal, after which the buyer starts again. */
  async function ask<T>(person: Signed, method: string, path: string, body?: object): Promise<T | undefined> {
    for (;;) {
      while (state.paused) await delay(20)
      const answer = await tryCall<T>(url, person, method, path, body)
      if (answer?.status === 200) return answer.json
      if (answer && answer.status < 500) return undefined
      if (answer && answer.status !== 503) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.json)}`)
      await delay(50)
    }
  }

  async function buy(person: Signed): Promise<void> {
    const bought = random() < QUOTES ? await orderQuote(person) : await orderPart(person)
    if (!bought) return
    const { orders, totalPrice } = bought
    const [first] = orders
    confirmed.orders.push(...orders)

    const fate = random()
    if (fate < 0.1) return
    const opened = await ask<{ clientSecret: string }>(person, 'POST', '/create-payment-intent', { orderId: first, totalPrice })
    if (!opened) return
    if (fate < 0.3) return cancel(person, first)
    await pay(person, orders, opened.clientSecret)
  }

  async function orderPart(person: Signed): Promise<Bought | undefined> {
    const part = parts[Math.floor(random() * parts.length)]!
    const hold = { restAvailable: { available: 0 }, orderQuantity: LOT }
    const held = await ask<StockChangeAnswer>(person, 'PUT', `/inventory/${part._id}`, hold)
    if (!held?.holdId || random() < 0.05) return undefined
    const { name, _id: partsId, price } = part
    const orderItem = { name, partsId, holdId: held.holdId, totalPrice: totalDollars(price, LOT), orderQuantity: LOT, ...contact }
    const order = await ask<Order>(person, 'POST', '/inventory', { orderItem })
    return order && { orders: [order._id], totalPrice: order.totalPrice }
  }

  /** A quote with a line for each part, saved and ordered. */
  async function orderQuote(person: Signed): Promise<Bought | undefined> {
    const lines = parts.map(({ name }) => ({ text: name, quantity: LOT }))
    const quote = await ask<Quote>(person, 'POST', '/quotes', { lines })
    if (!quote || random() < 0.05) return undefined
    const { _id, version, total } = quote
    const group = await ask<OrderGroup>(person, 'POST', `/quotes/${_id}/order`, { version, total, ...contact })
    const [first, ...others] = group?.orders ?? []
    return group && first && { orders: [first._id, ...others.map((order) => order._id)], totalPrice: group.totalPrice }
  }

  async function cancel(person: Signed, orderId: string): Promise<void> {
    const answer = await ask<{ deletedCount: number }>(person, 'DELETE', `/order/${orderId}`)
    if (answer?.deletedCount === 1) confirmed.cancelled.push(orderId)
  }

  /** Orders that were placed together are paid by one payment, and reported by the first of them. */
  async function pay(person: Signed, orders: Bought['orders'], clientSecret: string): Promise<void> {
    const card = await ask<PaymentMethodAnswer>(person, 'POST', '/sandbox/payment-methods', cardEntry(cards.pays))
    if (!card || 'error' in card) return
    const intent = intentIdOf(clientSecret)
    const confirmation = { clientSecret, paymentMethod: card.id }
    const paid = await ask<SandboxIntent>(person, 'POST', `/sandbox/payment-intents/${intent}/confirm`, confirmation)
    // Some close the browser now.
    if (paid?.status !== 'succeeded' || random() < 0.2) return
    const reported = await ask(person, 'PUT', `/order/${orders[0]}`, { order: orders[0], transactionId: intent })
    if (reported) confirmed.paid.push(...orders)
  }

  const working = Array.from({ length: buyers }, async () => {
    while (!state.stopping) {
      await buy(nextPerson())
      if (restMs > 0) await delay(restMs)
    }
  })
  return {
    confirmed,
    pause: () => void (state.paused = true),
    resume: () => void (state.paused = false),
    async stop() {
      Object.assign(state, { paused: false, stopping: true })
      await Promise.all(working)
    },
  }
}

/** A part that no load can sell out. */
export async function addEndlessPart(db: Database, name: string): Promise<Part> {
  const [sample] = await db
    .select()
    .from(partTable)
    .where(notInArray(partTable.name, [name]))
    .limit(1)
  const part = { ...sampleFields, name, img: sample!.img, available: 900_000_000 }
  const _id = await transaction(db, (tx) => insertPart(tx, { ...part, priceBreaks: [], price: parseUnitPrice(part.price)! }))
  return { _id, ...part }
}
