import { useMemo } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { WHOLE_PARTS_LIST } from '#contract/basics/limits.ts'
import { deskSorts, partDeskCalls, type DeskFilter, type ManagedParts, type DeskSort } from '#contract/parts/part-desk.ts'
import { partCalls, type ListedPart } from '#contract/parts/parts.ts'
import { stockStateNames, stockStates, type StockState } from '#contract/parts/stock-states.ts'
import { readOf } from '#app/api/queries.ts'
import type { Failable } from '#app/ui/failure.tsx'

type ShownParts = Pick<ManagedParts, 'count' | 'all' | StockState> & {
  parts: readonly ListedPart[]
  /** The page, from 0; undefined where all parts are shown. */
  page?: number
}
type ReadParts = { list: Failable & { isPlaceholderData: boolean }; shown: ShownParts | undefined }

/**
 * The parts at the desk: all of them, by one call; pages of a larger catalogue, and of what is searched or filtered. Earlier data stay until
 * the answer arrives.
 */
export function useManagedParts({ page, filter, sort: by }: { page: number; filter: DeskFilter; sort: string | undefined }): ReadParts {
  const sort = deskSorts.find((one) => one === by)
  const isNarrowed = Object.keys(filter).length > 0
  const counted = useQuery({ ...readOf(partCalls.count), enabled: !isNarrowed })
  const isWhole = !isNarrowed && counted.data !== undefined && counted.data.count <= WHOLE_PARTS_LIST
  const isPaged = isNarrowed || (!isWhole && !counted.isPending)
  const all = useQuery({ ...readOf(partCalls.all), enabled: isWhole })
  const paged = useQuery({
    ...readOf(partDeskCalls.list, { query: { page, ...filter, ...(sort && { sort }) } }),
    enabled: isPaged,
    placeholderData: keepPreviousData,
  })
  const whole = useMemo(() => all.data && wholeList(all.data, sort), [all.data, sort])

  const { error, isFetching, refetch, isPlaceholderData } = isWhole ? all : isPaged ? paged : counted
  const asked = isWhole ? whole : paged.data
  return {
    list: { error, isFetching, refetch, isPlaceholderData: isPlaceholderData || !asked },
    shown: asked ?? whole ?? paged.data,
  }
}

/** All parts in the order of the desk, counted as the server counts them. */
function wholeList(parts: readonly ListedPart[], sort: DeskSort = 'newest'): ShownParts {
  const all = parts.length
  const counted = Object.fromEntries(stockStateNames.map((state) => [state, parts.filter(stockStates[state]).length]))
  return { count: all, all, ...(counted as Record<StockState, number>), parts: sorted(parts, sort) }
}

const alphabetical = new Intl.Collator('en', { sensitivity: 'base', ignorePunctuation: true })
const orders = {
  name: (one: ListedPart, other: ListedPart) => alphabetical.compare(one.name, other.name),
  available: (one: ListedPart, other: ListedPart) => one.available - other.available,
  partNumber: (one: ListedPart, other: ListedPart) => alphabetical.compare(one.partNumber, other.partNumber),
  price: (one: ListedPart, other: ListedPart) => one.price - other.price,
}

/** @param parts the oldest first. */
function sorted(parts: readonly ListedPart[], sort: DeskSort): readonly ListedPart[] {
  if (sort === 'newest') return parts.toReversed()
  const ascending = parts.toSorted(orders[sort.replace('-', '') as keyof typeof orders])
  return sort.startsWith('-') ? ascending.toReversed() : ascending
}
