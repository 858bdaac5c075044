import type { FastifyInstance } from 'fastify'
import { SUGGESTIONS } from '#contract/basics/limits.ts'
import { actsAsAdmin } from '#contract/people/permissions.ts'
import { lowStockCalls } from '#contract/parts/low-stock.ts'
import { priceChangeCalls } from '#contract/parts/price-changes.ts'
import { partFacetCalls } from '#contract/parts/part-facets.ts'
import { partFactCalls } from '#contract/parts/part-facts.ts'
import { partDeskCalls } from '#contract/parts/part-desk.ts'
import { partCalls } from '#contract/parts/parts.ts'
import { partPromiseCalls } from '#contract/promises/part-promise.ts'
import { stockFeedCalls } from '#contract/parts/stock-feed.ts'
import { stockSheetCalls } from '#contract/parts/stock-sheets.ts'
import { attributes } from '#database/tables/categories.ts'
import { expectedGoodsCalls } from '#contract/parts/expected-goods.ts'
import { expectedGoods } from '#database/tables/expected-goods.ts'
import { parts } from '#database/tables/parts.ts'
import { searchAnswers, synonyms } from '#database/tables/searches.ts'
import { createAnswerCache } from '../platform/cache/public-cache.ts'
import { serveCached, serveCachedForCallers } from '../platform/cache/serve-cached.ts'
import { answerOnce } from '../platform/http/answer-once.ts'
import { linkNext } from '../platform/http/link-next.ts'
import { registerCall } from '../platform/http/register-call.ts'
import { clampPage } from '../platform/paging/clamp-page.ts'
import { promiseOfPart } from '../promises/promise-of-part.ts'
import type { Services } from '../services.ts'
import { addPart } from './add-part.ts'
import { changePrices, listPriceChanges, undoPrices } from './change-prices.ts'
import { changeDetails } from './change-details.ts'
import { changeOffer } from './change-offer.ts'
import { createFacetCounter } from './count-facets.ts'
import { bookDelivery, changeDelivery, expectDelivery, listDeliveries, removeDelivery } from './expected-goods.ts'
import { feedStock } from './feed-stock.ts'
import { findNamed } from './find-named.ts'
import { findPart } from './find-part.ts'
import { countParts, listParts, listPartsPage } from './list-parts.ts'
import { countWithoutWeight, isNewestFirst, listManagedParts, listPrices, listStockedParts } from './list-managed-parts.ts'
import { setLowStock } from './low-stock.ts'
import { listAllStockMoves, listStockMoves } from './list-stock-moves.ts'
import { correctStock } from './restock-part.ts'
import { bringBack, findManagedPart, listRemoved } from './removed-parts.ts'
import { changeFacts, findFacts } from './part-facts.ts'
import { findPartsByNumber } from './parts-by-number.ts'
import { removePart } from './remove-part.ts'
import { bookSheet, compareSheet } from './stock-sheet.ts'
import { clampSearch, nearestParts, searchParts } from './search-parts.ts'

