import { useSession } from '#app/identity/session.tsx'
import { MINIMUM_ORDER } from '#contract/limits.ts'
import { tryAgainLater } from '#contract/try-again-later.ts'
import { paths } from '#app/paths.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.ts'
import { addToQuoteWords as words } from '#app/words/add-to-quote.ts'

/** Storage and quantities are read only after the first press. */
const loadDraft = () => import('#app/quotes/add-to-draft.ts')

/**
 * Adds pieces of a part to the draft quote in this browser. Without scripts, and until the session is known, the form
 * leads to the quote screen, which adds the same line.
 */
export function AddToQuote({ partsId, name }: { partsId: string; name: string }) {
  const { status, identity } = useSession()

  async function add(form: HTMLFormElement): Promise<void> {
    const { addToDraft } = await loadDraft()
    const given = new FormData(form).get('quantity')
    const answer = addToDraft({ partsId, name, quantity: typeof given === 'string' ? given : '' }, identity?.email ?? null)
    if (answer.isAdded) return toast.success(answer.text)
    toast.error(answer.text)
    form.querySelector<HTMLInputElement>('[name=quantity]')?.focus()
  }

  return (
    <form
      action={paths.quote}
      className="add-to-quote"
      onSubmit={(event) => {
        if (status === 'loading') return
        event.preventDefault()
        add(event.currentTarget).catch(() => toast.error(tryAgainLater))
      }}
    >
      <input type="hidden" name="part" value={partsId} />
      <input
        name="quantity"
        defaultValue={MINIMUM_ORDER}
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        className="control figures"
        aria-label={words.piecesOf(name)}
      />
      <Button type="submit" variant="secondary" aria-describedby={`part-${partsId}`}>
        {words.add}
      </Button>
    </form>
  )
}
