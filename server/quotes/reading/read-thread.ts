import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { readListFile, type ListChoice, type ListOfFile } from '#readers/lists/read-list-file.ts'
import type { AskShop } from '#readers/lists/read-list.ts'
import { UnreadableFile, type FileProblem } from '#readers/lists/unreadable-file.ts'

export type ThreadData = { bytes: Uint8Array<ArrayBuffer>; chosen: ListChoice | undefined }
/** Messages of the thread: a question about texts, which is answered by their statuses, or its result. */
export type ThreadMessage = { ask: string[] } | { list: ListOfFile | undefined } | { problem: FileProblem }

/** Reads one list in a separate thread, see read-in-thread.ts. */
const { bytes, chosen } = workerData as ThreadData
const port = parentPort!
const say = (message: ThreadMessage) => port.postMessage(message, [])

const ask: AskShop = async (texts) => {
  const answer = once(port, 'message')
  say({ ask: texts })
  const [statuses] = (await answer) as [Awaited<ReturnType<AskShop>>]
  return statuses
}

try {
  say({ list: await readListFile(bytes, ask, chosen) })
} catch (error) {
  if (!(error instanceof UnreadableFile)) throw error
  say({ problem: error.problem })
}
