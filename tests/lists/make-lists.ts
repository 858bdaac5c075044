import { mkdir, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { boardLists } from './board-lists.ts'
import { mailLists } from './mail-lists.ts'
import { orderLists } from './order-lists.ts'
import { pdfLists } from './pdf-lists.ts'

/** Writes the files of the bench and `answers.json` beside them: `node tests/lists/make-lists.ts`. */
const folder = fileURLToPath(new URL('files/', import.meta.url))
const lists = [...(await boardLists()), ...(await orderLists()), ...mailLists(), ...(await pdfLists())]
await rm(folder, { recursive: true, force: true })
await mkdir(folder)
for (const { file, bytes } of lists) await writeFile(`${folder}${file}`, bytes)
const listed = lists.map(({ dialect, file, answers: rows }) => JSON.stringify({ dialect, file, answers: rows }))
await writeFile(`${folder}answers.json`, `[\n${listed.join(',\n')}\n]\n`)
// oxlint-disable-next-line no-console -- a command
console.log(`${lists.length} files`)
