import { UnreadableFile } from '#readers/lists/unreadable-file.ts'
import type { Answer } from './run-once.ts'

/** The program of a worker that `runOnce` starts: reads what it is given, so that the screen stays responsive. */
export function serveOnce<Data, Read>(read: (data: Data) => Promise<Read>): void {
  addEventListener('message', ({ data }: MessageEvent<Data>) => {
    const answer = read(data).then((found): Answer<Read> => ({ read: found }), problemOf)
    void answer.then((said) => postMessage(said))
  })
}

const problemOf = (error: unknown): Answer<never> =>
  error instanceof UnreadableFile ? { problem: error.reason, rows: error.rows } : { problem: 'damaged', rows: undefined }
