import type { Kind } from '../readers.ts'

/** To the reader process: a file, or the answer to its question. */
export type ToReader = { kind: Kind; bytes: Uint8Array; options: unknown } | { answer: unknown }
/** What a file was read as. `failed` is an unexpected error. */
export type Outcome = { read: unknown } | { refused: { reason: string; sentence: string; rows: number | undefined } } | { failed: string }
/** From the reader process: a question about the file that it reads, or the outcome. `isLast`: it reads no further file. */
export type FromReader = { ask: string[] } | { outcome: Outcome; isLast: boolean }
