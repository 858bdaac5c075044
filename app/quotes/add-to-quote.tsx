import { paths } from '#app/paths.ts'
import { Button } from '#app/ui/button.tsx'
import { addToQuoteWords as words } from '#app/words/add-to-quote.ts'
import { useAddToQuote } from './use-add-to-quote.ts'

/** The number of pieces: only in a row of the table view, where it stands beside two buttons on a phone, too. */
const FIELD = [
  'control hidden as-table:block w-23 min-w-16 text-end figures pointer-fine:min-h-10 pointer-fine:text-[0.9375rem]',
  'max-[26rem]:flex-[1_1_4rem] max-[26rem]:w-16 max-[26rem]:px-2',
].join(' ')
const BUTTON = 'flex-1 px-3 whitespace-nowrap pointer-fine:min-h-10 as-table:pointer-fine:text-[0.9375rem] as-table:max-[26rem]:px-2'

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
      className="flex gap-2"
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
        className={FIELD}
        aria-label={words.piecesOf(name)}
      />
      <Button type="submit" variant="secondary" className={BUTTON} aria-describedby={`part-${partsId}`}>
        {words.add}
      </Button>
    </form>
  )
}
