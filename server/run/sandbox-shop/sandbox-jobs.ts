import { forgetAnsweredCalls } from '../../platform/http/forget-answered-calls.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { expireUnpaidOrders } from '../../orders/expire-unpaid-orders.ts'
import { releaseExpiredHolds } from '../../parts/release-holds.ts'
import { invoiceDueDeliveries } from '../../payments/account/invoice-delivery.ts'
import { writeDuePapers } from '../../invoices/write-due-papers.ts'
import { deliverMails } from '../../outbox/deliver-mails.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { sweepDeletedQuotes } from '../../quotes/sweep-deleted-quotes.ts'
import type { Services } from '../../services.ts'
import { applySettings } from '../../shop-settings/apply-settings.ts'
import { deliverWebhooks } from '../../webhooks/deliver-webhooks.ts'
import { sweepDeliveries } from '../../webhooks/sweep-deliveries.ts'
import { queueExpiringQuotes } from '../../webhooks/queue-expiring-quotes.ts'
import { copyCatalogue } from './copy-catalogue.ts'
import { copySettings } from './copy-settings.ts'
import { playClerk } from './play-clerk.ts'
import type { SandboxPlace } from './sandbox-shop.ts'

/** Jobs of the sandbox. Those that call external services, or sweep the stores that it shares with the shop, are left out. */
export function sandboxJobs(services: Services, { shop, place, clerk }: { shop: Services; place: SandboxPlace; clerk: Caller }): Job[] {
  const { db } = services
  return [
    { name: 'sandbox: clerk', everyMs: 2_000, run: () => playClerk(services, clerk, place.stepSeconds) },
    { name: 'sandbox: webhooks', everyMs: 2_000, run: () => deliverWebhooks(services) },
    { name: 'sandbox: mails', everyMs: 5_000, run: () => deliverMails(services) },
    { name: 'sandbox: invoices of deliveries', everyMs: 10_000, run: () => invoiceDueDeliveries(services) },
    { name: 'sandbox: invoices', everyMs: 10_000, run: () => writeDuePapers(services) },
    { name: 'sandbox: expired holds', everyMs: 30_000, run: () => releaseExpiredHolds(db) },
    { name: 'sandbox: deleted quotes', everyMs: 60_000, run: () => sweepDeletedQuotes(db) },
    { name: 'sandbox: unpaid orders', everyMs: 600_000, run: () => expireUnpaidOrders(services) },
    { name: 'sandbox: expiring quotes', everyMs: 600_000, run: () => queueExpiringQuotes(db) },
    { name: 'sandbox: settings', everyMs: 60_000, run: () => takeSettings(services, shop, clerk) },
    { name: 'sandbox: catalogue', everyMs: 3_600_000, run: () => copyCatalogue(place.shop, place.sandbox, 'skip') },
    { name: 'sandbox: answered calls', everyMs: 3_600_000, run: () => forgetAnsweredCalls(db) },
    { name: 'sandbox: old webhook deliveries', everyMs: 3_600_000, run: () => sweepDeliveries(db) },
  ]
}

async function takeSettings(services: Services, shop: Services, clerk: Caller): Promise<void> {
  await copySettings(shop, services.db, clerk)
  await applySettings(services)
}
