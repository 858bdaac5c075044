import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { databaseNow } from '#database/clock.ts'
import type { Database } from '#database/connect.ts'
import { sandboxEvents } from '#database/tables/sandbox.ts'
import { shuffledBy, type SandboxFaults } from './faults.ts'
import { signWebhook } from '../webhook-signature.ts'

/** Header of the sandbox's webhook messages; its value has the format of `signWebhook`. */
export const SANDBOX_SIGNATURE_HEADER = 'sandbox-signature'

const DELIVERY_TIMEOUT_MS = 5_000
/** First retry after a second, doubling, at most five minutes apart, for three days. */
const MAX_BACKOFF_SECONDS = 300
const GIVE_UP_AFTER = sql`interval '3 days'`
const BATCH = 100

type Event = typeof sandboxEvents.$inferSelect

/** The first secret signs. */
type Sender = { db: Database; secrets: readonly [string, ...string[]]; faults: SandboxFaults; log: FastifyBaseLogger }

/**
 * Delivers every due message, oldest first, over HTTP to the shop's webhook; without a 2xx answer it is retried later.
 * Several processes may run it concurrently. Returns the number of messages delivered.
 */
export async function deliverSandboxEvents(sender: Sender, webhookUrl: string): Promise<number> {
  const { db, faults } = sender
  let delivered = 0
  for (const event of inOrder(await claimDueEvents(db), faults)) {
    const times = faults.loseEvents ? 0 : 1 + faults.duplicateEvents
    const answers = await Promise.all(Array.from({ length: times }, () => post(sender, webhookUrl, event)))
    if (!answers.every(Boolean)) continue
    await db.update(sandboxEvents).set({ deliveredAt: databaseNow }).where(eq(sandboxEvents.id, event.id))
    delivered++
  }
  return delivered
}

/** Claims messages by postponing their next delivery, so that a process that dies in between loses none. */
async function claimDueEvents(db: Database): Promise<Event[]> {
  // A table expression is evaluated once; a subquery, with its limit, may be evaluated again for each row.
  const due = db.$with('due').as(
    db
      .select({ id: sandboxEvents.id })
      .from(sandboxEvents)
      .where(
        and(
          isNull(sandboxEvents.deliveredAt),
          sql`${sandboxEvents.runAfter} <= now()`,
          sql`${sandboxEvents.createdAt} > now() - ${GIVE_UP_AFTER}`,
        ),
      )
      .orderBy(asc(sandboxEvents.runAfter))
      .limit(BATCH)
      .for('update', { skipLocked: true }),
  )
  return db
    .with(due)
    .update(sandboxEvents)
    .set({
      attempts: sql`${sandboxEvents.attempts} + 1`,
      runAfter: sql`now() + make_interval(secs => least(power(2, least(${sandboxEvents.attempts}, 20)), ${MAX_BACKOFF_SECONDS}))`,
    })
    .where(inArray(sandboxEvents.id, db.select({ id: due.id }).from(due)))
    .returning()
}

function inOrder(events: Event[], { shuffleEvents }: SandboxFaults): Event[] {
  const oldestFirst = events.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  return shuffleEvents ? shuffledBy(shuffleEvents, oldestFirst) : oldestFirst
}

async function post({ secrets, log }: Sender, webhookUrl: string, event: Event): Promise<boolean> {
  const body = eventBody(event)
  try {
    const answer = await fetch(webhookUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [SANDBOX_SIGNATURE_HEADER]: signWebhook(body, secrets[0]) },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(DELIVERY_TIMEOUT_MS),
    })
    await answer.body?.cancel()
    if (!answer.ok) log.warn({ eventId: event.id, status: answer.status }, 'the webhook did not accept a sandbox message')
    return answer.ok
  } catch (error) {
    log.warn({ err: error, eventId: event.id }, 'a sandbox message could not be delivered')
    return false
  }
}

/** The bytes of a message in Stripe's format: its object is in `data.object`. */
export function eventBody({ id, type, payload, createdAt }: Pick<Event, 'id' | 'type' | 'payload' | 'createdAt'>): string {
  return JSON.stringify({
    id,
    object: 'event',
    type,
    created: Math.floor(createdAt.getTime() / 1_000),
    livemode: false,
    data: payload,
  })
}
