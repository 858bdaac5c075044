import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { answerOf } from '../tests/readers/answer-of.ts'
import { ANSWER } from '../tests/readers/corpus.ts'
import { corpusKinds } from '../tests/readers/kinds.ts'

/*
 * `node scripts/add-reader-example.ts FILE KIND [OPTIONS]` copies a file into the corpus of the readers (tests/readers/KIND), with the
 * answer of today beside it. OPTIONS is JSON: what the reader is told besides the bytes. Correct the answer before you commit it.
 */

const [file = '', kind = '', options] = process.argv.slice(2)
if (file === '' || corpusKinds[kind] === undefined) {
  throw new Error(`node scripts/add-reader-example.ts FILE KIND [OPTIONS]; KIND is one of ${Object.keys(corpusKinds).join(', ')}.`)
}
const told: unknown = options === undefined ? undefined : JSON.parse(options)
const answer = await answerOf(kind, Uint8Array.from(await readFile(file)), told)
const copy = join(import.meta.dirname, '../tests/readers', kind, basename(file))
await copyFile(file, copy)
await writeFile(copy + ANSWER, `${JSON.stringify({ ...(told !== undefined && { options: told }), answer })}\n`)
process.stdout.write(`${copy}${ANSWER}\n${JSON.stringify(answer, undefined, 1)}\n`)
