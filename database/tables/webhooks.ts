import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { disabledReasons, webhookEvents, type WebhookEvent } from '#contract/people/webhooks.ts'
import { instant, position, required } from '../columns.ts'
import { stateList } from '../state-list.ts'
import { users } from './users.ts'

const names = webhookEvents.map((event) => sql`${event}`)
const knownEvents = sql`array[${sql.join(names, sql`, `)}]`.inlineParams()

/**
 * Endpoints of buyers' programs. `secret` signs (HMAC-SHA256), so it cannot be stored as a hash; `oldSecret` signs beside it until
 * `oldSecretUntil`, after a change of secrets. `failingSince` is the first failure after the last success. A disabled endpoint gets
 * nothing; events in the meantime are not queued for it.
 */
export const webhooks = pgTable(
  'webhooks',
  {
    id: uuid().primaryKey().defaultRandom(),
    position: position(),
    userId: required(() => users.id, { onDelete: 'cascade' }),
    url: text().notNull(),
    events: text().array().$type<WebhookEvent[]>().notNull(),
    secret: text().notNull(),
    oldSecret: text(),
    oldSecretUntil: instant(),
    createdAt: instant().notNull().defaultNow(),
    failingSince: instant(),
    disabledAt: instant(),
    disabledReason: text({ enum: [...disabledReasons] }),
  },
  (hook) => [
    index('webhooks_of_user').on(hook.userId, hook.position),
    check('webhooks_events_known', sql`${hook.events} <@ ${knownEvents}`),
    check('webhooks_disabled_for_a_reason', sql`(${hook.disabledAt} is null) = (${hook.disabledReason} is null)`),
    check('webhooks_disabled_reason_known', sql`${hook.disabledReason} in ${stateList(disabledReasons)}`),
    check('webhooks_old_secret_ends', sql`(${hook.oldSecret} is null) = (${hook.oldSecretUntil} is null)`),
  ],
)

/**
 * One event for one endpoint, written in the transaction of the event by `queue_webhook` of the database. `ref` identifies the event,
 * so that it is queued once. `body` is sent unchanged, on each attempt under the same id.
 *
 * Due at `runAfter`, which is null once it was delivered or given up. `claimedUntil` is set while a process sends it: after a crash
 * another one sends it again. Of one object only the first waiting one, by `position`, is due. It is given up at the attempt after
 * `giveUpAt`.
 */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    position: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    id: uuid().notNull().unique().defaultRandom(),
    webhookId: required(() => webhooks.id, { onDelete: 'cascade' }),
    event: text().$type<WebhookEvent>().notNull(),
    /** Id of the order, also of its parcels, of the return, paper, quote or part. */
    objectId: uuid().notNull(),
    ref: text().notNull(),
    body: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
    runAfter: instant().defaultNow(),
    claimedUntil: instant(),
    attempts: integer().notNull().default(0),
    attemptedAt: instant(),
    giveUpAt: instant().notNull(),
    /** Of the last attempt: HTTP status and first bytes of the answer, and why it failed. */
    status: integer(),
    answer: text(),
    problem: text(),
    deliveredAt: instant(),
    givenUpAt: instant(),
  },
  (delivery) => [
    unique('webhook_deliveries_once').on(delivery.webhookId, delivery.ref),
    index('webhook_deliveries_of_webhook').on(delivery.webhookId, delivery.position),
    index('webhook_deliveries_due')
      .on(delivery.runAfter)
      .where(sql`${delivery.runAfter} is not null`),
    index('webhook_deliveries_in_order')
      .on(delivery.webhookId, delivery.objectId, delivery.position)
      .where(sql`${delivery.runAfter} is not null`),
    index('webhook_deliveries_claimed')
      .on(delivery.claimedUntil)
      .where(sql`${delivery.claimedUntil} is not null`),
    index('webhook_deliveries_by_time').using('brin', delivery.createdAt),
    check('webhook_deliveries_one_end', sql`num_nonnulls(${delivery.runAfter}, ${delivery.deliveredAt}, ${delivery.givenUpAt}) = 1`),
  ],
)
