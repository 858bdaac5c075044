import { eq, sql } from 'drizzle-orm'
import { expect, inject, test } from 'vitest'
import type { CallResponse } from '#contract/basics/call.ts'
import type { changeCalls } from '#contract/orders/changes.ts'
import { inDatabase } from '#database/in-database.ts'
import { renewChanges } from '#database/renew-changes.ts'
import { orders } from '#database/tables/orders.ts'
import { quotes } from '#database/tables/quotes.ts'
import { transaction } from '#database/transaction.ts'
import { programOf } from '#tests/support/shops/api-keys.ts'
import { openShop, type Client } from '#tests/support/shops/open-shop.ts'
import { HANG_LIMIT_MS } from '#tests/support/runner/hang-limit.ts'
import { openPaymentOf, payByCard, reportPaid } from '#tests/support/shops/payments.ts'
import { publishSeller } from '#tests/support/shops/sellers.ts'

const shop = await openShop()
const part = await shop.addPart({ available: 100_000_000 })

type Answers = { [K in keyof typeof changeCalls]: CallResponse<(typeof changeCalls)[K]> }

/** What was committed until now; transactions of other tests on the same server may still be running. */
async function changesOf<K extends keyof Answers>(client: Client, kind: K, cursor?: string, size = 500): Promise<Answers[K]> {
  await settled()
  return readOnce(client, kind, cursor, size)
}

async function settled(): Promise<void> {
  const { rows } = await shop.db.execute<{ now: string }>(sql`select pg_snapshot_xmax(pg_current_snapshot())::text as now`)
  const isOver = sql<boolean>`pg_snapshot_xmin(pg_current_snapshot()) >= ${rows[0]!.now}::xid8`
  const look = async () => (await shop.db.execute(sql`select ${isOver} as is_over`)).rows
  await expect.poll(look, { timeout: HANG_LIMIT_MS }).toEqual([{ is_over: true }])
}

