import { useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { MAXIMUM_STOCK } from '#contract/basics/limits.ts'
import { messages } from '#contract/basics/messages.ts'
import { raisedTo } from '#contract/orders/order-rule.ts'
import type { Part } from '#contract/parts/parts.ts'
import { partPromiseCalls } from '#contract/promises/part-promise.ts'
import { promiseText } from '#contract/promises/promise-text.ts'
import { readOf } from '#app/api/queries.ts'
import { paths } from '#app/paths.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { useSettled } from '#app/ui/use-settled.ts'
import { beyondStockWords as words } from '#app/words/beyond-stock.ts'
import { readQuantity } from './quantity.ts'

/** When so many pieces of a part leave that promises more than its stock, and the way to order them. */
export function BeyondStock({ part, pieces }: { part: Part; pieces: number }) {
  const asked = useSettled(raisedTo(part, pieces))
  const promised = useQuery({
    ...readOf(partPromiseCalls.ofPart, { params: { id: part._id }, query: { pieces: asked } }),
    enabled: asked <= MAXIMUM_STOCK,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const { data, isPlaceholderData } = promised
  if (!data || isPlaceholderData || asked > MAXIMUM_STOCK) return null
  return (
    <div className="mt-3 grid gap-2 text-sm" role="status">
      {data.promise.length > 0 && <p className="figures">{words.leaves(promiseText(data.promise))}</p>}
      {data.missing > 0 ? (
        <p>{words.missing(data.missing)}</p>
      ) : (
        <ButtonLink to={paths.quoteOf(part._id, asked)} variant="secondary">
          {words.order(asked)}
        </ButtonLink>
      )}
    </div>
  )
}

/** The same for a part of which too little is in stock to be bought: asks for the pieces first. */
export function AskBeyondStock({ part }: { part: Part }) {
  const [typed, setTyped] = useState('')
  const pieces = readQuantity(typed)
  return (
    <div className="col-span-full mt-3">
      <TextField
        label={words.howMany}
        inputMode="numeric"
        autoComplete="off"
        maxLength={15}
        className="max-w-56"
        value={typed}
        error={typed.trim() !== '' && pieces === 0 ? messages.quantityWhole : undefined}
        onChange={({ target }) => setTyped(target.value)}
      />
      {pieces > 0 && <BeyondStock part={part} pieces={pieces} />}
    </div>
  )
}
