import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { encodeOutline, type Outline } from './encode-outline.ts'

/** The shop's own typeface, in files by range of characters. */
const PIECES = ['latin', 'latin-ext', 'vietnamese'] as const
/** The file that has digits and the letters of English. */
export const DIGITS = 'latin'
const FILES = '@fontsource-variable/hanken-grotesk/files'

/** Replaces characters that the typeface does not have. */
export const NO_SIGN = '[?]'

/** Known characters in words that the typeface can write. */
const INSTEAD: Record<string, string> = { Ω: 'Ohm', '≤': '<=', '≥': '>=', '→': '->', '←': '<-', '\t': ' ', '\n': ' ', '\r': ' ' }

/** Consecutive characters in one file of the typeface. */
export type Run = { font: string; text: string }

type Glyph = { advanceWidth: number; codePoints: number[]; path: Outline; _getMetrics(): { leftBearing: number } }

/** The part of the library's font that is used here; the library does not export it. */
type LibraryFont = {
  /** Its name in the resources of a page. */
  id: string
  /** In thousandths of the size. */
  ascender: number
  /** The codes of a text's signs, in hexadecimal digits. */
  encode(text: string): [codes: string[], positions: unknown]
  font: {
    unitsPerEm: number
    hasGlyphForCodePoint(sign: number): boolean
    glyphForCodePoint(sign: number): Glyph
    getGlyph(id: number): Glyph
  }
  /** The glyphs that go into the document. */
  subset: {
    _addGlyph(id: number): number
    glyf: Uint8Array[]
    loca: { offsets: number[] }
    hmtx: { metrics: { advance: number; bearing: number }[] }
    offset: number
  }
}

export const currentFont = (document: PDFKit.PDFDocument): LibraryFont => (document as unknown as { _font: LibraryFont })._font

/** Distance from the baseline to the top of the letters, as a fraction of the font size. */
export const ascentOf = (document: PDFKit.PDFDocument, font: string): number => currentFont(document.font(font)).ascender / 1_000

export type Typeface = {
  /** Breaks a text into lines of at most `width` points, at spaces where possible. Always at least one line. */
  wrap(text: string, size: number, width: number): Run[][]
  widthOf(runs: Run[], size: number): number
  /** Whether any text had characters that could not be written. */
  readonly lacked: boolean
}

/**
 * The library copies accented letters by their position in the font file. A WOFF2 file has no such position, so it would
 * fail at the first 'Ü'. Each glyph is therefore written from its outline.
 */
function writeOutlines({ font, subset }: LibraryFont): void {
  subset._addGlyph = (id) => {
    const glyph = font.getGlyph(id)
    const outline = encodeOutline(glyph.path)
    subset.glyf.push(outline)
    subset.loca.offsets.push(subset.offset)
    subset.hmtx.metrics.push({ advance: glyph.advanceWidth, bearing: glyph._getMetrics().leftBearing })
    subset.offset += outline.length
    return subset.glyf.length - 1
  }
}

/**
 * The width of a character at size 1. A letter that was loaded first as a part of an accented one does not know its own character, and
 * would be read as nothing when text is copied or searched.
 */
function widthOfGlyph(font: LibraryFont['font'], code: number): number {
  const glyph = font.glyphForCodePoint(code)
  if (glyph.codePoints.length === 0) glyph.codePoints = [code]
  return glyph.advanceWidth / font.unitsPerEm
}

export function openTypeface(document: PDFKit.PDFDocument): Typeface {
  const glyphs = PIECES.map((piece): [string, LibraryFont['font']] => {
    const path = fileURLToPath(import.meta.resolve(`${FILES}/hanken-grotesk-${piece}-wght-normal.woff2`))
    document.registerFont(piece, readFileSync(path)).font(piece)
    const opened = currentFont(document)
    writeOutlines(opened)
    return [piece, opened.font]
  })
  const known = new Map<string, { font: string; width: number } | undefined>()
  let lacked = false

  const find = (sign: string) => {
    if (known.has(sign)) return known.get(sign)
    const code = sign.codePointAt(0)!
    const piece = glyphs.find(([, font]) => font.hasGlyphForCodePoint(code))
    const found = piece && { font: piece[0], width: widthOfGlyph(piece[1], code) }
    known.set(sign, found)
    return found
  }

  /** The characters that are written; the typeface has all of them. */
  const writable = (text: string): string[] => {
    const signs: string[] = []
    let isLacking = false
    for (const sign of text.normalize('NFC')) {
      const written = find(sign) ? sign : INSTEAD[sign.normalize('NFKC')]
      if (written === undefined && !isLacking) signs.push(...NO_SIGN)
      isLacking = written === undefined
      if (isLacking) lacked = true
      else signs.push(...written!)
    }
    return signs
  }

  const toRuns = (signs: string[]): Run[] => {
    const runs: Run[] = []
    for (const sign of signs) {
      const { font } = find(sign)!
      const last = runs.at(-1)
      if (last?.font === font) last.text += sign
      else runs.push({ font, text: sign })
    }
    return runs
  }

  const widthOfSigns = (signs: string[], size: number) => signs.reduce((sum, sign) => sum + find(sign)!.width, 0) * size

  return {
    wrap(text, size, width) {
      const lines: string[][] = []
      let line: string[] = []
      let room = width
      for (const sign of writable(text)) {
        const needed = find(sign)!.width * size
        if (needed > room && line.length > 0) {
          const space = line.lastIndexOf(' ')
          const rest = space > 0 && sign !== ' ' ? line.splice(space + 1) : []
          lines.push(line)
          line = rest
          room = width - widthOfSigns(rest, size)
        }
        if (line.length === 0 && sign === ' ' && lines.length > 0) continue
        line.push(sign)
        room -= needed
      }
      return [...lines, line].map(toRuns)
    },
    widthOf: (runs, size) => runs.reduce((sum, { text }) => sum + widthOfSigns([...text], size), 0),
    get lacked() {
      return lacked
    },
  }
}