async function readOnce<K extends keyof Answers>(client: Client, kind: K, cursor?: string, size = 500): Promise<Answers[K]> {
  const answer = await client.get(`/changed-${kind}?size=${size}${cursor === undefined ? '' : `&changedSince=${cursor}`}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

const idsOf = ({ changed }: { changed: { _id: string }[] }) => changed.map(({ _id }) => _id)

test('a reader gets every order once, and again after each change, also after it was cancelled', async () => {
  const ann = await shop.customer('ann')
  const first = await shop.placeOrder(ann, part)
  const second = await shop.placeOrder(ann, part)

  const all = await changesOf(ann, 'orders')
  const none = await changesOf(ann, 'orders', all.next)
  await ann.delete(`/order/${first._id}`)
  const changed = await changesOf(ann, 'orders', none.next)

  expect(all.changed).toEqual([first, second])
  expect([all.more, none.changed, none.more]).toEqual([false, [], false])
  expect(changed.changed).toMatchObject([{ _id: first._id, cancelled: true }])
  expect(idsOf(await changesOf(ann, 'orders', changed.next))).toEqual([])
})

test('pages follow each other without a gap, also where many rows were written by one transaction', async () => {
  const ann = await shop.customer('ann')
  const placed = [await shop.placeOrder(ann, part), await shop.placeOrder(ann, part), await shop.placeOrder(ann, part)]
  await shop.db.update(orders).set({ reference: 'Dock 3' }).where(eq(orders.userId, ann.userId))

  const read: string[] = []
  const mores: boolean[] = []
  for (let cursor: string | undefined; mores.at(-1) !== false;) {
    const page: Answers['orders'] = await changesOf(ann, 'orders', cursor, 1)
    read.push(...idsOf(page))
    mores.push(page.more)
    cursor = page.next
  }

  expect(read).toEqual(placed.map(({ _id }) => _id))
  expect(mores).toEqual([true, true, false])
})

test('a change of a transaction that began earlier and is committed later is never missed', async () => {
  const ann = await shop.customer('ann')
  const [early, late] = [await shop.placeOrder(ann, part), await shop.placeOrder(ann, part)]
  const { next: before } = await changesOf(ann, 'orders')
  const noteOf = (id: string) => ({ reference: id.slice(0, 8) })

  let whileOpen: Answers['orders'] | undefined
  await transaction(shop.db, async (slow) => {
    await slow.update(orders).set(noteOf(early._id)).where(eq(orders.id, early._id))
    await shop.db.update(orders).set(noteOf(late._id)).where(eq(orders.id, late._id))
    whileOpen = await readOnce(ann, 'orders', before)
  })
  const after = await changesOf(ann, 'orders', whileOpen!.next)

  expect([...idsOf(whileOpen!), ...idsOf(after)].toSorted()).toEqual([early._id, late._id].toSorted())
})

test('many writers at once: a reader that reads all the while has seen the last state of every order', async () => {
  const ann = await shop.customer('ann')
  const placed = await Promise.all(Array.from({ length: 6 }, () => shop.placeOrder(ann, part)))
  const last = new Map<string, string>()
  const seen = new Map<string, string>()
  let cursor: string | undefined
  const readOn = async () => {
    for (let more = true; more;) {
      const page: Answers['orders'] = await readOnce(ann, 'orders', cursor, 2)
      for (const { _id, reference } of page.changed) seen.set(_id, reference)
      ;({ next: cursor, more } = page)
    }
  }
  const writing = { isOver: false }
  const reading = (async () => {
    while (!writing.isOver) await readOn()
  })()
  const write = async (id: string, writer: number) => {
    for (let round = 0; round < 10; round++) {
      const reference = `${writer}-${round}`
      await transaction(shop.db, async (tx) => {
        await tx.update(orders).set({ reference }).where(eq(orders.id, id))
        await tx.execute(sql`select pg_sleep(${((writer * 7 + round * 3) % 5) / 1_000})`)
      })
      last.set(id, reference)
    }
  }

  await Promise.all(placed.map(({ _id }, writer) => write(_id, writer)))
  writing.isOver = true
  await reading
  await settled()
  await readOn()

  expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(last))
})

test('a deleted quote is told as deleted; a new version, an order and a withdrawal as a change', async () => {
  const [ann, admin] = [await shop.customer('ann'), await shop.admin()]
  const save = async () => (await ann.post('/quotes', { lines: [{ text: part.partNumber, quantity: 1_000 }] })).json<{ _id: string }>()._id
  const [kept, deleted] = [await save(), await save()]
  let page = await changesOf(ann, 'quotes')
  const next = async () => (page = await changesOf(ann, 'quotes', page.next)).changed
  expect(page.changed).toMatchObject([
    { _id: kept, deleted: false, quote: { version: 1, lineCount: 1 } },
    { _id: deleted, deleted: false },
  ])

  await ann.delete(`/quotes/${deleted}`)
  expect(await next()).toEqual([{ _id: deleted, deleted: true, quote: null }])
  await ann.post(`/quotes/${kept}/requote`, { version: 1 })
  expect(await next()).toMatchObject([{ _id: kept, quote: { version: 2, withdrawn: null } }])
  await admin.post(`/quotes/${kept}/void`, { version: 2, reason: 'Wrong price' })
  expect(await next()).toMatchObject([{ _id: kept, quote: { version: 2, withdrawn: { reason: 'Wrong price' } } }])
  await ann.post(`/quotes/${kept}/requote`, { version: 2 })
  await next()
  const ordered = await ann.post(`/quotes/${kept}/order`, { version: 3, total: 2_500, phone: '+49 30 1', address: 'Dock 1' })
  expect(ordered.statusCode, ordered.body).toBe(200)
  expect(await next()).toMatchObject([{ _id: kept, quote: { version: 3, orderedAt: expect.any(String) } }])
  expect(await next()).toEqual([])
})

test('nobody reads what others have changed, but who acts for the shop reads all orders', async () => {
  const [ann, bob, admin] = [await shop.customer('ann'), await shop.customer('bob'), await shop.admin()]
  const warehouse = await programOf(shop, admin, ['shipping'])
  const own = await programOf(shop, admin, ['orders:read', 'quotes:read'])
  const start = (await changesOf(admin, 'orders')).next
  const order = await shop.placeOrder(ann, part)
  await ann.post('/quotes', { lines: [{ text: part.partNumber, quantity: 1_000 }] })

  expect((await changesOf(bob, 'orders')).changed).toEqual([])
  expect((await changesOf(bob, 'quotes')).changed).toEqual([])
  expect((await own.ask('GET', '/changed-orders')).json().changed).toEqual([])
  expect((await warehouse.ask('GET', '/changed-quotes')).statusCode).toBe(403)
  expect((await changesOf(admin, 'quotes')).changed).toEqual([])
  await settled()
  // Its owner's cursor of the same list.
  expect(idsOf((await warehouse.ask('GET', `/changed-orders?changedSince=${start}`)).json())).toEqual([order._id])
})

test('an invoice is told once, to its buyer and to the shop', async () => {
  const [ann, bob, admin] = [await shop.customer('ann'), await shop.customer('bob'), await shop.admin()]
  await publishSeller(shop, admin)
  const { next } = await changesOf(admin, 'papers')
  const order = await shop.placeOrder(ann, part)
  await reportPaid(ann, order, (await payByCard(shop, await openPaymentOf(ann, order))).id)

  const told = await changesOf(ann, 'papers')

  expect(told.changed).toMatchObject([{ kind: 'invoice', orderNumbers: [order.number] }])
  expect((await changesOf(ann, 'papers', told.next)).changed).toEqual([])
  expect((await changesOf(admin, 'papers', next)).changed).toEqual(told.changed)
  expect((await changesOf(bob, 'papers')).changed).toEqual([])
})

test.each(['soon', '0123456789abcdef.1', '0123456789abcdef.1.2.3', '0123456789abcdef.18446744073709551616.0', ''])(
  'the cursor %j is refused at its field',
  async (cursor) => {
    const ann = await shop.customer('ann')

    const answer = await ann.get(`/changed-orders?changedSince=${cursor}`)

    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toEqual([{ field: 'changedSince', message: 'This is no cursor of this shop. Start again without one.' }])
  },
)

test.each(['0', '501', '1.5', 'all'])('a page of %s rows is refused', async (size) => {
  const ann = await shop.customer('ann')

  expect((await ann.get(`/changed-orders?size=${size}`)).statusCode).toBe(400)
})

test('a cursor of another list or person, and one from before a restore, says to start again', async () => {
  const [ann, bob] = [await shop.customer('ann'), await shop.customer('bob')]
  const { next } = await changesOf(ann, 'orders')
  const codeOf = async (client: Client, kind: string, cursor: string) =>
    (await client.get(`/changed-${kind}?changedSince=${cursor}`)).json<{ code?: string }>().code

  expect(await codeOf(ann, 'orders', next)).toBeUndefined()
  expect(await codeOf(ann, 'quotes', next)).toBe('CURSOR_OUTDATED')
  expect(await codeOf(bob, 'orders', next)).toBe('CURSOR_OUTDATED')
  const restored = await ann.get(`/changed-orders?changedSince=${'0'.repeat(16)}.9.9`)
  expect([restored.statusCode, restored.json().message]).toEqual([
    410,
    "This cursor is of another list, or from before the shop's data were restored or moved. Start again without one.",
  ])
})

test('rows that were copied from a server with higher transactions are told after the next start', async () => {
  const moved = await openShop()
  const ann = await moved.customer('ann')
  const order = await moved.placeOrder(ann, await moved.addPart())
  await ann.post('/quotes', { lines: [{ text: 'none' }] })
  // As a restore writes them: triggers take no notice.
  for (const table of [orders, quotes]) {
    await moved.db.execute(sql`alter table ${table} disable trigger user`)
    await moved.db.execute(sql`update ${table} set changed_in = '9000000000'`)
    await moved.db.execute(sql`alter table ${table} enable trigger user`)
  }
  expect((await changesOf(ann, 'orders')).changed).toEqual([])

  const { rows } = await moved.db.execute<{ name: string }>(sql`select current_database() as name`)
  await renewChanges(inDatabase(inject('postgres'), rows[0]!.name))

  expect((await changesOf(ann, 'orders')).changed).toEqual([order])
  expect((await changesOf(ann, 'quotes')).changed).toHaveLength(1)
})
