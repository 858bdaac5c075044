import { eq } from 'drizzle-orm'
import type { BankMovement, BankMovements, bankCalls, GiveBack } from '#contract/payments/bank.ts'
import type { CallResponse } from '#contract/basics/call.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { PaymentWays } from '#contract/payments/transfers.ts'
import { orders } from '#database/tables/orders.ts'
import type { Customer, TestShop } from './open-shop.ts'

export const sellerAccount = {
  legalName: 'Teleforge Sample GmbH',
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
  bankName: 'Sample Bank',
}

/** From now on the shop takes bank transfers to this account. */
export function takeTransfers({ services: { settings } }: Pick<TestShop, 'services'>, more: { transferDays?: number } = {}): void {
  settings.shop = { ...settings.shop, ...more, seller: sellerAccount }
}

/** A movement in a test's file; `amount` in dollars, negative for outgoing money. */
export type Written = {
  amount: number
  text?: string
  payer?: string
  iban?: string
  bankReference?: string
  day?: string
  currency?: string
}

/** A file of the bank in camt.053. */
export function camtOf(movements: Written[], { id = 'S1', account = sellerAccount.iban } = {}): string {
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const entries = movements.map(
    ({
      amount,
      text = '',
      payer = 'Ann Buyer',
      iban = 'GB29NWBK60161331926819',
      bankReference = '',
      day = '2026-11-24',
      currency = 'USD',
    }) => `
    <Ntry><Amt Ccy="${currency}">${Math.abs(amount).toFixed(2)}</Amt><CdtDbtInd>${amount < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
    <BookgDt><Dt>${day}</Dt></BookgDt>${bankReference === '' ? '' : `<AcctSvcrRef>${bankReference}</AcctSvcrRef>`}
    <NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>${escaped(payer)}</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>${iban}</IBAN></Id></DbtrAcct></RltdPties>
    <RmtInf><Ustrd>${escaped(text)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
    <Stmt><Id>${id}</Id><Acct><Id><IBAN>${account}</IBAN></Id></Acct>${entries.join('')}</Stmt></BkToCstmrStmt></Document>`
}

export const sendStatement = ({ app }: Pick<TestShop, 'app'>, { token }: Customer, file: string | Buffer, name = 'statement.xml') =>
  app.inject({
    method: 'POST',
    url: `/api/bank/statements?name=${encodeURIComponent(name)}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    payload: typeof file === 'string' ? Buffer.from(file) : file,
  })

/** Uploads these movements; returns the shop's answer about the file. */
export async function upload(shop: Pick<TestShop, 'app'>, admin: Customer, movements: Written[], more?: { id?: string; account?: string }) {
  const answer = await sendStatement(shop, admin, camtOf(movements, more))
  if (answer.statusCode !== 200) throw new Error(`The statement was refused: ${answer.body}`)
  return answer.json<CallResponse<typeof bankCalls.upload>>()
}

export async function movementsOf(admin: Customer, query = 'show=open'): Promise<BankMovement[]> {
  return (await admin.get(`/bank/movements?${query}`)).json<BankMovements>().movements
}

/** Uploads one movement and answers with it, as the list shows it. */
export async function arrives(shop: Pick<TestShop, 'app'>, admin: Customer, movement: Written): Promise<BankMovement> {
  const bankReference = movement.bankReference ?? `B${arrived++}`
  await upload(shop, admin, [{ ...movement, bankReference }], { id: bankReference })
  const all = await movementsOf(admin, 'show=all')
  return all.find((one) => one.amount === movement.amount && one.text === (movement.text ?? ''))!
}
let arrived = 0

export const toGiveBack = async (admin: Customer) => (await admin.get('/bank/give-back')).json<GiveBack[]>()

export const decide = (admin: Customer, { _id }: Pick<BankMovement, '_id'>, body: object) =>
  admin.post(`/bank/movements/${_id}/decision`, body)

export const matchWith = (admin: Customer, movement: Pick<BankMovement, '_id'>, bills: { billId: string; amount: number }[]) =>
  decide(admin, movement, { outcome: 'matched', bills })

export async function choosesTransfer(buyer: Customer, order: Pick<Order, '_id'>): Promise<PaymentWays> {
  const answer = await buyer.post(`/order/${order._id}/transfer`)
  if (answer.statusCode !== 200) throw new Error(`The transfer was refused: ${answer.body}`)
  return answer.json<PaymentWays>()
}

export const setLimit = (admin: Customer, { userId }: Pick<Customer, 'userId'>, limit: number | null, netDays = 30) =>
  admin.put(`/customers/${userId}/credit`, { limit, netDays })

export const takesOnAccount = (buyer: Customer, order: Pick<Order, '_id' | 'totalPrice'>, due = order.totalPrice) =>
  buyer.post(`/order/${order._id}/on-account`, { due })

export async function stateOf({ db }: Pick<TestShop, 'db'>, { _id }: Pick<Order, '_id'>) {
  const [row] = await db.select({ state: orders.state, transactionId: orders.transactionId }).from(orders).where(eq(orders.id, _id))
  return row!
}
