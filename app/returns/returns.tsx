import { formatCount } from '#contract/basics/figures.ts'
import { RETURNS_PAGE_SIZE, returnCalls, type Return } from '#contract/orders/returns.ts'
import { returnStates } from '#contract/orders/return-states.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { ReturnActions } from '#app/returns/return-actions.tsx'
import { ReturnFacts, ReturnStatus } from '#app/returns/return-facts.tsx'
import { EmailText } from '#app/ui/email-text.tsx'
import { FilterChips, useChoice } from '#app/ui/filter-chips.tsx'
import { ListScreen, useList, useListQuery } from '#app/ui/list-screen.tsx'
import { RowSheet } from '#app/ui/row-sheet.tsx'
import type { Column } from '#app/ui/table.tsx'
import { Day } from '#app/ui/time.tsx'
import { returnWords as words } from '#app/words/returns.ts'

export const meta = pageMeta(words.title)

/** All returns, newest first; each opens beside the list, with the shop's actions. For admins. */
export default function AllReturns() {
  const state = useChoice('state', returnStates)
  const query = useListQuery()
  const list = useList(returnCalls.all, { query: { ...query, state } })
  const { data } = list
  return (
    <ListScreen
      list={list}
      rows={data?.returns}
      paging={data}
      rowKey={({ _id }) => _id}
      size={RETURNS_PAGE_SIZE}
      words={words}
      search={words.searchLabel}
      isFiltered={query.q !== undefined || state !== undefined}
      wide
      columns={columns}
      filters={
        data && (
          <div className="list-filters">
            <FilterChips
              label={words.filter}
              name="state"
              chips={[
                { value: '', label: words.all, count: Object.values(data.states).reduce((sum, count) => sum + count, 0) },
                ...returnStates.map((one) => ({ value: one, label: words.states[one], count: data.states[one] })),
              ]}
            />
          </div>
        )
      }
      renderSheet={({ id, row, onClose }) => (
        <RowSheet
          listed={row}
          call={returnCalls.one}
          request={{ params: { id } }}
          title={words.title}
          titleOf={({ number }) => number}
          unknown={words.unknown}
          onClose={onClose}
        >
          {(one) => (
            <>
              <div className="flex flex-wrap items-center gap-3">
                <ReturnStatus state={one.state} />
                <ReturnActions one={one} />
              </div>
              <ReturnFacts one={one} withOrder />
            </>
          )}
        </RowSheet>
      )}
    />
  )
}

const columns: Column<Return>[] = [
  { title: words.columns.number, card: 'name', cell: ({ number }) => <span className="figures whitespace-nowrap">{number}</span> },
  { title: words.columns.state, card: 'state', cell: ({ state }) => <ReturnStatus state={state} /> },
  { title: words.columns.part, card: 'plain', fills: true, cell: ({ name }) => <span title={name}>{name}</span> },
  { title: words.columns.pieces, align: 'end', cell: ({ pieces }) => formatCount(pieces) },
  { title: words.columns.reason, cell: ({ reason }) => words.reasons[reason] },
  { title: words.columns.customer, cell: ({ email }) => <EmailText>{email}</EmailText> },
  { title: words.columns.order, cell: ({ orderNumber }) => <span className="figures whitespace-nowrap">{orderNumber}</span> },
  { title: words.columns.asked, cell: ({ askedAt }) => <Day value={askedAt} /> },
]
