import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { importCalls, importMessages } from '#contract/parts/imports.ts'
import { partFeedCalls } from '#contract/parts/part-feed.ts'
import type { DeskFilter } from '#contract/parts/part-desk.ts'
import { invalidField } from '../errors.ts'
import { sendFile } from '../platform/documents/send-file.ts'
import { limitDocuments } from '../platform/documents/limit-documents.ts'
import { readCall, registerCall, routeOf } from '../platform/http/register-call.ts'
import type { Services } from '../services.ts'
import {
  addRows,
  answerDecimals,
  beginImport,
  leaveOutWrong,
  listImports,
  mendAll,
  previewImport,
  readProgress,
  stopImport,
} from './imports.ts'
import { feedParts } from './feed-parts.ts'
import { importFromParts } from './import-from-parts.ts'
import { planImport, unplanImport } from './plan-import.ts'
import { undoImport } from './undo-import.ts'
import { writePartFile } from './write-part-file.ts'
import { writeImport } from './write-import.ts'
import { zipMedia } from './zip-media.ts'

/** Memory in bytes of a file while it is written and sent. */
const SENDING_BYTES = 4 * 1024 * 1024

export async function importRoutes(app: FastifyInstance, { db, settings }: Services): Promise<void> {
  registerCall(app, importCalls.begin, ({ body, caller }) => beginImport(db, caller, body))
  registerCall(app, partFeedCalls.feed, ({ body, caller }) => feedParts(db, settings, caller, body))
  registerCall(app, importCalls.fromParts, ({ body, caller }) => importFromParts(db, caller, body))
  registerCall(app, importCalls.all, () => listImports(db))
  registerCall(app, importCalls.preview, ({ params, query }) => previewImport(db, settings, params.id, query))
  registerCall(app, importCalls.progress, ({ params }) => readProgress(db, params.id))
  registerCall(app, importCalls.addRows, ({ params, body }) => addRows(db, params.id, body.rows, body.decimals ?? {}))
  registerCall(app, importCalls.decimals, ({ params, body }) => answerDecimals(db, params.id, body))
  registerCall(app, importCalls.mendAll, ({ params, body }) => mendAll(db, params.id, body))
  registerCall(app, importCalls.leaveOutWrong, ({ params }) => leaveOutWrong(db, params.id))
  registerCall(app, importCalls.write, ({ params, body, caller }) => writeImport(db, settings, caller, params.id, body))
  registerCall(app, importCalls.plan, ({ params, body, caller }) => planImport(db, settings, caller, params.id, body))
  registerCall(app, importCalls.unplan, ({ params, caller }) => unplanImport(db, caller, params.id))
  registerCall(app, importCalls.stop, ({ params }) => stopImport(db, params.id))
  registerCall(app, importCalls.undo, ({ params, caller }) => undoImport(db, caller, params.id))
}

/** As with orders, an account has one file at a time. */
export async function partFileRoutes(app: FastifyInstance, { db, images, documents }: Services): Promise<void> {
  limitDocuments(app, { alsoCsv: true })
  const route = routeOf(importCalls.file)
  app.route({
    ...route,
    config: { ...route.config, streamed: true },
    handler: (request: FastifyRequest, reply: FastifyReply) => {
      const { query } = readCall<typeof importCalls.file>(request, reply)
      const { format, columns, hidden, ...filter } = query
      app.holdBytes(request, reply, SENDING_BYTES)
      const asked = { format, columns, hidden: withHidden(hidden, filter), filter }
      return sendFile(reply, writePartFile(db, asked), { name: `parts.${format}`, format })
    },
  })
  const media = routeOf(importCalls.media)
  app.route({
    ...media,
    config: { ...media.config, streamed: true },
    handler: (request: FastifyRequest, reply: FastifyReply) => {
      const { hidden, ...filter } = readCall<typeof importCalls.media>(request, reply).query
      app.holdBytes(request, reply, SENDING_BYTES)
      const zip = zipMedia({ db, images, documents }, filter, { hidden: withHidden(hidden, filter) })
      return sendFile(reply, zip, { name: 'part-files.zip', format: 'zip' })
    },
  })
}

/** @throws ShopError INVALID_INPUT at `hidden` with a filter, which finds only parts on sale. */
function withHidden(hidden: 'also' | undefined, filter: DeskFilter): boolean {
  const isFiltered = Object.values(filter).some((value) => value !== undefined && value !== '')
  if (hidden && isFiltered) throw invalidField('hidden', importMessages.hiddenFiltered)
  return hidden !== undefined
}
