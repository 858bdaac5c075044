import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { CallBody } from '#contract/call.ts'
import { MAXIMUM_STOCK } from '#contract/limits.ts'
import { messages } from '#contract/messages.ts'
import { orderCalls } from '#contract/orders.ts'
import { partCalls, type Part } from '#contract/parts.ts'
import { callApi } from '#app/api.ts'
import { toastFailure } from '#app/failure.tsx'
import { showRefusal } from '#app/identity/form-refusal.ts'
import { useSession } from '#app/identity/session.tsx'
import { mayRetry } from '#app/may-retry.ts'
import { useOnce } from '#app/once.ts'
import { readPieces } from '#app/parts/quantity.ts'
import { keyOf } from '#app/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.ts'
import { manageStockWords as words } from '#app/words/manage-stock.ts'

type RestockFields = { pieces: string }

/** Adds the entered pieces to the stock of one part. Specification section 9, "Stock update". */
export function Restock({ part }: { part: Part }) {
  const { identity } = useSession()
  const queryClient = useQueryClient()
  const mutationKey = ['restock', part._id]
  const once = useOnce<CallBody<typeof orderCalls.changeStock>>()
  const {
    register,
    handleSubmit,
    reset,
    setError,
    formState: { errors },
  } = useForm<RestockFields>({
    defaultValues: { pieces: '' },
  })

  const restock = useMutation({
    mutationKey,
    mutationFn: (pieces: string) => {
      const added = Number(pieces)
      // The server adds `added` to what is there by then; `available` is what this screen makes of it.
      const body = () => ({ newAvailable: { available: part.available + added }, added, user: identity })
      return once(pieces, body, (sent) => callApi(orderCalls.changeStock, { params: { id: part._id }, ...sent }))
    },
    onSuccess: ({ modifiedCount, available }) => {
      if (modifiedCount !== 1) return toast.error(messages.tryAgainLater)
      if (available !== undefined) {
        queryClient.setQueryData<Part[]>([...keyOf(partCalls.all), null, null], (parts) =>
          parts?.map((one) => (one._id === part._id ? { ...one, available } : one)),
        )
      }
      reset()
      toast.success(messages.stockUpdated(part.name))
    },
    onError: (error, pieces) => {
      if (mayRetry(error)) return toastFailure(error, () => restock.mutate(pieces))
      const fields = { added: 'pieces', 'newAvailable.available': 'pieces' } as const
      const sentence = showRefusal<RestockFields>(error, fields, setError)
      if (sentence) toast.error(sentence)
    },
    onSettled: () => {
      for (const read of [partCalls.all, partCalls.one]) void queryClient.invalidateQueries({ queryKey: keyOf(read) })
    },
  })

  const field = register('pieces', { validate: (typed) => piecesProblem(typed, part.available) })
  const errorId = `restock-${part._id}-error`
  return (
    <form
      noValidate
      onSubmit={handleSubmit(({ pieces }) => {
        if (queryClient.isMutating({ mutationKey }) === 0) restock.mutate(pieces)
      })}
    >
      <div className="flex gap-2">
        <input
          {...field}
          type="number"
          step={1}
          inputMode="numeric"
          className="control figures w-52 min-w-0 grow"
          placeholder={words.quantity}
          aria-label={words.quantityOf(part.name)}
          aria-invalid={errors.pieces ? true : undefined}
          aria-describedby={errors.pieces ? errorId : undefined}
          readOnly={restock.isPending}
        />
        <Button type="submit" variant="secondary" className="shrink-0" busy={restock.isPending} aria-label={words.updatePart(part.name)}>
          {words.update}
        </Button>
      </div>
      {errors.pieces && (
        <p id={errorId} className="field-error">
          {errors.pieces.message}
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
