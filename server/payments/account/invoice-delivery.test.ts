import { asc, eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Consignment } from '#contract/orders/export-papers.ts'
import type { OrderInFull } from '#contract/orders/orders.ts'
import type { OpenItems } from '#contract/payments/open-items.ts'
import type { OrderRefunds } from '#contract/payments/refunds.ts'
import type { AllPapers, Paper } from '#contract/payments/papers.ts'
import { openItems } from '#database/tables/accounts.ts'
import { invoices } from '#database/tables/invoices.ts'
import { mails } from '#database/tables/mails.ts'
import { orders } from '#database/tables/orders.ts'
import { parcels } from '#database/tables/parcels.ts'
import { checkInvariants } from '#server/run/invariants/check-invariants.ts'
import { paymentTerms } from '#server/invoices/documents/facts.ts'
import { applySettings } from '#server/shop-settings/apply-settings.ts'
import { remindOfOpenItems } from './remind-of-open-items.ts'
import { arrives, decide, matchWith, movementsOf, setLimit, takesOnAccount } from '#tests/support/shops/bank.ts'
import { invoicesDeliveries, onAccount, sends } from '#tests/support/shops/delivery-invoices.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { unpaidGroup } from '#tests/support/shops/order-groups.ts'
import { expectBooksToBalance, unpaidOrder } from '#tests/support/shops/payments.ts'
import { chanceOf, chosenSeed } from '#tests/support/seeded.ts'
import { invoiceDueDeliveries } from './invoice-delivery.ts'

let shop: TestShop
let admin: Customer

beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  await invoicesDeliveries(shop, admin)
})

type Id = { _id: string }
const papersOf = (buyer: Customer, { _id }: Id) => buyer.get(`/order/${_id}/papers`).then((answer) => answer.json<Paper[]>())
const full = async (buyer: Customer, { _id }: Id) => (await buyer.get(`/order/${_id}`)).json<OrderInFull>()
const parcelsOf = ({ _id }: Id) => shop.db.select().from(parcels).where(eq(parcels.orderId, _id)).orderBy(asc(parcels.position))
const itemOf = async (billId: string) => (await shop.db.select().from(openItems).where(eq(openItems.billId, billId)))[0]!
const refund = (order: Id, body: object) => admin.post(`/order/${order._id}/refund`, { reason: 'Because', ...body })
const dataOf = async (order: Id) => {
  const sent = await parcelsOf(order)
  const found = await shop.db.select().from(invoices).orderBy(asc(invoices.position))
  return found.filter(({ billId }) => sent.some(({ id }) => id === billId)).map(({ data }) => data)
}

/** Cents that invoices and credit notes of an order sum to. */
const invoicedCents = async (order: Id) =>
  (await dataOf(order)).reduce(
    (sum, { kind, grossCents, roundingCents = 0 }) => sum + (kind === 'invoice' ? grossCents : -grossCents - roundingCents),
    0,
  )
const keptCents = async ({ _id }: Id) => {
  const [row] = await shop.db.select().from(orders).where(eq(orders.id, _id))
  return row!.totalCents + row!.freightCents + row!.taxCents - row!.refundedCents
}

