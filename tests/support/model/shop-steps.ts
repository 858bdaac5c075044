import { and, eq, sql } from 'drizzle-orm'
import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import type { Parcel } from '#contract/orders/parcels.ts'
import { intentIdOf } from '#contract/payments/sandbox.ts'
import { holds, orders } from '#database/tables/orders.ts'
import { parts as partTable } from '#database/tables/parts.ts'
import { sandboxIntents } from '#database/tables/sandbox.ts'
import { expireUnpaidOrders } from '#server/orders/expire-unpaid-orders.ts'
import { releaseExpiredHolds } from '#server/parts/release-holds.ts'
import { reconcilePayments } from '#server/payment-events/reconcile-payments.ts'
import type { Signed } from '../load/crowd.ts'
import { totalDollars } from '../total-dollars.ts'
import { contact, type TestShop } from '../shops/open-shop.ts'
import { cards } from '../shops/payments.ts'
import type { Chance } from '../seeded.ts'
import { keyOf, lastIntentOf, type KnownHold, type KnownOrder, type Model, type ModelShop, type Step } from './shop-model.ts'
import { placedEarlier } from '../shops/placed-earlier.ts'

/** How often each thing happens, in parts of all. */
const weights = {
  hold: 16,
  place: 16,
  openPayment: 18,
  pay: 26,
  report: 12,
  cancel: 4,
  reduce: 6,
  changeAddress: 3,
  sendParcel: 14,
  ship: 10,
  deliverParcel: 10,
  restock: 4,
  changePrice: 3,
  removePart: 1,
  addPart: 1,
  letHoldExpire: 3,
  letOrderExpire: 1,
  deliverMessages: 8,
  reconcile: 5,
} as const
export type Kind = keyof typeof weights
const kinds = (Object.keys(weights) as Kind[]).flatMap((kind) => Array.from({ length: weights[kind] }, () => kind))

const payingCards = [cards.pays, cards.pays, cards.pays, cards.declined, cards.secondStep, cards.slow]

export async function addPart(shop: TestShop, { parts }: Model, available: number): Promise<void> {
  const part = await shop.addPart({ available })
  parts.push({ part, supplied: available, price: part.price, isRemoved: false })
}

