import type { ComponentProps } from 'react'
import { MINIMUM_ORDER, QUANTITY_STEP } from '#contract/limits.ts'
import { messages } from '#contract/messages.ts'
import { quantityDown, quantityProblem, quantityUp, readQuantity } from '#app/parts/quantity.ts'
import { Stepper } from '#app/ui/stepper.tsx'
import { partDetailWords as words } from '#app/words/part-detail.ts'

type QuantityFieldProps = Pick<ComponentProps<'input'>, 'ref' | 'onKeyDown'> & {
  typed: string
  onType: (typed: string) => void
  /** Pieces in stock. */
  available: number
}

/** The pieces to order, in steps of 1000 up to the stock. Specification section 4, "Part detail controls". */
export function QuantityField({ typed, onType, available, ...input }: QuantityFieldProps) {
  const quantity = readQuantity(typed)
  const problem = quantityProblem(typed, available)
  const errors = { notWhole: messages.quantityWhole, aboveStock: messages.piecesLeft(available), belowMinimum: undefined }
  return (
    <div className="min-w-0">
      <Stepper
        {...input}
        label={words.quantity}
        error={problem && errors[problem]}
        min={MINIMUM_ORDER}
        max={available}
        value={typed}
        onType={onType}
        minus={{ label: words.minus(QUANTITY_STEP), to: quantityDown(quantity), disabled: problem !== undefined }}
        plus={{ label: words.plus(QUANTITY_STEP), to: quantityUp(quantity, available), disabled: quantity >= available }}
      />
      <p className="label-text quantity-note" role="status">
        {quantity === available && words.wholeStock(words.stock(available))}
        {problem === 'belowMinimum' && words.orderAtLeast(MINIMUM_ORDER)}
      </p>
    </div>
  )
}
