import { listAddress, type ListView } from '#app/parts/list-address.ts'
import { listQuery, type ListSearch } from '#app/parts/read-list-search.ts'
import { paths } from '#app/paths.ts'
import { partSearchWords } from '#app/words/part-search.ts'

/** Heading of a column of the table view; `to` is the list in the order that a press asks for. */
export type ColumnLink = { area: string; title: string; to?: string; sorted?: 'ascending' | 'descending' }

/** Place of each column in the grid. */
const areas = { name: 'names', available: 'stock', price: 'price', shipsBy: 'lead', pieces: 'actions' } as const

/** Orders of each column, one after the other; a press on the last one leads back to the order of the list. */
const orders = { name: ['name'], available: ['available'], price: ['price', '-price'], shipsBy: [], pieces: [] } as const

/** The most in stock come first, so that order is the descending one. */
const isDescending = (sort: string) => sort.startsWith('-') || sort === 'available'

/** The headings of the table view as links, so that they work without scripts and on a cached page. For loaders. */
export function columnLinks(search: ListSearch, view: ListView | undefined): ColumnLink[] {
  return (Object.keys(orders) as (keyof typeof orders)[]).map((column) => {
    const heading = { area: areas[column], title: partSearchWords.columns[column] }
    if (orders[column].length === 0) return heading
    const current = orders[column].findIndex((one) => one === search.sort)
    const sort = orders[column][current + 1] ?? ''
    return {
      ...heading,
      to: listAddress(paths.inventory, listQuery({ ...search, sort }), view),
      ...(current >= 0 && { sorted: isDescending(search.sort) ? 'descending' : 'ascending' }),
    }
  })
}