/** One step, of any kind if none is given, where there is anything to do it with. */
export function chooseStep(modelShop: ModelShop, model: Model, chance: Chance, kind = chance.pick(kinds)): Step | undefined {
  const { shop, admin, webhookUrl } = modelShop
  const { db, services, processor } = shop
  const one = <T>(items: T[]): T | undefined => (items.length > 0 ? chance.pick(items) : undefined)
  const known = chance.pick(model.parts)
  const buyer = chance.pick(model.buyers)
  const hold = one([...model.live.values()])
  // Finished objects are tried again at times: nothing must change.
  const open = [...model.orders.values()].filter(({ isCancelled, timesShipped }) => !isCancelled && timesShipped === 0)
  const order = one(chance.happens(0.85) ? open : [...model.orders.values()])
  const path = order && `/order/${order.order._id}`
  const size = 1_000 * (1 + chance.below(4)) + chance.below(3)
  const luck = chance.next()
  const card = chance.pick(payingCards)
  const short = (id: string) => id.slice(0, 4)

  switch (kind) {
    case 'hold': {
      const key = keyOf(buyer, known)
      return {
        say: `${short(buyer.userId)} holds ${size} of ${short(known.part._id)}`,
        key,
        takes: { known, quantity: size },
        async run() {
          const wasRemoved = known.isRemoved
          const purchase = { restAvailable: { available: 0 }, orderQuantity: size }
          const answer = await call(shop, buyer, 'PUT', `/inventory/${known.part._id}`, purchase)
          expect([200, 503]).toContain(answer.statusCode)
          const { modifiedCount, holdId, totalPrice } = answer.json()
          if (modifiedCount === 0) this.refused = 'too few pieces'
          if (modifiedCount !== 1) return
          expect(wasRemoved, 'a removed part was held').toBe(false)
          model.live.set(key, { holdId, buyer, known, quantity: size, totalPrice })
        },
      }
    }
    case 'place':
      return hold && placeStep(shop, model, hold, `${short(hold.buyer.userId)} orders ${hold.quantity} of ${short(hold.known.part._id)}`)
    case 'openPayment':
      return (
        order && {
          say: `${short(order.order._id)} opens its payment`,
          about: order,
          async run() {
            const { _id: orderId, totalPrice } = order.order
            const answer = await call(shop, order.buyer, 'POST', '/create-payment-intent', { orderId, totalPrice })
            expect([200, 409, 503]).toContain(answer.statusCode)
            const { clientSecret } = answer.json()
            if (answer.statusCode === 409) this.refused = 'not payable'
            if (answer.statusCode === 200 && order.secrets.at(-1) !== clientSecret) order.secrets.push(clientSecret)
          },
        }
      )
    case 'pay':
      return order && payStep(shop, order, card, luck < 0.08, short(order.order._id))
    case 'report': {
      const transactionId = order && lastIntentOf(order)
      if (!order || !transactionId) return undefined
      return {
        say: `${short(order.order._id)} is reported paid`,
        about: order,
        async run() {
          const answer = await call(shop, order.buyer, 'PUT', path!, { order: order.order, transactionId })
          expect([200, 402, 409, 503]).toContain(answer.statusCode)
          if (answer.statusCode === 200) order.isPaid = true
        },
      }
    }
    case 'cancel': {
      if (!order) return undefined
      const who = luck < 0.3 ? admin : order.buyer
      return {
        say: `${short(order.order._id)} is cancelled`,
        about: order,
        async run() {
          const wasPaid = order.isPaid
          order.cancelTried = true
          const answer = await call(shop, who, 'DELETE', path!)
          expect([200, 503]).toContain(answer.statusCode)
          if (answer.json().deletedCount !== 1) return
          expect([wasPaid, order.isCancelled], 'cancelled though paid, or twice').toEqual([false, false])
          order.isCancelled = true
        },
      }
    }
    case 'reduce':
      return order && reduceStep(shop, order, luck < 0.3 ? admin : order.buyer, 1_000 + chance.below(3) * 500, short(order.order._id))
    case 'changeAddress':
      return (
        order && {
          say: `${short(order.order._id)} goes elsewhere`,
          about: order,
          async run() {
            const { address } = (await call(shop, order.buyer, 'GET', `${path!}?cancelled=true`)).json<Order>()
            const answer = await call(shop, order.buyer, 'PUT', `${path!}/address`, { address: `Gate ${size}`, seen: address })
            expect([200, 409, 503]).toContain(answer.statusCode)
            if (answer.statusCode !== 200) return
            expect([order.isCancelled, order.timesShipped, order.parceled], 'an address changed too late').toEqual([false, 0, 0])
          },
        }
      )
    case 'sendParcel': {
      const sent = one(open.filter(({ isPaid }) => isPaid)) ?? order
      if (!sent) return undefined
      return {
        say: `500 of ${short(sent.order._id)} leave`,
        about: sent,
        async run() {
          const answer = await call(shop, admin, 'POST', `/order/${sent.order._id}/parcels`, { pieces: 500 })
          expect([200, 400, 409, 503]).toContain(answer.statusCode)
          if (answer.statusCode !== 200) return
          sent.parceled += 500
          sent.isPaid = true
          expect(sent.parceled, 'pieces in parcels').toBeLessThanOrEqual(sent.order.orderQuantity)
          if (answer.json().shipped) sent.timesShipped += 1
        },
      }
    }
    case 'deliverParcel': {
      const sent = one([...model.orders.values()].filter(({ parceled, timesShipped }) => parceled > 0 || timesShipped > 0))
      if (!sent) return undefined
      return {
        say: `a parcel of ${short(sent.order._id)} arrives`,
        about: sent,
        async run() {
          const { parcels } = (await call(shop, admin, 'GET', `/order/${sent.order._id}/parcels`)).json<{ parcels?: Parcel[] }>()
          const parcel = parcels?.[Math.floor(luck * parcels.length)]
          if (!parcel) return
          const answer = await call(shop, admin, 'PUT', `/parcels/${parcel._id}/delivered`)
          expect([200, 503]).toContain(answer.statusCode)
          if (answer.statusCode === 200) sent.delivered.add(parcel._id)
        },
      }
    }
    case 'ship':
      return (
        order && {
          say: `${short(order.order._id)} is shipped`,
          about: order,
          async run() {
            const answer = await call(shop, admin, 'PUT', `/orderShipped/${order.order._id}`)
            expect([200, 503]).toContain(answer.statusCode)
            order.timesShipped += answer.json().modifiedCount ?? 0
          },
        }
      )
    case 'restock':
      return {
        say: `${size} more of ${short(known.part._id)}`,
        async run() {
          const answer = await call(shop, admin, 'PUT', `/inventory/${known.part._id}`, { newAvailable: { available: 0 }, added: size })
          expect([200, 404, 503]).toContain(answer.statusCode)
          if (answer.json().modifiedCount === 1) known.supplied += size
        },
      }
    case 'changePrice': {
      const price = (1 + chance.below(400)) / 100
      return {
        say: `${short(known.part._id)} costs ${price}`,
        async run() {
          await db
            .update(partTable)
            .set({ price: price.toFixed(4) })
            .where(eq(partTable.id, known.part._id))
        },
      }
    }
    case 'removePart':
      return {
        say: `${short(known.part._id)} is removed`,
        async run() {
          const answer = await call(shop, admin, 'DELETE', `/parts/${known.part._id}`)
          expect([200, 503]).toContain(answer.statusCode)
          if (answer.json().deletedCount !== 1) return
          known.isRemoved = true
        },
      }
    case 'addPart':
      return { say: 'another part', run: () => addPart(shop, model, size * 2) }
    case 'letHoldExpire':
      return (
        hold && {
          say: `a hold of ${short(hold.known.part._id)} expires`,
          key: keyOf(hold.buyer, hold.known),
          async run() {
            const key = keyOf(hold.buyer, hold.known)
            const expired = and(eq(holds.id, hold.holdId), eq(holds.state, 'held'))
            await db
              .update(holds)
              .set({ expiresAt: sql`now() - interval '1 second'` })
              .where(expired)
            await releaseExpiredHolds(db)
            if (model.live.get(key)?.holdId === hold.holdId) model.live.delete(key)
          },
        }
      )
    case 'letOrderExpire':
      return (
        order && {
          say: `${short(order.order._id)} was not paid in time`,
          about: order,
          async run() {
            order.cancelTried = true
            await db.update(orders).set(placedEarlier('30 days')).where(eq(orders.id, order.order._id))
            await expireUnpaidOrders(services)
          },
        }
      )
    case 'deliverMessages':
      return { say: 'messages are delivered', run: async () => void (await processor.deliverEvents(webhookUrl)) }
    case 'reconcile':
      return { say: 'the reconciler runs', run: async () => void (await reconcilePayments(services)) }
  }
}

