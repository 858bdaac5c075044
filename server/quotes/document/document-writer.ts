import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { QuoteLine } from '#contract/quotes.ts'
import { ShopError } from '../../errors.ts'
import { takeTurns } from '../../http/take-turns.ts'
import type { DocumentQuote } from './document.ts'

export type WorkerRequest =
  | { quote: Omit<DocumentQuote, 'lines'> }
  | { lines: QuoteLine[] }
  | { write: 'pdf' | 'xlsx' }
export type WorkerReply = { bytes: Uint8Array<ArrayBuffer> } | { error: unknown }

export type DocumentWriter = (format: 'pdf' | 'xlsx', quote: DocumentQuote) => Promise<Buffer>

/** Lines that are handed over at a time: copying thousands at once would keep others waiting. */
const LINES_AT_ONCE = 500
/** Documents that may wait until the thread is free; whoever comes then is asked to come back. */
const MOST_WAITING = 20

const LIMITS = {
  /** Without work for so long, the thread ends and gives its memory back. */
  idleMs: 30_000,
  /** Nothing that a quote can hold takes so long. */
  stuckMs: 120_000,
}

const PROGRAM = fileURLToPath(new URL('./document-worker.ts', import.meta.url))

/**
 * Writes files in a thread of its own, one after the other: laying out thousands of lines takes seconds, during which
 * the shop goes on answering. The thread starts with the first file and ends when it has had nothing to do for a while.
 * @throws ShopError BUSY when too many wait, or the thread does not answer.
 */
export function openDocumentWriter({ idleMs, stuckMs } = LIMITS): DocumentWriter {
  const turn = takeTurns({ places: 1, waiting: MOST_WAITING })
  let thread: Worker | undefined
  let idle: NodeJS.Timeout | undefined

  const start = () => {
    const started = new Worker(PROGRAM, { env: {}, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 768 } })
    started.once('exit', () => {
      if (thread === started) thread = undefined
    })
    return started
  }

  return (format, quote) =>
    turn(async () => {
      clearTimeout(idle)
      const asked = (thread ??= start())
      asked.ref()
      try {
        const reply = await ask(asked, format, quote, stuckMs)
        if ('error' in reply) throw new Error('a document could not be written', { cause: reply.error })
        return Buffer.from(reply.bytes.buffer)
      } finally {
        asked.unref()
        idle = setTimeout(() => {
          thread = undefined
          void asked.terminate()
        }, idleMs).unref()
      }
    })
}

async function ask(thread: Worker, format: 'pdf' | 'xlsx', { lines, ...quote }: DocumentQuote, stuckMs: number): Promise<WorkerReply> {
  const post = (request: WorkerRequest) => thread.postMessage(request, [])
  const ending = new AbortController()
  const reply = new Promise<WorkerReply>((resolve, reject) => {
    const { signal } = ending
    const stuck = setTimeout(() => void thread.terminate(), stuckMs)
    signal.addEventListener('abort', () => {
      clearTimeout(stuck)
      thread.off('message', resolve).off('error', reject).off('exit', gone)
    })
    const gone = () => reject(new ShopError('BUSY'))
    thread.once('message', resolve).once('error', reject).once('exit', gone)
  })
  // Whoever waits for it below is told; until then nobody is.
  reply.catch(() => {})
  try {
    post({ quote })
    for (let start = 0; start < lines.length; start += LINES_AT_ONCE) {
      post({ lines: lines.slice(start, start + LINES_AT_ONCE) })
      await setImmediate()
    }
    post({ write: format })
    return await reply
  } finally {
    ending.abort()
  }
}
