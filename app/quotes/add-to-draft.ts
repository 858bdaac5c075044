import { formatCount } from '#contract/basics/figures.ts'
import { MAXIMUM_QUOTE_LINES } from '#contract/basics/limits.ts'
import { readQuantity } from '#contract/basics/quantity-text.ts'
import { browserStorage } from '#app/identity/browser-storage.ts'
import type { KeptStorage } from '#app/identity/session-state.ts'
import { addedToQuoteWords as words } from '#app/words/added-to-quote.ts'
import { EMPTY_DRAFT, findDraft, keepDraft, type Draft } from './kept-draft.ts'
import type { ChosenLine } from '#readers/lists/lines.ts'

type AddedPart = { partsId: string; name: string; quantity: string }

/** Whether the draft has it, and the sentence for the user. */
type Added = { isAdded: boolean; text: string }

/**
 * Adds a line to the draft quote in the browser's storage. Pieces of a part that is in the draft are added to its line.
 * @param email of the signed-in user; null for a visitor.
 * @returns the sentence for the user.
 */
export function addToDraft({ partsId, name, quantity }: AddedPart, email: string | null, storage: KeptStorage = browserStorage): Added {
  const pieces = readQuantity(quantity)
  if (pieces === undefined) return { isAdded: false, text: words.unclear }
  const draft = findDraft(email, storage) ?? { ...EMPTY_DRAFT, owner: email }
  const known = draft.lines.find((line) => line.partsId === partsId && readQuantity(line.quantity) !== undefined)
  const lines = known
    ? draft.lines.map((line) => (line === known ? { ...line, quantity: String(readQuantity(line.quantity)! + pieces) } : line)) // readable
    : [...draft.lines, { text: name, quantity: String(pieces), partsId }]
  return keepOrRefuse(draft, lines, storage, words.added(formatCount(pieces), name))
}

/** Appends lines unchanged to those of the draft, all or none. */
export function addLinesToDraft(lines: ChosenLine[], email: string | null, storage: KeptStorage = browserStorage): Added {
  const draft = findDraft(email, storage) ?? { ...EMPTY_DRAFT, owner: email }
  return keepOrRefuse(draft, [...draft.lines, ...lines], storage, words.addedLines(formatCount(lines.length), lines.length))
}

function keepOrRefuse(draft: Draft, lines: ChosenLine[], storage: KeptStorage, text: string): Added {
  if (lines.length > MAXIMUM_QUOTE_LINES) return { isAdded: false, text: words.full }
  if (keepDraft({ ...draft, lines }, storage)) return { isAdded: true, text }
  keepDraft(draft, storage) // What is too long was removed.
  return { isAdded: false, text: words.full }
}
