import { sweepAudit } from '../audit/sweep-audit.ts'
import { forgetAnsweredCalls } from '../http/forget-answered-calls.ts'
import { forgetEndedSessions } from '../../identity/forget-ended-sessions.ts'
import { sweepImages } from '../../images/sweep-images.ts'
import { deliverMails } from '../../mail/deliver-mails.ts'
import { expireUnpaidOrders } from '../../orders/expire-unpaid-orders.ts'
import { mailDigest } from '../../orders/mail-digest.ts'
import { remindOfPayment } from '../../orders/remind-of-payment.ts'
import { releaseExpiredHolds } from '../../orders/release-holds.ts'
import { foldListMoves } from '../paging/fold-list-moves.ts'
import type { KnownAttempts } from '../../payments/choose-bills.ts'
import { handlePaymentEvents } from '../../payments/payment-inbox.ts'
import { reconcilePayments } from '../../payments/reconcile-payments.ts'
import { sweepDeletedQuotes } from '../../quotes/sweep-deleted-quotes.ts'
import { reconcileRefunds, type RefundTurns } from '../../refunds/reconcile-refunds.ts'
import { totalUpSales } from '../../reports/total-up-sales.ts'
import { finishVoidings } from '../../quotes/voiding/finish-voidings.ts'
import { sweepSearches } from '../../searches/miss-search.ts'
import { applySettings } from '../../shop-settings/apply-settings.ts'
import type { Services } from '../../services.ts'
import type { Job } from '../jobs/jobs.ts'

export function shopJobs(services: Services): Job[] {
  const { db } = services
  const known: KnownAttempts = new Map()
  const refundTurns: RefundTurns = {}
  return [
    { name: 'mails', everyMs: 1_000, run: () => deliverMails(services) },
    { name: 'payment events', everyMs: 5_000, run: () => handlePaymentEvents(services) },
    { name: 'shop settings', everyMs: 5_000, run: () => applySettings(services) },
    { name: 'list counts', everyMs: 2_000, run: () => foldListMoves(db) },
    { name: 'expired holds', everyMs: 30_000, run: () => releaseExpiredHolds(db) },
    { name: 'payments', everyMs: 30_000, run: () => reconcilePayments(services, known) },
    { name: 'deleted quotes', everyMs: 5_000, run: () => sweepDeletedQuotes(db) },
    { name: 'refunds and disputes', everyMs: 30_000, run: () => reconcileRefunds(services, refundTurns) },
    { name: 'withdrawn quotes', everyMs: 5_000, run: () => finishVoidings(services) },
    { name: 'unpaid orders', everyMs: 600_000, run: () => expireUnpaidOrders(services) },
    { name: 'payment reminders', everyMs: 600_000, run: () => remindOfPayment(services) },
    { name: 'orders to ship', everyMs: 600_000, run: () => mailDigest(services) },
    { name: 'sales totals', everyMs: 600_000, run: () => totalUpSales(db) },
    { name: 'answered calls', everyMs: 3_600_000, run: () => forgetAnsweredCalls(db) },
    { name: 'ended sessions', everyMs: 3_600_000, run: () => forgetEndedSessions(db) },
    { name: 'audit log', everyMs: 3_600_000, run: () => sweepAudit(db, services.settings) },
    { name: 'old searches', everyMs: 3_600_000, run: () => sweepSearches(db) },
    { name: 'unused pictures', everyMs: 3_600_000, run: () => sweepImages(services) },
  ]
}
