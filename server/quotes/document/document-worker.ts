import { parentPort } from 'node:worker_threads'
import type { QuoteLine } from '#contract/quotes.ts'
import type { DocumentQuote } from './document.ts'
import type { WorkerReply, WorkerRequest } from './document-writer.ts'

/** The other end of document-writer.ts: gathers a quote, whose lines come in parts, and answers with its file. */
let begun: { quote: Omit<DocumentQuote, 'lines'>; lines: QuoteLine[] } | undefined

parentPort!.on('message', (request: WorkerRequest) => {
  if ('quote' in request) begun = { quote: request.quote, lines: [] }
  else if ('lines' in request) begun!.lines.push(...request.lines)
  else void answer(request.write)
})

async function answer(format: 'pdf' | 'xlsx'): Promise<void> {
  const { quote, lines } = begun!
  begun = undefined
  try {
    const bytes = await write(format, { ...quote, lines })
    const reply: WorkerReply = { bytes: new Uint8Array(bytes) }
    parentPort!.postMessage(reply, [reply.bytes.buffer])
  } catch (error) {
    parentPort!.postMessage({ error } satisfies WorkerReply, [])
  }
}

/** Each library is loaded when its first file is asked for. */
async function write(format: 'pdf' | 'xlsx', quote: DocumentQuote): Promise<Buffer> {
  if (format === 'pdf') return (await import('./write-pdf.ts')).writePdf(quote)
  return (await import('./write-xlsx.ts')).writeXlsx(quote)
}
