import { sql } from 'drizzle-orm'
import type { InvoiceData } from '#contract/payments/invoices.ts'
import type { Database } from '#database/connect.ts'
import type { FileStore } from '../images/image-store.ts'
import type { Attachment } from '../mail/transport.ts'
import { fileNameOf, keepDocument } from './documents/keep-document.ts'

const WITH_PAPERS = new Set(['order-paid', 'order-refunded', 'invoice-issued', 'paper-copy'])

/**
 * The papers that mails bring, as PDF: the invoice with the mail of its payment, a credit note with the mail of its refund, a copy of either
 * with the mail that was asked for. The mails name them by their subject, so a paper is read when the mail is sent.
 */
export async function attachPapers(
  { db, documents }: { db: Database; documents: FileStore },
  mails: { kind: string; ref: string }[],
): Promise<Attachment[]> {
  const refsOf = (kind: string) => JSON.stringify(mails.filter((mail) => mail.kind === kind).map(({ ref }) => ref))
  const named = (kind: string) => sql`(select jsonb_array_elements_text(${refsOf(kind)}::jsonb))`
  if (!mails.some(({ kind }) => WITH_PAPERS.has(kind))) return []
  const { rows } = await db.execute<{ id: string; number: string; data: InvoiceData }>(sql`
    select id, number, data from invoices
    where (kind = 'invoice' and bill_id::text in ${named('order-paid')})
      or id in (select credit_note_id from payment_refunds where id::text in ${named('order-refunded')})
      or id::text in ${named('invoice-issued')}
      or id::text in (select split_part(ref, ' ', 1) from ${named('paper-copy')} as copy (ref))
    order by position`)
  const attached: Attachment[] = []
  for (const paper of rows) {
    attached.push({
      name: fileNameOf(paper.number, 'pdf'),
      type: 'application/pdf',
      bytes: await keepDocument({ db, documents }, paper, 'pdf'),
    })
  }
  return attached
}
