import type { ComponentProps } from 'react'
import { minimumOf, stepOf, type OrderRule } from '#contract/orders/order-rule.ts'
import { messages } from '#contract/basics/messages.ts'
import { pressOf, quantityDown, quantityProblem, quantityUp, readQuantity } from '#app/parts/quantity.ts'
import { Stepper } from '#app/ui/stepper.tsx'
import { partDetailWords as words } from '#app/words/part-detail.ts'

type QuantityFieldProps = Pick<ComponentProps<'input'>, 'ref' | 'onKeyDown'> & {
  typed: string
  onType: (typed: string) => void
  /** Pieces in stock. */
  available: number
  /** The part's own minimum and step, where it has them. */
  rule?: OrderRule | undefined
}

const THE_SHOPS: OrderRule = {}

/** The pieces to order, in steps of 1000 up to the stock. Specification section 4, "Part detail controls". */
export function QuantityField({ typed, onType, available, rule = THE_SHOPS, ...input }: QuantityFieldProps) {
  const quantity = readQuantity(typed)
  const problem = quantityProblem(typed, available, rule)
  const [minimum, press] = [minimumOf(rule), pressOf(rule)]
  const errors = {
    notWhole: messages.quantityWhole,
    aboveStock: messages.piecesLeft(available),
    belowMinimum: undefined,
    betweenSteps: undefined,
  }
  return (
    <div className="min-w-0">
      <Stepper
        {...input}
        label={words.quantity}
        error={problem && errors[problem]}
        min={minimum}
        max={available}
        value={typed}
        onType={onType}
        minus={{ label: words.minus(press), to: quantityDown(quantity, rule), disabled: problem !== undefined }}
        plus={{ label: words.plus(press), to: quantityUp(quantity, available, rule), disabled: quantity >= available }}
      />
      <p className="label-text mt-1 lg:min-h-5" role="status">
        {quantity === available && <span>{words.wholeStock(words.stock(available))}</span>}
        {problem === 'belowMinimum' && <span>{words.orderAtLeast(minimum)}</span>}
        {problem === 'betweenSteps' && <span>{messages.orderInSteps(minimum, stepOf(rule))}</span>}
      </p>
    </div>
  )
}
