import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { corpusKinds } from './kinds.ts'

const FOLDER = import.meta.dirname

/**
 * What stands beside a file. `options`: what its reader is told besides the bytes. `answer`: the right one; 'refused' where the reader
 * must refuse. `mayRefuse`: a refusal, a question, or a field that is left out is right, too: the file says too little, or says it in words
 * that the shop may not know.
 */
export type RightAnswer = { options?: unknown; mayRefuse?: boolean; answer: unknown }
export type Example = { kind: string; file: string; bytes: Uint8Array<ArrayBuffer>; right: RightAnswer }

/** Stands behind the name of a file; beside `list.csv` is `list.csv.answer.json`. */
export const ANSWER = '.answer.json'

/** All files of the corpus. @throws Error for a file without its answer, and for an answer without its file. */
export const examples: Example[] = Object.keys(corpusKinds).flatMap((kind) => {
  const names = readdirSync(join(FOLDER, kind))
  const files = names.filter((name) => !name.endsWith(ANSWER))
  const answers = names.filter((name) => name.endsWith(ANSWER))
  const alone = [
    ...files.filter((name) => !answers.includes(name + ANSWER)),
    ...answers.filter((name) => !files.includes(name.slice(0, -ANSWER.length))),
  ]
  if (alone.length > 0) throw new Error(`Each file has its answer beside it: ${alone.join(', ')}`)
  return files.map((name) => ({
    kind,
    file: `${kind}/${name}`,
    bytes: Uint8Array.from(readFileSync(join(FOLDER, kind, name))),
    right: JSON.parse(readFileSync(join(FOLDER, kind, name + ANSWER), 'utf8')) as RightAnswer,
  }))
})
