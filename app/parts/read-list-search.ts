import { TEXT_LIMITS } from '#contract/limits.ts'
import { partSorts, type PartSort } from '#contract/parts.ts'

/** What the parts list is narrowed to and how it is ordered, as the address says it. Prices in dollars per piece, as typed. */
export type ListSearch = { q: string; inStock: boolean; minPrice: string; maxPrice: string; sort: PartSort | '' }

const PRICE = /^\d{1,8}(\.\d{1,4})?$/

/** Reads the search of an address; what makes no sense counts as not said. For loaders and the server. */
export function readListSearch(query: URLSearchParams): ListSearch {
  const sort = query.get('sort') ?? ''
  return {
    // PostgreSQL keeps no NUL character.
    q: (query.get('q') ?? '').replaceAll('\u0000', '').trim().replace(/\s+/g, ' ').slice(0, TEXT_LIMITS.search),
    inStock: query.get('inStock') === 'true',
    minPrice: readPrice(query.get('minPrice')),
    maxPrice: readPrice(query.get('maxPrice')),
    sort: partSorts.find((known) => known === sort) ?? '',
  }
}

function readPrice(typed: string | null): string {
  const text = (typed ?? '').trim().replace(/^\$\s*/, '')
  return PRICE.test(text) && Number(text) > 0 ? text : ''
}

/** The same as a query, in one order and without what is not said; empty when nothing is. */
export function listQuery({ q, inStock, ...rest }: ListSearch): string {
  const said = Object.entries({ q, inStock: inStock ? 'true' : '', ...rest }).filter(([, value]) => value !== '')
  return new URLSearchParams(said).toString()
}
