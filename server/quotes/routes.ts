import type { FastifyInstance, FastifyReply } from 'fastify'
import { quoteCalls } from '#contract/quotes/quotes.ts'
import { linkNext } from '../platform/http/link-next.ts'
import { registerCall } from '../platform/http/register-call.ts'
import type { LayOut } from '../platform/documents/lay-out-in-thread.ts'
import { limitDocuments } from '../platform/documents/limit-documents.ts'
import { compileLargeValidator } from '../platform/http/validation.ts'
import { networkOf } from '../platform/limits/network-of.ts'
import type { Services } from '../services.ts'
import { applySettings } from '../shop-settings/apply-settings.ts'
import { changeQuote, requote } from './change-quote.ts'
import { documentsOf } from './document/send-document.ts'
import { findQuoteTax, taxOfSharedQuote } from './document/tax-of-quote.ts'
import { openQuote, type OpenQuote } from './find-quote.ts'
import { listQuotes } from './list-quotes.ts'
import { inBatches } from './in-slices.ts'
import { priceLines } from './price-lines.ts'
import { removeQuote } from './remove-quote.ts'
import { saveQuote } from './save-quote.ts'
import type { AnswerWithLines } from './send-lines.ts'
import { serveLines, serveStream } from './serve-lines.ts'
import { openSharedQuote, shareQuote, unshareQuote } from './share-quote.ts'

/** Memory in bytes that a line takes while it is priced. */
const LINE_BYTES = 1_500

/** Guessing runs two statements at a time. */
const GUESSING = { connections: 2 }

export async function quoteRoutes(app: FastifyInstance, services: Services & { layOut: LayOut }): Promise<void> {
  const { db, identity, settings, layOut } = services
  const sendDocument = documentsOf(settings, layOut)
  app.setValidatorCompiler(compileLargeValidator)

  serveLines(app, quoteCalls.price, async ({ body, caller, request, reply }) => {
    app.holdBytes(request, reply, body.lines.length * LINE_BYTES)
    const network = networkOf(request.ip)
    await identity.countAttempt('quote-call', network)
    await identity.countAttempt('quote-lines', network, body.lines.length)
    const { lines, total, matched } = await priceLines(services, body.lines, caller?.userId)
    return { lineCount: lines.length, batches: inBatches(lines), rest: () => ({ total, matched }) }
  })
  serveLines(
    app,
    quoteCalls.save,
    async ({ body, caller, request, reply }) => {
      app.holdBytes(request, reply, body.lines.length * LINE_BYTES)
      return wholeQuote(await openQuote(services, caller.userId, await saveQuote(services, request, caller, body), 1))
    },
    GUESSING,
  )
  registerCall(app, quoteCalls.mine, async (call) => linkNext(call, 'quotes', await listQuotes(db, call.caller.userId, call.query)))
  serveLines(app, quoteCalls.one, async ({ params, query, caller }) =>
    wholeQuote(await openQuote(services, caller.userId, params.id, query.version)),
  )
  serveLines(
    app,
    quoteCalls.change,
    async ({ params, body, caller, request, reply }) => {
      app.holdBytes(request, reply, (body.lines?.length ?? 0) * LINE_BYTES)
      const version = await changeQuote(services, request, caller, params.id, body)
      return wholeQuote(await openQuote(services, caller.userId, params.id, version))
    },
    GUESSING,
  )
  serveLines(
    app,
    quoteCalls.requote,
    async ({ params, body, caller, request, reply }) => {
      const { facts } = await openQuote(services, caller.userId, params.id)
      app.holdBytes(request, reply, facts.lineCount * LINE_BYTES)
      const version = await requote(services, request, caller, params.id, body.version)
      return wholeQuote(await openQuote(services, caller.userId, params.id, version))
    },
    GUESSING,
  )
  registerCall(app, quoteCalls.remove, async ({ params, caller }) => {
    await removeQuote(db, caller, params.id)
    return { deletedCount: 1 }
  })
  registerCall(app, quoteCalls.share, ({ params, caller, reply }) => {
    keepPrivate(reply)
    return shareQuote(services, caller, params.id)
  })
  registerCall(app, quoteCalls.unshare, ({ params, caller }) => unshareQuote(db, caller, params.id))
  serveLines(app, quoteCalls.shared, async ({ params, request, reply }) => {
    keepPrivate(reply)
    await identity.countAttempt('quote-call', networkOf(request.ip))
    return wholeQuote(await openSharedQuote(services, params.secret))
  })

  await app.register(async (documents) => {
    limitDocuments(documents)
    serveStream(documents, quoteCalls.document, async ({ params, query, caller, reply }) => {
      const quote = await openQuote(services, caller.userId, params.id, query.version)
      await identity.countAttempt('quote-work', caller.userId, quote.facts.lineCount)
      const { offersFreight } = await applySettings(services)
      return sendDocument(reply, quote, { tax: await findQuoteTax(services, caller.userId, quote.facts), offersFreight }, query.format)
    })
    serveStream(documents, quoteCalls.sharedDocument, async ({ params, query, request, reply }) => {
      keepPrivate(reply)
      const network = networkOf(request.ip)
      await identity.countAttempt('quote-call', network)
      const quote = await openSharedQuote(services, params.secret)
      await identity.countAttempt('quote-lines', network, quote.facts.lineCount)
      const { offersFreight } = await applySettings(services)
      return sendDocument(reply, quote, { tax: await taxOfSharedQuote(services), offersFreight }, query.format)
    })
  })
}

/** Keeps caches and search engines from storing the answer, and the browser from sending its address to other sites. */
function keepPrivate(reply: FastifyReply): void {
  reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex').header('referrer-policy', 'no-referrer')
}

const wholeQuote = ({ facts, batches, isOrderable }: OpenQuote): AnswerWithLines => ({
  lineCount: facts.lineCount,
  batches,
  rest: () => ({ ...facts, orderable: isOrderable() }),
})