test('each delivery has its invoice: of its pieces, with its share of tax and freight, due from its day, and together they are the order', async () => {
  const { buyer, billId, order, due } = await onAccount(shop, admin)
  expect(await papersOf(buyer, order)).toEqual([])
  expect((await full(buyer, order)).onAccount).toMatchObject({ open: due, amount: due, daysFromDispatch: 30, byDelivery: true })

  await sends(admin, order, 1_000)
  const rest = (await admin.post('/export-papers/check', { orders: [order._id] })).json<{ consignment: Consignment }>()
  await sends(admin, order, 1_500)
  await sends(admin, order)

  const data = await dataOf(order)
  expect(
    data.map(({ lines }) => lines.map(({ pieces, netCents, freightCents, taxCents }) => [pieces, netCents, freightCents, taxCents])),
  ).toEqual([[[1_000, 33_330, 3_333, 6_966]], [[1_500, 49_995, 5_000, 10_449]], [[500, 16_665, 1_667, 3_483]]])
  expect(data.map(({ delivery }) => delivery.note)).toEqual([1, 2, 3].map((nth) => `${order.number}-${nth}`))
  const { rows } = await shop.db.execute<{ today: string; due: string }>(
    sql`select current_date::text as today, (current_date + 30)::text as due`,
  )
  expect(data[0]).toMatchObject({
    delivery: { on: rows[0]!.today },
    payment: { means: 'account', dueOn: rows[0]!.due },
    said: expect.arrayContaining([`Delivery ${order.number}-1: 1,000 of 3,000 pieces.`]),
    paidCents: 0,
  })
  expect(await invoicedCents(order)).toBe(await keptCents(order))
  const papers = await papersOf(buyer, order)
  expect(papers).toHaveLength(3)
  const [, second] = await parcelsOf(order)
  const { consignment } = (await admin.post('/export-papers/check', { parcel: second!.id })).json<{ consignment: Consignment }>()
  expect([rest.consignment.invoices, consignment.invoices]).toEqual([[], [papers[1]!.number]])
  expect(await itemOf(billId)).toMatchObject({ amountCents: 0, openCents: 0 })
  expect((await full(buyer, order)).onAccount).toEqual({ open: due, amount: due, dueOn: rows[0]!.due, byDelivery: true })
  const written = await shop.db
    .select()
    .from(mails)
    .where(sql`kind = 'invoice-issued' and recipient = ${buyer.email}`)
  expect(written).toHaveLength(3)
  await expectBooksToBalance(shop)
})

test('what has not left counts against the limit as what was invoiced, and the list shows each', async () => {
  const { buyer, order, due } = await onAccount(shop, admin)
  await sends(admin, order, 1_000)

  const list = (await admin.get('/open-items')).json<OpenItems>()

  const own = list.items.filter(({ customerId }) => customerId === buyer.userId)
  const [invoice] = await papersOf(buyer, order)
  expect(own).toContainEqual(
    expect.objectContaining({ name: `${order.number}, ${invoice!.number}`, open: 436.29, invoice: invoice!.number }),
  )
  expect(own).toContainEqual(expect.objectContaining({ name: order.number, byDelivery: true, daysFromDispatch: 30 }))
  expect(own.reduce((sum, { open }) => sum + open, 0)).toBeCloseTo(due)
  expect((await admin.get(`/customers/${buyer.userId}/credit`)).json()).toMatchObject({ open: due, overdue: 0 })
})

test('a bank receipt pays the delivery whose invoice it names, or whose sum it has, and leaves the others open', async () => {
  const { buyer, order } = await onAccount(shop, admin)
  await sends(admin, order, 1_000)
  await sends(admin, order, 1_500)
  const [first, second] = await papersOf(buyer, order)
  const [one, two] = await parcelsOf(order)

  const named = await arrives(shop, admin, { amount: 100, text: `Invoice ${second!.number}` })
  expect(named.proposal?.bills).toMatchObject([{ billId: two!.id, amount: 100 }])
  const exact = await arrives(shop, admin, { amount: first!.total, text: `Order ${order.number}` })
  expect(exact.proposal).toMatchObject({ certainty: 'sure', bills: [{ billId: one!.id, amount: first!.total }] })
  expect((await matchWith(admin, exact, [{ billId: one!.id, amount: first!.total }])).json()).toEqual({ paid: [one!.id], over: 0 })

  expect(await itemOf(one!.id)).toMatchObject({ openCents: 0 })
  expect(await itemOf(two!.id)).toMatchObject({ openCents: Math.round(second!.total * 100) })
  expect((await movementsOf(admin, 'show=all')).find(({ _id }) => _id === exact._id)).toMatchObject({
    decision: { bills: [{ name: `${order.number}, ${first!.number}` }] },
  })
  await matchWith(admin, named, [{ billId: two!.id, amount: 100 }])
  await expectBooksToBalance(shop)
})

