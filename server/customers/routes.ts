import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { fileTypes } from '#contract/basics/file-answer.ts'
import { customerCalls } from '#contract/people/customers.ts'
import { normalizeEmail } from '#contract/basics/fields.ts'
import { transaction } from '#database/transaction.ts'
import { answerOnce } from '../platform/http/answer-once.ts'
import { readCall, registerCall, routeOf } from '../platform/http/register-call.ts'
import type { Services } from '../services.ts'
import { eraseCustomer } from './erase-customer.ts'
import { exportCustomer } from './export-customer.ts'
import { findCustomer } from './find-customer.ts'
import { listCustomers } from './list-customers.ts'
import { addNote, removeNote } from './notes.ts'

/** Memory in bytes of an export while it is written and sent. */
const SENDING_BYTES = 1024 * 1024

export async function customerRoutes(app: FastifyInstance, { db }: Services): Promise<void> {
  registerCall(app, customerCalls.page, ({ query }) => listCustomers(db, query))
  registerCall(app, customerCalls.one, ({ params }) => findCustomer(db, params.id))
  registerCall(app, customerCalls.addNote, ({ params, body, caller, request }) =>
    answerOnce(db, request, caller, (tx) => addNote(tx, caller, params.id, body.note)),
  )
  registerCall(app, customerCalls.removeNote, async ({ params, caller }) => ({
    deletedCount: await transaction(db, (tx) => removeNote(tx, caller, params.id)),
  }))
  registerCall(app, customerCalls.erase, ({ params, body, caller }) => eraseCustomer(db, caller, params.id, normalizeEmail(body.email)))

  const route = routeOf(customerCalls.export)
  app.route({
    ...route,
    config: { ...route.config, streamed: true },
    handler: async (request, reply) => {
      const { params, caller } = readCall<typeof customerCalls.export>(request, reply)
      const text = await exportCustomer(db, caller, params.id)
      app.holdBytes(request, reply, SENDING_BYTES)
      return reply
        .type(fileTypes.json)
        .header('content-disposition', 'attachment; filename="customer.json"')
        .header('cache-control', 'no-store')
        .send(Readable.from(text))
    },
  })
}
