import { useSession } from '#app/identity/session.tsx'
import { tryAgainLater } from '#contract/basics/try-again-later.ts'
import { toast } from '#app/ui/toast.ts'

/** Storage and quantities are read only after the first press. */
const loadDraft = () => import('./add-to-draft.ts')

/** Adds pieces of a part to the draft quote in this browser, and says so in a toast. Resolves with whether it did. */
export function useAddToQuote() {
  const { status, identity } = useSession()

  async function add(line: { partsId: string; name: string; quantity: string }): Promise<boolean> {
    try {
      const { addToDraft } = await loadDraft()
      const { isAdded, text } = addToDraft(line, identity?.email ?? null)
      toast[isAdded ? 'success' : 'error'](text)
      return isAdded
    } catch {
      toast.error(tryAgainLater)
      return false
    }
  }
  return { add, isReady: status !== 'loading' }
}
