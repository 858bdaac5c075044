/** How the parts list is drawn: parameter `view` of its address. */
export const listViews = ['cards', 'table'] as const
export type ListView = (typeof listViews)[number]

/** Address of a page of the parts list. `search` is a query; `page` counts from 0, and the first page is not named. */
export function listAddress(path: string, search: string, view: ListView | undefined, page = 0): string {
  const query = [search, view && `view=${view}`, page > 0 && `page=${page}`].filter(Boolean).join('&')
  return query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`
}
