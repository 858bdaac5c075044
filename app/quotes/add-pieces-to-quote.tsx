import { MINIMUM_ORDER } from '#contract/limits.ts'
import { Button } from '#app/ui/button.tsx'
import { addToQuoteWords as words } from '#app/words/add-to-quote.ts'
import { useAddToQuote } from './use-add-to-quote.ts'

/** Adds the pieces that were chosen elsewhere on the screen to the draft quote, at least the minimum order. */
export function AddPiecesToQuote({ partsId, name, quantity = 0 }: { partsId: string; name: string; quantity?: number }) {
  const { add, isReady } = useAddToQuote()
  return (
    <Button
      variant="secondary"
      disabled={!isReady}
      onClick={() => void add({ partsId, name, quantity: String(Math.max(quantity, MINIMUM_ORDER)) })}
    >
      {words.add}
    </Button>
  )
}
