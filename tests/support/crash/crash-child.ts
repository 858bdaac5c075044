import fastify, { type FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import { connect, type ConnectionSettings } from '#database/connect.ts'
import { answerError } from '#server/platform/http/answer-error.ts'
import { readJsonBodies } from '#server/platform/http/read-json-bodies.ts'
import { compileValidator } from '#server/platform/http/validation.ts'
import { requirePolicies } from '#server/platform/http/require-policies.ts'
import { knowCallers } from '#server/api-keys/know-callers.ts'
import { folderFiles, folderImageStore, pictureFolder } from '#server/images/image-store.ts'
import { deliverMails } from '#server/outbox/deliver-mails.ts'
import { mailDigest } from '#server/orders/mails/mail-digest.ts'
import { releaseExpiredHolds } from '#server/parts/release-holds.ts'
import { remindOfPayment } from '#server/orders/mails/remind-of-payment.ts'
import { bankRoutes } from '#server/bank/routes.ts'
import { messageRoutes } from '#server/messages/routes.ts'
import { orderRoutes } from '#server/orders/routes.ts'
import { parcelRoutes } from '#server/parcels/routes.ts'
import { handlePaymentEvents } from '#server/payment-events/payment-inbox.ts'
import { reconcilePayments } from '#server/payment-events/reconcile-payments.ts'
import { partRoutes } from '#server/parts/routes.ts'
import { paymentEventRoutes } from '#server/payment-events/routes.ts'
import { paymentRoutes } from '#server/payments/routes.ts'
import { openSandbox } from '#server/payments/sandbox/sandbox.ts'
import { reconcileRefunds } from '#server/refunds/reconcile-refunds.ts'
import { refundRoutes } from '#server/refunds/routes.ts'
import { returnRoutes } from '#server/returns/routes.ts'
import type { Services } from '#server/services.ts'
import { chooseTaxes } from '#server/taxes/choose-taxes.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { openReaders } from '#server/platform/reading/open-readers.ts'
import type { ToChild, Work } from './crash-process.ts'

/**
 * The calls of a purchase and its payment, served by a separate process on the database that its parent names, with the sandbox
 * processor. Its jobs run on command. Ends with its parent.
 */
const settings = readSettings(process.env)
const log: FastifyBaseLogger = pino({ level: 'silent' })
const db = connect(JSON.parse(process.env['CRASH_DATABASE'] ?? '{}') as ConnectionSettings)
const sandbox = openSandbox({ db, log, secrets: [process.env['CRASH_WEBHOOK_SECRET'] ?? ''], slowMs: 50 })
const services: Services = {
  db,
  settings,
  log,
  // Loading the whole library takes longer than all the rest; a purchase needs nothing else of it. No test reads the signatures.
  identity: { countAttempt: async () => {}, sign: () => Buffer.alloc(32) } as Partial<Services['identity']> as Services['identity'],
  payments: sandbox.provider,
  images: folderImageStore(pictureFolder(settings.dataDir)),
  documents: folderFiles(settings.dataDir),
  taxes: chooseTaxes(settings),
  mailTransport: { send: async () => {} },
  readers: openReaders(log),
}
/** The daily mail is sent from an hour of the day on. */
const LATE_IN_THE_DAY = new Date('2030-01-01T23:00:00Z')

const jobs: Record<Work, () => Promise<unknown>> = {
  release: () => releaseExpiredHolds(db),
  events: () => handlePaymentEvents(services),
  reconcile: () => reconcilePayments(services),
  refunds: () => reconcileRefunds(services),
  mails: sendAllMails,
  reminders: () => remindOfPayment(services),
  digest: () => mailDigest(services, LATE_IN_THE_DAY),
}

/** One run sends for a few seconds only; on a slow machine some would wait for the next. */
async function sendAllMails(): Promise<void> {
  while ((await deliverMails(services)) > 0) continue
}

process.on('disconnect', () => process.exit(0))
process.on('message', ({ id, work }: ToChild) => {
  jobs[work]().then(
    () => process.send?.({ done: id }),
    (error: unknown) => process.send?.({ done: id, failed: String(error) }),
  )
})
const app = fastify({ loggerInstance: log })
app.setValidatorCompiler(compileValidator)
app.setErrorHandler(answerError)
requirePolicies(app, knowCallers(services.db))
await app.register(
  async (api) => {
    readJsonBodies(api)
    await api.register(orderRoutes, services)
    await api.register(partRoutes, services)
    await api.register(parcelRoutes, services)
    await api.register(messageRoutes, services)
    await api.register(paymentRoutes, services)
    await api.register(paymentEventRoutes, services)
    await api.register(refundRoutes, services)
    await api.register(returnRoutes, services)
    await api.register(bankRoutes, services)
  },
  { prefix: '/api' },
)
process.send?.({ url: await app.listen({ host: '127.0.0.1', port: 0 }) })
