import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { create } from 'fontkit'

/** A font file. `name` is the one that documents register it by. */
export type Font = { name: string; file: Buffer; characters: ReadonlySet<number>; ascent: number }

const own = (part: string) => new URL(`./typeface/hanken-grotesk-${part}.ttf`, import.meta.url).href
const fontsource = (name: string, part: string) => `@fontsource/${name}/files/${name}-${part}-400-normal.woff`
const notoSans = (part: string) => fontsource('noto-sans', part)
const notoSansOf = (script: string) => fontsource(`noto-sans-${script}`, script)
/** The packages of these two name the files beside them only in code. */
const embedded = (script: string, file: string) => new URL(`../fonts/${file}.otf`, import.meta.resolve(`@embedpdf/fonts-${script}`)).href

/** The shop's own typeface. Its first file has digits and the letters of English. */
const OWN = [own('latin'), own('latin-ext'), own('vietnamese')]

/**
 * Font files by preference: a character is written with the first that has it. The shop's own typeface comes first, scripts of
 * the world after it. Arabic is Amiri, because other typefaces put a letter together from parts that several letters share,
 * and text that is copied out of the file would be wrong. Greek and Cyrillic stand before Chinese, whose font has them in the width of its signs.
 */
const FILES = [
  ...OWN,
  ...['cyrillic', 'greek', 'cyrillic-ext', 'greek-ext', 'latin-ext', 'vietnamese', 'devanagari'].map(notoSans),
  fontsource('amiri', 'arabic'),
  ...['hebrew', 'thai'].map(notoSansOf),
  embedded('sc', 'NotoSansHans-Regular'),
  embedded('kr', 'NotoSansKR-Regular'),
  ...['armenian', 'georgian', 'bengali', 'gurmukhi', 'gujarati', 'tamil', 'telugu', 'kannada'].map(notoSansOf),
  ...['malayalam', 'sinhala', 'lao', 'khmer', 'myanmar', 'ethiopic'].map(notoSansOf),
]

const opened = new Map<string, Font>()

/** The font of a file, read when it is first needed. */
function openFont(specifier: string): Font {
  const known = opened.get(specifier)
  if (known) return known
  const file = readFileSync(fileURLToPath(import.meta.resolve(specifier)))
  const { characterSet, ascent, unitsPerEm } = create(file)
  const font = { name: specifier, file, characters: new Set(characterSet), ascent: ascent / unitsPerEm }
  opened.set(specifier, font)
  return font
}

/** The font of digits and the letters of English. */
export const ownFont = (): Font => openFont(OWN[0]!)

/** Whether a font is of the shop's own typeface, whose letters stand side by side as they are read. */
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
