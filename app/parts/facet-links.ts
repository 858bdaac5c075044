import { formatCount } from '#contract/basics/figures.ts'
import { type PartFacets } from '#contract/parts/part-facets.ts'
import { chosenText, readChosen, type ChosenValue } from '#contract/parts/part-filters.ts'
import { listAddress, type ListView } from '#app/parts/list-address.ts'
import { listQuery, type ListSearch } from '#app/parts/read-list-search.ts'
import { paths } from '#app/paths.ts'
import { filterWords as words } from '#app/words/part-search.ts'

type FacetLink = { to: string; text: string; count: string; isChosen: boolean }
/** A category or an attribute: its choices, and how many are chosen. */
export type FacetGroup = { name: string; chosen: number; links: FacetLink[] }

/** Address of the list with this choice instead. */
type LinkTo = (change: { category: string } | { has: string }) => string

/** The facets of a search as links: each to the list with it, a chosen one to the list without it. For loaders. */
export const facetGroups = (facets: PartFacets, search: ListSearch, view: ListView | undefined): FacetGroup[] =>
  facetLinks(facets, search.has, (change) => listAddress(paths.inventory, listQuery({ ...search, ...change }), view))

/** The facets of any list of parts as links. @param has keys and values of attributes that are chosen */
export function facetLinks({ categories, attributes }: PartFacets, has: string, to: LinkTo): FacetGroup[] {
  const chosen = readChosen(has)
  const ofCategories = {
    name: words.category,
    chosen: categories.filter((one) => one.chosen).length,
    links: categories.map(({ key, name, level, count, chosen: isChosen }) => ({
      to: to({ category: isChosen ? '' : key }),
      text: `${'\u2003'.repeat(level)}${name}`,
      count: formatCount(count),
      isChosen,
    })),
  }
  const ofAttributes = attributes.map(({ key, name, unit, values }) => ({
    name,
    chosen: values.filter((one) => one.chosen).length,
    links: values.map(({ value, count, chosen: isChosen }) => ({
      to: to({ has: chosenText(toggled(chosen, { key, value })) }),
      text: words.value(value, unit),
      count: formatCount(count),
      isChosen,
    })),
  }))
  return [ofCategories, ...ofAttributes].filter(({ links }) => links.length > 0)
}

export function toggled(chosen: readonly ChosenValue[], { key, value }: ChosenValue): ChosenValue[] {
  const without = chosen.filter((one) => one.key !== key || one.value !== value)
  return without.length < chosen.length ? without : [...chosen, { key, value }]
}

/** Names of the chosen category and values, each with the link that removes it. */
export function chosenNames({ categories, attributes }: PartFacets, search: ListSearch): [label: string, without: Partial<ListSearch>][] {
  const category = categories.find((one) => one.chosen)
  const chosen = readChosen(search.has)
  return [
    ...(search.category === '' ? [] : [[category?.name ?? search.category, { category: '' }] as [string, Partial<ListSearch>]]),
    ...chosen.map(({ key, value }): [string, Partial<ListSearch>] => {
      const attribute = attributes.find((one) => one.key === key)
      return [
        words.named(attribute?.name ?? key, words.value(value, attribute?.unit ?? '')),
        { has: chosenText(toggled(chosen, { key, value })) },
      ]
    }),
  ]
}