test('money that comes before an invoice pays the first deliveries, and more than is open of one is refused', async () => {
  const { order, billId, due } = await onAccount(shop, admin)
  const early = await arrives(shop, admin, { amount: 900, text: `early ${order.number}` })
  expect((await matchWith(admin, early, [{ billId, amount: 900 }])).statusCode).toBe(200)

  await sends(admin, order, 1_000)
  await sends(admin, order)

  const [one, two] = await parcelsOf(order)
  expect([await itemOf(one!.id), await itemOf(two!.id)].map(({ openCents }) => openCents)).toEqual([0, Math.round(due * 100) - 90_000])
  const invoiced = await dataOf(order)
  expect(invoiced.map(({ paidCents }) => paidCents)).toEqual([43_629, 90_000 - 43_629])
  expect(invoiced.map(paymentTerms)).toEqual(['Paid.', expect.stringMatching(/^To be paid by /)])
  const more = await arrives(shop, admin, { amount: 5_000, text: `more ${order.number}` })
  expect((await matchWith(admin, more, [{ billId: two!.id, amount: 5_000 }])).statusCode).toBe(400)
  await expectBooksToBalance(shop)
})

test('a delivery that is overdue is reminded by its invoice and its sum; what has not left never is', async () => {
  const { buyer, order } = await onAccount(shop, admin)
  await sends(admin, order, 1_000)
  const [invoice] = await papersOf(buyer, order)
  const [sent] = await parcelsOf(order)
  await shop.db
    .update(openItems)
    .set({ dueOn: sql`current_date - 4` })
    .where(eq(openItems.userId, buyer.userId))

  expect(await remindOfOpenItems(shop.services)).toBe(1)

  const [mail] = await shop.db
    .select()
    .from(mails)
    .where(eq(mails.ref, `${sent!.id} 1`))
  expect(mail!.body).toContain(`It is for invoice ${invoice!.number}`)
  expect(mail!.body).toContain('$436.29')
  expect((await admin.get(`/customers/${buyer.userId}/credit`)).json()).toMatchObject({ overdue: 436.29 })
})

