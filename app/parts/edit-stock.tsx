import type { CallBody } from '#contract/basics/call.ts'
import { formatCount } from '#contract/basics/figures.ts'
import { MAXIMUM_STOCK } from '#contract/basics/limits.ts'
import { messages } from '#contract/basics/messages.ts'
import { orderCalls } from '#contract/orders/orders.ts'
import type { Part } from '#contract/parts/parts.ts'
import { callApi } from '#app/api/api.ts'
import { failureText } from '#app/ui/failure.tsx'
import { useIdempotentSender } from '#app/api/idempotent-sender.ts'
import { useSession } from '#app/identity/session.tsx'
import { partReads, showChanged } from '#app/parts/listed-parts.ts'
import { readPieces } from '#app/parts/quantity.ts'
import { InlineEdit, type InlineEditEnd } from '#app/ui/inline-edit.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/api/use-action.ts'
import { manageStockWords as words } from '#app/words/manage-stock.ts'

type Change = { wanted: number; seen: number; end: InlineEditEnd }

/**
 * The stock of a part, edited in place. The difference is sent, as by `Restock`: pieces sold in the meantime do not come back, and a
 * message says when the stock differs from the typed one.
 */
export function EditStock({ part }: { part: Part }) {
  const { identity } = useSession()
  const sender = useIdempotentSender<CallBody<typeof orderCalls.changeStock>>()
  const change = useAction({
    send: ({ wanted, seen }: Change) => {
      const body = { newAvailable: { available: wanted }, added: wanted - seen, user: identity }
      return sender(body, (request) => callApi(orderCalls.changeStock, { params: { id: part._id }, ...request }))
    },
    onDone: ({ modifiedCount, available }, { wanted, end }) => {
      if (modifiedCount !== 1 || available === undefined) return end.refused(messages.tryAgainLater)
      showChanged({ _id: part._id, available })
      if (available === wanted) toast.success(messages.stockUpdated(part.name))
      else toast.info(words.movedMeanwhile(part.name, formatCount(available)))
      end.done()
    },
    onFailed: (error, { end }) => end.refused(failureText(error)),
    changes: partReads,
  })
  const { available } = part
  return (
    <InlineEdit
      what={words.stockOf(part.name)}
      shown={formatCount(available)}
      value={String(available)}
      inputMode="numeric"
      validate={(typed) => {
        const pieces = readPieces(typed)
        if (pieces === undefined) return messages.quantityWhole
        return (pieces >= 0 && pieces <= MAXIMUM_STOCK) || messages.stockOutOfBounds
      }}
      onSave={(typed, before, end) => {
        const [wanted, seen] = [Number(typed), Number(before)]
        // The same number may be written in another way.
        if (wanted === seen) end.done()
        else change.run({ wanted, seen, end })
      }}
      busy={change.isRunning}
    >
      <span className={available === 0 ? 'font-semibold text-danger' : ''}>{formatCount(available)}</span>
    </InlineEdit>
  )
}
