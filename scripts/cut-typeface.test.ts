import { readFile, readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { cutTypeface, typefaceFile } from './cut-typeface.ts'

/** What fits into the first ten packets of a connection, beside the head of the answer. */
const FIRST_PACKETS = 13_700

test('the files of the typeface are those that the style sheet and the package make', async () => {
  const cuts = await cutTypeface()

  const names = (await readdir(typefaceFile(''))).filter((name) => name.endsWith('.woff2'))
  expect(cuts.map(([name]) => name)).toEqual(names.toSorted())
  for (const [name, file] of cuts) expect(file.equals(await readFile(typefaceFile(name))), name).toBe(true)
})

test('what nearly every page is written with comes in the first packets', async () => {
  const core = await readFile(typefaceFile('hanken-grotesk-core.woff2'))

  expect(core.length).toBeLessThan(FIRST_PACKETS)
})