describe('what is taken off', () => {
  test('of pieces that are not sent any more makes no paper, with their freight, and the rest closes to the cent', async () => {
    const { buyer, billId, order } = await onAccount(shop, admin, { quantity: 1_000, price: 0.3337, freight: 33.35 })
    await sends(admin, order, 333)

    expect((await refund(order, { pieces: 100, withdraw: 100 })).statusCode).toBe(200)
    const wrong = await refund(order, { amount: 5, withdraw: 100 })
    expect(wrong.json()).toMatchObject({
      code: 'INVALID_INPUT',
      fields: [{ field: 'amount', message: expect.stringContaining('These pieces have no invoice') }],
    })
    expect((await refund(order, { amount: 10, pieces: 200, withdraw: 100 })).json()).toMatchObject({ code: 'INVALID_INPUT' })
    await sends(admin, order, 400, { despite: ['refund'] })
    expect((await refund(order, { pieces: 167, withdraw: 167 })).statusCode).toBe(200)

    expect((await full(buyer, order)).shipped).toBe(true)
    expect((await papersOf(buyer, order)).map(({ kind }) => kind)).toEqual(['invoice', 'invoice'])
    expect(await invoicedCents(order)).toBe(await keptCents(order))
    expect(await itemOf(billId)).toMatchObject({ openCents: 0 })
    await expectBooksToBalance(shop)
  })

  test('of an order of which nothing has left cancels it, without a paper', async () => {
    const { buyer, billId, order } = await onAccount(shop, admin)
    expect((await refund(order, { amount: 10 })).json()).toMatchObject({
      fields: [{ field: 'amount', message: expect.stringContaining('Nothing of this order has been invoiced') }],
    })
    await refund(order, { pieces: 1_000, withdraw: 1_000 })

    expect((await refund(order, {})).json()).toMatchObject({ modifiedCount: 1 })

    expect(await papersOf(buyer, order)).toEqual([])
    expect(await itemOf(billId)).toMatchObject({ openCents: 0 })
    expect((await admin.get(`/customers/${buyer.userId}/credit`)).json()).toMatchObject({ open: 0 })
    await expectBooksToBalance(shop)
  })

  test('of pieces that came back is credited to the newest delivery, and what that has not to the one before', async () => {
    const { buyer, order } = await onAccount(shop, admin)
    await sends(admin, order, 2_000)
    await sends(admin, order)
    const [one, two] = await parcelsOf(order)
    const [first, second] = await papersOf(buyer, order)

    expect((await refund(order, { amount: second!.total + 100 })).statusCode).toBe(200)

    const notes = (await papersOf(buyer, order)).filter(({ kind }) => kind === 'credit_note')
    expect(notes.map(({ credits, total }) => [credits, total])).toEqual([
      [second!.number, second!.total],
      [first!.number, expect.closeTo(100, 1)],
    ])
    expect([await itemOf(one!.id), await itemOf(two!.id)].map(({ openCents }) => openCents)).toEqual([first!.total * 100 - 10_000, 0])
    expect((await refund(order, { amount: first!.total })).json()).toMatchObject({
      fields: [{ field: 'amount', message: expect.stringContaining('At most') }],
    })
    expect(await invoicedCents(order)).toBe(await keptCents(order))
    const [mail, copy] = [sql`kind = 'order-refunded'`, sql`kind = 'paper-copy'`].map((kind) =>
      shop.db.$count(mails, sql`${kind} and recipient = ${buyer.email}`),
    )
    expect([await mail, await copy]).toEqual([1, 1])
    await expectBooksToBalance(shop)
  })

  test('of a delivery that is paid goes back by bank, and the others stay open', async () => {
    const { buyer, order } = await onAccount(shop, admin)
    await sends(admin, order, 1_000)
    const [paid] = await parcelsOf(order)
    const [invoice] = await papersOf(buyer, order)
    await matchWith(admin, await arrives(shop, admin, { amount: invoice!.total, text: `paid ${order.number}` }), [
      { billId: paid!.id, amount: invoice!.total },
    ])
    const before = (await full(buyer, order)).onAccount!.open

    await refund(order, { amount: 50 })

    expect((await full(buyer, order)).onAccount!.open).toBe(before)
    const back = (await admin.get('/bank/give-back'))
      .json<{ _id: string; amount: number; name: string; payer: string; kind: string }[]>()
      .find(({ name }) => name === order.number)
    expect(back).toMatchObject({ amount: 50, kind: 'refund', payer: 'Ann Buyer' })
    expect((await admin.post(`/bank/give-back/${back!._id}`, { kind: 'refund' })).statusCode).toBe(200)
    await expectBooksToBalance(shop)
  })

  test('of all pieces of a delivery is at most its invoice, though their price is a cent more', async () => {
    const { order } = await onAccount(shop, admin, { quantity: 1_000, price: 0.3007, freight: 0 })
    await sends(admin, order, 333)

    expect((await refund(order, { amount: 119.16 })).json()).toMatchObject({ fields: [{ field: 'amount' }] })
    expect((await refund(order, { pieces: 333 })).statusCode).toBe(200)

    const [invoice, note] = await dataOf(order)
    expect([invoice, note].map((paper) => [paper!.grossCents, paper!.lines[0]!.pieces])).toEqual([
      [11_915, 333],
      [11_915, 333],
    ])
    await expectBooksToBalance(shop)
  })

  test('as freight is what deliveries were invoiced with, once, and never their price', async () => {
    const { order } = await onAccount(shop, admin)
    const freightLeft = async () => (await admin.get(`/order/${order._id}/refunds`)).json<OrderRefunds>().freightLeft
    await sends(admin, order, 1_000)
    expect(await freightLeft()).toBe(39.66)

    expect((await refund(order, { freight: true })).statusCode).toBe(200)
    expect(await freightLeft()).toBe(0)
    expect((await refund(order, { freight: true })).json()).toMatchObject({ fields: [{ field: 'freight', message: expect.any(String) }] })
    await sends(admin, order, undefined, { despite: ['refund'] })
    expect((await refund(order, { freight: true })).statusCode).toBe(200)

    const notes = (await dataOf(order)).filter(({ kind }) => kind === 'credit_note')
    expect(notes.flatMap(({ lines }) => lines.map(({ netCents, freightCents }) => [netCents, freightCents]))).toEqual([
      [0, 3_333],
      [0, 6_667],
    ])
    await expectBooksToBalance(shop)
  })

  test('as freight is the freight of each delivery, on notes and in the books', async () => {
    const { order } = await onAccount(shop, admin)
    await sends(admin, order, 1_000)
    await sends(admin, order)

    expect((await refund(order, { freight: true })).statusCode).toBe(200)

    const notes = (await dataOf(order)).filter(({ kind }) => kind === 'credit_note')
    expect(notes.flatMap(({ lines }) => lines.map(({ netCents, freightCents }) => [netCents, freightCents]))).toEqual([
      [0, 6_667],
      [0, 3_333],
    ])
    expect((await refund(order, { freight: true })).json()).toMatchObject({ fields: [{ field: 'freight', message: expect.any(String) }] })
    await expectBooksToBalance(shop)
  })

  test('as a discount for a receipt that is short is of that delivery alone; what has not left has none', async () => {
    const { buyer, billId, order } = await onAccount(shop, admin)
    await sends(admin, order, 1_000)
    const [sent] = await parcelsOf(order)
    const [invoice] = await papersOf(buyer, order)
    const short = Math.round(invoice!.total * 98) / 100
    const movement = await arrives(shop, admin, { amount: short, text: `short ${order.number}` })
    const missing = Math.round((invoice!.total - short) * 100) / 100
    const shortfall = { amount: missing, why: 'discount' }

    const { openCents } = await itemOf(billId)
    const ofRest = await admin.post(`/bank/bills/${billId}/shortfall`, { amount: openCents / 100, why: 'discount' })
    expect(ofRest.json()).toMatchObject({ fields: [{ field: 'amount', message: expect.stringContaining('has no invoice') }] })
    expect(
      (await decide(admin, movement, { outcome: 'matched', bills: [{ billId: sent!.id, amount: short, shortfall }] })).json(),
    ).toMatchObject({ paid: [sent!.id] })

    const note = (await dataOf(order)).find(({ kind }) => kind === 'credit_note')
    expect(note).toMatchObject({ credited: { number: invoice!.number, isDiscount: true } })
    await sends(admin, order, undefined, { despite: ['refund'] })
    expect(await invoicedCents(order)).toBe(await keptCents(order))
    await expectBooksToBalance(shop)
  })
})

