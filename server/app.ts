import fastify, { LogController, type FastifyInstance, type FastifyPluginAsync } from 'fastify'
import helmet from '@fastify/helmet'
import { addressRoutes } from './addresses/routes.ts'
import { agentRoutes } from './agents/routes.ts'
import { apiKeyRoutes } from './api-keys/routes.ts'
import { punchoutRoutes } from './punchout/routes.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import { bankRoutes } from './bank/routes.ts'
import { changeRoutes } from './changes/routes.ts'
import { contactRoutes } from './contact/routes.ts'
import { customerPartNumberRoutes } from './customer-part-numbers/routes.ts'
import { customerRoutes } from './customers/routes.ts'
import { knowCallers } from './api-keys/know-callers.ts'
import { freightRoutes } from './freight/routes.ts'
import { identityRoutes } from './identity/routes.ts'
import { imageRoutes, pictureRoutes } from './images/routes.ts'
import { inboundMailRoutes } from './inbound-mails/routes.ts'
import { mailPageRoutes, mailRoutes } from './outbox/routes.ts'
import { openLayoutThread } from './platform/documents/lay-out-in-thread.ts'
import { healthRoutes } from './run/operations/health-routes.ts'
import { operationsRoutes } from './run/operations/operations-routes.ts'
import { endConnectionsOnClosing, openOperations, type Operations } from './run/operations/operations.ts'
import { markDeprecated } from './platform/http/mark-deprecated.ts'
import { shedLoad } from './platform/limits/overload.ts'
import { nameRequests, nextRequestId } from './platform/http/request-id.ts'
import { tellRequests } from './platform/http/tell-requests.ts'
import { watchAnswers } from './platform/http/watch-answers.ts'
import { messageRoutes } from './messages/routes.ts'
import { orderFileRoutes } from './orders/lists/file-routes.ts'
import { orderRoutes } from './orders/routes.ts'
import { exportPaperRoutes } from './parcels/export-papers/routes.ts'
import { shippingPaperRoutes } from './parcels/papers/routes.ts'
import { parcelRoutes } from './parcels/routes.ts'
import { categoryRoutes } from './categories/routes.ts'
import { importRoutes, partFileRoutes } from './imports/routes.ts'
import { stockFileRoutes } from './parts/file-routes.ts'
import { bookFileRoutes, ledgerRoutes } from './ledger/routes.ts'
import { partMediaRoutes } from './part-media/routes.ts'
import { partRoutes } from './parts/routes.ts'
import { paymentEventRoutes } from './payment-events/routes.ts'
import { paymentRoutes } from './payments/routes.ts'
import { transferRoutes } from './payments/transfer/routes.ts'
import { listRoutes } from './quotes/reading/routes.ts'
import { quoteRoutes } from './quotes/routes.ts'
import { sampleRoutes } from './quotes/sample-routes.ts'
import { refundRoutes } from './refunds/routes.ts'
import { paperRoutes } from './invoices/routes.ts'
import { issueWaitingInvoices } from './invoices/write-due-papers.ts'
import { shopSettingsRoutes } from './shop-settings/routes.ts'
import { markAsSandbox } from './run/sandbox-shop/mark-as-sandbox.ts'
import { searchRoutes } from './searches/routes.ts'
import { offerRoutes } from './quotes/offers/routes.ts'
import { voidingRoutes } from './quotes/voiding/routes.ts'
import { relatedPartRoutes } from './related-parts/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { uploadReturnPicture } from './returns/ask-return.ts'
import { returnRoutes } from './returns/routes.ts'
import { reviewRoutes } from './reviews/routes.ts'
import type { Services } from './services.ts'
import { setAsideRoutes } from './set-aside/routes.ts'
import { taxRoutes } from './taxes/routes.ts'
import { userRoutes } from './users/routes.ts'
import { answerError } from './platform/http/answer-error.ts'
import { answerNoRequest, answerUnknown, refuseUnknown } from './platform/http/answer-unknown.ts'
import { apiDocument } from './platform/http/api-document.ts'
import { boundBytesInFlight } from './platform/limits/bytes-in-flight.ts'
import { closeStreamsOnRevocation } from './platform/http/close-streams-on-revocation.ts'
import { keepNoAnswer } from './platform/http/keep-no-answer.ts'
import { endStalledConnections } from './platform/limits/end-stalled-connections.ts'
import { parseQuery } from './platform/http/parse-query.ts'
import { readJsonBodies } from './platform/http/read-json-bodies.ts'
import { refuseTwoHosts } from './platform/http/refuse-two-hosts.ts'
import { requirePolicies, type Callers } from './platform/http/require-policies.ts'
import { compileSerializer } from './platform/http/serialize-answers.ts'
import { shareConnections } from './platform/limits/share-connections.ts'
import { compileValidator } from './platform/http/validation.ts'

/** Of each part of the server; a slow machine needs more than the framework's ten seconds. */
const START_LIMIT_MS = 120_000
const REQUEST_TIMEOUT_MS = 30_000
/** Must be shorter than the request timeout: Node applies the longer of the two to the whole request. */
const HEADERS_TIMEOUT_MS = 15_000
const TIMEOUT_CHECK_MS = 5_000
const BODY_LIMIT_BYTES = 256 * 1024
/** Maximum length of a path parameter: an email address, percent-encoded. */
const MAX_PARAM_LENGTH = 800

