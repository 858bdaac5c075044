import type { FastifyPluginAsync } from 'fastify'
import { partCalls } from '#contract/parts.ts'
import { serve } from '../serve.ts'
import type { Services } from '../services.ts'
import { addPart } from './add-part.ts'
import { findPart } from './find-part.ts'
import { countParts, listParts, listPartsPage } from './list-parts.ts'
import { removePart } from './remove-part.ts'

export const partRoutes =
  ({ db }: Services): FastifyPluginAsync =>
  async (app) => {
    serve(app, partCalls.all, () => listParts(db))
    serve(app, partCalls.page, ({ query }) => listPartsPage(db, query.page, query.size))
    serve(app, partCalls.count, async () => ({ count: await countParts(db) }))
    serve(app, partCalls.one, ({ params }) => findPart(db, params.id))
    serve(app, partCalls.add, async ({ body }) => ({ insertedId: await addPart(db, body) }))
    serve(app, partCalls.remove, async ({ params }) => ({ deletedCount: await removePart(db, params.id) }))
  }
