import { randomUUID } from 'node:crypto'
import type { PaperKind } from '#contract/payments/invoices.ts'
import type { QueuedMail } from '../queue-mail.ts'
import { writeMail, type Shop } from '../rendering/write-mail.ts'

/** Brings the invoice of a bill that was paid before the shop could issue it. `orderName` as 'O-000123 and 4 more'. */
export function invoiceIssuedMail(
  shop: Shop,
  { id, number }: { id: string; number: string },
  orderName: string,
  recipient: string,
): QueuedMail {
  return writeMail(shop, 'invoice-issued', id, recipient, `Invoice ${number} for your order ${orderName}`, [
    `Your invoice ${number} is attached. All your invoices are here:`,
    { open: `${shop.shopUrl}/dashboard/my-papers`, label: 'See my invoices' },
  ])
}

type Copied = { id: string; kind: PaperKind; number: string; orderNumbers: string[] }

/** Brings a paper to its buyer once more, as often as the shop sends it. */
export function paperCopyMail(shop: Shop, { id, kind, number, orderNumbers }: Copied, recipient: string): QueuedMail {
  const name = `${kind === 'invoice' ? 'invoice' : 'credit note'} ${number}`
  const [first, ...others] = orderNumbers
  const of = others.length === 0 ? `order ${first}` : `orders ${first} and ${others.length} more`
  return writeMail(shop, 'paper-copy', copyRef(id), recipient, `Your ${name} for ${of}`, [
    `Your ${name} is attached once more. All your invoices are here:`,
    { open: `${shop.shopUrl}/dashboard/my-papers`, label: 'See my invoices' },
  ])
}

/** Names the paper first, for its attachment; each copy is a mail of its own. */
const copyRef = (paperId: string) => `${paperId} ${randomUUID()}`
