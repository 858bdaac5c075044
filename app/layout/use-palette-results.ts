import { actsAsAdmin } from '#contract/people/permissions.ts'
import { useQuery } from '@tanstack/react-query'
import { EMAIL_PATTERN } from '#contract/basics/fields.ts'
import { MAXIMUM_PAGE_SIZE } from '#contract/basics/limits.ts'
import { orderCalls, orderCan } from '#contract/orders/orders.ts'
import { quoteCalls } from '#contract/quotes/quotes.ts'
import { userCalls } from '#contract/people/users.ts'
import { isUnknown } from '#app/ui/failure.tsx'
import type { NamedCall } from '#app/identity/may.tsx'
import { useSession } from '#app/identity/session.tsx'
import {
  fits,
  newQuoteHit,
  orderHit,
  orderHits,
  ordersOfHit,
  partHit,
  quoteHits,
  screenHits,
  searchHit,
  shipHit,
  type PaletteHit,
} from '#app/layout/palette-hits.ts'
import { recentHits } from '#app/layout/recent-hits.ts'
import { readOf } from '#app/api/queries.ts'
import { useSuggestions } from '#app/quotes/use-suggestions.ts'
import type { OptionGroup } from '#app/ui/use-combobox.tsx'
import { paletteWords as words } from '#app/words/command-palette.ts'

const EMAIL = new RegExp(EMAIL_PATTERN)
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const ORDER_NUMBER = /^(?:ship +)?(o-\d+)$/i
const ORDERS_SHOWN = 5

export type PaletteResults = {
  groups: OptionGroup<PaletteHit>[]
  isSearching: boolean
  hasFailed: boolean
  /** Retries failed queries. */
  retry: () => void
}

/**
 * What the palette finds for a text. Each query is by its text, and an earlier one is aborted, so that a late answer is
 * never shown. Admins find orders by the buyer's email, buyers their own orders and quotes.
 */
export function usePaletteResults(text: string): PaletteResults {
  const { status, identity } = useSession()
  const typed = text.trim()
  const isSignedIn = status === 'signedIn' && identity !== null
  const email = identity?.email ?? ''

  const role = useQuery({ ...readOf(userCalls.isAdmin, { params: { email } }), enabled: isSignedIn })
  const isAdmin = role.data?.admin
  const rights: Parameters<typeof actsAsAdmin>[0] = { role: isAdmin ? 'admin' : '', permissions: role.data?.permissions ?? [] }
  const may = (call: NamedCall) => actsAsAdmin(rights, call)
  const findsAll = may(orderCalls.all)
  const orders = useQuery({ ...readOf(orderCalls.ofCustomer, { query: { customer: email } }), retry: false, enabled: isAdmin === false })
  const quotes = useQuery({ ...readOf(quoteCalls.mine, { query: { size: MAXIMUM_PAGE_SIZE } }), retry: false, enabled: isSignedIn })
  const ofBuyer = useQuery({
    ...readOf(orderCalls.all, { query: { page: 0, size: ORDERS_SHOWN, newestFirst: true, customer: typed } }),
    retry: false,
    enabled: findsAll && EMAIL.test(typed),
  })
  const number = ORDER_NUMBER.exec(typed)?.[1] ?? ''
  const byNumber = useQuery({
    ...readOf(orderCalls.all, { query: { page: 0, size: ORDERS_SHOWN, newestFirst: true, q: number } }),
    retry: false,
    enabled: findsAll && number !== '',
  })
  const toShip = may(orderCalls.ship) ? (byNumber.data ?? []).filter(orderCan.ship) : []
  const byId = useQuery({
    ...readOf(orderCalls.one, { params: { id: typed } }),
    retry: false,
    enabled: isAdmin !== undefined && ID.test(typed),
  })
  const parts = useSuggestions(typed)

  const listed = typed === '' ? [] : orderHits(typed, orders.data ?? [])
  const foundOrders = [
    ...listed,
    ...[...(ofBuyer.data ?? []), ...(byNumber.data ?? []), ...(byId.data ? [byId.data] : [])].map((order) => orderHit(order, findsAll)),
  ].filter((hit, index, hits) => hits.findIndex(({ path }) => path === hit.path) === index)
  // An address is an option once, or arrow keys would go back to its first place.
  const shown = new Set<string>()
  const groups = [
    { label: words.groups.recent, options: typed === '' ? recentHits(identity?.uid ?? '') : [] },
    { label: words.groups.actions, options: [...toShip.map(shipHit), ...(fits(typed, newQuoteHit.label) ? [newQuoteHit] : [])] },
    { label: words.groups.screens, options: screenHits(typed, { isSignedIn, isAdmin, may }) },
    { label: words.groups.orders, options: [...foundOrders, ...(ofBuyer.data?.length ? [ordersOfHit(typed)] : [])] },
    { label: words.groups.quotes, options: typed === '' ? [] : quoteHits(typed, quotes.data?.quotes ?? []) },
    { label: words.groups.parts, options: (parts.parts ?? []).map(partHit) },
    { label: words.groups.search, options: typed === '' ? [] : [searchHit(typed)] },
  ]
    .map(({ label, options }) => ({ label, options: options.filter(({ path }) => !shown.has(path) && shown.add(path)) }))
    .filter(({ options }) => options.length > 0)

  const queries = [role, orders, quotes, ofBuyer, byNumber, byId]
  const failed = queries.filter(({ error }) => error !== null && !isUnknown(error))
  return {
    groups,
    isSearching: parts.isSearching || queries.some(({ isFetching, data }) => isFetching && data === undefined),
    hasFailed: failed.length > 0 || parts.error !== undefined,
    retry: () => {
      for (const query of failed) void query.refetch()
      parts.retry()
    },
  }
}
