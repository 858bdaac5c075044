import type { FastifyInstance } from 'fastify'
import { categoryCalls } from '#contract/parts/categories.ts'
import { attributes } from '#database/tables/categories.ts'
import { transaction } from '#database/transaction.ts'
import { createAnswerCache } from '../platform/cache/public-cache.ts'
import { serveCached } from '../platform/cache/serve-cached.ts'
import { registerCall } from '../platform/http/register-call.ts'
import type { Services } from '../services.ts'
import { addAttribute, changeAttribute, removeAttribute } from './keep-attributes.ts'
import { addCategory, changeCategory, removeCategory } from './keep-categories.ts'
import { listKinds } from './list-kinds.ts'

export async function categoryRoutes(app: FastifyInstance, { db }: Services): Promise<void> {
  const cache = createAnswerCache(db, [attributes])
  serveCached(app, categoryCalls.all, cache, () => ({ name: '', answer: () => listKinds(db) }))
  registerCall(app, categoryCalls.addCategory, async ({ body, caller }) => ({
    insertedId: await transaction(db, (tx) => addCategory(tx, caller, body)),
  }))
  registerCall(app, categoryCalls.changeCategory, ({ params, body, caller }) =>
    transaction(db, (tx) => changeCategory(tx, caller, params.id, body)),
  )
  registerCall(app, categoryCalls.removeCategory, ({ params, caller }) => transaction(db, (tx) => removeCategory(tx, caller, params.id)))
  registerCall(app, categoryCalls.addAttribute, async ({ body, caller }) => ({
    insertedId: await transaction(db, (tx) => addAttribute(tx, caller, body)),
  }))
  registerCall(app, categoryCalls.changeAttribute, ({ params, body, caller }) =>
    transaction(db, (tx) => changeAttribute(tx, caller, params.id, body)),
  )
  registerCall(app, categoryCalls.removeAttribute, ({ params, caller }) => transaction(db, (tx) => removeAttribute(tx, caller, params.id)))
}
