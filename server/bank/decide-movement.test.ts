import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { OrderInFull } from '#contract/orders/orders.ts'
import { auditLog } from '#database/tables/audit-log.ts'
import { billReceipts, transfers } from '#database/tables/bank.ts'
import { arrives, choosesTransfer, decide, matchWith, movementsOf, stateOf, takeTransfers, toGiveBack } from '#tests/support/shops/bank.ts'
import { openShop, type Customer, type TestShop } from '#tests/support/shops/open-shop.ts'
import { unpaidOrder, expectBooksToBalance, mailsAbout } from '#tests/support/shops/payments.ts'

let shop: TestShop
let admin: Customer

beforeAll(async () => {
  shop = await openShop()
  takeTransfers(shop)
  admin = await shop.admin()
})

test('a movement with the reference is proposed as sure, and pays the order once it is confirmed', async () => {
  const { buyer, order } = await unpaidOrder(shop)
  const { transfer } = await choosesTransfer(buyer, order)
  const movement = await arrives(shop, admin, {
    amount: order.totalPrice,
    text: `Payment ${transfer!.reference!.replace(/(.{4})/g, '$1 ')}thanks`,
  })

  expect(movement.proposal).toMatchObject({
    certainty: 'sure',
    bills: [{ billId: order._id, amount: order.totalPrice, why: expect.arrayContaining(['reference', 'amount']) }],
  })
  expect((await stateOf(shop, order)).state).toBe('unpaid')
  const answer = await matchWith(admin, movement, [{ billId: order._id, amount: order.totalPrice }])

  expect(answer.json()).toEqual({ paid: [order._id], over: 0 })
  const { state, transactionId } = await stateOf(shop, order)
  expect(state).toBe('paid')
  expect(transactionId).toMatch(/^bank_/)
  expect(await mailsAbout(shop, order)).toContain('order-paid')
  expect((await buyer.get(`/order/${order._id}`)).json<OrderInFull>()).toMatchObject({
    paid: true,
    transfer: { received: order.totalPrice },
  })
  expect((await buyer.get(`/order/${order._id}/card`)).json()).toEqual({ card: null })
  expect(await shop.db.$count(auditLog, eq(auditLog.subject, movement._id))).toBe(1)
  await expectBooksToBalance(shop)
})

test.each([
  ['the number of the order', (number: string) => `Invoice for order ${number}`],
  ['the number in capitals, with spaces', (number: string) => number.replace('-', ' - ').replace(/(\d{3})/, '$1 ')],
])('%s is enough for a proposal, also without a chosen transfer', async (_what, textOf) => {
  const { order } = await unpaidOrder(shop)
  const movement = await arrives(shop, admin, { amount: order.totalPrice, text: textOf(order.number) })
  expect(movement.proposal).toMatchObject({ certainty: 'sure', bills: [{ billId: order._id }] })
})

test('of fifty confirmations at once one is taken, and the order is paid once (78)', async () => {
  const { buyer, order } = await unpaidOrder(shop)
  await choosesTransfer(buyer, order)
  const movement = await arrives(shop, admin, { amount: order.totalPrice, text: `fifty ${order.number}` })
  const admins = await Promise.all(Array.from({ length: 5 }, () => shop.admin()))

  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      matchWith(admins[n % admins.length]!, movement, [{ billId: order._id, amount: order.totalPrice }]),
    ),
  )

  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(answers.filter(({ statusCode }) => statusCode !== 200).every(({ statusCode }) => statusCode === 409)).toBe(true)
  expect(await shop.db.$count(billReceipts, eq(billReceipts.movementId, movement._id))).toBe(1)
  await expectBooksToBalance(shop)
})

test('one movement pays several orders, and what is left of it goes back', async () => {
  const buyer = await shop.customer()
  const part = await shop.addPart({ available: 10_000 })
  const [one, two] = [await shop.placeOrder(buyer, part), await shop.placeOrder(buyer, part, 2_000)]
  const movement = await arrives(shop, admin, {
    amount: one.totalPrice + two.totalPrice + 7.5,
    text: `${one.number} and ${two.number}`,
    payer: 'Splitter',
  })

  expect(movement.proposal?.bills.map(({ billId, amount }) => [billId, amount])).toEqual(
    expect.arrayContaining([
      [one._id, one.totalPrice],
      [two._id, two.totalPrice],
    ]),
  )
  const answer = await matchWith(
    admin,
    movement,
    movement.proposal!.bills.map(({ billId, amount }) => ({ billId, amount })),
  )

  expect(answer.json()).toMatchObject({ over: 7.5 })
  expect((await stateOf(shop, one)).state).toBe('paid')
  expect((await stateOf(shop, two)).state).toBe('paid')
  const back = (await toGiveBack(admin)).find(({ _id }) => _id === movement._id)
  expect(back).toMatchObject({ kind: 'over', amount: 7.5, payer: 'Splitter' })
  expect((await admin.post(`/bank/give-back/${movement._id}`, { kind: 'over' })).json()).toEqual({ modifiedCount: 1 })
  expect((await admin.post(`/bank/give-back/${movement._id}`, { kind: 'over' })).json()).toEqual({ modifiedCount: 0 })
  expect((await toGiveBack(admin)).some(({ _id }) => _id === movement._id)).toBe(false)
})

