import type { GivenLine } from './lines.ts'
import { FIGURE, THOUSANDS, UNIT } from './written-quantity.ts'

const quantity = `(?<quantity>${FIGURE}(?:\\s*${UNIT})?)`
const counted = `(?<quantity>(?:${FIGURE}|${THOUSANDS})\\s*${UNIT})`
/** A word of letters and digits is a part number. */
const partNumber = `(?<text>(?=\\S*\\p{L})(?=\\S*\\d)\\S+)`
/** A number that is no measure, because it has three digits at least. */
const many = `(?<quantity>\\d{1,3}(?:[,.'’]\\d{2,3})*[,.'’]\\d{3}|\\d{3,})`
const label = `(?:qty|quantity|pieces|menge|anzahl|stückzahl)\\.?`

/**
 * Patterns of a part and a quantity in one line. The first match is used; a bare number is a quantity only after a
 * separator, because names of parts may end in numbers.
 */
const ways = [
  // T-Con Board, qty 12000; T-Con Board quantity: 2,000
  `^(?<text>.*?\\S)(?:\\s*[,;:|]\\s*|\\s+(?:-\\s+)?)${label}\\s*[:=]?\\s*${quantity}$`,
  // 8000 off T-Con Board
  `^${many}\\s+off\\s+(?<text>.+)$`,
  // T-Con Board (25000)
  `^(?<text>.*?\\S)\\s+\\(\\s*${many}(?:\\s*${UNIT})?\\s*\\)$`,
  // 2000 TF-000123
  `^${many}\\s+${partNumber}$`,
  // 2,000 x T-Con Board; 2000 pcs of T-Con Board
  `^${quantity}\\s*[x×*]\\s+(?<text>.+)$`,
  `^${counted}\\s*(?:of\\b|[x×*:,;-])?\\s+(?<text>.+)$`,
  // T-Con Board x 2,000
  `^(?<text>.+?)\\s+[x×*]\\s*${quantity}$`,
  // TF-000123 @ 2000, T-Con Board @ 2000; fewer are a price
  `^(?<text>(?=\\S*\\p{L})[^\\s@]+|[^\\d@]*[^\\d\\s@])\\s*@\\s*${many}(?:\\s*${UNIT})?$`,
  // T-Con Board; 2,000 and T-Con Board, 51 pin, 2,000
  `^(?<text>.*?\\S)\\s*[;|:\\t]\\s*${quantity}$`,
  // A comma between digits and three more may be inside a number.
  `^(?<text>.*?\\S)\\s*(?:,\\s+|(?<!\\d),|,(?!\\d{3}(?!\\d)))${quantity}$`,
  // T-Con Board - 2000, T-Con Board    2000, T-Con Board 2000 pcs
  `^(?<text>.*?\\S)(?:\\s+[-–—=]\\s+|\\s{2,})${quantity}$`,
  `^(?<text>.*?\\S)\\s+${counted}$`,
  // TF-000123 2000
  `^${partNumber}\\s+${quantity}$`,
  // 2000; T-Con Board
  `^${quantity}\\s*[;,|\\t]\\s*(?<text>.+)$`,
].map((way) => new RegExp(way, 'iu'))

/** TF-000123 4k, T-Con Board - 4k, 4k TF-000123, 4k x T-Con Board; without regard to case it would be 4K. */
const thousands = `(?<quantity>${THOUSANDS})`
const inThousands = [
  `${partNumber}\\s+${thousands}`,
  `(?<text>.*?\\S)(?:\\s*[,;:|]\\s*|\\s+[-–—=x×*]\\s*)${thousands}`,
  `${thousands}\\s+${partNumber}`,
  `${thousands}\\s*[x×*]\\s+(?<text>.+)`,
].map((way) => new RegExp(`^${way}$`, 'u'))

/** The marker of a list item: a bullet, or a number of up to three digits with a dot or bracket. */
export const BULLET = /^(?:[-–—•·▪*>]|\(?\d{1,3}[.)])\s+(?=\S)/u

/** 5000 power supply: as a post code stands in front of a town. */
const FRONT = new RegExp(`^${many}\\s+(?<text>\\p{L}.*)$`, 'u')

/** Characters of a line in which a quantity is looked for, so that no line takes long. */
const LOOKED_AT = 1_000

/** Reads 'qty x name', 'name x qty', 'name; 1,000' and their like; without a match, the whole line is the part. */
export function readWrittenLine(written: string): GivenLine {
  const line = written.trim().replace(BULLET, '')
  return firstOf([...inThousands, ...ways], line) ?? { text: line, quantity: '' }
}

/** A line without a quantity that would have one, if the number in front of it is one. */
export const readFront = (line: GivenLine): GivenLine | undefined => (line.quantity === '' ? firstOf([FRONT], line.text) : undefined)

function firstOf(patterns: readonly RegExp[], line: string): GivenLine | undefined {
  for (const pattern of line.length > LOOKED_AT ? [] : patterns) {
    const { text, quantity: pieces } = pattern.exec(line)?.groups ?? {}
    if (text !== undefined && pieces !== undefined) return { text: text.trim(), quantity: pieces.trim() }
  }
  return undefined
}
