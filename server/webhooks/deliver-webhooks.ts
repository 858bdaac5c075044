import type { Services } from '../services.ts'
import { claimDelivery } from './claim-delivery.ts'
import { noteOutcome } from './note-outcome.ts'
import { sendWebhook } from './send-webhook.ts'

/** After this time in ms one run claims no more messages; the next run continues. */
const RUN_MS = 2_000
/** Runs at the same time, so that slow endpoints do not delay others. */
export const WEBHOOK_LANES = 8

/**
 * Sends due messages one after the other, until there are none; returns the number. Any number of runs may be concurrent, in several
 * processes: each message is claimed by one. No database connection is held while it is sent. A process that dies between sending and
 * recording leaves its claim; when that expires, the message is sent again under the same id.
 */
export async function deliverWebhooks(shop: Pick<Services, 'db' | 'settings'>): Promise<number> {
  const runEnds = performance.now() + RUN_MS
  for (let sent = 0; ; sent++) {
    const claimed = performance.now() < runEnds ? await claimDelivery(shop.db) : undefined
    if (!claimed) return sent
    await noteOutcome(shop, claimed, await sendWebhook(shop.settings, claimed))
  }
}
