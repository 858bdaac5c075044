import type { GivenLine } from './lines.ts'
import { NUMBER, UNIT } from './written-quantity.ts'

const quantity = `(?<quantity>(?:${NUMBER})(?:\\s*${UNIT})?)`
const counted = `(?<quantity>(?:${NUMBER})\\s*${UNIT})`

/**
 * Patterns of a part and a quantity in one line. The first match is used; a bare number is a quantity only after a
 * separator, because names of parts may end in numbers.
 */
const ways = [
  // 2,000 x T-Con Board; 2000 pcs of T-Con Board
  `^${quantity}\\s*[x×*]\\s+(?<text>.+)$`,
  `^${counted}\\s*(?:of\\b|[x×*:,;-])?\\s+(?<text>.+)$`,
  // T-Con Board x 2,000
  `^(?<text>.+?)\\s+[x×*]\\s*${quantity}$`,
  // T-Con Board; 2,000 and T-Con Board, 51 pin, 2,000
  `^(?<text>.*?\\S)\\s*[;|:\\t]\\s*${quantity}$`,
  // A comma between digits and three more may be inside a number.
  `^(?<text>.*?\\S)\\s*(?:,\\s+|(?<!\\d),|,(?!\\d{3}(?!\\d)))${quantity}$`,
  // T-Con Board - 2000, T-Con Board    2000, T-Con Board 2000 pcs
  `^(?<text>.*?\\S)(?:\\s+[-–—=]\\s+|\\s{2,})${quantity}$`,
  `^(?<text>.*?\\S)\\s+${counted}$`,
  // TF-000123 2000: a word of letters and digits is a part number
  `^(?<text>(?=\\S*\\p{L})(?=\\S*\\d)\\S+)\\s+${quantity}$`,
  // 2000; T-Con Board
  `^${quantity}\\s*[;,|\\t]\\s*(?<text>.+)$`,
].map((way) => new RegExp(way, 'iu'))

/** Reads 'qty x name', 'name x qty', 'name; 1,000' and their like; without a match, the whole line is the part. */
export function readWrittenLine(written: string): GivenLine {
  const line = written.trim()
  for (const way of ways) {
    const { text, quantity: pieces } = way.exec(line)?.groups ?? {}
    if (text !== undefined && pieces !== undefined) return { text: text.trim(), quantity: pieces.trim() }
  }
  return { text: line, quantity: '' }
}
