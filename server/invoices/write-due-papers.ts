import { asc, eq, lt, sql } from 'drizzle-orm'
import type { Transaction } from '#database/connect.ts'
import { openItems } from '#database/tables/accounts.ts'
import { invoices, invoicesDue } from '#database/tables/invoices.ts'
import { transaction } from '#database/transaction.ts'
import { lockBill, nameOfBill } from '../orders/bill.ts'
import type { Services } from '../services.ts'
import { invoiceIssuedMail } from '../mail/templates/invoices.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { findPublished } from '../shop-settings/apply-settings.ts'
import { keepDocument } from './documents/keep-document.ts'
import { issueCreditNote } from './issue-credit-note.ts'
import { issueInvoice } from './issue-invoice.ts'

const AT_A_TURN = 100

/** Issues the invoices that waited for data of the seller, and writes the documents of new papers. */
export async function writeDuePapers(services: Services): Promise<void> {
  await issueDueInvoices(services)
  await writeNewDocuments(services)
}

/**
 * Issues the invoices of bills that were paid while data of the seller were missing, the oldest first, in batches. Each is tried once with
 * each version of the settings, because bills need different data. Returns the number of those that were issued.
 */
export async function issueDueInvoices({ db, settings }: Pick<Services, 'db' | 'settings'>): Promise<number> {
  const { version } = await findPublished(db)
  const due = await db
    .select({ billId: invoicesDue.billId, dueOn: invoicesDue.dueOn })
    .from(invoicesDue)
    .where(lt(invoicesDue.settingsVersion, version))
    .orderBy(asc(invoicesDue.createdAt))
    .limit(AT_A_TURN)
  let issued = 0
  for (const { billId, dueOn } of due) {
    const isIssued = await transaction(db, async (tx) => {
      const bill = await lockBill(tx, billId)
      // Another process may have been first.
      const waiting = bill && (await tx.$count(invoicesDue, eq(invoicesDue.billId, billId)))
      if (!bill || !waiting) return false
      const paper = await issueInvoice(tx, bill, { ...(dueOn !== null && { dueOn }), ...(await termsOf(tx, billId)) })
      if (!paper) return false
      await tx.delete(invoicesDue).where(eq(invoicesDue.billId, billId))
      await queueMail(tx, invoiceIssuedMail(settings, paper, nameOfBill(bill), bill.email))
      await issueCreditNote(tx, bill, { reason: 'Refunded before the invoice was issued' })
      return true
    })
    if (isIssued) issued += 1
  }
  return issued
}

/** When a bill on account is due: the day may have come to be known since, with its dispatch. */
async function termsOf(tx: Transaction, billId: string): Promise<{ dueOn?: string; daysFromDispatch?: number }> {
  const [item] = await tx.select().from(openItems).where(eq(openItems.billId, billId))
  if (!item) return {}
  return { dueOn: item.dueOn, ...(item.isFromDispatch && item.dispatchedOn === null && { daysFromDispatch: item.netDays }) }
}

/** The same at once when settings were published. They are kept, so what fails now is left to the job. */
export async function issueWaitingInvoices(services: Pick<Services, 'db' | 'settings' | 'log'>): Promise<void> {
  try {
    await issueDueInvoices(services)
  } catch (error) {
    services.log.warn({ err: error }, 'invoices that wait for the settings could not be issued and will be tried again')
  }
}

async function writeNewDocuments({ db, documents, log }: Services): Promise<void> {
  const fresh = await db
    .select({ id: invoices.id, number: invoices.number, data: invoices.data })
    .from(invoices)
    .where(sql`not exists (select from invoice_documents where invoice_id = ${invoices.id} and format = 'ubl')`)
    .orderBy(asc(invoices.position))
    .limit(AT_A_TURN)
  for (const paper of fresh) {
    try {
      for (const format of ['pdf', 'cii', 'ubl'] as const) await keepDocument({ db, documents }, paper, format)
    } catch (error) {
      log.warn({ err: error, number: paper.number }, 'the documents of a paper could not be written and will be tried again')
    }
  }
}
