import { UnreadableFile, type FileProblem } from '#readers/lists/unreadable-file.ts'

/** What a program of `serveOnce` answers. */
export type Answer<Read> = { read: Read } | { problem: FileProblem; rows: number | undefined }

/**
 * Starts a program in a worker, gives it its data, and terminates it after its answer, on timeout, or when `signal` aborts.
 * @throws UnreadableFile; the signal's reason when aborted.
 */
export async function runOnce<Read>(start: () => Worker, data: unknown, limits: { maxMs: number; signal?: AbortSignal }): Promise<Read> {
  const { maxMs, signal } = limits
  const worker = start()
  const { promise, resolve, reject } = Promise.withResolvers<Read>()
  const timer = setTimeout(() => reject(new UnreadableFile('too-slow')), maxMs)
  const callOff = () => reject(signal?.reason)
  signal?.addEventListener('abort', callOff)
  worker.addEventListener('message', ({ data: answer }: MessageEvent<Answer<Read>>) => {
    if ('read' in answer) resolve(answer.read)
    // The library of PDFs says in every worker that it is ready.
    else if ('problem' in answer) reject(new UnreadableFile(answer.problem, answer.rows))
  })
  // Out of memory, or the browser could not start it.
  worker.addEventListener('error', () => reject(new UnreadableFile('damaged')))
  // A worker has no target origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  worker.postMessage(data)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', callOff)
    worker.terminate()
  }
}
