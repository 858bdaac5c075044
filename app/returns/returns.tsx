import { RETURNS_PAGE_SIZE, returnCalls } from '#contract/orders/returns.ts'
import { returnStates } from '#contract/orders/return-states.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { ReturnActions } from '#app/returns/return-actions.tsx'
import { ReturnFacts, ReturnStatus } from '#app/returns/return-facts.tsx'
import { FilterChips, useChoice } from '#app/ui/filter-chips.tsx'
import { ListScreen, useList } from '#app/ui/list-screen.tsx'
import { usePage } from '#app/ui/list-pager.tsx'
import { returnWords as words } from '#app/words/returns.ts'

export const meta = pageMeta(words.title)

/** All returns with the shop's actions for each, newest first. For admins. */
export default function AllReturns() {
  const state = useChoice('state', returnStates)
  const list = useList(returnCalls.all, { query: { page: usePage(), state } })
  const { data } = list
  return (
    <ListScreen
      list={list}
      rows={data?.returns}
      paging={data}
      rowKey={({ _id }) => _id}
      size={RETURNS_PAGE_SIZE}
      words={words}
      filters={
        data && (
          <FilterChips
            label={words.filter}
            name="state"
            chips={[
              { value: '', label: words.all, count: Object.values(data.states).reduce((sum, count) => sum + count, 0) },
              ...returnStates.map((one) => ({ value: one, label: words.states[one], count: data.states[one] })),
            ]}
          />
        )
      }
      renderItem={(one) => (
        <article className="item" aria-labelledby={`return-${one._id}`}>
          <div className="flex flex-wrap items-baseline gap-x-3 gap-y-0">
            <h3 id={`return-${one._id}`} className="min-w-0 font-[650] wrap-anywhere figures">
              {one.number}
            </h3>
            <ReturnStatus state={one.state} />
          </div>
          <ReturnFacts one={one} withOrder />
          <ReturnActions one={one} />
        </article>
      )}
    />
  )
}
