import { isOwn, ownFont, type Font } from './fonts.ts'
import { isRightToLeft, noSign, readSigns, type Sign } from './read-signs.ts'

/** Consecutive signs in one font and one direction. */
export type TextRun = {
  font: Font
  /** The text in the form and order that the library writes, with its options. */
  text: string
  options: PDFKit.Mixins.TextOptions
  /** The text in reading order. */
  words: string
  isRightToLeft: boolean
  /** From the left end of its line, in points. */
  x: number
  /** In points. */
  width: number
}

export type Typeface = {
  /** Breaks a text into lines of at most `width` points, between words where possible. Always at least one line; its runs are in the order of reading. */
  wrap(text: string, size: number, width: number): TextRun[][]
  /** Of one line. */
  widthOf(runs: TextRun[]): number
  /** Whether any text since the last call had characters that could not be written. */
  takeLacked(): boolean
}

/** Scripts that the library writes from right to left by itself. */
const RIGHT_TO_LEFT = /[\p{sc=Arabic}\p{sc=Hebrew}]/u

/**
 * Scripts in which signs join or stand above each other are laid out as a whole, not word by word, and without kerning: it moves signs of
 * Arabic to where a program that copies text takes them for another word.
 */
const WHOLE = { kern: false }
/** The library fails where a font has no anchor for a mark; then marks are drawn at the font's default place. */
const UNPLACED = { ...WHOLE, mark: false, mkmk: false, abvm: false, blwm: false }
/** Widths are measured at this size. */
const MEASURED = 1_000

type Layout = { width: number; options: PDFKit.Mixins.TextOptions }

/** Chooses the font of the next text. */
export function useFont(document: PDFKit.PDFDocument, { name, file }: Font): PDFKit.PDFDocument {
  return document.registerFont(name, file).font(name)
}

/** Distance from the baseline to the top of the letters, as a fraction of the font size. All fonts are written on one baseline. */
export const ascent = (): number => ownFont().ascent

export function openTypeface(document: PDFKit.PDFDocument): Typeface {
  const layouts = new Map<Font, Map<string, Layout | undefined>>()
  let lacked = false

  /** The layout of a text at size 1; undefined where the library fails. */
  const layOut = (font: Font, text: string): Layout | undefined => {
    const known = layouts.get(font) ?? new Map<string, Layout | undefined>()
    layouts.set(font, known)
    if (!known.has(text)) known.set(text, tryLayouts(useFont(document, font).fontSize(MEASURED), text, isOwn(font)))
    return known.get(text)
  }

  const runsOf = (signs: Sign[]): (Omit<TextRun, 'x'> & { level: number })[] =>
    groupsOf(signs).flatMap((group) => {
      const run = toRun(group)
      const layout = layOut(run.font, run.text)
      if (layout) return { ...run, ...layout }
      lacked = true
      return runsOf(noSign(run.level))
    })

  const widthOfSigns = (signs: Sign[]) => widthOf(runsOf(signs))

  const place = (signs: Sign[], size: number): TextRun[] => {
    const runs = runsOf(signs).map((run) => ({ ...run, width: run.width * size, x: 0 }))
    let x = 0
    for (const run of inVisualOrder(runs)) {
      run.x = x
      x += run.width
    }
    return runs
  }

  return {
    wrap(text, size, width) {
      const read = readSigns(text)
      lacked ||= read.lacked
      const line = place(withoutSpace(read.signs), size)
      if (widthOf(line) <= width) return [line]
      return breakLines(read.signs, width / size, widthOfSigns).map((signs) => place(signs, size))
    },
    widthOf,
    takeLacked() {
      const was = lacked
      lacked = false
      return was
    },
  }
}

const widthOf = (runs: Pick<TextRun, 'width'>[]) => runs.reduce((sum, { width }) => sum + width, 0)

function tryLayouts(document: PDFKit.PDFDocument, text: string, isOwnFont: boolean): Layout | undefined {
  for (const options of isOwnFont ? [{}] : [WHOLE, UNPLACED].map(withFeatures)) {
    try {
      return { width: document.widthOfString(text, options) / MEASURED, options }
    } catch (error) {
      // Errors of the font library at a mark without an anchor or a rule of the font that it cannot read.
      if (!(error instanceof TypeError || error instanceof RangeError)) throw error
    }
  }
  return undefined
}

/**
 * The library's types allow only lists of features; it passes them on to the font library, which also takes features to switch off,
 * and adds the enabled ones to the object.
 */
const withFeatures = (features: object) => ({ features: { ...features } }) as unknown as PDFKit.Mixins.TextOptions

/** @param width like the widths of `measure`, at size 1 */
function breakLines(signs: Sign[], width: number, measure: (signs: Sign[]) => number): Sign[][] {
  const lines: Sign[][] = []
  let line: Sign[] = []
  let used = 0
  const add = (word: Sign[], wide: number) => {
    if (line.length > 0 && used + wide > width) {
      lines.push(line)
      line = []
      used = 0
    }
    if (line.length === 0 && lines.length > 0 && word[0]?.text === ' ') return
    line.push(...word)
    used += wide + (word.at(-1)?.text === ' ' ? measure(word.slice(-1)) : 0)
  }
  for (const word of wordsOf(signs)) {
    const wide = measure(withoutSpace(word))
    if (wide <= width) add(word, wide)
    else for (const sign of word) add([sign], measure(withoutSpace([sign])))
  }
  return [...lines, line].map(withoutSpace)
}

/** Each word with the space behind it. */
function wordsOf(signs: Sign[]): Sign[][] {
  const words: Sign[][] = []
  for (const sign of signs) {
    if (sign.mayBreakBefore || words.length === 0) words.push([sign])
    else words.at(-1)!.push(sign)
  }
  return words
}

const withoutSpace = (signs: Sign[]) => (signs.at(-1)?.text === ' ' ? signs.slice(0, -1) : signs)

function groupsOf(signs: Sign[]): Sign[][] {
  const groups: Sign[][] = []
  for (const sign of signs) {
    const last = groups.at(-1)
    if (last?.[0]!.font === sign.font && last[0].level === sign.level) last.push(sign)
    else groups.push([sign])
  }
  return groups
}

function toRun(signs: Sign[]) {
  const { font, level } = signs[0]!
  const texts = signs.map(({ text }) => text)
  // The library reverses texts of these scripts, including figures, which are read from left to right.
  const isTurned = RIGHT_TO_LEFT.test(texts.join(''))
  return {
    font,
    level,
    isRightToLeft: isRightToLeft(level),
    words: signs.map(({ words }) => words).join(''),
    text: (isRightToLeft(level) === isTurned ? texts : texts.toReversed()).join(''),
  }
}

/** From left to right (UAX 9, rule L2): from the highest level down to 1, runs of that level or higher are reversed. */
function inVisualOrder<Part extends { level: number }>(parts: readonly Part[]): Part[] {
  const order = [...parts]
  for (let level = Math.max(0, ...parts.map((part) => part.level)); level > 0; level -= 1) {
    for (let from = 0; from < order.length; from += 1) {
      let end = from
      while (end < order.length && order[end]!.level >= level) end += 1
      order.splice(from, end - from, ...order.slice(from, end).toReversed())
      from = end
    }
  }
  return order
}
