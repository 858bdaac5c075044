import { MAXIMUM_QUOTE_LINES } from '#contract/basics/limits.ts'
import { readQuantity } from '#contract/basics/quantity-text.ts'
import type { Release } from '#contract/promises/releases.ts'
import type { QuoteLine } from '#contract/quotes/quotes.ts'
import type { KeptStorage } from '#app/identity/session-state.ts'
import { isRecord, readStored } from '#app/identity/stored-json.ts'
import { QUOTE_DRAFT } from './draft-key.ts'
import type { ChosenLine } from '#readers/lists/lines.ts'

/** Maximum length of a stored draft in characters: less than half of a browser's quota. */
const MAX_CHARACTERS = 2_000_000

/** The saved quote whose lines are being edited, and the version they come from. */
export type EditedQuote = { id: string; number: string; version: number }

/** The unsaved lines of a quote in this browser's storage. */
export type Draft = {
  /** Email of its owner; null for an anonymous visitor. */
  owner: string | null
  lines: ChosenLine[]
  name: string
  note: string
  edited?: EditedQuote | undefined
  /** Total in dollars when a visitor pressed Save: the quote is saved after the sign-in. */
  saveAt?: number | undefined
}

export const EMPTY_DRAFT: Draft = { owner: null, lines: [], name: '', note: '' }

/** Compact form of a line: text, quantity, the chosen part, and deliveries as '10000 2027-03-01, 10000 2027-04-01'. */
type KeptLine = [text: string, quantity: string, partsId?: string, releases?: string]

/** @returns false if the draft is too long; the stored one is removed then. */
export function keepDraft({ owner, lines: given, ...words }: Draft, storage: KeptStorage): boolean {
  const lines = given.map(({ text, quantity, partsId, releases }): KeptLine => {
    if (releases) return [text, quantity, partsId ?? '', releases.map(({ pieces, wishedOn }) => `${pieces} ${wishedOn}`).join(', ')]
    return partsId === undefined ? [text, quantity] : [text, quantity, partsId]
  })
  // Number and owner first: app/layout/stored-marks.ts reads them without parsing the rest.
  const written = JSON.stringify({ count: lines.length, owner, ...words, lines })
  if (written.length > MAX_CHARACTERS) {
    storage.removeItem(QUOTE_DRAFT)
    return false
  }
  storage.setItem(QUOTE_DRAFT, written)
  return true
}

/**
 * The user's own draft, or one from before the sign-in, but not that of another user.
 * @param email of the signed-in user; null for a visitor.
 */
export function findDraft(email: string | null, storage: KeptStorage): Draft | undefined {
  const draft = readDraft(readStored(storage, QUOTE_DRAFT))
  return draft && (draft.owner === null || draft.owner === email) ? draft : undefined
}

/** The line of a saved quote, to be edited: its quantity as it was typed, or the one that was quoted instead. */
export const draftLine = ({ text, name, asked, quantity, partsId, releases }: QuoteLine): ChosenLine => ({
  text: text === '' ? (name ?? '') : text,
  quantity: quantity === null || (asked !== '' && readQuantity(asked) === quantity) ? asked : String(quantity),
  partsId: partsId ?? undefined,
  ...releasesAhead(releases?.map(({ pieces, wishedOn }) => ({ pieces, wishedOn }))),
})

/** Deliveries of which one is over are planned anew: prices are not refused because of them. */
function releasesAhead(releases: Release[] | undefined): { releases?: Release[] } {
  const today = new Date().toISOString().slice(0, 10)
  return releases && releases.length > 0 && releases.every(({ wishedOn }) => wishedOn >= today) ? { releases } : {}
}

const KEPT_RELEASE = /^(\d{1,10}) (\d{4}-\d\d-\d\d)$/

function readReleases(kept: string): Release[] | undefined {
  const read = kept.split(', ').map((release) => KEPT_RELEASE.exec(release))
  return read.every((found) => found !== null)
    ? read.map(([, pieces, wishedOn]) => ({ pieces: Number(pieces), wishedOn: wishedOn! }))
    : undefined
}

export const forgetDraft = (storage: KeptStorage): void => storage.removeItem(QUOTE_DRAFT)

/** Users can change the stored value, so it may be anything. */
function readDraft(value: unknown): Draft | undefined {
  if (!isRecord(value) || !Array.isArray(value['lines']) || value['lines'].length > MAXIMUM_QUOTE_LINES) return undefined
  if (!value['lines'].every(isKeptLine)) return undefined
  const { owner, name, note, edited, saveAt } = value
  return {
    owner: typeof owner === 'string' ? owner : null,
    lines: value['lines'].map(([text, quantity, partsId, releases]) => ({
      text,
      quantity,
      partsId: partsId || undefined,
      ...(releases !== undefined && releasesAhead(readReleases(releases))),
    })),
    name: typeof name === 'string' ? name : '',
    note: typeof note === 'string' ? note : '',
    edited: isEdited(edited) ? edited : undefined,
    saveAt: typeof saveAt === 'number' && saveAt >= 0 ? saveAt : undefined,
  }
}

const isKeptLine = (value: unknown): value is KeptLine =>
  Array.isArray(value) && value.length >= 2 && value.length <= 4 && value.every((part) => typeof part === 'string')

const isEdited = (value: unknown): value is EditedQuote =>
  isRecord(value) && typeof value['id'] === 'string' && typeof value['number'] === 'string' && Number.isSafeInteger(value['version'])
