import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { create } from 'fontkit'
import subsetFont from 'subset-font'

/*
 * `npm run cut-typeface` generates the files of the typeface: subsets for the pages in app/styles/typeface, with the characters
 * and weights that fonts.css names, and TrueType files for the PDFs in server/platform/documents/typeface. Run it after
 * fonts.css or the package has changed, and commit the result.
 */

const ROOT = join(import.meta.dirname, '..')
const FONTS_CSS = join(ROOT, 'app', 'styles', 'fonts.css')
export const PAGES_FOLDER = join(ROOT, 'app', 'styles', 'typeface')
export const DOCUMENTS_FOLDER = join(ROOT, 'server', 'platform', 'documents', 'typeface')

/** The typeface in files by range of characters. */
const PARTS = ['latin', 'latin-ext', 'vietnamese']
/** Kerning, tabular figures, and the joining and placing of letters. */
const FEATURES = ['kern', 'tnum', 'liga', 'calt', 'ccmp', 'locl', 'mark']

/** Name ids of the licence and its URL, which must stay in the typeface. */
const LICENCE_NAMES = [13, 14]

const RULE =
  /@font-face \{[^}]*?font-weight: (?<min>\d+) (?<max>\d+);[^}]*?url\('\.\/typeface\/(?<name>[^']+)'\)[^}]*?unicode-range:(?<ranges>[^;]+);/g

const readPart = (part: string) =>
  readFile(fileURLToPath(import.meta.resolve(`@fontsource-variable/hanken-grotesk/files/hanken-grotesk-${part}-wght-normal.woff2`)))

/** The name of each file for the pages and its content. */
export async function cutForPages(): Promise<[name: string, file: Buffer][]> {
  const [whole, style] = await Promise.all([readPart('latin'), readFile(FONTS_CSS, 'utf8')])
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

/** The same for PDFs: all characters in one weight, as TrueType, which the library of the PDFs can take glyphs out of. */
export async function cutForDocuments(): Promise<[name: string, file: Buffer][]> {
  const cuts = PARTS.map(async (part): Promise<[string, Buffer]> => {
    const whole = await readPart(part)
    const file = await subsetFont(whole, String.fromCodePoint(...create(whole).characterSet), {
      targetFormat: 'truetype',
      keepFeatures: FEATURES,
      variationAxes: { wght: 400 },
      preserveNameIds: LICENCE_NAMES,
    })
    return [`hanken-grotesk-${part}.ttf`, file]
  })
  return Promise.all(cuts)
}

/** @param ranges as CSS writes them: `U+0020-007E, U+00A9`. */
function lettersOf(ranges: string): string {
  return Array.from(ranges.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g), ([, first = '', last = first]) => {
    const from = Number.parseInt(first, 16)
    return Array.from({ length: Number.parseInt(last, 16) - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('')
  }).join('')
}

if (import.meta.main) {
  for (const [folder, cut] of [
    [PAGES_FOLDER, cutForPages],
    [DOCUMENTS_FOLDER, cutForDocuments],
  ] as const) {
    for (const [name, file] of await cut()) {
      await writeFile(join(folder, name), file)
      console.log(`${name}: ${file.length} bytes`)
    }
  }
}
