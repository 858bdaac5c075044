import { useForm } from 'react-hook-form'
import type { CallBody } from '#contract/basics/call.ts'
import { MAXIMUM_STOCK } from '#contract/basics/limits.ts'
import { messages } from '#contract/basics/messages.ts'
import { orderCalls } from '#contract/orders/orders.ts'
import type { Part } from '#contract/parts/parts.ts'
import { callApi } from '#app/api/api.ts'
import { fieldsOf, showRefusal } from '#app/ui/form-fields.ts'
import { useIdempotentSender } from '#app/api/idempotent-sender.ts'
import { useSession } from '#app/identity/session.tsx'
import { partReads, showChanged } from '#app/parts/listed-parts.ts'
import { readPieces } from '#app/parts/quantity.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/api/use-action.ts'
import { manageStockWords as words } from '#app/words/manage-stock.ts'

/** Adds the entered pieces to the stock of one part. Specification section 9, "Stock update". */
export function Restock({ part }: { part: Part }) {
  const { identity } = useSession()
  const sender = useIdempotentSender<CallBody<typeof orderCalls.changeStock>>()
  const form = useForm({ defaultValues: { pieces: '' } })

  const restock = useAction({
    send: (pieces: string) => {
      const added = Number(pieces)
      // The server adds `added` to the stock that it finds; `available` is the sum on this screen.
      const body = { newAvailable: { available: part.available + added }, added, user: identity }
      return sender(body, (request) => callApi(orderCalls.changeStock, { params: { id: part._id }, ...request }), pieces)
    },
    onDone: ({ modifiedCount, available }) => {
      if (modifiedCount !== 1) return toast.error(messages.tryAgainLater)
      if (available !== undefined) {
        showChanged({ _id: part._id, available })
      }
      form.reset()
      toast.success(messages.stockUpdated(part.name))
    },
    onRefused: (error) => {
      const text = showRefusal(form, error, { added: 'pieces', 'newAvailable.available': 'pieces' })
      if (text) toast.error(text)
    },
    changes: partReads,
  })

  const { error, ...field } = fieldsOf(form)('pieces', { validate: (typed) => piecesProblem(typed, part.available) })
  const errorId = `restock-${part._id}-error`
  return (
    <form noValidate onSubmit={form.handleSubmit(({ pieces }) => restock.run(pieces))}>
      <div className="flex gap-2">
        <input
          {...field}
          type="number"
          step={1}
          inputMode="numeric"
          className="control figures w-40 min-w-0 grow"
          placeholder={words.quantity}
          aria-label={words.quantityOf(part.name)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          readOnly={restock.isRunning}
        />
        <Button type="submit" variant="secondary" className="shrink-0" busy={restock.isRunning} aria-label={words.updatePart(part.name)}>
          {words.update}
        </Button>
      </div>
      {error && (
        <p id={errorId} className="field-error">
          {error}
        </p>
      )}
    </form>
  )
}

function piecesProblem(typed: string, available: number): string | true {
  const added = readPieces(typed)
  if (added === undefined) return messages.quantityWhole
  if (added === 0) return words.unchanged
  const sum = available + added
  return (sum >= 0 && sum <= MAXIMUM_STOCK) || messages.stockOutOfBounds
}
