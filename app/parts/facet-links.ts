import { formatCount } from '#contract/basics/figures.ts'
import { type PartFacets } from '#contract/parts/part-facets.ts'
import type { ListSearch } from '#app/parts/read-list-search.ts'
import { filterWords as words } from '#app/words/part-search.ts'

/** `value` is as in an address: the key of a category, or key and value of an attribute. Categories are indented by their text. */
export type FacetChoice = {
  value: string
  text: string
  count: string
  isChosen: boolean
  /** The categories above and below this one: the last choice of them takes the place of the others, so that one below narrows. */
  line?: string[]
}
/** A category or an attribute: its choices, and how many are chosen. `field` is the parameter of an address. */
export type FacetGroup = { name: string; field: 'category' | 'has'; chosen: number; choices: FacetChoice[] }

export function facetGroups({ categories, attributes }: PartFacets): FacetGroup[] {
  const lines = linesOf(categories)
  const ofCategories: FacetGroup = {
    name: words.category,
    field: 'category',
    chosen: categories.filter((one) => one.chosen).length,
    choices: categories.map(({ key, name, level, count, chosen: isChosen }, index) => ({
      value: key,
      text: `${'\u2003'.repeat(level)}${name}`,
      count: formatCount(count),
      isChosen,
      line: lines[index],
    })),
  }
  const ofAttributes = attributes.map(({ key, name, unit, values }): FacetGroup => ({
    name,
    field: 'has',
    chosen: values.filter((one) => one.chosen).length,
    choices: values.map(({ value, count, chosen: isChosen }) => ({
      value: `${key}:${value}`,
      text: words.value(value, unit),
      count: formatCount(count),
      isChosen,
    })),
  }))
  return [ofCategories, ...ofAttributes].filter(({ choices }) => choices.length > 0)
}

/** For each category those above and below it. Each stands below the one above it. */
function linesOf(categories: PartFacets['categories']): string[][] {
  const path: string[] = []
  const above = categories.map(({ key, level }) => {
    path.splice(level, Infinity, key)
    return path.slice(0, level)
  })
  return categories.map(({ key }, index) => [
    ...above[index]!, // one for each category
    ...categories.flatMap((other, place) => (above[place]!.includes(key) ? [other.key] : [])),
  ])
}

const choicesOf = (chosen: string) => chosen.split(';').filter((one) => one !== '')

/** The choices of an address, 'a;b', with this one too, or without it. */
export function toggled(chosen: string, { value, line = [] }: Pick<FacetChoice, 'value' | 'line'>): string {
  const all = choicesOf(chosen)
  return (all.includes(value) ? all.filter((one) => one !== value) : [...all.filter((one) => !line.includes(one)), value]).join(';')
}

/** Names of the chosen categories and values, each with the change of the search that removes it. */
export const chosenNames = (groups: readonly FacetGroup[], search: ListSearch): [label: string, without: Partial<ListSearch>][] =>
  (['category', 'has'] as const).flatMap((field) =>
    choicesOf(search[field]).map((value): [string, Partial<ListSearch>] => {
      const group = groups.find((one) => one.field === field && one.choices.some((choice) => choice.value === value))
      const text = group?.choices.find((choice) => choice.value === value)?.text.trim() ?? value.replace(':', ': ')
      return [group && field === 'has' ? words.named(group.name, text) : text, { [field]: toggled(search[field], { value }) }]
    }),
  )
