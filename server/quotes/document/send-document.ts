import type { FastifyReply } from 'fastify'
import { shopCalendar } from '#contract/parts/lead-time.ts'
import type { QuoteLine } from '#contract/quotes/quotes.ts'
import type { LayOut } from '../../platform/documents/lay-out-in-thread.ts'
import type { Layout } from '../../platform/documents/layout.ts'
import { sendFile } from '../../platform/documents/send-file.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import type { OpenQuote } from '../find-quote.ts'
import { sendingBytes } from '../send-lines.ts'
import type { DocumentFacts, DocumentFormat } from './document.ts'
import type { QuoteTax } from './tax-of-quote.ts'
import { writeCsv } from './write-csv.ts'

const layouts: Record<'pdf' | 'xlsx', Layout<DocumentFacts, QuoteLine>> = {
  pdf: { module: import.meta.resolve('./write-pdf.ts'), name: 'openPdf' },
  xlsx: { module: import.meta.resolve('./write-xlsx.ts'), name: 'openXlsx' },
}

/**
 * Sends a quote as a file while it is written. The file name consists of number and version alone, so that no user input is
 * in a header. A reader that disconnects cancels the file.
 */
export function documentsOf(
  settings: Pick<Settings, 'shopName' | 'shop'>,
  layOut: LayOut,
): (
  reply: FastifyReply,
  quote: OpenQuote,
  sums: { tax: QuoteTax | null; offersFreight: boolean },
  format: DocumentFormat,
) => Promise<FastifyReply> {
  return async (reply, { facts, batches }, sums, format) => {
    reply.server.holdBytes(reply.request, reply, sendingBytes(facts.lineCount))
    const source = { facts: { ...facts, shopName: settings.shopName, ...sums, calendar: shopCalendar(settings.shop.holidays) }, batches }
    const file = format === 'csv' ? writeCsv(source) : layOut(layouts[format], source)
    return sendFile(reply, file, { name: `${facts.number}-v${facts.version}.${format}`, format })
  }
}
