import { constants, setPriority } from 'node:os'
import type { Ask, Kind } from '../readers.ts'
import { Refusal } from '../refusal.ts'
import type { FromReader, Outcome, ToReader } from './messages.ts'

type Reader = (bytes: Uint8Array<ArrayBuffer>, options: never, ask: Ask) => Promise<unknown>

/** Processor time in seconds after which a process reads no further file: its limit is for all of its files together. */
export const SPARE_SECONDS = 1

/** The system gives no more memory for bytes. Where it gives none for objects, or for V8 itself, it ends the process. */
const isOutOfMemory = (error: unknown) => error instanceof RangeError && /\ballocat/.test(error.message)

/**
 * Reads one file after another, as the parent process sends them, until the process has used `SPARE_SECONDS` or its parent ends.
 * The system ends it when a file takes too much processor time or memory.
 */
export function serveReaders(readers: Record<Kind, Reader>): void {
  // Requests come before files.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

  let takeAnswer: ((answer: unknown) => void) | undefined
  const say = (message: FromReader) => process.send!(message)
  const ask: Ask = (question) =>
    new Promise((resolve) => {
      takeAnswer = resolve
      say({ ask: question })
    })

  const read = async ({ kind, bytes, options }: Extract<ToReader, { kind: Kind }>): Promise<Outcome> => {
    try {
      return { read: await readers[kind](new Uint8Array(bytes), options as never, ask) }
    } catch (error) {
      if (isOutOfMemory(error)) return { refused: { reason: 'too-much-inside', sentence: 'too-much-inside', rows: undefined } }
      if (!(error instanceof Refusal)) return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
      return { refused: { reason: error.reason, sentence: error.message, rows: error.rows } }
    }
  }

  const end = (outcome: Outcome) => {
    const { user, system } = process.cpuUsage()
    const isLast = user + system > SPARE_SECONDS * 1_000_000
    process.send!({ outcome, isLast } satisfies FromReader, () => isLast && process.disconnect())
  }

  process.on('message', (message: ToReader) => {
    if ('answer' in message) takeAnswer?.(message.answer)
    else void read(message).then(end)
  })
  process.on('disconnect', () => process.exit())
}
