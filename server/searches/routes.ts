import type { FastifyInstance } from 'fastify'
import { searchCalls } from '#contract/parts/searches.ts'
import { transaction } from '#database/transaction.ts'
import { networkOf } from '../platform/limits/network-of.ts'
import { registerCall } from '../platform/http/register-call.ts'
import type { Services } from '../services.ts'
import { answerSearch, forgetAnswer, listAnswers } from './answer-search.ts'
import { changeSynonyms, listSynonyms } from './change-synonyms.ts'
import { listMissed, listSoldOut, lookAtSoldOut } from './list-missed.ts'
import { missSearch } from './miss-search.ts'

export async function searchRoutes(app: FastifyInstance, { db, identity }: Services): Promise<void> {
  registerCall(app, searchCalls.miss, async ({ body, request }) => {
    await identity.countAttempt('missed-search', networkOf(request.ip))
    return { modifiedCount: await missSearch(db, request.ip, body.text) }
  })
  registerCall(app, searchCalls.missed, ({ query }) => listMissed(db, query))
  registerCall(app, searchCalls.answers, () => listAnswers(db))
  registerCall(app, searchCalls.answer, async ({ body, caller }) => ({
    modifiedCount: await transaction(db, (tx) => answerSearch(tx, caller, body.text, body.part)),
  }))
  registerCall(app, searchCalls.forget, async ({ params, caller }) => ({
    deletedCount: await transaction(db, (tx) => forgetAnswer(tx, caller, params.id)),
  }))
  registerCall(app, searchCalls.synonyms, () => listSynonyms(db))
  registerCall(app, searchCalls.changeSynonyms, async ({ body, caller }) => ({
    modifiedCount: await transaction(db, (tx) => changeSynonyms(tx, caller, body)),
  }))
  registerCall(app, searchCalls.lookAt, async ({ params, caller }) => ({
    modifiedCount: await lookAtSoldOut(db, caller, params.id),
  }))
  registerCall(app, searchCalls.soldOut, () => listSoldOut(db))
}
