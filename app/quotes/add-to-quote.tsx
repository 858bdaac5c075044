import { paths } from '#app/paths.ts'
import { Button } from '#app/ui/button.tsx'
import { addToQuoteWords as words } from '#app/words/add-to-quote.ts'
import { useAddToQuote } from './use-add-to-quote.ts'

/**
 * Adds pieces of a part to the draft quote in this browser. Without scripts, and until the session is known, the form
 * leads to the quote screen, which adds the same line.
 */
export function AddToQuote({ partsId, name, minimum }: { partsId: string; name: string; minimum: number }) {
  const { add, isReady } = useAddToQuote()

  async function send(form: HTMLFormElement): Promise<void> {
    const given = new FormData(form).get('quantity')
    const isAdded = await add({ partsId, name, quantity: typeof given === 'string' ? given : '' })
    if (!isAdded) form.querySelector<HTMLInputElement>('[name=quantity]')?.focus()
  }

  return (
    <form
      action={paths.quote}
      className="add-to-quote flex gap-2"
      onSubmit={(event) => {
        if (!isReady) return
        event.preventDefault()
        void send(event.currentTarget)
      }}
    >
      <input type="hidden" name="part" value={partsId} />
      <input
        name="quantity"
        defaultValue={minimum}
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        className="control text-end figures"
        aria-label={words.piecesOf(name)}
      />
      <Button type="submit" variant="secondary" className="flex-1" aria-describedby={`part-${partsId}`}>
        {words.add}
      </Button>
    </form>
  )
}
