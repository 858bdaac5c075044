import type { Table } from '#readers/lists/lines.ts'
import { MAX_FILE_BYTES } from '#readers/lists/read-file-limit.ts'
import { UnreadableFile } from '#readers/lists/unreadable-file.ts'
import type { ChosenFile } from './read-file.worker.ts'
import { runOnce } from './run-once.ts'

/** Timeout of reading a file in milliseconds. */
const MAX_MS = 30_000

/**
 * Reads a file, or the chosen sheet of it, in a worker.
 * @throws UnreadableFile if it has no readable rows; the signal's reason when aborted.
 */
export async function readInWorker(file: File, signal: AbortSignal, sheet?: string): Promise<Table> {
  signal.throwIfAborted()
  if (file.size > MAX_FILE_BYTES) throw new UnreadableFile('too-large')
  const start = () => new Worker(new URL('read-file.worker.ts', import.meta.url), { type: 'module' })
  return runOnce(start, { file, sheet } satisfies ChosenFile, { maxMs: MAX_MS, signal })
}
