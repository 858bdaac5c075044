import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { ReadMail } from '#readers/mails/read-mail.ts'

const PROGRAM = fileURLToPath(new URL('./mail-thread.ts', import.meta.url))
/** Time in ms after which reading is given up: a hostile file may keep its reader busy. */
const MAX_MS = 30_000

/** A mail that cannot be read: it is invalid, or reading it took too long or too much memory. */
export class UnreadableMail extends Error {}

/** @throws UnreadableMail */
export async function readMailInThread(raw: Buffer, mostMs = MAX_MS): Promise<ReadMail> {
  const thread = new Worker(PROGRAM, {
    workerData: new Uint8Array(raw),
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
  })
  const { promise, resolve, reject } = Promise.withResolvers<ReadMail>()
  const timer = setTimeout(() => reject(new UnreadableMail('reading took too long')), mostMs)
  thread.once('message', resolve)
  thread.once('error', (cause) => reject(new UnreadableMail('reading failed', { cause })))
  thread.once('exit', () => reject(new UnreadableMail('reading ended')))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await thread.terminate()
  }
}
