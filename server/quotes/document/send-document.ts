import type { FastifyReply } from 'fastify'
import { sendFile } from '../../platform/documents/send-file.ts'
import type { OpenQuote } from '../find-quote.ts'
import { sendingBytes } from '../send-lines.ts'
import type { DocumentFormat } from './document.ts'
import type { DocumentWriter } from './document-writer.ts'
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
export function documentsOf(
  shopName: string,
  write: DocumentWriter,
): (reply: FastifyReply, quote: OpenQuote, format: DocumentFormat) => Promise<FastifyReply> {
  return async (reply, { facts, batches }, format) => {
    reply.server.holdBytes(reply.request, reply, sendingBytes(facts.lineCount))
    const source = { facts: { ...facts, shopName }, batches }
    const file = format === 'csv' ? writeCsv(source) : write(format, source)
    return sendFile(reply, file, { name: `${facts.number}-v${facts.version}.${format}`, type: TYPES[format] })
  }
}
