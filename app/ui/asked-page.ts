/** Page index in a query, from 0; invalid ones are the first page. */
export function askedPage(search: URLSearchParams): number {
  const text = search.get('page') ?? ''
  return /^\d{1,9}$/.test(text) ? Number(text) : 0
}
