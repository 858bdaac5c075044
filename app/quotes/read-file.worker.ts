import type { Table } from './lines.ts'
import { readFile } from './read-file.ts'
import { UnreadableFile, type FileProblem } from './unreadable-file.ts'

/** What the worker says: rows, or why there are none. */
export type WorkerAnswer = { table: Table } | { problem: FileProblem; rows: number | undefined }

/** Reads one file away from the screen, which stays quick whatever is in the file. */
addEventListener('message', ({ data }: MessageEvent<File>) => {
  void answer(data).then((said) => postMessage(said))
})

async function answer(file: File): Promise<WorkerAnswer> {
  try {
    return { table: await readFile(new Uint8Array(await file.arrayBuffer())) }
  } catch (error) {
    if (error instanceof UnreadableFile) return { problem: error.problem, rows: error.rows }
    return { problem: 'damaged', rows: undefined }
  }
}
