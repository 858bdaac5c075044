import { useQuery } from '@tanstack/react-query'
import { orderEventCalls } from '#contract/orders/order-events.ts'
import type { Order } from '#contract/orders/orders.ts'
import { returnCalls, type Return } from '#contract/orders/returns.ts'
import { returnCanBecome } from '#contract/orders/return-states.ts'
import { callApi } from '#app/api/api.ts'
import { ConfirmedAction } from '#app/ui/confirmed-action.tsx'
import { LoadFailed } from '#app/ui/failure.tsx'
import { readOf } from '#app/api/queries.ts'
import { ExportPapers, useGoesAbroad } from '#app/parcels/export-papers.tsx'
import { AskReturn } from '#app/returns/ask-return.tsx'
import { ReturnActions } from '#app/returns/return-actions.tsx'
import { ReturnFacts, ReturnStatus } from '#app/returns/return-facts.tsx'
import { Button } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { toast } from '#app/ui/toast.ts'
import { returnWords as words } from '#app/words/returns.ts'

/** The returns of an order of which something was sent: its buyer asks for one, the shop answers. */
export function OrderReturns({ order, isOwn }: { order: Order; isOwn: boolean }) {
  const known = useQuery(readOf(returnCalls.ofOrder, { params: { id: order._id } }))
  const goesAbroad = useGoesAbroad()
  if (!known.data) return known.error ? <LoadFailed query={known} /> : null
  const { returns, returnable } = known.data
  const mayAsk = isOwn && returnable > 0
  if (returns.length === 0 && !mayAsk) return null
  return (
    <Panel>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-base font-semibold">{words.title}</h3>
        {mayAsk && <AskReturn order={order} returnable={returnable} />}
      </div>
      {returns.length > 0 && (
        <ul aria-label={words.title}>
          {returns.map((one) => (
            <li key={one._id} className="grid gap-2 border-t border-line py-3">
              <p className="flex flex-wrap items-center gap-2 font-semibold figures">
                {one.number} <ReturnStatus state={one.state} />
              </p>
              <ReturnFacts one={one} />
              {isOwn ? (
                returnCanBecome(one.state, 'closed') && one.state !== 'received' && <Withdraw one={one} />
              ) : (
                <>
                  <ReturnActions one={one} />
                  {goesAbroad(order) && <ExportPapers source={{ return: one._id }} name={one.number} />}
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Withdraw({ one }: { one: Return }) {
  return (
    <ConfirmedAction
      renderButton={(ask) => (
        <span>
          <Button variant="secondary" aria-label={words.of(words.withdraw, one.number)} onClick={ask}>
            {words.withdraw}
          </Button>
        </span>
      )}
      question={words.withdrawQuestion(one.number)}
      send={() => callApi(returnCalls.withdraw, { params: { id: one._id } })}
      onDone={() => toast.success(words.withdrawn)}
      changes={[returnCalls.ofOrder, orderEventCalls.ofOrder]}
    />
  )
}
