import { categoryMessages as messages, type Attribute } from '#contract/parts/categories.ts'
import { KIND_LIMITS } from '#contract/basics/limits.ts'

/** What is wrong with a value. */
export class WrongValue extends Error {
  override readonly name = 'WrongValue'
}

const NUMBER = /^[-−]?\d{1,9}(?:[.,]\d{1,4})?$/

/**
 * A value in the form that parts have it: a number in its shortest form, so that 3.30 and 3,3 are the same filter; a text without
 * white space around it and twice within. A number may be followed by the unit.
 * @throws WrongValue
 */
export function readValue({ name, kind, unit }: Pick<Attribute, 'name' | 'kind' | 'unit'>, typed: string): string {
  const plain = typed.normalize('NFC').replace(/\s+/g, ' ').trim()
  if (kind === 'text') {
    // Filters and files list values with semicolons between them.
    if (plain.length > KIND_LIMITS.value || plain.includes(';')) throw new WrongValue(messages.valueLength(name))
    return plain
  }
  const number = unit !== '' && plain.toLowerCase().endsWith(unit.toLowerCase()) ? plain.slice(0, -unit.length).trim() : plain
  if (!NUMBER.test(number)) throw new WrongValue(messages.valueNumber(name))
  return String(Number(number.replace(',', '.').replace('−', '-')))
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