export async function partRoutes(app: FastifyInstance, { db, settings }: Services): Promise<void> {
  const cache = createAnswerCache(db, [parts, expectedGoods, searchAnswers, synonyms, attributes])
  serveCached(app, partCalls.all, cache, (_query, caller) =>
    // The cache of a process is told of another's sales within a second; who has just counted a stock sees their own figure.
    caller?.sessionId !== undefined && actsAsAdmin(caller, partDeskCalls.list)
      ? { answer: () => listStockedParts(db) }
      : { name: '', answer: () => listParts(db) },
  )
  serveCached(app, partCalls.page, cache, (query) => {
    const { page, size } = clampPage(query)
    return { name: `${page} ${size}`, answer: () => listPartsPage(db, page, size) }
  })
  serveCached(app, partCalls.count, cache, () => ({ name: '', answer: async () => ({ count: await countParts(db) }) }))
  serveCached(app, partCalls.search, cache, (query) => {
    const search = clampSearch(query)
    return { name: JSON.stringify(search), answer: () => searchParts(db, search) }
  })
  serveCached(app, partCalls.suggest, cache, ({ q }) => {
    const typed = clampSearch({ q }).q
    return { name: typed, answer: () => nearestParts(db, typed, SUGGESTIONS) }
  })
  registerCall(app, partCalls.byNumber, ({ body, caller }) => findPartsByNumber(db, caller.userId, body.numbers))
  const countFacets = createFacetCounter(db)
  serveCached(app, partFacetCalls.count, cache, (query) => {
    const { page: _page, size: _size, ...search } = clampSearch(query)
    return { name: JSON.stringify(search), answer: () => countFacets(query) }
  })
  serveCachedForCallers(app, partCalls.one, cache, ({ id }) => ({ name: id.toLowerCase(), answer: () => findPart(db, id) }))
  registerCall(app, partCalls.add, ({ body, caller, request }) =>
    answerOnce(db, request, caller, async (tx) => ({ insertedId: await addPart(tx, caller, body) })),
  )
  registerCall(app, partDeskCalls.list, async (call) => {
    const page = await listManagedParts(db, call.query)
    return isNewestFirst(call.query) ? linkNext(call, 'parts', page) : page
  })
  registerCall(app, partDeskCalls.facets, async ({ query }) => {
    const noWeight = await countWithoutWeight(db, query)
    return { ...(await countFacets(query)), ...(noWeight !== undefined && { noWeight }) }
  })
  registerCall(app, partDeskCalls.prices, ({ query }) => listPrices(db, query))
  registerCall(app, partDeskCalls.named, ({ body }) => findNamed(db, body.numbers))
  registerCall(app, partDeskCalls.one, ({ params }) => findManagedPart(db, params.id))
  registerCall(app, partDeskCalls.changeDetails, ({ params, body, caller }) => changeDetails(db, caller, params.id, body))
  serveCachedForCallers(app, partFactCalls.one, cache, ({ id }) => ({ name: id.toLowerCase(), answer: () => findFacts(db, id) }))
  registerCall(app, partPromiseCalls.ofPart, ({ params, query }) => promiseOfPart({ db, settings }, params.id, query.pieces))
  registerCall(app, partFactCalls.change, ({ params, body, caller }) => changeFacts(db, caller, params.id, body))
  registerCall(app, partDeskCalls.moveStock, ({ params, body, caller, request }) =>
    answerOnce(db, request, caller, (tx) => correctStock(tx, caller, params.id, body)),
  )
  registerCall(app, stockSheetCalls.compare, ({ body }) => compareSheet(db, body))
  registerCall(app, stockSheetCalls.book, ({ body, caller, request }) =>
    answerOnce(db, request, caller, (tx) => bookSheet(tx, caller, body)),
  )
  registerCall(app, stockFeedCalls.feed, ({ body, caller, request }) =>
    answerOnce(db, request, caller, (tx) => feedStock(tx, caller, body)),
  )
  registerCall(app, partDeskCalls.ledger, ({ params, query }) => listStockMoves(db, params.id, query))
  registerCall(app, partDeskCalls.moves, ({ query }) => listAllStockMoves(db, query))
  registerCall(app, expectedGoodsCalls.ofPart, ({ params }) => listDeliveries(db, params.id))
  registerCall(app, expectedGoodsCalls.expect, ({ params, body, caller, request }) =>
    answerOnce(db, request, caller, (tx) => expectDelivery(tx, caller, params.id, body)),
  )
  registerCall(app, expectedGoodsCalls.change, ({ params, body, caller }) => changeDelivery(db, caller, params.id, body))
  registerCall(app, expectedGoodsCalls.remove, ({ params, caller }) => removeDelivery(db, caller, params.id))
  registerCall(app, expectedGoodsCalls.arrive, ({ params, body, caller }) => bookDelivery(db, caller, params.id, body.pieces))
  registerCall(app, lowStockCalls.set, ({ params, body, caller }) => setLowStock(db, caller, params.id, body))
  registerCall(app, priceChangeCalls.make, ({ body, caller, request }) => changePrices(db, request, settings, caller, body))
  registerCall(app, priceChangeCalls.all, () => listPriceChanges(db))
  registerCall(app, priceChangeCalls.undo, ({ params, caller }) => undoPrices(db, caller, params.id))
  registerCall(app, partDeskCalls.removed, async (call) => {
    const page = await listRemoved(db, call.query)
    return call.query.sort === 'newest' ? linkNext(call, 'parts', page) : page
  })
  registerCall(app, partDeskCalls.bringBack, ({ params, caller }) => bringBack(db, caller, params.id))
  registerCall(app, partCalls.changeOffer, ({ params, body, caller }) => changeOffer({ db, settings }, caller, params.id, body))
  registerCall(app, partCalls.remove, async ({ params, caller }) => ({ deletedCount: await removePart(db, caller, params.id) }))
}
