import { Worker } from 'node:worker_threads'
import type { CsvHints } from '#readers/bank/read-csv.ts'
import { UnreadableStatement, type StatementFile } from '#readers/bank/statement.ts'

const PROGRAM = new URL('./read-thread.ts', import.meta.url)
/** A file of 16 MB takes some seconds; what needs longer or more memory is no statement. */
const LIMITS = { ms: 20_000, megabytes: 512 }

type Reply = { file: StatementFile } | { problem: string }

/**
 * As `readStatementFile`, in another thread, so that a large file does not stop the shop.
 * @throws UnreadableStatement also when it takes too long or too much memory.
 */
export async function readInThread(bytes: Uint8Array, hints: CsvHints): Promise<StatementFile> {
  const thread = new Worker(PROGRAM, {
    workerData: { bytes, hints },
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: LIMITS.megabytes },
  })
  const stuck = setTimeout(() => void thread.terminate(), LIMITS.ms)
  try {
    const reply = await new Promise<Reply>((resolve, reject) => {
      thread.once('message', resolve)
      thread.once('error', reject)
      thread.once('exit', () => reject(new UnreadableStatement('This file takes too long to read.')))
    })
    if ('problem' in reply) throw new UnreadableStatement(reply.problem)
    return reply.file
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    throw isTooLarge ? new UnreadableStatement('This file takes too much memory to read.') : error
  } finally {
    clearTimeout(stuck)
    await thread.terminate()
  }
}
