import { paths } from '#app/paths.ts'
import { Button } from '#app/ui/button.tsx'
import { addToQuoteWords as words } from '#app/words/add-to-quote.ts'
import { useAddToQuote } from './use-add-to-quote.ts'

/** The number of pieces: in a row of the table view, where it stands beside two buttons on a phone, too, and where parts are compared. */
const FIELD = [
  'control w-23 min-w-16 text-end figures pointer-fine:min-h-9 pointer-fine:text-sm',
  '@max-[26rem]:flex-[1_1_4rem] @max-[26rem]:w-16 @max-[26rem]:px-2 @min-[52rem]:w-17 @min-[52rem]:px-2',
].join(' ')
const BUTTON =
  'flex-1 px-3 whitespace-nowrap pointer-fine:min-h-9 as-table:pointer-fine:text-sm as-table:@max-[26rem]:px-2 as-table:@min-[52rem]:px-2'

type AddToQuoteProps = { partsId: string; name: string; minimum: number; isCompared?: boolean }

/**
 * Adds pieces of a part to the draft quote in this browser. Without scripts, and until the session is known, the form
 * leads to the quote screen, which adds the same line.
 */
export function AddToQuote({ partsId, name, minimum, isCompared = false }: AddToQuoteProps) {
  const { add, isReady } = useAddToQuote()

  async function send(form: HTMLFormElement): Promise<void> {
    const given = new FormData(form).get('quantity')
    const isAdded = await add({ partsId, name, quantity: typeof given === 'string' ? given : '' })
    if (!isAdded) form.querySelector<HTMLInputElement>('[name=quantity]')?.focus()
  }

  return (
    <form
      action={paths.quote}
      className={`flex gap-2 as-table:@min-[52rem]:gap-1.5 ${isCompared ? 'flex-wrap' : ''}`}
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
        className={isCompared ? FIELD : `hidden as-table:block ${FIELD}`}
        aria-label={words.piecesOf(name)}
      />
      <Button type="submit" variant="secondary" className={BUTTON} aria-label={words.add} aria-describedby={`part-${partsId}`}>
        <span className="as-table:@min-[52rem]:hidden">{words.add}</span>
        <span className="hidden as-table:@min-[52rem]:inline">{words.addShort}</span>
      </Button>
    </form>
  )
}
