import { QUOTE_CANDIDATES } from '#contract/limits.ts'
import type { Database } from '#database/connect.ts'
import { nearestParts, nearestPartsOfEach, type NearPart } from '../parts/search-parts.ts'

/** A list this short was typed by hand: each text is searched in all ways. */
const FEW_TEXTS = 10
/** Texts in one statement; keeps it well below the statement timeout. */
const TEXTS_AT_ONCE = 50
/** A list with more unknown texts than this is not a list of this shop's parts; the rest is answered without guesses. */
const MAX_GUESSED = 3_000

/** For each text that matches no part exactly, the ids of the nearest parts, best first. */
export async function guessParts(db: Database, texts: readonly string[]): Promise<Map<string, string[]>> {
  const guesses = new Map<string, string[]>()
  const keep = (text: string, near: NearPart[]) =>
    guesses.set(
      text,
      near.map(({ _id }) => _id),
    )
  if (texts.length <= FEW_TEXTS) {
    for (const text of texts) keep(text, await nearestParts(db, text, QUOTE_CANDIDATES))
    return guesses
  }
  const guessed = texts.slice(0, MAX_GUESSED)
  const guessFrom = async (start: number) => {
    const some = guessed.slice(start, start + TEXTS_AT_ONCE)
    const found = await nearestPartsOfEach(db, some, QUOTE_CANDIDATES)
    for (const [index, text] of some.entries()) keep(text, found[index]!)
  }
  // Two statements at a time: one runs in the database while the result of the other is read.
  for (let start = 0; start < guessed.length; start += 2 * TEXTS_AT_ONCE) {
    await Promise.all([guessFrom(start), ...(start + TEXTS_AT_ONCE < guessed.length ? [guessFrom(start + TEXTS_AT_ONCE)] : [])])
  }
  return guesses
}
