import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import { listQuery, readListSearch } from '#app/parts/read-list-search.ts'
import { paths } from '#app/paths.ts'
import { askedPage } from '#app/ui/asked-page.ts'
import { PAGE_SIZE } from '#contract/limits.ts'
import { MOST_FOUND } from '../parts/search-parts.ts'

/** Where the page that answers an address is kept, and how it is asked for. */
export type PageAddress = {
  /** Path and query that the page is drawn for. */
  path: string
  /** Page index of the parts list, from 0, before it is brought into the list's bounds; undefined elsewhere. */
  listPage?: number
  /** Whether what is drawn may be kept for everybody. */
  shared: boolean
}

/** Addresses whose meaning is remembered, and the longest that is. */
const REMEMBERED = 2_000
const REMEMBERED_LENGTH = 200
const LAST_FOUND_PAGE = Math.ceil(MOST_FOUND / PAGE_SIZE) - 1
/** No route has this path, so that the 404 screen answers it. */
const UNKNOWN = '/404'
/** What the router asks for when somebody follows a link to a page that reads something, and what it may leave out. */
const DATA = new Map([
  ['/_.data', { page: paths.home, routes: [null, 'company/home'] }],
  [`${paths.inventory}.data`, { page: paths.inventory, routes: [null, 'parts/parts-list'] }],
])

/**
 * Tells which page an address means. Many addresses mean one page: unknown parameters, every unknown path, every part's
 * screen, because the server draws it without knowing the part. A page is drawn from the result alone, so nobody can
 * have copies of it made, or put words of their own into what others get.
 */
export function readPageAddresses(build: Pick<ServerBuild, 'routes'>): (url: string) => PageAddress {
  const tree = childrenOf(build.routes, undefined)
  const remembered = new Map<string, PageAddress>()
  return (url) => {
    const known = remembered.get(url)
    if (known) return known
    const address = readAddress(tree, url)
    if (remembered.size === REMEMBERED) remembered.clear()
    if (address.shared && url.length <= REMEMBERED_LENGTH) remembered.set(url, address)
    return address
  }
}

function readAddress(tree: RouteObject[], url: string): PageAddress {
  const [path = '/', query = ''] = url.split(/\?(.*)/s)
  if (path.endsWith('.data')) return readDataAddress(url, path, query)

  const matches = matchRoutes(tree, path)
  const pattern = matches?.map(({ route }) => route.path ?? '').filter(Boolean).join('/') ?? '*'
  if (pattern === '*') return { path: UNKNOWN, shared: true }
  const page = `/${pattern.replaceAll(/:(\w+)/g, '$1')}`
  if (page === paths.inventory) return { ...listOf(page, query), shared: true }
  // These read their secret from the address: what is drawn for it is for nobody else.
  const readsSecret = query !== '' && [paths.resetPassword, paths.verifyEmail, paths.signInLink].some((secret) => secret === page)
  return readsSecret ? { path: `${page}?${query}`, shared: false } : { path: page, shared: true }
}

function readDataAddress(url: string, path: string, query: string): PageAddress {
  const routes = new URLSearchParams(query).get('_routes')
  const known = DATA.get(path)
  if (!known?.routes.includes(routes)) return { path: url, shared: false }
  const address = routes === null ? path : `${path}?_routes=${encodeURIComponent(routes)}`
  return known.page === paths.inventory
    ? { ...listOf(address, query), shared: true }
    : { path: address, shared: true }
}

/** As the list itself reads it: what is no index counts as the first page, and only what it understands is searched for. */
function listOf(path: string, query: string): Pick<PageAddress, 'path' | 'listPage'> {
  const asked = new URLSearchParams(query)
  const page = askedPage(asked)
  const search = listQuery(readListSearch(asked))
  if (search === '') return { path, listPage: page }
  // A search has a page of its own for each index that its count can have; what lies beyond is its last.
  const index = Math.min(page, LAST_FOUND_PAGE)
  return { path: `${path}${path.includes('?') ? '&' : '?'}${search}${index > 0 ? `&page=${index}` : ''}` }
}

function childrenOf(routes: ServerBuild['routes'], parentId: string | undefined): RouteObject[] {
  return Object.values(routes)
    .filter((route) => route !== undefined)
    .filter((route) => route.parentId === parentId)
    .map(({ id, path = '', index }) => (index ? { id, path, index: true } : { id, path, children: childrenOf(routes, id) }))
}
