/** A grapheme, such as a letter with its accent, a flag or a family, may consist of several characters. */
const signs = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The beginning of a user's text, of at most `length` UTF-16 units, without a part of a grapheme at its end. */
export function startOf(text: string, length: number): string {
  if (text.length <= length) return text
  const { index } = signs.segment(text).containing(length)! // inside of the text
  return index > 0 ? text.slice(0, index) : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '') // a single grapheme above the limit
}

/** The first `count` graphemes of a text. */
export function firstSigns(text: string, count: number): string {
  if (text.length <= count) return text
  let seen = 0
  for (const { index } of signs.segment(text)) {
    if (seen === count) return text.slice(0, index)
    seen += 1
  }
  return text
}
