import { listAddress, type ListView } from '#app/parts/list-address.ts'
import { listQuery, type ListSearch } from '#app/parts/read-list-search.ts'
import { paths } from '#app/paths.ts'
import { filterWords as words } from '#app/words/part-search.ts'

/** Nothing that filters; order and comparison stay. */
export const NO_FILTERS = { q: '', inStock: false, minPrice: '', maxPrice: '', category: '', has: '' } satisfies Partial<ListSearch>

/** The filters of a search as text, each with the address of the list without it. For loaders. */
export function activeFilters(
  search: ListSearch,
  view: ListView | undefined,
  chosen: [label: string, without: Partial<ListSearch>][],
): { label: string; to: string }[] {
  const { q, inStock, minPrice, maxPrice } = search
  const filters: [label: string, without: Partial<ListSearch>][] = [
    [q && words.text(q), { q: '' }],
    [inStock ? words.inStock : '', { inStock: false }],
    [minPrice && words.minPrice(minPrice), { minPrice: '' }],
    [maxPrice && words.maxPrice(maxPrice), { maxPrice: '' }],
    ...chosen,
  ]
  return filters
    .filter(([label]) => label !== '')
    .map(([label, without]) => ({ label, to: listAddress(paths.inventory, listQuery({ ...search, ...without }), view) }))
}
