import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { ShopError } from '../../errors.ts'
import { limitConcurrency } from '../limits/limit-concurrency.ts'
import type { DocumentSource, Layout } from './layout.ts'

export type LayoutTask = { id: number } & (
  | { module: string; name: string; facts: unknown }
  | { lines: readonly unknown[] }
  | { finish: true }
  | { drop: true }
)
export type LayoutReply = { bytes: Uint8Array<ArrayBuffer> } | { error: unknown }

/**
 * Lays out a file and yields it in pieces; the next lines are read after the reader has taken the previous piece. Ending the
 * iteration early cancels the file.
 * @throws ShopError BUSY when the thread does not answer.
 */
export type LayOut = <Facts extends { lineCount: number }, Line>(
  layout: Layout<Facts, Line>,
  source: DocumentSource<Facts, Line>,
) => AsyncGenerator<Uint8Array, void, undefined>

/** Files with at most this number of lines are written before longer ones. */
const SHORT_LINES = 500
/** Lines that are laid out at once. A line of joined letters can take a hundred times as long as one of English. */
const LINES_IN_TURN = 50

const LIMITS = {
  /** An idle thread ends after this time and frees its memory. */
  idleMs: 30_000,
  /** A batch of lines that takes longer is taken for a hang. */
  stuckMs: 30_000,
}

const PROGRAM = fileURLToPath(new URL('./layout-thread.ts', import.meta.url))

/**
 * Lays out files in a separate thread: laying out thousands of lines takes seconds of processor time, which would block the
 * event loop. Open files are laid out by batches of lines in rotation, short files first, so that no file waits for a long one to be
 * finished. The thread starts with the first file and ends when it has been idle for `idleMs`.
 */
export function openLayoutThread({ idleMs, stuckMs } = LIMITS): LayOut {
  const oneAtATime = limitConcurrency({ places: 1, waiting: Infinity })
  let thread: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let open = 0
  let lastId = 0

  const start = () => {
    const started = new Worker(PROGRAM, {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 },
    })
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

  return async function* layOut({ module, name }, { facts, batches }) {
    clearTimeout(idle)
    const asked = (thread ??= start())
    asked.ref()
    open += 1
    const id = (lastId += 1)
    const ahead = facts.lineCount <= SHORT_LINES
    const step = (task: LayoutTask) => oneAtATime(() => ask(asked, task, stuckMs), { ahead })
    try {
      await step({ id, module, name, facts })
      for await (const lines of batches) {
        for (let at = 0; at < lines.length; at += LINES_IN_TURN) yield await step({ id, lines: lines.slice(at, at + LINES_IN_TURN) })
      }
      yield await step({ id, finish: true })
    } finally {
      asked.postMessage({ id, drop: true } satisfies LayoutTask, [])
      open -= 1
      if (open === 0) rest(asked)
    }
  }
}

/** Sends one task at a time, so the next message is its reply. */
async function ask(thread: Worker, task: LayoutTask, stuckMs: number): Promise<Uint8Array> {
  const ending = new AbortController()
  const reply = new Promise<LayoutReply>((resolve, reject) => {
    const { signal } = ending
    const onExit = () => reject(new ShopError('BUSY'))
    const stuck = setTimeout(() => void thread.terminate(), stuckMs)
    signal.addEventListener('abort', () => {
      clearTimeout(stuck)
      thread.off('message', resolve).off('error', reject).off('exit', onExit)
    })
    if (thread.threadId === -1) onExit()
    thread.once('message', resolve).once('error', reject).once('exit', onExit)
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
