import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import { listAddress } from '#app/parts/list-address.ts'
import { isSearch, listQuery, readListSearch, readListView } from '#app/parts/read-list-search.ts'
import { paths } from '#app/paths.ts'
import { askedPage } from '#app/ui/asked-page.ts'
import { PAGE_SIZE } from '#contract/basics/limits.ts'
import { MAX_FOUND } from '../../parts/search-parts.ts'

/** Cache key and path of the page that answers a URL. */
export type PageAddress = {
  /** Path and query that the page is rendered for. */
  path: string
  /** Page index of the parts list, from 0, before clamping; undefined elsewhere. */
  listPage?: number
  /** Whether the rendered page may be cached for all visitors. */
  shared: boolean
}

/** Limits of the cache of parsed URLs: their number, and their length. */
const REMEMBERED = 2_000
const REMEMBERED_LENGTH = 200
const LAST_FOUND_PAGE = Math.ceil(MAX_FOUND / PAGE_SIZE) - 1
/** No route has this path, so the 404 screen answers it. */
export const UNKNOWN = '/404'
/** Requests of the router for a page's data after a link, and the query parameters they may omit. */
const DATA = new Map([
  ['/_.data', { page: paths.home, routes: [null, 'company/home'] }],
  [`${paths.inventory}.data`, { page: paths.inventory, routes: [null, 'parts/parts-list'] }],
])

/**
 * Maps a URL to its page. Many URLs have one page: those with unknown parameters, all unknown paths, and every part's
 * screen, which the server renders without the part. The page is rendered only from the result, so no request can fill the
 * cache with copies, or put its own text into the page of others.
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

const PREVIEW = /[?&]preview=([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:&|$)/

/** The id of the preview of settings that a URL asks for, or nothing. */
export const previewOf = (url: string): string => PREVIEW.exec(url)?.[1] ?? ''

function readAddress(tree: RouteObject[], url: string): PageAddress {
  const [path = '/', query = ''] = url.split(/\?(.*)/s)
  if (path.endsWith('.data')) return readDataAddress(url, path, query)

  const matches = matchRoutes(tree, path)
  const pattern =
    matches
      ?.map(({ route }) => route.path ?? '')
      .filter(Boolean)
      .join('/') ?? '*'
  if (pattern === '*') return { path: UNKNOWN, shared: true }
  const page = `/${pattern.replaceAll(/:(\w+)/g, '$1')}`
  const preview = previewOf(url)
  if (preview) return { path: `${page}?preview=${preview}`, shared: false }
  if (page === paths.inventory) return { ...listOf(page, query), shared: true }
  // These pages read a secret from the URL, so they are not cached.
  const readsSecret = query !== '' && [paths.resetPassword, paths.verifyEmail, paths.signInLink].some((secret) => secret === page)
  return readsSecret ? { path: `${page}?${query}`, shared: false } : { path: page, shared: true }
}

function readDataAddress(url: string, path: string, query: string): PageAddress {
  const routes = new URLSearchParams(query).get('_routes')
  const known = DATA.get(path)
  if (!known?.routes.includes(routes)) return { path: url, shared: false }
  const address = routes === null ? path : `${path}?_routes=${encodeURIComponent(routes)}`
  return known.page === paths.inventory ? { ...listOf(address, query), shared: true } : { path: address, shared: true }
}

/** As the list itself does: an invalid index means the first page, and unknown filters are ignored. */
function listOf(path: string, query: string): Pick<PageAddress, 'path' | 'listPage'> {
  const asked = new URLSearchParams(query)
  const page = askedPage(asked)
  const read = readListSearch(asked)
  const search = listQuery(read)
  const view = readListView(asked)
  if (!isSearch(read)) return { path: listAddress(path, search, view), listPage: page }
  // A search has separate pages up to the last index that its count can have; every higher index means the last page.
  return { path: listAddress(path, search, view, Math.min(page, LAST_FOUND_PAGE)) }
}

function childrenOf(routes: ServerBuild['routes'], parentId: string | undefined): RouteObject[] {
  return Object.values(routes)
    .filter((route) => route !== undefined)
    .filter((route) => route.parentId === parentId)
    .map(({ id, path = '', index }) => (index ? { id, path, index: true } : { id, path, children: childrenOf(routes, id) }))
}
