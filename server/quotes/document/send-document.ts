import type { FastifyReply } from 'fastify'
import type { Quote } from '#contract/quotes.ts'
import type { DocumentFormat } from './document.ts'
import { openDocumentWriter } from './document-writer.ts'
import { writeCsv } from './write-csv.ts'

const TYPES: Record<DocumentFormat, string> = {
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export type SendDocument = (reply: FastifyReply, quote: Quote, format: DocumentFormat) => Promise<FastifyReply>

/** Sends a quote as a file. Its name is made of number and version alone, so nothing that was typed stands in a header. */
export function documentsOf(shopName: string): SendDocument {
  const writeAside = openDocumentWriter()
  return async (reply, quote, format) => {
    const whole = { ...quote, shopName }
    const bytes = format === 'csv' ? await writeCsv(whole) : await writeAside(format, whole)
    return reply
      .header('content-disposition', `attachment; filename="${quote.number}-v${quote.version}.${format}"`)
      .header('cache-control', 'no-store')
      .header('x-robots-tag', 'noindex')
      .type(TYPES[format])
      .send(bytes)
  }
}
