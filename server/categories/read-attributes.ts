import { categoryMessages as messages, type Attribute } from '#contract/parts/categories.ts'
import { KIND_LIMITS } from '#contract/basics/limits.ts'
import { hasTwoReadings, readNumber } from '#readers/parts/number-columns.ts'
import type { DecimalMark } from '#readers/values/decimals.ts'

/** What is wrong with a value. */
export class WrongValue extends Error {
  override readonly name = 'WrongValue'
}

const NUMBER = /^-?\d{1,9}(?:\.\d{1,4})?$/
/** Ways to write the unit of inches. */
const INCHES = /(?:inch(?:es)?|in|zoll|["″“”„＂]|['’‘′´`]{2})\.?$/i

/**
 * A value in the form that parts have it: a number in its shortest form, so that 3.30 and 3,3 are the same filter; a text without
 * white space around it and twice within. A number may be followed by the unit.
 * @param mark the decimal mark of a number with two readings; without it '1.234' has a point, and '1,234' is refused
 * @throws WrongValue
 */
export function readValue({ name, kind, unit }: Pick<Attribute, 'name' | 'kind' | 'unit'>, typed: string, mark?: DecimalMark): string {
  const plain = typed.normalize('NFC').replace(/\s+/g, ' ').trim()
  if (kind === 'text') {
    // Filters and files list values with semicolons between them.
    if (plain.length > KIND_LIMITS.value || plain.includes(';')) throw new WrongValue(messages.valueLength(name))
    return plain
  }
  const written = withoutUnit(plain, unit)
  const known = mark ?? (written.includes('.') ? '.' : undefined)
  if (known === undefined && hasTwoReadings(written)) throw new WrongValue(messages.valueUnclear(name))
  const number = readNumber(written, known) ?? ''
  if (!NUMBER.test(number)) throw new WrongValue(messages.valueNumber(name))
  return String(Number(number))
}

function withoutUnit(plain: string, unit: string): string {
  if (unit === '') return plain
  if (plain.toLowerCase().endsWith(unit.toLowerCase())) return plain.slice(0, -unit.length).trim()
  return unit.replace(INCHES, '') === '' ? plain.replace(INCHES, '').trim() : plain
}

/** Values by the keys of the shop's attributes; empty ones are left out. @throws WrongValue also for a key that is not there. */
export function readAttributes(known: readonly Attribute[], typed: Readonly<Record<string, string>>): Record<string, string> {
  const read: Record<string, string> = {}
  for (const [key, value] of Object.entries(typed)) {
    if (value.trim() === '') continue
    const attribute = known.find((one) => one.key === key)
    if (!attribute) throw new WrongValue(messages.unknownAttribute(key))
    read[key] = readValue(attribute, value)
  }
  return read
}
