import { nameOfBill, type Bill } from '../../orders/bill.ts'
import type { QueuedMail } from '../queue-mail.ts'
import { writeMail, type Shop } from '../rendering/write-mail.ts'

/** Brings the invoice of a bill that was paid before the shop could issue it. */
export function invoiceIssuedMail(shop: Shop, bill: Bill, { id, number }: { id: string; number: string }): QueuedMail {
  return writeMail(shop, 'invoice-issued', id, bill.email, `Invoice ${number} for your order ${nameOfBill(bill)}`, [
    `Your invoice ${number} is attached. All your invoices are here:`,
    { open: `${shop.shopUrl}/dashboard/my-papers`, label: 'See my invoices' },
  ])
}
