import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { punchoutKinds, punchoutOperations, type PunchoutLine } from '#contract/quotes/punchout.ts'
import { instant, position, required } from '../columns.ts'
import { stateList } from '../state-list.ts'
import { orderGroups } from './orders.ts'
import { parcels } from './parcels.ts'
import { quotes } from './quotes.ts'
import { users } from './users.ts'

/**
 * Procurement systems of buyers. Only the SHA-256 of the secret is stored, which is 256 random bits. `identity` is what cXML sends in
 * `From`, under `domain`; for OCI, which has no domain, it is the user name. Answers about its orders go to `answersUrl`, if it has one; they
 * carry the secret, so then it is stored, too.
 */
export const punchoutConnections = pgTable(
  'punchout_connections',
  {
    id: uuid().primaryKey().defaultRandom(),
    position: position(),
    userId: required(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: [...punchoutKinds] }).notNull(),
    name: text().notNull(),
    domain: text(),
    identity: text().notNull(),
    secretHash: text().notNull().unique(),
    createdAt: instant().notNull().defaultNow(),
    lastUsedAt: instant(),
    answersUrl: text(),
    answersSecret: text(),
  },
  (connection) => [
    index('punchout_connections_of_user').on(connection.userId, connection.position),
    check('punchout_connections_kind_known', sql`${connection.kind} in ${stateList(punchoutKinds)}`),
    check('punchout_connections_domain', sql`(${connection.kind} = 'cxml') = (${connection.domain} is not null)`),
    check(
      'punchout_connections_answers',
      sql`(${connection.answersUrl} is null) = (${connection.answersSecret} is null) and (${connection.kind} = 'cxml' or ${connection.answersUrl} is null)`,
    ),
  ],
)

/**
 * Visits of buyers who came from a procurement system. `startHash` is the SHA-256 of the start page's secret, null once it was
 * exchanged for a token, whose hash is `tokenHash`. Ends at `expiresAt`. The cart goes to `returnUrl`, posted by the browser, with
 * `buyerCookie`; `sellerDomain` and `sellerIdentity` are what cXML calls the shop. `lines` is the cart to change or look at, as it
 * came, which `quoteId` and `quoteVersion` named; then these name the cart that was returned last, whose lines have `cartHash`.
 */
export const punchoutSessions = pgTable(
  'punchout_sessions',
  {
    id: uuid().primaryKey().defaultRandom(),
    connectionId: required(() => punchoutConnections.id, { onDelete: 'cascade' }),
    operation: text({ enum: [...punchoutOperations] }).notNull(),
    buyerCookie: text().notNull().default(''),
    returnUrl: text().notNull(),
    returnTarget: text(),
    search: text().notNull().default(''),
    sellerDomain: text().notNull().default(''),
    sellerIdentity: text().notNull().default(''),
    startHash: text().unique(),
    tokenHash: text().unique(),
    createdAt: instant().notNull().defaultNow(),
    expiresAt: instant().notNull(),
    quoteId: uuid().references(() => quotes.id),
    quoteVersion: integer(),
    cartHash: text(),
    lines: jsonb().$type<PunchoutLine[]>().notNull().default([]),
  },
  (session) => [
    index('punchout_sessions_of_connection').on(session.connectionId),
    index('punchout_sessions_by_end').on(session.expiresAt),
    check('punchout_sessions_operation_known', sql`${session.operation} in ${stateList(punchoutOperations)}`),
    check('punchout_sessions_one_secret', sql`(${session.startHash} is null) <> (${session.tokenHash} is null)`),
    check('punchout_sessions_whole_cart', sql`(${session.quoteId} is null) = (${session.quoteVersion} is null)`),
  ],
)

/**
 * Purchase orders that procurement systems have sent, by the buyer's own number, with the orders that were placed for each. What its answers
 * have to name: which connection sent it, what it called the shop, and its own line of each order.
 */
export const punchoutOrders = pgTable(
  'punchout_orders',
  {
    groupId: uuid()
      .primaryKey()
      .references(() => orderGroups.id),
    userId: required(() => users.id),
    orderId: text().notNull(),
    payloadId: text().notNull(),
    receivedAt: instant().notNull().defaultNow(),
    connectionId: uuid().references(() => punchoutConnections.id, { onDelete: 'set null' }),
    sellerDomain: text().notNull().default(''),
    sellerIdentity: text().notNull().default(''),
    lines: jsonb().$type<PurchasedLine[]>().notNull().default([]),
  },
  (order) => [
    unique('punchout_orders_once').on(order.userId, order.orderId),
    index('punchout_orders_of_connection').on(order.connectionId),
  ],
)

/** The line of a purchase order for which an order was placed, and the order's pieces. A line with releases has several. */
export type PurchasedLine = { orderId: string; lineNumber: number; pieces: number }

const cxmlAnswerKinds = ['confirmation', 'ship-notice'] as const

/**
 * Answers to purchase orders, written in the transaction of what they tell by `queue_cxml_answer` of the database. `ref` identifies that, so
 * that it is told once. A confirmation says how all lines stand when it is sent; a ship notice tells of `parcelId`.
 *
 * Due at `runAfter`, which is null once it was delivered or given up, and claimed as deliveries of webhooks are. Of one purchase order only the
 * first waiting one, by `position`, is due.
 */
export const cxmlAnswers = pgTable(
  'cxml_answers',
  {
    position: position(),
    id: uuid().primaryKey().defaultRandom(),
    groupId: required(() => punchoutOrders.groupId, { onDelete: 'cascade' }),
    kind: text({ enum: [...cxmlAnswerKinds] }).notNull(),
    parcelId: uuid().references(() => parcels.id),
    ref: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
    runAfter: instant().defaultNow(),
    claimedUntil: instant(),
    attempts: integer().notNull().default(0),
    attemptedAt: instant(),
    giveUpAt: instant().notNull(),
    /** Of the last attempt: HTTP status and first characters of the answer, and why it failed. */
    status: integer(),
    answer: text(),
    problem: text(),
    deliveredAt: instant(),
    givenUpAt: instant(),
  },
  (answer) => [
    unique('cxml_answers_once').on(answer.groupId, answer.ref),
    index('cxml_answers_due')
      .on(answer.runAfter)
      .where(sql`${answer.runAfter} is not null`),
    check('cxml_answers_kind_known', sql`${answer.kind} in ${stateList(cxmlAnswerKinds)}`),
    check('cxml_answers_parcel', sql`(${answer.kind} = 'ship-notice') = (${answer.parcelId} is not null)`),
    check('cxml_answers_one_end', sql`num_nonnulls(${answer.runAfter}, ${answer.deliveredAt}, ${answer.givenUpAt}) = 1`),
  ],
)
