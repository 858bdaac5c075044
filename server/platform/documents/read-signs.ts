import openBidi from 'bidi-js'
import { findFont, hasAll, ownFont, type Font } from './fonts.ts'

/** Replaces characters that no font has. */
export const NO_SIGN = '[?]'

/** What a reader takes for one character: a letter with its accents. */
export type Sign = {
  /** As written; `words` is as read. They differ for brackets in text from right to left, and where fonts have only a plain form. */
  text: string
  words: string
  font: Font
  /** Odd where text runs from right to left (Unicode, UAX 9). */
  level: number
  mayBreakBefore: boolean
}

const bidi = openBidi()
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const words = new Intl.Segmenter('en', { granularity: 'word' })

/** Texts of which each code unit is a separate character, read from left to right. */
const SIMPLE = /^[\u0020-\u02ff\u2010-\u2027\u20a0-\u20bf\u2122\u2212]*$/
const BLANK = /[\t\n\r]/g
/** Characters that change the direction of writing: they would reverse the words of a buyer, and the words of the shop behind them. */
const OVERRIDES = /[\u202a-\u202e]/g
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
/** Signs that take the font of the letter before them. */
const DEPENDENT = /^[\p{Z}\p{P}\p{M}]/u
/** Scripts that put no spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u
const CLOSING = /^[\p{P}\p{M}ー々]/u

export type Read = { signs: Sign[]; lacked: boolean }

/** The signs of a text in reading order, each in a font that has it; consecutive signs that no font has become one `NO_SIGN`. */
export function readSigns(text: string): Read {
  const whole = text.normalize('NFC').replaceAll(BLANK, ' ').replaceAll(OVERRIDES, '')
  const isSimple = SIMPLE.test(whole)
  const { levels } = isSimple ? { levels: [] } : bidi.getEmbeddingLevels(whole)
  const wordStarts = UNSPACED.test(whole) ? new Set(Array.from(words.segment(whole), ({ index }) => index)) : undefined
  const signs: Sign[] = []
  let lacked = false
  let lacksBefore = false
  let at = 0
  for (const sign of isSimple ? whole : graphemesOf(whole)) {
    const level = levels[at] ?? 0
    const before = signs.at(-1)
    const startsWord = wordStarts?.has(at) === true && UNSPACED.test(sign + (before?.text ?? '')) && !CLOSING.test(sign)
    const mayBreakBefore = before?.text === ' ' || startsWord
    at += sign.length
    const shown = isRightToLeft(level) ? (bidi.getMirroredCharacter(sign) ?? sign) : inParts(sign)
    const written = inFont(shown, before?.font)
    if (written === undefined) {
      lacked = true
      if (!lacksBefore) signs.push(...noSign(level, mayBreakBefore))
    } else if (written.text !== '') {
      signs.push({ ...written, words: sign, level, mayBreakBefore })
    }
    lacksBefore = written === undefined
  }
  return { signs, lacked }
}

export const isRightToLeft = (level: number): boolean => level % 2 === 1

/** `NO_SIGN`, which is read from left to right everywhere. */
export const noSign = (level: number, mayBreakBefore = false): Sign[] =>
  Array.from(isRightToLeft(level) ? [...NO_SIGN].toReversed() : NO_SIGN, (text, index) => ({
    text,
    words: text,
    font: ownFont(),
    level,
    mayBreakBefore: index === 0 && mayBreakBefore,
  }))

function* graphemesOf(text: string): Generator<string, void, undefined> {
  for (const { segment } of graphemes.segment(text)) yield segment
}

/** The vowel am of Thai and Lao in its two parts, the first below the tone, so that each part that is written has its own character. */
const inParts = (sign: string) =>
  sign.replace(/([\u0e48-\u0e4b]?)\u0e33/, '\u0e4d$1\u0e32').replace(/([\u0ec8-\u0ecb]?)\u0eb3/, '\u0ecd$1\u0eb2')

/** A sign in the font that has it, or its plain form; undefined if no font has either. */
function inFont(sign: string, before: Font | undefined): Pick<Sign, 'text' | 'font'> | undefined {
  if (before && DEPENDENT.test(sign) && hasAll(before, codesOf(sign))) return { text: sign, font: before }
  const font = findFont(codesOf(sign))
  if (font) return { text: sign, font }
  const visible = sign.replaceAll(INVISIBLE, '')
  for (const text of [visible, visible.normalize('NFKC')]) {
    const other = findFont(codesOf(text))
    if (other) return { text, font: other }
  }
  return undefined
}

const codesOf = (text: string) => Array.from(text, (character) => character.codePointAt(0)!)
