import { Worker } from 'node:worker_threads'
import type { ListChoice, ListOfFile } from '#readers/lists/read-list-file.ts'
import type { AskShop } from '#readers/lists/read-list.ts'
import { UnreadableFile } from '#readers/lists/unreadable-file.ts'
import type { ThreadData, ThreadMessage } from './read-thread.ts'

const PROGRAM = new URL('./read-thread.ts', import.meta.url)
/** A list of 10,000 rows takes some seconds; what needs longer or more memory is no list. */
const LIMITS = { ms: 20_000, megabytes: 512 }

/**
 * As `readListFile`, in another thread, so that a large or hostile file does not stop the shop.
 * @throws UnreadableFile also when it takes too long or too much memory; what `ask` throws.
 */
export async function readInThread(
  bytes: Uint8Array<ArrayBuffer>,
  ask: AskShop,
  chosen: ListChoice | undefined,
  { ms, megabytes } = LIMITS,
): Promise<ListOfFile | undefined> {
  const thread = new Worker(PROGRAM, {
    workerData: { bytes, chosen } satisfies ThreadData,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  })
  const stuck = setTimeout(() => void thread.terminate(), ms)
  try {
    return await new Promise<ListOfFile | undefined>((resolve, reject) => {
      thread.on('message', (message: ThreadMessage) => {
        if ('ask' in message) ask(message.ask).then((statuses) => thread.postMessage(statuses, []), reject)
        else if ('problem' in message) reject(new UnreadableFile(message.problem))
        else resolve(message.list)
      })
      thread.once('error', reject)
      thread.once('exit', () => reject(new UnreadableFile('too-slow')))
    })
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    throw isTooLarge ? new UnreadableFile('too-much-inside') : error
  } finally {
    clearTimeout(stuck)
    await thread.terminate()
  }
}
