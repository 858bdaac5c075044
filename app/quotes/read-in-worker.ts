import type { Table } from '#readers/lists/lines.ts'
import { MAX_FILE_BYTES } from '#readers/lists/read-file-limit.ts'
import type { WorkerAnswer, WorkerQuestion } from './read-file.worker.ts'
import { UnreadableFile } from '#readers/lists/unreadable-file.ts'

/** Timeout of reading a file in milliseconds. */
const MAX_MS = 30_000

/**
 * Reads a file, or the chosen sheet of it, in a worker, which is terminated on timeout or when `signal` aborts.
 * @throws UnreadableFile if it has no readable rows; the signal's reason when aborted.
 */
export async function readInWorker(file: File, signal: AbortSignal, sheet?: string): Promise<Table> {
  signal.throwIfAborted()
  if (file.size > MAX_FILE_BYTES) throw new UnreadableFile('too-large')
  const worker = new Worker(new URL('read-file.worker.ts', import.meta.url), { type: 'module' })
  const { promise, resolve, reject } = Promise.withResolvers<Table>()
  const timer = setTimeout(() => reject(new UnreadableFile('too-slow')), MAX_MS)
  const callOff = () => reject(signal.reason)
  signal.addEventListener('abort', callOff)
  worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => {
    if ('table' in data) resolve(data.table)
    // The library of PDFs says in every worker that it is ready.
    else if ('problem' in data) reject(new UnreadableFile(data.problem, data.rows))
  })
  // Out of memory, or the browser could not start it.
  worker.addEventListener('error', () => reject(new UnreadableFile('damaged')))
  // A worker has no target origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  worker.postMessage({ file, sheet } satisfies WorkerQuestion)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', callOff)
    worker.terminate()
  }
}
