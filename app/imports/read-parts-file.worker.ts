import { UnreadableFile, type FileProblem } from '#readers/lists/unreadable-file.ts'
import { readPartsFile } from '#readers/parts/read-parts-file.ts'

export type WorkerAnswer = { rows: string[][] } | { problem: FileProblem }

/** Reads a file in a worker, so that the screen stays responsive. */
addEventListener('message', ({ data }: MessageEvent<File>) => {
  void answer(data).then((said) => postMessage(said))
})

async function answer(file: File): Promise<WorkerAnswer> {
  try {
    return { rows: await readPartsFile(new Uint8Array(await file.arrayBuffer())) }
  } catch (error) {
    return { problem: error instanceof UnreadableFile ? error.reason : 'damaged' }
  }
}
