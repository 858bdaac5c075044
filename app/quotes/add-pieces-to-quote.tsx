import { Button } from '#app/ui/button.tsx'
import { addToQuoteWords as words } from '#app/words/add-to-quote.ts'
import { useAddToQuote } from './use-add-to-quote.ts'

/** Adds the pieces chosen elsewhere on the screen to the draft quote. */
export function AddPiecesToQuote({ partsId, name, quantity }: { partsId: string; name: string; quantity: number }) {
  const { add, isReady } = useAddToQuote()
  return (
    <Button variant="secondary" disabled={!isReady} onClick={() => void add({ partsId, name, quantity: String(quantity) })}>
      {words.add}
    </Button>
  )
}
