import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cutForDocuments, cutForPages, DOCUMENTS_FOLDER, PAGES_FOLDER } from './cut-typeface.ts'

/** What fits into the first ten packets of a connection, beside the head of the answer. */
const FIRST_PACKETS = 13_700

test.each([
  ['pages', PAGES_FOLDER, cutForPages],
  ['documents', DOCUMENTS_FOLDER, cutForDocuments],
] as const)('the files of the typeface for %s are those that the style sheet and the package make', async (_, folder, cut) => {
  const cuts = await cut()

  const names = (await readdir(folder)).filter((name) => /\.(woff2|ttf)$/.test(name))
  expect(cuts.map(([name]) => name).toSorted()).toEqual(names.toSorted())
  for (const [name, file] of cuts) expect(file.equals(await readFile(join(folder, name))), name).toBe(true)
})

test('what nearly every page is written with comes in the first packets', async () => {
  const core = await readFile(join(PAGES_FOLDER, 'hanken-grotesk-core.woff2'))

  expect(core.length).toBeLessThan(FIRST_PACKETS)
})
