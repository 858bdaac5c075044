import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { RETURNS_PAGE_SIZE, returnCalls } from '#contract/returns.ts'
import { returnStates } from '#contract/return-states.ts'
import { LoadFailed, Loading } from '#app/failure.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { readOf } from '#app/queries.ts'
import { ReturnActions } from '#app/returns/return-actions.tsx'
import { ReturnFacts, ReturnStatus } from '#app/returns/return-facts.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { FilterChips } from '#app/ui/filter-chips.tsx'
import { ListHead } from '#app/ui/list-head.tsx'
import { ListPager, usePage } from '#app/ui/list-pager.tsx'
import { returnWords as words } from '#app/words/returns.ts'

export const meta = pageMeta(words.title)

/** All returns with what the shop can do with each, the newest first. For admins. */
export default function AllReturns() {
  const [search] = useSearchParams()
  const state = returnStates.find((known) => known === search.get('state'))
  const list = useQuery({
    ...readOf(returnCalls.all, { query: { page: usePage(), ...(state && { state }) } }),
    placeholderData: keepPreviousData,
  })
  const { data, error, isPlaceholderData } = list
  if (!data) return <Loading query={list} />
  const all = Object.values(data.states).reduce((sum, count) => sum + count, 0)
  return (
    <section className="grid grid-cols-1 gap-3">
      <ListHead noTable title={words.title} lead={words.lead} />
      {error && <LoadFailed query={list} />}
      <FilterChips
        label={words.filter}
        name="state"
        chips={[
          { value: '', label: words.all, count: all },
          ...returnStates.map((one) => ({ value: one, label: words.states[one], count: data.states[one] })),
        ]}
      />
      {data.count === 0 ? (
        <EmptyState title={words.none}>{words.noneMore}</EmptyState>
      ) : (
        <ul className="item-list" aria-busy={isPlaceholderData || undefined}>
          {data.returns.map((one) => (
            <li key={one._id}>
              <article className="item" aria-labelledby={`return-${one._id}`}>
                <div className="item-head">
                  <h3 id={`return-${one._id}`} className="item-name figures">
                    {one.number}
                  </h3>
                  <ReturnStatus state={one.state} />
                </div>
                <ReturnFacts one={one} withOrder />
                <ReturnActions one={one} />
              </article>
            </li>
          ))}
        </ul>
      )}
      <ListPager page={data.page} count={data.count} size={RETURNS_PAGE_SIZE} label={words.pages} />
    </section>
  )
}
