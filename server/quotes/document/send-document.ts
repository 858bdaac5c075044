import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { OpenQuote } from '../find-quote.ts'
import { sendingBytes } from '../send-lines.ts'
import type { DocumentFormat } from './document.ts'
import { openDocumentWriter } from './document-writer.ts'
import { writeCsv } from './write-csv.ts'

const TYPES: Record<DocumentFormat, string> = {
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/**
 * Sends a quote as a file while it is written. The file name consists of number and version alone, so that no user input is
 * in a header. A reader that disconnects cancels the file.
 */
export function documentsOf(shopName: string): (reply: FastifyReply, quote: OpenQuote, format: DocumentFormat) => Promise<FastifyReply> {
  const write = openDocumentWriter()
  return async (reply, { facts, batches }, format) => {
    reply.server.holdBytes(reply.request, reply, sendingBytes(facts.lineCount))
    const source = { facts: { ...facts, shopName }, batches }
    const file = format === 'csv' ? writeCsv(source) : write(format, source)
    reply.raw.once('close', () => void file.return())
    const first = await file.next() // an error before the first bytes is answered as usual
    return reply
      .header('content-disposition', `attachment; filename="${facts.number}-v${facts.version}.${format}"`)
      .header('cache-control', 'no-store')
      .header('x-robots-tag', 'noindex')
      .type(TYPES[format])
      .send(Readable.from(startingWith(first, file)))
  }
}

async function* startingWith<T>(first: IteratorResult<T, void>, rest: AsyncGenerator<T, void, undefined>) {
  if (!first.done) yield first.value
  yield* rest
}
