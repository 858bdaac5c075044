import type { AllPapers } from '#contract/payments/papers.ts'
import type { BankStatement } from '#contract/payments/bank.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Part } from '#contract/parts/parts.ts'
import type { Return } from '#contract/orders/returns.ts'
import type { TaxRate } from '#contract/payments/taxes.ts'
import { payouts } from '#database/tables/payouts.ts'
import type { KnownValues } from './fuzz-values.ts'
import { arrives, camtOf, choosesTransfer, sendStatement, setLimit, takesOnAccount, takeTransfers } from '../shops/bank.ts'
import type { Customer, TestShop } from '../shops/open-shop.ts'
import { openPaymentOf, payByCard, reportPaid } from '../shops/payments.ts'
import { publishSeller } from '../shops/sellers.ts'

type Owners = { customer: Customer; admin: Customer; part: Part }

/** Returns, bills, movements of the bank, papers and rates of tax: orders among them, and ids for requests. */
export async function furnishMoney(shop: TestShop, { customer, admin, part }: Owners): Promise<{ orders: string[]; known: KnownValues }> {
  const isNew = (await admin.get('/allPapers')).json<AllPapers>().count === 0
  if (isNew) await publishSeller(shop, admin)
  takeTransfers(shop)
  const sent = await sentOrder(shop, { customer, admin, part })
  const waiting = await shop.placeOrder(customer, part)
  await choosesTransfer(customer, waiting)
  const movement = await arrives(shop, admin, { amount: waiting.totalPrice, text: `Order ${waiting._id}` })

  await setLimit(admin, customer, 1_000_000)
  const onAccount = await shop.placeOrder(customer, part)
  await takesOnAccount(customer, onAccount)
  const later = await shop.placeOrder(customer, part)

  const line = { amount: 12.5, text: `No reference ${sent._id}` }
  await sendStatement(shop, admin, camtOf([line], { id: `A${sent._id}` }))
  const seen = (await sendStatement(shop, admin, camtOf([line], { id: `B${sent._id}` }))).json<{ statement: BankStatement }>()

  const payoutId = `po_${sent._id}`
  await shop.db.insert(payouts).values({
    id: payoutId,
    amountCents: 1_000,
    currency: 'usd',
    status: 'in_transit',
    arrivesOn: nextYear(),
    createdAt: new Date(),
    hasLines: true,
  })
  const papers = (await customer.get('/papers')).json<{ papers: { _id: string }[] }>().papers
  const rate = await admin.post('/tax-rates', { country: 'DE', from: nextYear(), rate: 20 })
  const rates = (await admin.get('/tax-rates')).json<{ rates: TaxRate[] }>().rates.filter(({ state }) => state === 'planned')
  if (rates.length === 0) throw new Error(`No planned rate: ${rate.body}`)
  return {
    orders: [sent._id, waiting._id, later._id],
    known: {
      '/returns/:id': await returnsOf({ customer, admin }, sent),
      '/papers/:id': papers.map(({ _id }) => _id),
      '/bank/movements/:id': [movement._id],
      '/bank/statements/:id': [seen.statement._id],
      '/open-items/:id': [onAccount._id],
      '/books/payouts/:id': [payoutId],
      '/tax-rates/:id': rates.map(({ _id }) => _id),
      bytes: [camtOf([{ amount: 1, text: 'Fuzzed' }]), camtOf([])],
      line: ['1'],
      due: [String(later.totalPrice)],
      open: [String(onAccount.totalPrice)],
      amount: ['1', String(waiting.totalPrice)],
      billId: [waiting._id],
      restock: ['0', '1'],
    },
  }
}

const nextYear = () => `${new Date().getUTCFullYear() + 1}-01-01`

async function sentOrder(shop: TestShop, { customer, admin, part }: Owners): Promise<Order> {
  const order = await shop.placeOrder(customer, part)
  const { id } = await payByCard(shop, await openPaymentOf(customer, order))
  await reportPaid(customer, order, id)
  await admin.put(`/orderShipped/${order._id}`)
  return order
}

/** Two that were asked for, one that is on its way, and one that has arrived. */
async function returnsOf({ customer, admin }: Pick<Owners, 'customer' | 'admin'>, { _id }: Order): Promise<string[]> {
  const ids: string[] = []
  for (let count = 0; count < 4; count++) {
    const asked = await customer.post(`/order/${_id}/returns`, { pieces: 10, reason: 'other', note: 'Fuzzed', pictures: [] })
    ids.push(asked.json<Return>()._id)
  }
  for (const id of ids.slice(2)) await admin.put(`/returns/${id}/agree`, { answer: 'Send it' })
  await admin.put(`/returns/${ids[3]}/receive`, { pieces: 10, condition: 'unopened', note: '' })
  return ids
}
