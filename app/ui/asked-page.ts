/** Page index of an address's query, from 0; what is no index counts as the first page. */
export function askedPage(search: URLSearchParams): number {
  const text = search.get('page') ?? ''
  return /^\d{1,9}$/.test(text) ? Number(text) : 0
}
