import { readBill, type Bill } from '../orders/bill.ts'
import { followVatId } from '../orders/decide-tax-anew.ts'
import type { Services } from '../services.ts'
import { lookUpVatId } from './check-vat-ids.ts'

/**
 * Asks the register once more about the VAT ids of an unpaid bill that are not verified, because its invoice is issued when it is paid.
 * Returns the bill, whose tax has followed the answer.
 * @throws as `followVatId`
 */
export async function askBeforePayment(services: Services, bill: Bill): Promise<Bill> {
  const taxed = bill.orders.flatMap(({ state, tax }) =>
    state === 'unpaid' && tax?.vatId ? [{ id: tax.vatId, status: tax.vatIdStatus }] : [],
  )
  if (taxed.length === 0) return bill
  const unverified = new Set(taxed.filter(({ status }) => status === 'unverified').map(({ id }) => id))
  for (const vatId of unverified) await lookUpVatId(services, vatId, { forPayment: true })
  await followVatId(services, bill.id)
  return (await readBill(services.db, bill.id)) ?? bill
}
