import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

/*
 * `npm run cut-typeface` generates the files of app/styles/typeface as subsets of the typeface, with the characters and
 * weights that fonts.css names. Run it after one of the two has changed, and commit the result.
 */

const STYLES = join(import.meta.dirname, '..', 'app', 'styles')
const WHOLE = fileURLToPath(import.meta.resolve('@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2'))
/** Kerning, tabular figures, and the joining and placing of letters. */
const FEATURES = ['kern', 'tnum', 'liga', 'calt', 'ccmp', 'locl', 'mark']

/** Name ids of the licence and its URL, which must stay in the typeface. */
const LICENCE_NAMES = [13, 14]

const RULE =
  /@font-face \{[^}]*?font-weight: (?<min>\d+) (?<max>\d+);[^}]*?url\('\.\/typeface\/(?<name>[^']+)'\)[^}]*?unicode-range:(?<ranges>[^;]+);/g

/** The name of each file and its content. */
export async function cutTypeface(): Promise<[name: string, file: Buffer][]> {
  const [whole, style] = await Promise.all([readFile(WHOLE), readFile(join(STYLES, 'fonts.css'), 'utf8')])
  const cuts = Array.from(style.matchAll(RULE), async ({ groups }): Promise<[string, Buffer]> => {
    const { min, max, name, ranges } = groups as Record<'min' | 'max' | 'name' | 'ranges', string>
    const weights = { min: Number(min), max: Number(max) }
    const file = await subsetFont(whole, lettersOf(ranges), {
      targetFormat: 'woff2',
      keepFeatures: FEATURES,
      variationAxes: { wght: weights },
      preserveNameIds: LICENCE_NAMES,
    })
    return [name, file]
  })
  return Promise.all(cuts)
}

export const typefaceFile = (name: string) => join(STYLES, 'typeface', name)

/** @param ranges as CSS writes them: `U+0020-007E, U+00A9`. */
function lettersOf(ranges: string): string {
  return Array.from(ranges.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g), ([, first = '', last = first]) => {
    const from = Number.parseInt(first, 16)
    return Array.from({ length: Number.parseInt(last, 16) - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('')
  }).join('')
}

if (import.meta.main) {
  for (const [name, file] of await cutTypeface()) {
    await writeFile(typefaceFile(name), file)
    console.log(`${name}: ${file.length} bytes`)
  }
}