/** Optional parts of the server: sandbox services in trial mode, the storefront's pages. */
export type Extensions = {
  api?: FastifyPluginAsync[]
  /** Everything that is no call: pages and built files. */
  storefront?: FastifyPluginAsync
  /** Maximum wait of an account's request in its queue, in ms. */
  maxWaitMs?: number
  /** Finds the callers, where that is not done in the shop's own database: in the sandbox shop, none of whose answers may be cached. */
  sandbox?: { callers: Callers }
  /** State of the process; the default refuses no request because of overload. */
  operations?: Operations
}

/** The whole HTTP server on the given services; does not listen yet. Throws for a route without a policy. */
export async function buildApp(services: Services, extensions: Extensions = {}): Promise<FastifyInstance> {
  const operations = extensions.operations ?? openOperations(services, { shedsLoad: false })
  const app = fastify({
    loggerInstance: services.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    pluginTimeout: START_LIMIT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: TIMEOUT_CHECK_MS },
    trustProxy: services.settings.trustedProxies.length > 0 ? services.settings.trustedProxies : false,
    genReqId: nextRequestId,
    // Requests that still arrive are answered: everything they need is closed after this server.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH, querystringParser: parseQuery },
    clientErrorHandler: answerNoRequest,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  })
  app.setValidatorCompiler(compileValidator)
  app.setSerializerCompiler(compileSerializer)
  app.setErrorHandler(answerError)
  endConnectionsOnClosing(app, operations)
  tellRequests(app)
  nameRequests(app)
  keepNoAnswer(app)
  watchAnswers(app, operations.requests, services)
  shedLoad(app, operations, services.identity)
  endStalledConnections(app.server, services.settings.writeTimeoutMs)
  refuseTwoHosts(app)
  await app.register(helmet, {
    // Pages set their own policy, with what their scripts need; see storefront.ts.
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
  markDeprecated(app, services.settings.shopUrl)
  const callers = extensions.sandbox?.callers ?? knowCallers(services.db)
  requirePolicies(app, callers)
  closeStreamsOnRevocation(app, callers)
  answerUnknown(app)
  if (extensions.sandbox) markAsSandbox(app)
  shareConnections(app, services, extensions.maxWaitMs)
  boundBytesInFlight(app, services.settings)
  healthRoutes(app, operations, services.settings)

  // One thread lays out the documents of quotes and the papers of orders.
  const withLayouts = { ...services, layOut: openLayoutThread() }
  await app.register(
    async (api) => {
      readJsonBodies(api)
      api.all(
        '/*',
        { config: { policy: 'public' }, schema: { hide: true }, onRequest: async (request, reply) => refuseUnknown(request, reply) },
        refuseUnknown,
      )
      if (!extensions.sandbox) await apiDocument(api, services.settings)
      await api.register(identityRoutes, services)
      await api.register(addressRoutes, services)
      await api.register(partRoutes, services)
      await api.register(categoryRoutes, services)
      await api.register(stockFileRoutes, services)
      await api.register(partMediaRoutes, services)
      await api.register(relatedPartRoutes, services)
      await api.register(importRoutes, services)
      await api.register(partFileRoutes, services)
      await api.register(orderRoutes, services)
      await api.register(orderFileRoutes, services)
      await api.register(changeRoutes, services)
      await api.register(parcelRoutes, services)
      await api.register(shippingPaperRoutes, withLayouts)
      await api.register(exportPaperRoutes, withLayouts)
      await api.register(messageRoutes, services)
      await api.register(paymentRoutes, services)
      await api.register(paymentEventRoutes, services)
      await api.register(transferRoutes, withLayouts)
      await api.register(bankRoutes, services)
      await api.register(quoteRoutes, withLayouts)
      await api.register(listRoutes, services)
      await api.register(refundRoutes, services)
      await api.register(paperRoutes, services)
      await api.register(returnRoutes, services)
      await api.register(voidingRoutes, services)
      await api.register(offerRoutes, services)
      await api.register(sampleRoutes, services)
      await api.register(searchRoutes, services)
      await api.register(shopSettingsRoutes, { ...services, afterSaving: issueWaitingInvoices })
      await api.register(taxRoutes, services)
      await api.register(freightRoutes, services)
      await api.register(reportRoutes, services)
      await api.register(ledgerRoutes, services)
      await api.register(bookFileRoutes, services)
      await api.register(reviewRoutes, services)
      await api.register(userRoutes, services)
      await api.register(customerRoutes, services)
      await api.register(setAsideRoutes, services)
      await api.register(apiKeyRoutes, services)
      await api.register(webhookRoutes, services)
      await api.register(customerPartNumberRoutes, services)
      await api.register(punchoutRoutes, services)
      await api.register(imageRoutes(services, uploadReturnPicture))
      await api.register(mailRoutes, services)
      await api.register(inboundMailRoutes, services)
      await api.register(contactRoutes, services)
      await api.register(operationsRoutes, services)
      for (const plugin of extensions.api ?? []) await api.register(plugin)
    },
    { prefix: '/api' },
  )
  await app.register(async (agents) => agentRoutes(agents, services))
  await app.register(pictureRoutes(services))
  await app.register(mailPageRoutes, services)
  if (extensions.storefront) await app.register(extensions.storefront)
  return app
}
