import { Link } from 'react-router'
import { formatCount } from '#contract/basics/figures.ts'
import { RETURNS_PAGE_SIZE, returnCalls, type Return } from '#contract/orders/returns.ts'
import { returnStates, WAITING_RETURNS } from '#contract/orders/return-states.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { paths } from '#app/paths.ts'
import { ReturnActions } from '#app/returns/return-actions.tsx'
import { ReturnFacts, ReturnStatus } from '#app/returns/return-facts.tsx'
import { EmailText } from '#app/ui/email-text.tsx'
import { useList } from '#app/ui/list-screen.tsx'
import { RowSheet } from '#app/ui/row-sheet.tsx'
import { StateList, useStateQuery } from '#app/ui/state-list.tsx'
import type { Column } from '#app/ui/table.tsx'
import { Day } from '#app/ui/time.tsx'
import { returnWords as words } from '#app/words/returns.ts'

export const meta = pageMeta(words.title)

const choices = [WAITING_RETURNS, ...returnStates]

/** All returns, newest first; each opens beside the list, with the shop's actions. For admins. */
export default function AllReturns() {
  const query = useStateQuery(choices)
  const list = useList(returnCalls.all, { query })
  const { data } = list
  return (
    <StateList
      list={list}
      rows={data?.returns}
      rowKey={({ _id }) => _id}
      size={RETURNS_PAGE_SIZE}
      words={words}
      lead={
        <>
          <span>{words.lead} </span>
          <Link to={paths.allOrder} className="link">
            {words.refundWithout}
          </Link>
        </>
      }
      query={query}
      choices={choices}
      labels={{ ...words.states, [WAITING_RETURNS]: words.waiting }}
      columns={columns}
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
