import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { create } from 'fontkit'

/** A font file. `name` is the one that documents register it by. */
export type Font = { name: string; file: Buffer; characters: ReadonlySet<number>; ascent: number }

const own = (part: string) => fileURLToPath(new URL(`./typeface/hanken-grotesk-${part}.ttf`, import.meta.url))

/** A file beside the code of a package that exports only the code. */
type Beside = { package: string; beside: string }

/** The shop's own typeface. Its first file has digits and the letters of English. */
const OWN = [own('latin'), own('latin-ext'), own('vietnamese')]

/**
 * Font files by preference: a character is written with the first that has it. The shop's own typeface comes first, scripts of the world
 * after it. Arabic is Amiri, because other typefaces put a letter together from parts that several letters share, and text that is copied
 * out of the file would be wrong. Greek and Cyrillic precede Chinese, whose font has them in the width of its signs.
 */
const FILES: (string | Beside)[] = [
  ...OWN,
  '@fontsource/noto-sans/files/noto-sans-cyrillic-400-normal.woff',
  '@fontsource/noto-sans/files/noto-sans-greek-400-normal.woff',
  '@fontsource/noto-sans/files/noto-sans-cyrillic-ext-400-normal.woff',
  '@fontsource/noto-sans/files/noto-sans-greek-ext-400-normal.woff',
  '@fontsource/noto-sans/files/noto-sans-latin-ext-400-normal.woff',
  '@fontsource/noto-sans/files/noto-sans-vietnamese-400-normal.woff',
  '@fontsource/noto-sans/files/noto-sans-devanagari-400-normal.woff',
  '@fontsource/amiri/files/amiri-arabic-400-normal.woff',
  '@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-400-normal.woff',
  '@fontsource/noto-sans-thai/files/noto-sans-thai-thai-400-normal.woff',
  { package: '@embedpdf/fonts-sc', beside: '../fonts/NotoSansHans-Regular.otf' },
  { package: '@embedpdf/fonts-kr', beside: '../fonts/NotoSansKR-Regular.otf' },
  '@fontsource/noto-sans-armenian/files/noto-sans-armenian-armenian-400-normal.woff',
  '@fontsource/noto-sans-georgian/files/noto-sans-georgian-georgian-400-normal.woff',
  '@fontsource/noto-sans-bengali/files/noto-sans-bengali-bengali-400-normal.woff',
  '@fontsource/noto-sans-gurmukhi/files/noto-sans-gurmukhi-gurmukhi-400-normal.woff',
  '@fontsource/noto-sans-gujarati/files/noto-sans-gujarati-gujarati-400-normal.woff',
  '@fontsource/noto-sans-tamil/files/noto-sans-tamil-tamil-400-normal.woff',
  '@fontsource/noto-sans-telugu/files/noto-sans-telugu-telugu-400-normal.woff',
  '@fontsource/noto-sans-kannada/files/noto-sans-kannada-kannada-400-normal.woff',
  '@fontsource/noto-sans-malayalam/files/noto-sans-malayalam-malayalam-400-normal.woff',
  '@fontsource/noto-sans-sinhala/files/noto-sans-sinhala-sinhala-400-normal.woff',
  '@fontsource/noto-sans-lao/files/noto-sans-lao-lao-400-normal.woff',
  '@fontsource/noto-sans-khmer/files/noto-sans-khmer-khmer-400-normal.woff',
  '@fontsource/noto-sans-myanmar/files/noto-sans-myanmar-myanmar-400-normal.woff',
  '@fontsource/noto-sans-ethiopic/files/noto-sans-ethiopic-ethiopic-400-normal.woff',
]

const opened = new Map<string, Font>()

const { resolve: find } = createRequire(import.meta.url)

const pathOf = (file: string | Beside): string => (typeof file === 'string' ? find(file) : join(dirname(find(file.package)), file.beside))

/** The font of a file, read when it is first needed. */
function openFont(specifier: string | Beside): Font {
  const name = typeof specifier === 'string' ? specifier : specifier.package
  const known = opened.get(name)
  if (known) return known
  const file = readFileSync(pathOf(specifier))
  const { characterSet, ascent, unitsPerEm } = create(file)
  const font = { name, file, characters: new Set(characterSet), ascent: ascent / unitsPerEm }
  opened.set(name, font)
  return font
}

/** The font of digits and the letters of English. */
export const ownFont = (): Font => openFont(OWN[0]!)

/** Whether a font is of the shop's own typeface, whose letters need no shaping. */
export const isOwn = ({ name }: Font): boolean => OWN.includes(name)

export const hasAll = ({ characters }: Font, codes: readonly number[]): boolean => codes.every((code) => characters.has(code))

/** The first font that has all characters; undefined if none has. */
export function findFont(codes: readonly number[]): Font | undefined {
  for (const file of FILES) {
    const font = openFont(file)
    if (hasAll(font, codes)) return font
  }
  return undefined
}