test('more than is open, more than has arrived, an order twice, nothing at all, or money that left: refused at the field', async () => {
  const { order } = await unpaidOrder(shop)
  const movement = await arrives(shop, admin, { amount: order.totalPrice + 100, text: `bounds ${order.number}` })
  const out = await arrives(shop, admin, { amount: -12, text: 'rent' })
  const small = await arrives(shop, admin, { amount: 3, text: `small ${order.number}` })
  const bill = { billId: order._id, amount: order.totalPrice }

  const answers = await Promise.all([
    matchWith(admin, movement, [{ billId: order._id, amount: order.totalPrice + 1 }]),
    matchWith(admin, small, [bill]),
    matchWith(admin, movement, [bill, bill]),
    matchWith(admin, movement, [
      { ...bill, amount: 1 },
      { billId: bill.billId.toUpperCase(), amount: 1 },
    ]),
    matchWith(admin, movement, []),
    matchWith(admin, out, [bill]),
    matchWith(admin, movement, [{ billId: order._id, amount: 0.015 }]),
    decide(admin, movement, { outcome: 'not-ours' }),
  ])

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 400, 400, 400, 400, 400])
  expect((await stateOf(shop, order)).state).toBe('unpaid')
  expect(await shop.db.$count(transfers, eq(transfers.billId, order._id))).toBe(0)
})

test('the database refuses receipts above the movement, of an outgoing one, and for a bill that waits for none', async () => {
  const { buyer, order } = await unpaidOrder(shop)
  const movement = await arrives(shop, admin, { amount: 3, text: `guard ${order.number}` })
  const write = (values: Partial<typeof billReceipts.$inferInsert>) =>
    shop.db.insert(billReceipts).values({ billId: order._id, kind: 'bank', amountCents: 1, movementId: movement._id, ...values })

  await expect(write({})).rejects.toThrow()
  await choosesTransfer(buyer, order)
  await expect(write({ amountCents: 301 })).rejects.toThrow()
  await expect(write({ movementId: (await arrives(shop, admin, { amount: -3, text: 'guarded' }))._id })).rejects.toThrow()
  await expect(write({})).rejects.toThrow() // with nothing of it on the bill's transfer
})

test('what is not ours can be looked at again, what paid for something cannot', async () => {
  const movement = await arrives(shop, admin, { amount: 9, text: 'interest' })
  expect((await decide(admin, movement, { outcome: 'not-ours', reason: 'Interest of the bank' })).statusCode).toBe(200)
  expect((await movementsOf(admin, 'show=decided&q=interest'))[0]!.decision).toMatchObject({
    outcome: 'not-ours',
    reason: 'Interest of the bank',
  })

  expect((await admin.delete(`/bank/movements/${movement._id}/decision`)).json()).toEqual({ deletedCount: 1 })
  expect((await movementsOf(admin, 'q=interest'))[0]!.decision).toBeNull()

  const { order } = await unpaidOrder(shop)
  const paying = await arrives(shop, admin, { amount: order.totalPrice, text: `final ${order.number}` })
  await matchWith(admin, paying, [{ billId: order._id, amount: order.totalPrice }])
  expect((await admin.delete(`/bank/movements/${paying._id}/decision`)).json()).toEqual({ deletedCount: 0 })
})

test('money that left the account is not ours, like a fee of the bank, and can be decided again', async () => {
  const movement = await arrives(shop, admin, { amount: -50, text: 'fee of the account' })

  expect((await decide(admin, movement, { outcome: 'not-ours', reason: 'Fee' })).json()).toEqual({ paid: [], over: 0 })
  expect((await movementsOf(admin, 'show=decided&q=fee'))[0]!.decision).toMatchObject({ outcome: 'not-ours', reason: 'Fee' })
  expect((await admin.delete(`/bank/movements/${movement._id}/decision`)).json()).toEqual({ deletedCount: 1 })
})

test('a movement in another currency says how many dollars each order gets', async () => {
  const { order } = await unpaidOrder(shop)
  const movement = await arrives(shop, admin, { amount: 2_100, currency: 'EUR', text: `euro ${order.number}` })
  expect(movement).toMatchObject({ currency: 'EUR', proposal: null })
  expect((await matchWith(admin, movement, [{ billId: order._id, amount: order.totalPrice }])).json()).toEqual({
    paid: [order._id],
    over: 0,
  })
})

test('a payer is known again by their account, and by their name with the amount', async () => {
  const buyer = await shop.customer('quillfeather-optics')
  const part = await shop.addPart({ available: 100_000, price: 3.33 })
  const iban = 'NL91ABNA0417164300'
  const first = await shop.placeOrder(buyer, part, 1_000)
  await choosesTransfer(buyer, first)
  const byName = await arrives(shop, admin, { amount: first.totalPrice, text: 'no words', payer: 'QUILLFEATHER OPTICS BV', iban })
  expect(byName.proposal).toMatchObject({ certainty: 'likely', bills: [{ billId: first._id, why: ['payer', 'amount'] }] })
  await matchWith(admin, byName, [{ billId: first._id, amount: first.totalPrice }])

  const second = await shop.placeOrder(buyer, part, 2_000)
  await choosesTransfer(buyer, second)
  const byAccount = await arrives(shop, admin, { amount: 50, text: 'instalment', payer: 'Somebody Else', iban })
  expect(byAccount.proposal).toMatchObject({ certainty: 'guess', bills: [{ billId: second._id, amount: 50, why: ['payer'] }] })
})
