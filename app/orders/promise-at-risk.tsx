import { useQuery } from '@tanstack/react-query'
import { orderCalls, type Order } from '#contract/orders/orders.ts'
import { orderEventCalls } from '#contract/orders/order-events.ts'
import { promiseCalls, promiseMessages } from '#contract/promises/promise-calls.ts'
import { promiseText } from '#contract/promises/promise-text.ts'
import { reportCalls } from '#contract/shop/reports.ts'
import { callApi } from '#app/api/api.ts'
import { readOf } from '#app/api/queries.ts'
import { orderLists } from '#app/orders/order-lists.ts'
import { ConfirmedAction } from '#app/ui/confirmed-action.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { toast } from '#app/ui/toast.ts'
import { promiseWords as words } from '#app/words/promises.ts'

/** For people of the shop: what an order was promised and may get later, and the press that tells its buyer. */
export function PromiseAtRisk({ order: { _id: id } }: { order: Order }) {
  const { data } = useQuery(readOf(promiseCalls.ofOrder, { params: { id } }))
  if (!data || data.atRisk.length === 0) return null
  const { atRisk, promise, shipBy } = data
  return (
    <Notice tone="warning">
      <ul>
        {atRisk.map(({ pieces, day, from, why }) => (
          <li key={`${day} ${from} ${why}`}>{words.atRisk(pieces, day, words.reasons[why])}</li>
        ))}
      </ul>
      {shipBy === null ? (
        <p>{promiseMessages.missing}</p>
      ) : (
        <>
          <p className="mb-3">{words.wouldLeave(promiseText(promise))}</p>
          <ConfirmedAction
            button={words.tell(shipBy)}
            tone="primary"
            question={words.question(shipBy)}
            send={() => callApi(promiseCalls.tell, { params: { id }, body: { shipBy } })}
            onDone={({ modifiedCount }) => toast.success(modifiedCount === 1 ? words.told : words.nothing)}
            changes={[promiseCalls.ofOrder, orderCalls.one, orderEventCalls.ofOrder, reportCalls.openWork, ...orderLists]}
          />
        </>
      )}
    </Notice>
  )
}
