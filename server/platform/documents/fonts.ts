import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { create } from 'fontkit'
import { packagedFonts, pathOfFont, type PackagedFont } from './font-files.ts'

/** A font file. `name` is the one that documents register it by. */
export type Font = { name: string; file: Buffer; characters: ReadonlySet<number>; ascent: number }

const own = (part: string) => fileURLToPath(new URL(`./typeface/hanken-grotesk-${part}.ttf`, import.meta.url))

/** The shop's own typeface. Its first file has digits and the letters of English. */
const OWN = [own('latin'), own('latin-ext'), own('vietnamese')]

/** Font files by preference: a character is written with the first that has it. The shop's own typeface comes first. */
const FILES: (string | PackagedFont)[] = [...OWN, ...packagedFonts]

const opened = new Map<string, Font>()

/** The font of a file, read when it is first needed. */
function openFont(specifier: string | PackagedFont): Font {
  const name = typeof specifier === 'string' ? specifier : specifier.file
  const known = opened.get(name)
  if (known) return known
  const file = readFileSync(typeof specifier === 'string' ? specifier : pathOfFont(specifier))
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
