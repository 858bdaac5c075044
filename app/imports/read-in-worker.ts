import { UnreadableFile } from '#readers/lists/unreadable-file.ts'
import type { WorkerAnswer } from './read-parts-file.worker.ts'

const MAX_BYTES = 60 * 1024 * 1024
/** Timeout of reading a file in milliseconds. */
const MAX_MS = 120_000

/** Reads a file of parts in a worker. @throws UnreadableFile */
export async function readInWorker(file: File): Promise<string[][]> {
  if (file.size > MAX_BYTES) throw new UnreadableFile('too-large')
  const worker = new Worker(new URL('read-parts-file.worker.ts', import.meta.url), { type: 'module' })
  const { promise, resolve, reject } = Promise.withResolvers<string[][]>()
  const timer = setTimeout(() => reject(new UnreadableFile('too-slow')), MAX_MS)
  worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => {
    if ('rows' in data) resolve(data.rows)
    else reject(new UnreadableFile(data.problem))
  })
  // Out of memory, or the browser could not start it.
  worker.addEventListener('error', () => reject(new UnreadableFile('damaged')))
  // A worker has no target origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  worker.postMessage(file)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    worker.terminate()
  }
}
