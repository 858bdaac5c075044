import { addressCalls } from '#contract/people/addresses.ts'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { messages } from '#contract/basics/messages.ts'
import { orderEventCalls } from '#contract/orders/order-events.ts'
import { orderCalls, type Order } from '#contract/orders/orders.ts'
import { orderLists } from '#app/orders/order-lists.ts'
import { callApi } from '#app/api/api.ts'
import { failureText } from '#app/ui/failure.tsx'
import { InlineEdit, type InlineEditEnd } from '#app/ui/inline-edit.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/api/use-action.ts'
import { addressWords as words } from '#app/words/addresses.ts'

type Change = { reference: string; seen: string; end: InlineEditEnd }

/** The buyer's own number for an order, edited in place. */
export function EditReference({ order }: { order: Order }) {
  const change = useAction({
    send: ({ reference, seen }: Change) => callApi(addressCalls.reference, { params: { id: order._id }, body: { reference, seen } }),
    onDone: (_, { end }) => {
      toast.success(words.referenceChanged)
      end.done()
    },
    onFailed: (error, { end }) => end.refused(failureText(error)),
    changes: [orderCalls.one, ...orderLists, orderEventCalls.ofOrder],
  })
  const { reference } = order
  const shown = reference || words.noReference
  return (
    <InlineEdit
      what={words.ofReference}
      shown={shown}
      value={reference}
      inputMode="text"
      validate={(typed) => typed.length <= TEXT_LIMITS.reference || messages.tooLong(TEXT_LIMITS.reference)}
      onSave={(typed, seen, end) => change.run({ reference: typed, seen, end })}
      busy={change.isRunning}
    >
      {shown}
    </InlineEdit>
  )
}
