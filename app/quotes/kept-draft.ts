import { MAXIMUM_QUOTE_LINES } from '#contract/limits.ts'
import type { KeptStorage } from '#app/identity/session-state.ts'
import { QUOTE_DRAFT } from './draft-key.ts'
import type { GivenLine } from './lines.ts'

/** Longest draft that is kept, in characters: less than half of what a browser gives a shop. */
const MOST_CHARACTERS = 2_000_000

export type DraftLine = GivenLine & { partsId?: string | undefined }

/** The saved quote whose lines are being edited, and the version they come from. */
export type EditedQuote = { id: string; number: string; version: number }

/** The lines of a quote that is not saved yet, as this browser keeps them. */
export type Draft = {
  /** Email of the person it belongs to; null for a visitor's. */
  owner: string | null
  lines: DraftLine[]
  name: string
  note: string
  edited?: EditedQuote | undefined
  /** Total in dollars at which a visitor pressed Save: it is saved on coming back from signing in. */
  saveAt?: number | undefined
}

export const EMPTY_DRAFT: Draft = { owner: null, lines: [], name: '', note: '' }

/** A line takes little room: text and quantity, and the part where one was chosen. */
type KeptLine = [text: string, quantity: string, partsId?: string]

/** @returns false when the draft is too long to be kept; what was kept before is gone then. */
export function keepDraft(draft: Draft, storage: KeptStorage): boolean {
  const lines = draft.lines.map(({ text, quantity, partsId }): KeptLine => (partsId === undefined ? [text, quantity] : [text, quantity, partsId]))
  const written = JSON.stringify({ ...draft, lines })
  if (written.length > MOST_CHARACTERS) {
    storage.removeItem(QUOTE_DRAFT)
    return false
  }
  storage.setItem(QUOTE_DRAFT, written)
  return true
}

/**
 * The draft for whoever is here: their own, or one that was begun before signing in. Somebody else's stays unseen.
 * @param email of the person who is signed in; null for a visitor.
 */
export function findDraft(email: string | null, storage: KeptStorage): Draft | undefined {
  const draft = readDraft(storage.getItem(QUOTE_DRAFT))
  return draft && (draft.owner === null || draft.owner === email) ? draft : undefined
}

export const forgetDraft = (storage: KeptStorage): void => storage.removeItem(QUOTE_DRAFT)

/** What is under the key is the person's to change: anything may stand there. */
function readDraft(written: string | null): Draft | undefined {
  const value = parse(written)
  if (!isRecord(value) || !Array.isArray(value['lines']) || value['lines'].length > MAXIMUM_QUOTE_LINES) return undefined
  if (!value['lines'].every(isKeptLine)) return undefined
  const { owner, name, note, edited, saveAt } = value
  return {
    owner: typeof owner === 'string' ? owner : null,
    lines: value['lines'].map(([text, quantity, partsId]) => ({ text, quantity, partsId })),
    name: typeof name === 'string' ? name : '',
    note: typeof note === 'string' ? note : '',
    edited: isEdited(edited) ? edited : undefined,
    saveAt: typeof saveAt === 'number' && saveAt >= 0 ? saveAt : undefined,
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isKeptLine = (value: unknown): value is KeptLine =>
  Array.isArray(value) && value.length >= 2 && value.length <= 3 && value.every((part) => typeof part === 'string')

const isEdited = (value: unknown): value is EditedQuote =>
  isRecord(value) && typeof value['id'] === 'string' && typeof value['number'] === 'string' && Number.isSafeInteger(value['version'])

function parse(written: string | null): unknown {
  if (written === null) return undefined
  try {
    return JSON.parse(written)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
