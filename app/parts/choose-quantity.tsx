import { useRef, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { MINIMUM_ORDER, QUANTITY_STEP } from '#contract/limits.ts'
import { messages } from '#contract/messages.ts'
import { formatAmount, formatUnitPrice } from '#contract/figures.ts'
import type { Part } from '#contract/parts.ts'
import { priceAt, savingPercentAt, totalDollarsAt } from '#contract/pricing.ts'
import { browserStorage } from '#app/identity/browser-storage.ts'
import { useSession } from '#app/identity/session.tsx'
import { draftOrder, saveDraft } from '#app/orders/order-draft.ts'
import { PriceLadderHint } from '#app/parts/price-ladder-hint.tsx'
import { PriceLadder } from '#app/parts/price-ladder.tsx'
import { quantityDown, quantityProblem, quantityUp, readQuantity } from '#app/parts/quantity.ts'
import { paths } from '#app/paths.ts'
import { Button, ButtonLink, IconButton } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { MinusIcon, PlusIcon } from '#app/ui/icons.tsx'
import { toast } from '#app/ui/toast.ts'
import { partDetailWords as words } from '#app/words/part-detail.ts'
import { priceLadderWords } from '#app/words/price-ladder.ts'

/** Prices by quantity, quantity, steps, live total and Purchase. Specification section 4, "Part detail controls". */
export function ChooseQuantity({ part }: { part: Part }) {
  const { identity } = useSession()
  const navigate = useNavigate()
  const [typed, setTyped] = useState(String(MINIMUM_ORDER))
  const input = useRef<HTMLInputElement>(null)
  const quantity = readQuantity(typed)
  const problem = quantityProblem(quantity, part.available)
  const isWholeStock = quantity >= part.available

  const purchase = () => {
    if (problem === 'belowMinimum') return toast.error(messages.minimumOrder)
    if (problem === 'aboveStock') return toast.error(messages.stockTooLow)
    if (!identity) return
    saveDraft(draftOrder(part, quantity, identity.email), browserStorage)
    void navigate(paths.purchase(part._id))
  }
  const minus = () => setTyped(String(quantityDown(quantity)))
  const plus = () => setTyped(String(quantityUp(quantity, part.available)))

  const take = (more: number) => {
    setTyped(String(more))
    // The pressed button disappears with its hint.
    input.current?.focus()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const actions: Record<string, (() => void) | undefined> = {
      // A browser does not submit a form with a disabled button, but the reason must be shown.
      Enter: purchase,
      ArrowUp: isWholeStock ? () => undefined : plus,
      ArrowDown: problem ? () => undefined : minus,
    }
    const action = actions[event.key]
    if (!action) return
    event.preventDefault()
    action()
  }

  return (
    <form
      noValidate
      className="grid gap-6"
      aria-label={words.order}
      onSubmit={(event) => {
        event.preventDefault()
        purchase()
      }}
    >
      <PriceLadder part={part} quantity={quantity} />
      <div>
        <Field label={words.quantity} error={problem === 'aboveStock' ? messages.stockTooLow : undefined}>
          {(control) => (
            <div className="flex gap-2">
              <IconButton
                label={words.minus(QUANTITY_STEP)}
                icon={<MinusIcon />}
                variant="secondary"
                disabled={problem !== undefined}
                onClick={minus}
              />
              <input
                {...control}
                ref={input}
                type="number"
                inputMode="numeric"
                className="control figures max-w-40"
                min={MINIMUM_ORDER}
                max={part.available}
                step={1}
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
                onKeyDown={onKeyDown}
              />
              <IconButton
                label={words.plus(QUANTITY_STEP)}
                icon={<PlusIcon />}
                variant="secondary"
                disabled={isWholeStock}
                onClick={plus}
              />
            </div>
          )}
        </Field>
        <p className="label-text mt-2 min-h-6" role="status">
          {quantity === part.available && words.wholeStock(words.stock(part.available))}
        </p>
        <p className="figures mt-2 text-xl">
          <output>{words.total(formatAmount(totalDollarsAt(part, quantity)))}</output>
        </p>
        {part.priceBreaks.length > 0 && (
          <>
            <p className="label-text figures">
              {priceLadderWords.each(formatUnitPrice(priceAt(part, quantity)), savingPercentAt(part, quantity))}
            </p>
            <PriceLadderHint part={part} quantity={problem ? 0 : quantity} available={part.available} onTake={take} />
          </>
        )}
        <div className="mt-5 flex flex-wrap gap-3">
          <Button type="submit" className="w-full sm:w-auto" disabled={problem !== undefined}>
            {words.purchase}
          </Button>
          <ButtonLink
            to={`${paths.quote}?part=${part._id}&quantity=${Math.max(quantity, MINIMUM_ORDER)}`}
            variant="secondary"
            className="w-full sm:w-auto"
          >
            {words.addToQuote}
          </ButtonLink>
        </div>
      </div>
    </form>
  )
}
