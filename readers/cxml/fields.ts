import { plainDecimal } from '#readers/values/decimals.ts'
import { malformed } from './read-xml.ts'

/** A text that fits where it is kept. @throws Refusal 'malformed' that names the field. */
export function within(text: string, length: number, field: string): string {
  if (text.length > length) throw malformed(`${field} has at most ${length} characters.`)
  return text
}

/** A number of cXML, whose decimals stand behind a point: '16.400000000000', '16,400.00'. @throws Refusal 'malformed' that names the field. */
export function readNumber(text: string, field: string): number {
  const number = Number(plainDecimal(text, '.') ?? Number.NaN)
  if (!(number >= 0 && number < 1e15)) throw malformed(`${field} is not a number.`)
  return number
}
