import type { Table } from '#readers/lists/lines.ts'
import { readFile } from '#readers/lists/read-file.ts'
import { UnreadableFile, type FileProblem } from '#readers/lists/unreadable-file.ts'

/** A file, and the sheet of it that was chosen, if any. */
export type WorkerQuestion = { file: File; sheet?: string | undefined }
/** The worker's answer: rows, or an error. */
export type WorkerAnswer = { table: Table } | { problem: FileProblem; rows: number | undefined }

/** Reads a file in a worker, so that the screen stays responsive. */
addEventListener('message', ({ data }: MessageEvent<WorkerQuestion>) => {
  void answer(data).then((said) => postMessage(said))
})

async function answer({ file, sheet }: WorkerQuestion): Promise<WorkerAnswer> {
  try {
    return { table: await readFile(new Uint8Array(await file.arrayBuffer()), sheet) }
  } catch (error) {
    if (error instanceof UnreadableFile) return { problem: error.reason, rows: error.rows }
    return { problem: 'damaged', rows: undefined }
  }
}
