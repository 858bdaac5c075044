import { formatCount } from '#contract/figures.ts'
import { MAXIMUM_QUOTE_LINES } from '#contract/limits.ts'
import { readQuantity } from '#contract/quantity-text.ts'
import { browserStorage } from '#app/identity/browser-storage.ts'
import type { KeptStorage } from '#app/identity/session-state.ts'
import { addedToQuoteWords as words } from '#app/words/added-to-quote.ts'
import { EMPTY_DRAFT, findDraft, keepDraft } from './kept-draft.ts'

type AddedPart = { partsId: string; name: string; quantity: string }

/**
 * Adds a line to the draft quote in the browser's storage. Pieces of a part that is in the draft are added to its line.
 * @param email of the signed-in user; null for a visitor.
 * @returns the sentence for the user.
 */
export function addToDraft(
  { partsId, name, quantity }: AddedPart,
  email: string | null,
  storage: KeptStorage = browserStorage,
): { isAdded: boolean; text: string } {
  const pieces = readQuantity(quantity)
  if (pieces === undefined) return { isAdded: false, text: words.unclear }
  const draft = findDraft(email, storage) ?? { ...EMPTY_DRAFT, owner: email }
  const known = draft.lines.find((line) => line.partsId === partsId && readQuantity(line.quantity) !== undefined)
  const lines = known
    ? draft.lines.map((line) => (line === known ? { ...line, quantity: String(readQuantity(line.quantity)! + pieces) } : line)) // readable
    : [...draft.lines, { text: name, quantity: String(pieces), partsId }]
  if (lines.length > MAXIMUM_QUOTE_LINES) return { isAdded: false, text: words.full }
  if (!keepDraft({ ...draft, lines }, storage)) {
    keepDraft(draft, storage) // What is too long was removed.
    return { isAdded: false, text: words.full }
  }
  return { isAdded: true, text: words.added(formatCount(pieces), name) }
}
