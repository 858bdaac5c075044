import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { chosenText, readCategories, readChosen } from '#contract/parts/part-filters.ts'
import { partSorts, type PartSort } from '#contract/parts/parts.ts'
import { startOf } from '#contract/basics/start-of.ts'
import { readCompared } from '#app/parts/read-compared.ts'
import { listViews, type ListView } from '#app/parts/list-address.ts'

/** Filters and order of the parts list from the URL. Prices in dollars per piece, as typed. */
export type ListSearch = {
  q: string
  inStock: boolean
  minPrice: string
  maxPrice: string
  /** Keys of categories. */
  category: string
  /** Keys and values of attributes (contract/parts/part-facets.ts). */
  has: string
  sort: PartSort | ''
  /** Ids of the parts that are being compared, separated by commas; they filter nothing. */
  compare: string
}

const KEY = /^[a-z0-9-]{1,60}$/
const PRICE = /^\d{1,8}(\.\d{1,4})?$/

/** Parses the query of a URL; invalid values are ignored. For loaders and the server. */
export function readListSearch(query: URLSearchParams): ListSearch {
  const sort = query.get('sort') ?? ''
  return {
    // PostgreSQL cannot store NUL.
    q: startOf((query.get('q') ?? '').replaceAll('\u0000', '').trim().replace(/\s+/g, ' '), TEXT_LIMITS.search),
    inStock: query.get('inStock') === 'true',
    minPrice: readPrice(query.get('minPrice')),
    maxPrice: readPrice(query.get('maxPrice')),
    // A form sends each choice by itself, links all of them in one value.
    category: readCategories(query.getAll('category').join(';'))
      .filter((key) => KEY.test(key))
      .join(';'),
    has: chosenText(readChosen(query.getAll('has').join(';').replaceAll('\u0000', ''))),
    sort: partSorts.find((known) => known === sort) ?? '',
    compare: readCompared(query.get('compare')).join(','),
  }
}

function readPrice(typed: string | null): string {
  const text = (typed ?? '').trim().replace(/^\$\s*/, '')
  return PRICE.test(text) && Number(text) > 0 ? text : ''
}

/** Undefined if it is not in the URL: the browser shows the last chosen view. */
export const readListView = (query: URLSearchParams): ListView | undefined => listViews.find((view) => view === query.get('view'))

/** Whether the list has a filter or an order. */
export const isSearch = (search: ListSearch): boolean => listQuery({ ...search, compare: '' }) !== ''

/** The same as a normalised query without empty values; empty if there are none. */
export function listQuery({ q, inStock, ...rest }: ListSearch): string {
  const said = Object.entries({ q, inStock: inStock ? 'true' : '', ...rest }).filter(([, value]) => value !== '')
  return new URLSearchParams(said).toString()
}
