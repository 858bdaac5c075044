import Type from 'typebox'
import { text } from '../basics/fields.ts'
import { KIND_LIMITS, MAXIMUM_CHOSEN, TEXT_LIMITS } from '../basics/limits.ts'

const LONGEST = MAXIMUM_CHOSEN * (2 * KIND_LIMITS.value + 2)
const LONGEST_CATEGORIES = MAXIMUM_CHOSEN * (KIND_LIMITS.name + 1)

/** A value of an attribute that a filter asks for. */
export type ChosenValue = { key: string; value: string }

const CHOSEN = /^([a-z0-9-]+):(.+)$/

/** Reads 'panel-size:55;panel-size:65;voltage:24'. Other text is ignored; the filters are sorted, so that equal ones are equal. */
export function readChosen(has: string): ChosenValue[] {
  const pairs = has.split(';').flatMap((pair) => {
    const [, key, value = ''] = CHOSEN.exec(pair.trim()) ?? []
    return key === undefined || value.length > KIND_LIMITS.value ? [] : [`${key}:${value}`]
  })
  return [...new Set(pairs)]
    .toSorted()
    .slice(0, MAXIMUM_CHOSEN)
    .map((pair) => ({ key: pair.slice(0, pair.indexOf(':')), value: pair.slice(pair.indexOf(':') + 1) }))
}

/** Reads the keys of 'boards;cables', sorted, so that equal filters are equal. */
export const readCategories = (category: string): string[] =>
  [...new Set(category.split(';').map((key) => key.trim()))]
    .filter((key) => key !== '')
    .toSorted()
    .slice(0, MAXIMUM_CHOSEN)

export const chosenText = (chosen: readonly ChosenValue[]): string => chosen.map(({ key, value }) => `${key}:${value}`).join(';')

/** Which parts are looked for. Prices in dollars per piece. */
export const partFilters = {
  q: Type.Optional(text(TEXT_LIMITS.search, { description: 'Part number or name' })),
  inStock: Type.Optional(Type.Boolean({ description: 'Only parts with a minimum order in stock' })),
  minPrice: Type.Optional(Type.Number({ minimum: 0 })),
  maxPrice: Type.Optional(Type.Number({ minimum: 0 })),
  category: Type.Optional(
    text(LONGEST_CATEGORIES, {
      description: `Key of a category, or several, as in boards;cables: parts of one at least, and of those below it; at most ${MAXIMUM_CHOSEN}`,
    }),
  ),
  has: Type.Optional(
    text(LONGEST, {
      description: `Keys and values of attributes, as in panel-size:55;panel-size:65;voltage:24: one value at least of each attribute; at most ${MAXIMUM_CHOSEN}`,
    }),
  ),
}
