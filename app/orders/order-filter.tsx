import { listedStates, type OrderAttention, type OrdersByState } from '#contract/orders/orders.ts'
import { DateRange, useDateRange } from '#app/ui/date-range.tsx'
import { FilterChips, useChoice } from '#app/ui/filter-chips.tsx'
import { useListSearch } from '#app/ui/list-search.tsx'
import { orderFilterWords as words } from '#app/words/order-filter.ts'
import { orderStateWords } from '#app/words/order-states.ts'

/** Filters of a list of orders in the address: a text, a state, days, and where the list has it, what waits for the shop. */
export function useOrderFilter(attentions: readonly OrderAttention[] = []) {
  const q = useListSearch()
  const state = useChoice('state', listedStates)
  const attention = useChoice('attention', attentions)
  const times = useDateRange()
  /** Without the state, for the counts of each. */
  const searched = { ...times, ...(q !== '' && { q }), ...(attention && { attention }) }
  return {
    q,
    state,
    attentions,
    searched,
    filter: { ...searched, ...(state && { state }) },
    isFiltered: state !== undefined || Object.keys(searched).length > 0,
  }
}

type OrderFilter = ReturnType<typeof useOrderFilter>

/** Orders in the list: the specified one has no cancelled orders; a text finds them, too. */
export function countShown({ q, state, searched }: OrderFilter, counts: OrdersByState): number {
  if (state) return counts[state]
  return listedStates.filter((one) => one !== 'cancelled' || q !== '' || searched.attention).reduce((sum, one) => sum + counts[one], 0)
}

/** States as chips with their counts, and days; below them a notice if a search is incomplete. */
export function OrderFilterBar({ filter, counts }: { filter: OrderFilter; counts: OrdersByState }) {
  return (
    <>
      {filter.searched.attention && (
        <FilterChips
          label={words.attention}
          name="attention"
          chips={[
            { value: '', label: words.anyAttention, count: undefined },
            ...filter.attentions.map((value) => ({ value, label: words.attentions[value], count: undefined })),
          ]}
        />
      )}
      <div className="list-filters">
        <FilterChips
          label={words.filter}
          name="state"
          chips={[
            { value: '', label: words.allStates, count: countShown({ ...filter, state: undefined }, counts) },
            ...listedStates.map((value) => ({ value, label: orderStateWords[value], count: counts[value] })),
          ]}
        />
        <DateRange label={words.days} />
      </div>
      {counts.incomplete && (
        <p role="status" className="text-sm text-soft">
          {words.incomplete(filter.q)}
        </p>
      )}
    </>
  )
}

/** Names the filters where no order is found. */
export function wordsOfNone({ q, state, searched }: OrderFilter) {
  const hasDays = searched.from !== undefined || searched.to !== undefined
  return { noneFound: words.noneFound(q, state && orderStateWords[state], hasDays), showAll: words.showAll }
}