test('a return is paid back from what its deliveries were invoiced with', async () => {
  const { buyer, order } = await onAccount(shop, admin)
  await sends(admin, order, 1_000)
  const asked = await buyer.post(`/order/${order._id}/returns`, { pieces: 500, reason: 'damaged', note: 'Dents', pictures: [] })
  expect(asked.statusCode).toBe(200)
  const { _id } = asked.json<Id>()
  await admin.put(`/returns/${_id}/agree`, { answer: 'Please send them' })
  await admin.put(`/returns/${_id}/receive`, { pieces: 500, condition: 'opened', note: '' })

  expect((await admin.put(`/returns/${_id}/settle`, { amount: 198.31, restock: 500, note: '' })).statusCode).toBe(200)

  const note = (await dataOf(order)).find(({ kind }) => kind === 'credit_note')
  expect(note!.lines[0]).toMatchObject({ pieces: 500, netCents: 16_665 })
  await expectBooksToBalance(shop)
})

test('twenty parcels of one order and its neighbour at once: each its invoice, no cent and no number lost', async () => {
  const { buyer, group } = await unpaidGroup(shop, 2)
  await setLimit(admin, buyer, 100_000)
  const due = group.orders.reduce((sum, { totalPrice }) => sum + totalPrice, 0)
  expect((await takesOnAccount(buyer, group.orders[0]!, due)).statusCode).toBe(200)

  const answers = await Promise.all(Array.from({ length: 20 }, (_, nth) => sends(admin, group.orders[nth % 2]!, 100)))

  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(20)
  for (const order of group.orders) {
    expect(await papersOf(buyer, order)).toHaveLength(10)
    expect(await invoicedCents(order)).toBe(await keptCents(order))
  }
  expect(await itemOf(group.groupId)).toMatchObject({ amountCents: 0 })
  expect((await dataOf(group.orders[1]!))[0]!.quoteNumber).toMatch(/^Q-/)
  await expectBooksToBalance(shop)
})

test('a delivery that leaves while the seller is not known waits, with its neighbours, and is invoiced once', async () => {
  const { buyer, order } = await onAccount(shop, admin)
  await invoicesDeliveries(shop, admin, { seller: {} })
  await sends(admin, order, 1_000)
  await sends(admin, order, 500)
  expect(await papersOf(buyer, order)).toEqual([])
  const waiting = (await admin.get('/allPapers?page=0')).json<AllPapers>()
  expect(waiting).toMatchObject({ waiting: 2, missing: expect.arrayContaining(['seller.street']) })
  expect((await refund(order, { amount: 10 })).statusCode).toBe(400)

  await invoicesDeliveries(shop, admin)
  await Promise.all([invoiceDueDeliveries(shop.services), invoiceDueDeliveries(shop.services)])

  expect((await papersOf(buyer, order)).map(({ total }) => total)).toEqual([436.29, 218.15])
  expect((await admin.get('/allPapers?page=0')).json<AllPapers>().waiting).toBe(0)
  await expectBooksToBalance(shop)
})

