import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/*
 * Prints the expressions that the code of the folders itself, without libraries, builds from texts, as JSON: [source, flags][]. Loads all of
 * its modules, and reads the corpus, since some are built while a file is read. A program of its own, because it replaces RegExp.
 */

const ROOT = join(import.meta.dirname, '../..')
const folders = process.argv.slice(2)
const built = new Map<string, [string, string]>()

const isOurs = (stack: string | undefined) => {
  const caller = stack?.split('\n').find((line) => /^\s+at /.test(line) && !line.includes('record-expressions'))
  return caller !== undefined && folders.some((folder) => caller.includes(`${pathToFileURL(join(ROOT, folder)).href}/`))
}
globalThis.RegExp = new Proxy(RegExp, {
  construct(target, given: [pattern: string, flags?: string], made) {
    const expression = Reflect.construct(target, given, made) as RegExp
    if (isOurs(new Error('here').stack)) built.set(String(expression), [expression.source, expression.flags])
    return expression
  },
})

for (const folder of folders) {
  for (const file of readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })) {
    const isProgram = file.endsWith('reader-process.ts')
    if (file.endsWith('.ts') && !file.endsWith('.test.ts') && !isProgram) await import(pathToFileURL(join(ROOT, folder, file)).href)
  }
}
const { examples } = await import('./corpus.ts')
const { readOrRefuse } = await import('./damage.ts')
for (const { kind, bytes, right } of examples) await readOrRefuse(kind, bytes, right.options).catch(() => undefined)
process.stdout.write(JSON.stringify([...built.values()]))
