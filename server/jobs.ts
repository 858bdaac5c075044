import { forgetEndedSessions } from './identity/forget-ended-sessions.ts'
import { privatePictures } from './images/private-pictures.ts'
import { sweepImages } from './images/sweep-images.ts'
import { writePlanned } from './imports/plan-import.ts'
import { answerMails } from './inbound-mails/answer-mails.ts'
import { invoiceDueDeliveries } from './payments/account/invoice-delivery.ts'
import { writeDuePapers } from './invoices/write-due-papers.ts'
import { deliverMails } from './outbox/deliver-mails.ts'
import { expireUnpaidOrders } from './orders/expire-unpaid-orders.ts'
import { releaseExpiredHolds } from './parts/release-holds.ts'
import { mailDigest } from './orders/mails/mail-digest.ts'
import { remindOfPayment } from './orders/mails/remind-of-payment.ts'
import { sweepDocuments } from './part-media/sweep-documents.ts'
import { mailLowStock } from './parts/mail-low-stock.ts'
import { settlePriceChanges } from './parts/settle-prices.ts'
import { remindOfOpenItems } from './payments/account/remind-of-open-items.ts'
import type { KnownAttempts } from './payment-events/choose-bills.ts'
import { handlePaymentEvents } from './payment-events/payment-inbox.ts'
import { reconcilePayments } from './payment-events/reconcile-payments.ts'
import { reconcilePayouts } from './payouts/reconcile-payouts.ts'
import { sweepAudit } from './platform/audit/sweep-audit.ts'
import { forgetAnsweredCalls } from './platform/http/forget-answered-calls.ts'
import type { Job } from './platform/jobs/jobs.ts'
import { ANSWER_LANES, deliverAnswers } from './punchout/answers/deliver-answers.ts'
import { forgetEndedPunchouts } from './punchout/forget-ended-punchouts.ts'
import { sweepDeletedQuotes } from './quotes/sweep-deleted-quotes.ts'
import { finishVoidings } from './quotes/voiding/finish-voidings.ts'
import { reconcileRefunds, type RefundRuns } from './refunds/reconcile-refunds.ts'
import { remindOfEvidence } from './refunds/remind-of-evidence.ts'
import { mailBackInStock } from './related-parts/back-in-stock.ts'
import { totalUpSales } from './reports/total-up-sales.ts'
import { sweepSearches } from './searches/miss-search.ts'
import type { Services } from './services.ts'
import { applySettings } from './shop-settings/apply-settings.ts'
import { checkVatIds } from './taxes/check-vat-ids.ts'
import { mailUnverifiedOrders } from './taxes/mail-unverified-orders.ts'
import { mailSetAside } from './set-aside/mail-set-aside.ts'
import { deliverWebhooks, WEBHOOK_LANES } from './webhooks/deliver-webhooks.ts'
import { queueExpiringQuotes } from './webhooks/queue-expiring-quotes.ts'
import { sweepDeliveries } from './webhooks/sweep-deliveries.ts'

/** Jobs on the memory of each process. */
export const jobsOfEachProcess = (services: Services): Job[] => [
  { name: 'shop settings', everyMs: 5_000, run: () => applySettings(services) },
]

/**
 * All jobs of the shop with their intervals, beside `app.ts` its second table of contents: what happens without a request. Backups
 * (`run/backup/schedule-backups.ts`) and the sandbox (`run/sandbox-shop/sandbox-jobs.ts`) have jobs of their own.
 */
export function shopJobs(services: Services): Job[] {
  const { db } = services
  const known: KnownAttempts = new Map()
  const refundRuns: RefundRuns = {}
  return [
    { name: 'mails', everyMs: 1_000, run: () => deliverMails(services) },
    { name: 'webhooks', everyMs: 2_000, lanes: WEBHOOK_LANES, run: () => deliverWebhooks(services) },
    { name: 'answers to purchase orders', everyMs: 5_000, lanes: ANSWER_LANES, run: () => deliverAnswers(services) },
    { name: 'inbound mails', everyMs: 5_000, run: () => answerMails(services) },
    { name: 'payment events', everyMs: 5_000, run: () => handlePaymentEvents(services) },
    { name: 'deleted quotes', everyMs: 5_000, run: () => sweepDeletedQuotes(db) },
    { name: 'withdrawn quotes', everyMs: 5_000, run: () => finishVoidings(services) },
    ...jobsOfEachProcess(services),
    { name: 'invoices of deliveries', everyMs: 10_000, run: () => invoiceDueDeliveries(services) },
    { name: 'invoices', everyMs: 10_000, run: () => writeDuePapers(services) },
    { name: 'back in stock', everyMs: 30_000, run: () => mailBackInStock(services) },
    { name: 'expired holds', everyMs: 30_000, run: () => releaseExpiredHolds(db) },
    { name: 'payments', everyMs: 30_000, run: () => reconcilePayments(services, known) },
    { name: 'refunds and disputes', everyMs: 30_000, run: () => reconcileRefunds(services, refundRuns) },
    { name: 'planned imports', everyMs: 60_000, run: () => writePlanned(services) },
    { name: 'price changes', everyMs: 60_000, run: () => settlePriceChanges(db) },
    { name: 'set-aside stock', everyMs: 60_000, run: () => mailSetAside(services) },
    { name: 'VAT ids', everyMs: 300_000, run: () => checkVatIds(services) },
    { name: 'unpaid orders', everyMs: 600_000, run: () => expireUnpaidOrders(services) },
    { name: 'payment reminders', everyMs: 600_000, run: () => remindOfPayment(services) },
    { name: 'orders with VAT ids', everyMs: 600_000, run: () => mailUnverifiedOrders(services) },
    { name: 'open item reminders', everyMs: 600_000, run: () => remindOfOpenItems(services) },
    { name: 'evidence reminders', everyMs: 600_000, run: () => remindOfEvidence(services) },
    { name: 'orders to ship', everyMs: 600_000, run: () => mailDigest(services) },
    { name: 'low stock', everyMs: 600_000, run: () => mailLowStock(services) },
    { name: 'expiring quotes', everyMs: 600_000, run: () => queueExpiringQuotes(db) },
    { name: 'sales totals', everyMs: 600_000, run: () => totalUpSales(db) },
    { name: 'ended punch-outs', everyMs: 600_000, run: () => forgetEndedPunchouts(db) },
    { name: 'payouts', everyMs: 1_800_000, run: () => reconcilePayouts(services) },
    { name: 'answered calls', everyMs: 3_600_000, run: () => forgetAnsweredCalls(db) },
    { name: 'ended sessions', everyMs: 3_600_000, run: () => forgetEndedSessions(db) },
    { name: 'old webhook deliveries', everyMs: 3_600_000, run: () => sweepDeliveries(db) },
    { name: 'audit log', everyMs: 3_600_000, run: () => sweepAudit(db, services.settings) },
    { name: 'old searches', everyMs: 3_600_000, run: () => sweepSearches(db) },
    { name: 'removed documents', everyMs: 3_600_000, run: () => sweepDocuments(services) },
    { name: 'unused pictures', everyMs: 3_600_000, run: () => sweepImages(services, privatePictures(services)) },
  ]
}
