import { formatUnitPrice } from '#contract/basics/figures.ts'
import type { PartFacts } from '#contract/parts/part-facts.ts'
import { factFields, partFields, type FactField } from '#contract/parts/part-fields.ts'
import { partDetailWords as words } from '#app/words/part-detail.ts'

const countryNames = new Intl.DisplayNames('en', { type: 'region' })

/** Facts that are shown as a value beside their title; the category, the rule of orders, packs and samples are shown in their own way. */
const shownOtherwise: ReadonlySet<FactField> = new Set([
  'category',
  'minimumOrder',
  'orderStep',
  'madeMonthly',
  'packName',
  'packPieces',
  'samplePieces',
  'samplePrice',
])
export const shownFacts = factFields.filter((field) => !shownOtherwise.has(field))

/** The value of a fact for buyers; undefined where the part has none. */
export function factText(facts: PartFacts | undefined, field: FactField): string | undefined {
  const value = facts?.[field] ?? undefined
  if (Array.isArray(value)) return value.map(({ from, price }) => words.fewerFrom(from, formatUnitPrice(price))).join(', ')
  if (typeof value === 'number') return partFields[field].kind === 'grams' ? words.grams(value) : String(value)
  return value && partFields[field].kind === 'country' ? countryNames.of(value) : value
}
