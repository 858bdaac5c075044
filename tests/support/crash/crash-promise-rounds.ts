import { eq, inArray } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Part } from '#contract/parts/parts.ts'
import type { OrderGroup } from '#contract/quotes/quotes.ts'
import { expectedGoods } from '#database/tables/expected-goods.ts'
import { orderGroups, orders } from '#database/tables/orders.ts'
import { parts } from '#database/tables/parts.ts'
import { CrashClient } from './crash-client.ts'
import type { CrashAt } from './crash-process.ts'
import { expectDeath, expectEverythingAtItsEnd, type CrashShop } from './crash-rounds.ts'
import { signInCrowd, type Signed } from '../load/crowd.ts'
import { contact, type TestShop } from '../shops/open-shop.ts'
import { savedQuote } from '../shops/order-groups.ts'

const BUYERS = 2
const STOCK = 1_000
const DELIVERY = 2_000
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/**
 * One round: buyers order more than is in stock, cancel it, and order again, while the delivery that they wait for arrives; the process
 * dies at the given moment, and the next one continues. Returns whether it died before the end of the round.
 * @throws AssertionError when pieces are promised twice, or stock, deliveries and orders do not agree.
 */
export async function playPromiseRound(shop: TestShop, crashShop: CrashShop, at: CrashAt): Promise<boolean> {
  const { db } = shop
  const part = await shop.addPart({ available: STOCK })
  await db.update(parts).set({ madeMonthly: 1_500 }).where(eq(parts.id, part._id))
  const [keeper] = await signInCrowd(db, 1, 'admin')
  const [delivery] = await db
    .insert(expectedGoods)
    .values({ partId: part._id, expectedOn: inDays(5), pieces: DELIVERY, actorId: keeper!.userId })
    .returning()
  const crowd = await signInCrowd(db, BUYERS)
  const confirmed = new Set<string>()
  const death = await expectDeath(shop, crashShop, at)

  const admin = new CrashClient(shop, crashShop, keeper!)
  await Promise.all([
    ...crowd.map((someone) => new PromiseBuyer(shop, crashShop, part, someone, confirmed).live()),
    admin.ask('POST', `/expected-goods/${delivery!.id}/arrived`, { pieces: DELIVERY }),
  ])

  const hasDied = await death.over()
  const next = await crashShop.current()
  for (const work of ['events', 'reconcile', 'mails'] as const) await next.run(work)
  await expectEverythingAtItsEnd(shop)
  const placed = await db
    .select({ id: orderGroups.id })
    .from(orderGroups)
    .where(
      inArray(
        orderGroups.userId,
        crowd.map(({ userId }) => userId),
      ),
    )
  expect(placed.map(({ id }) => id).toSorted()).toEqual([...confirmed].toSorted())
  const rows = await db.select().from(orders).where(eq(orders.partId, part._id))
  expect(rows.map(({ state, quantity }) => `${state} ${quantity}`).toSorted()).toEqual(
    ['cancelled 2000', 'unpaid 1500'].flatMap((one) => Array<string>(BUYERS).fill(one)),
  )
  const taken = rows.reduce((sum, { state, quantity, madePieces }) => sum + (state === 'unpaid' ? quantity - madePieces : 0), 0)
  expect(await shop.stockOf(part)).toBe(STOCK + DELIVERY - taken)
  const [closed] = await db.select().from(expectedGoods).where(eq(expectedGoods.id, delivery!.id))
  expect(closed!.promisedPieces).toBe(0)
  return hasDied
}

class PromiseBuyer extends CrashClient {
  readonly #part: Part
  readonly #confirmed: Set<string>

  constructor(shop: TestShop, crashShop: CrashShop, part: Part, signed: Signed, confirmed: Set<string>) {
    super(shop, crashShop, signed)
    this.#part = part
    this.#confirmed = confirmed
  }

  async live(): Promise<void> {
    const first = await this.#order(2_000)
    await this.ask('DELETE', `/order/${first.orders[0]!._id}`)
    await this.#order(1_500)
  }

  async #order(quantity: number): Promise<OrderGroup> {
    const { id, version, total } = await savedQuote(this.shop.db, this.signed.userId, [{ part: this.#part, quantity }])
    const request = { version, total, ...contact, shipBy: '2099-12-31' }
    const group = await this.ask<OrderGroup>('POST', `/quotes/${id}/order`, request)
    this.#confirmed.add(group.groupId)
    return group
  }
}
