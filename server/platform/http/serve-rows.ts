import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Call, CallResponse } from '#contract/basics/call.ts'
import { linkNext } from './link-next.ts'
import { readCall, routeOf, type CallRequest } from './register-call.ts'

/** Memory in bytes of a long list while it is sent: a batch as rows and as text. */
const SENDING_BYTES = 1024 * 1024

type Item<C extends Call> = CallResponse<C> extends readonly (infer T extends { _id: string })[] ? T : never

const isPage = (query: { page?: number; after?: string }) => query.page !== undefined || query.after !== undefined

/**
 * As `registerCall`, for a list that may be as long as a table: a batch is read after the reader has taken the previous one.
 * A list of one batch is answered as a whole, and one page of it names the next. All fields of the rows must be the contract's.
 */
export function serveRows<C extends Call>(
  app: FastifyInstance,
  call: C,
  read: (request: CallRequest<C>) => AsyncGenerator<Item<C>[], void, undefined>,
): void {
  app.route({
    ...routeOf(call),
    handler: async (request, reply) => {
      const asked = readCall<C>(request, reply)
      const batches = read(asked)
      const [first, second] = [await batches.next(), await batches.next()]
      if (first.done) return []
      if (second.done) return isPage(request.query as object) ? linkNext(asked, 'rows', { rows: first.value }).rows : first.value
      app.holdBytes(request, reply, SENDING_BYTES)
      return reply.type('application/json; charset=utf-8').send(Readable.from(write([first.value, second.value], batches)))
    },
  })
}

async function* write<T>(first: T[][], rest: AsyncIterable<T[]>): AsyncGenerator<string, void, undefined> {
  let before = '['
  const textOf = (rows: T[]) => {
    const text = before + rows.map((row) => JSON.stringify(row)).join(',')
    before = ','
    return text
  }
  for (const rows of first) yield textOf(rows)
  for await (const rows of rest) yield textOf(rows)
  yield ']'
}
