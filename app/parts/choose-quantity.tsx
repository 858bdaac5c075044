import { Suspense, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { messages } from '#contract/basics/messages.ts'
import { formatAmount, formatCount, formatUnitPrice } from '#contract/basics/figures.ts'
import { minimumOf, raisedTo, stepOf } from '#contract/orders/order-rule.ts'
import type { Pack } from '#contract/parts/packs.ts'
import type { Part } from '#contract/parts/parts.ts'
import { priceAt, savingPercentAt, totalDollarsAt } from '#contract/parts/pricing.ts'
import { browserStorage } from '#app/identity/browser-storage.ts'
import { useSession } from '#app/identity/session.tsx'
import { draftOrder, saveDraft } from '#app/orders/order-draft.ts'
import { AddPiecesToQuote } from '#app/quotes/add-pieces-to-quote.tsx'
import { AskForPieces } from '#app/quotes/ask-for-pieces.tsx'
import { PackHint } from '#app/parts/pack-hint.tsx'
import { PriceLadderHint } from '#app/parts/price-ladder-hint.tsx'
import { PriceLadder } from '#app/parts/price-ladder.tsx'
import { QuantityField } from '#app/parts/quantity-field.tsx'
import { quantityProblem, readQuantity } from '#app/parts/quantity.ts'
import { paths } from '#app/paths.ts'
import { Button } from '#app/ui/button.tsx'
import { lazyPart } from '#app/ui/lazy-part.ts'
import { toast } from '#app/ui/toast.ts'
import { partDetailWords as words } from '#app/words/part-detail.ts'
import { priceLadderWords } from '#app/words/price-ladder.ts'

/** Loaded for parts that promise more than their stock. */
const BeyondStock = lazyPart(async () => (await import('#app/parts/beyond-stock.tsx')).BeyondStock)

/** Prices by quantity, quantity, steps, live total and Purchase. Specification section 4, "Part detail controls". */
export function ChooseQuantity({ part, pack, beyondStock }: { part: Part; pack: Pack | undefined; beyondStock: boolean }) {
  const { identity } = useSession()
  const navigate = useNavigate()
  const [typed, setTyped] = useState(String(minimumOf(part)))
  const input = useRef<HTMLInputElement>(null)
  const quantity = readQuantity(typed)
  const problem = quantityProblem(typed, part.available, part)

  const purchase = () => {
    if (problem === 'belowMinimum') return toast.error(words.minimumError(minimumOf(part)))
    if (problem === 'betweenSteps') return toast.error(messages.orderInSteps(minimumOf(part), stepOf(part)))
    if (problem === 'aboveStock') return toast.error(messages.stockTooLow)
    if (problem || !identity) return
    saveDraft(draftOrder(part, quantity, identity.email), browserStorage)
    void navigate(paths.purchase(part._id))
  }

  const take = (more: number) => {
    setTyped(String(more))
    // The pressed button disappears with its hint.
    input.current?.focus()
  }

  return (
    <form
      noValidate
      className="part-order"
      aria-label={words.order}
      onSubmit={(event) => {
        event.preventDefault()
        purchase()
      }}
    >
      <PriceLadder part={part} quantity={quantity} available={part.available} onChoose={(from) => setTyped(String(raisedTo(part, from)))} />
      <div className="foot-bar grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 max-lg:[--stepper-width:6rem] max-lg:order-1 lg:grid-cols-1">
        <QuantityField
          ref={input}
          typed={typed}
          onType={setTyped}
          available={part.available}
          rule={part}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // A browser does not submit a form with a disabled button, but the reason must be shown.
            event.preventDefault()
            purchase()
          }}
        />
        <div className="self-end wrap-anywhere figures max-lg:self-center max-lg:text-end">
          <output className="text-xl font-semibold">
            {words.total(quantity > 0 ? formatAmount(totalDollarsAt(part, quantity)) : words.noTotal)}
          </output>
          {part.priceBreaks.length > 0 && (
            <p className="label-text max-lg:hidden">
              {priceLadderWords.each(formatUnitPrice(priceAt(part, quantity)), savingPercentAt(part, quantity))}
            </p>
          )}
        </div>
        <div className="col-span-full flex flex-wrap gap-2 *:flex-1 lg:grid">
          <Button type="submit" disabled={problem !== undefined}>
            {words.purchase}
          </Button>
          <AddPiecesToQuote partsId={part._id} name={part.name} quantity={raisedTo(part, quantity)} />
        </div>
      </div>
      {problem === 'aboveStock' && (
        <>
          {beyondStock && (
            <Suspense fallback={null}>
              <BeyondStock part={part} pieces={quantity} />
            </Suspense>
          )}
          <p className="mt-3 text-sm">
            {words.needMore} <AskForPieces partsId={part._id} pieces={formatCount(quantity)} />
          </p>
        </>
      )}
      {!problem && pack && <PackHint part={part} pack={pack} quantity={quantity} onTake={take} />}
      {part.priceBreaks.length > 0 && (
        <PriceLadderHint part={part} quantity={problem ? 0 : quantity} available={part.available} onTake={take} />
      )}
    </form>
  )
}