function placeStep(shop: TestShop, model: Model, hold: KnownHold, say: string): Step {
  const { buyer, known, quantity, holdId, totalPrice } = hold
  const key = keyOf(buyer, known)
  const { name, _id: partsId } = known.part
  const orderItem = { name, partsId, holdId, totalPrice, orderQuantity: quantity, ...contact }
  return {
    say,
    key,
    takes: { known, quantity },
    async run() {
      const answer = await call(shop, buyer, 'POST', '/inventory', { orderItem })
      expect([200, 409, 503]).toContain(answer.statusCode)
      if (answer.statusCode === 409) {
        this.refused = 'the hold is gone'
        this.say += ` (${answer.json().code})`
      }
      if (answer.statusCode !== 200) return
      const order: Order = answer.json()
      expect(order).toMatchObject({ email: buyer.email, partsId, orderQuantity: quantity, totalPrice })
      if (model.live.get(key)?.holdId === holdId) model.live.delete(key)
      if (!model.orders.has(order._id)) model.orders.set(order._id, newlyKnown(order, buyer))
    },
  }
}

/** Fewer pieces at today's price; payments that were opened before have another amount. */
function reduceStep(shop: TestShop, order: KnownOrder, who: Signed, orderQuantity: number, name: string): Step {
  return {
    say: `${name} is reduced to ${orderQuantity}`,
    about: order,
    async run() {
      const [part] = await shop.db.select({ price: partTable.price }).from(partTable).where(eq(partTable.id, order.order.partsId))
      const wanted = { orderQuantity, totalPrice: totalDollars(Number(part!.price), orderQuantity) }
      const answer = await call(shop, who, 'PUT', `/order/${order.order._id}/pieces`, wanted)
      expect([200, 400, 402, 404, 409, 503]).toContain(answer.statusCode)
      if (answer.statusCode !== 200) return
      order.timesReduced += 1
      // Of two at once, the one with fewer pieces was the last.
      if (orderQuantity < order.order.orderQuantity) order.order = { ...order.order, ...wanted }
    },
  }
}

const newlyKnown = (order: Order, buyer: Signed): KnownOrder => ({
  order,
  buyer,
  secrets: [],
  hasMoney: false,
  wrong: new Set(),
  mayBeLate: false,
  cancelTried: false,
  isCancelled: false,
  isPaid: false,
  timesShipped: 0,
  parceled: 0,
  delivered: new Set(),
  timesReduced: 0,
})

/** The buyer pays with the last client secret; sometimes the processor has another amount in its books. */
function payStep({ db, processor }: TestShop, order: KnownOrder, card: string, isWrong: boolean, name: string): Step | undefined {
  const secret = order.secrets.at(-1)
  if (secret === undefined) return undefined
  return {
    say: `${name} is paid by ${card.slice(-4)}${isWrong ? ' with a wrong amount' : ''}`,
    about: order,
    async run() {
      if (isWrong) {
        const [changed] = await db
          .update(sandboxIntents)
          .set({ amountCents: 1 })
          .where(and(eq(sandboxIntents.id, intentIdOf(secret)), eq(sandboxIntents.status, 'requires_payment_method')))
          .returning()
        if (changed) order.wrong.add(changed.id)
      }
      // Recorded before the answer, as messages may report it at once.
      order.hasMoney ||= card === cards.pays || card === cards.slow
      await processor.pay(secret, card)
    },
  }
}

/** A call of a signed-in person; an internal error is never an answer. */
export async function call(
  { app }: TestShop,
  { token }: Signed,
  method: 'GET' | 'PUT' | 'POST' | 'DELETE',
  path: string,
  payload?: object,
): Promise<LightMyRequestResponse> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await app.inject({ method, url: `/api${path}`, headers, ...(payload && { payload }) })
  expect(answer.statusCode, `${method} ${path}: ${answer.body}`).not.toBe(500)
  return answer
}
