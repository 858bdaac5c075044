import type { PartFacts } from '#contract/parts/part-facts.ts'
import { factFields, partFields, type FactField } from '#contract/parts/part-fields.ts'
import { partDetailWords as words } from '#app/words/part-detail.ts'

const countryNames = new Intl.DisplayNames('en', { type: 'region' })

/** Facts that are shown as a value beside their title; the category and the rule of orders are shown in their own way. */
export const shownFacts = factFields.filter(
  (field) => field !== 'category' && field !== 'minimumOrder' && field !== 'orderStep' && field !== 'madeMonthly',
)

/** The value of a fact for buyers; undefined where the part has none. */
export function factText(facts: PartFacts | undefined, field: FactField): string | undefined {
  const value = facts?.[field] ?? undefined
  if (typeof value === 'number') return partFields[field].kind === 'grams' ? words.grams(value) : String(value)
  return value && partFields[field].kind === 'country' ? countryNames.of(value) : value
}
