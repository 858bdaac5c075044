import { runOnce } from '#app/quotes/run-once.ts'
import { UnreadableFile } from '#readers/lists/unreadable-file.ts'

const MAX_BYTES = 60 * 1024 * 1024
/** Timeout of reading a file in milliseconds. */
const MAX_MS = 120_000

/** Reads a file of parts in a worker. @throws UnreadableFile */
export async function readInWorker(file: File): Promise<string[][]> {
  if (file.size > MAX_BYTES) throw new UnreadableFile('too-large')
  return runOnce(() => new Worker(new URL('read-parts-file.worker.ts', import.meta.url), { type: 'module' }), file, { maxMs: MAX_MS })
}