test('a delivery that cannot be invoiced keeps none behind it waiting', async () => {
  const [stuck, other] = [await onAccount(shop, admin), await onAccount(shop, admin)]
  await invoicesDeliveries(shop, admin, { seller: {} })
  await sends(admin, stuck.order, 1_000)
  await sends(admin, other.order, 1_000)
  await invoicesDeliveries(shop, admin)
  const moves = (cents: number) =>
    shop.db.execute(
      sql`update open_items set amount_cents = amount_cents + ${cents}, open_cents = open_cents + ${cents} where bill_id = ${stuck.billId}::uuid`,
    )
  const most = (await itemOf(stuck.billId)).openCents - 1
  await moves(-most)

  await invoiceDueDeliveries(shop.services)

  expect(await papersOf(other.buyer, other.order)).toHaveLength(1)
  await moves(most)
  expect(await invoiceDueDeliveries(shop.services)).toBe(1)
  expect(await papersOf(stuck.buyer, stuck.order)).toHaveLength(1)
  await expectBooksToBalance(shop)
})

test('the way in which an order is invoiced stays, whatever the setting becomes', async () => {
  const each = await onAccount(shop, admin)
  await invoicesDeliveries(shop, admin, { invoicePerDelivery: false })
  const { buyer, order } = await unpaidOrder(shop)
  await setLimit(admin, buyer, 100_000)
  await takesOnAccount(buyer, order)
  expect((await papersOf(buyer, order)).map(({ total }) => total)).toEqual([order.totalPrice])
  expect((await full(buyer, order)).onAccount).not.toHaveProperty('byDelivery')
  await invoicesDeliveries(shop, admin)

  await sends(admin, order, 500)
  await sends(admin, each.order, 500)

  expect(await papersOf(buyer, order)).toHaveLength(1)
  expect(await papersOf(each.buyer, each.order)).toHaveLength(1)
  await applySettings(shop.services)
  await expectBooksToBalance(shop)
})

test('whatever is sent, withdrawn, refunded and paid, invoices and credit notes are what is kept of the order', async () => {
  const chance = chanceOf(chosenSeed())
  for (let round = 0; round < 3; round++) {
    const quantity = 1_000 + chance.below(2_000)
    const { billId, order } = await onAccount(shop, admin, {
      quantity,
      price: 0.1 + chance.below(10_000) / 10_000,
      freight: chance.below(20_000) / 100,
    })
    for (let step = 0; step < 12; step++) {
      const pieces = 1 + chance.below(400)
      const what = chance.below(4)
      if (what <= 1) await sends(admin, order, pieces, { despite: ['refund'] })
      if (what === 2) await refund(order, { pieces, withdraw: pieces })
      if (what === 3) await refund(order, { amount: (1 + chance.below(5_000)) / 100 })
    }
    await sends(admin, order, undefined, { despite: ['refund'] })
    if ((await parcelsOf(order)).length > 0) expect(await invoicedCents(order)).toBe(await keptCents(order))
    expect(await itemOf(billId)).toMatchObject({ openCents: 0 })
  }
  await expectBooksToBalance(shop)
})

test('an invoice of a delivery that is not the share of its pieces, or not what its item says, is found', async () => {
  const { order } = await onAccount(shop, admin)
  await sends(admin, order, 1_000)
  const [sent] = await parcelsOf(order)
  const [invoice] = await dataOf(order)
  const found = async () => (await checkInvariants(shop.db)).find(({ name }) => name === 'papersAreWhole')!.ids
  expect(await found()).toEqual([])

  const other = sql`update open_items set amount_cents = amount_cents + 1, open_cents = open_cents + 1 where bill_id = ${sent!.id}::uuid`
  await shop.db.execute(other)
  expect(await found()).toEqual([invoice!.number])
  await shop.db.execute(
    sql`update open_items set amount_cents = amount_cents - 1, open_cents = open_cents - 1 where bill_id = ${sent!.id}::uuid`,
  )
  expect(await found()).toEqual([])
})
