import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { QuoteLine } from '#contract/quotes.ts'
import { ShopError } from '../../errors.ts'
import { takeTurns } from '../../http/take-turns.ts'
import type { DocumentFacts, DocumentSource } from './document.ts'

type Format = 'pdf' | 'xlsx'
export type WorkerTask = { id: number } & (
  | { open: { format: Format; facts: DocumentFacts } }
  | { lines: QuoteLine[] }
  | { finish: true }
  | { drop: true }
)
export type WorkerReply = { bytes: Uint8Array<ArrayBuffer> } | { error: unknown }

/**
 * Writes a file, handed out as it grows: the next lines are read and written when its reader has taken those before.
 * Whoever stops reading ends it.
 * @throws ShopError BUSY when the thread does not answer.
 */
export type DocumentWriter = (format: Format, source: DocumentSource) => AsyncGenerator<Uint8Array, void, undefined>

/** Quotes of so many lines are written before longer ones. */
const SHORT_LINES = 500

const LIMITS = {
  /** Without work for so long, the thread ends and gives its memory back. */
  idleMs: 30_000,
  /** No batch of lines takes so long. */
  stuckMs: 30_000,
}

const PROGRAM = fileURLToPath(new URL('./document-worker.ts', import.meta.url))

/**
 * Writes files in a thread of their own: laying out thousands of lines takes seconds, during which the shop goes on
 * answering. All files that are being written take turns, a batch of lines each, short quotes first, so that none waits
 * until a long one is finished. The thread starts with the first file and ends when it has had nothing to do for a while.
 */
export function openDocumentWriter({ idleMs, stuckMs } = LIMITS): DocumentWriter {
  const turn = takeTurns({ places: 1, waiting: Infinity })
  let thread: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let open = 0
  let lastId = 0

  const start = () => {
    const started = new Worker(PROGRAM, { env: {}, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 } })
    started.once('exit', () => {
      if (thread === started) thread = undefined
    })
    return started
  }
  const rest = (rested: Worker) => {
    rested.unref()
    idle = setTimeout(() => {
      if (thread === rested) thread = undefined
      void rested.terminate()
    }, idleMs).unref()
  }

  return async function* write(format, { facts, batches }) {
    clearTimeout(idle)
    const asked = (thread ??= start())
    asked.ref()
    open += 1
    const id = (lastId += 1)
    const ahead = facts.lineCount <= SHORT_LINES
    const step = (task: WorkerTask) => turn(() => ask(asked, task, stuckMs), { ahead })
    try {
      await step({ id, open: { format, facts } })
      for await (const lines of batches) yield await step({ id, lines })
      yield await step({ id, finish: true })
    } finally {
      asked.postMessage({ id, drop: true } satisfies WorkerTask, [])
      open -= 1
      if (open === 0) rest(asked)
    }
  }
}

/** One task at a time: its reply is the next message. */
async function ask(thread: Worker, task: WorkerTask, stuckMs: number): Promise<Uint8Array> {
  const ending = new AbortController()
  const reply = new Promise<WorkerReply>((resolve, reject) => {
    const { signal } = ending
    const gone = () => reject(new ShopError('BUSY'))
    const stuck = setTimeout(() => void thread.terminate(), stuckMs)
    signal.addEventListener('abort', () => {
      clearTimeout(stuck)
      thread.off('message', resolve).off('error', reject).off('exit', gone)
    })
    if (thread.threadId === -1) gone()
    thread.once('message', resolve).once('error', reject).once('exit', gone)
  })
  try {
    thread.postMessage(task, [])
    const answer = await reply
    if ('error' in answer) throw new Error('a document could not be written', { cause: answer.error })
    return answer.bytes
  } finally {
    ending.abort()
  }
}
