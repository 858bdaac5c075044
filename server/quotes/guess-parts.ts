import { QUOTE_CANDIDATES } from '#contract/basics/limits.ts'
import type { Database } from '#database/connect.ts'
import { nearestPartsOfLines } from '../parts/search-parts.ts'

/** Texts in one statement; keeps it well below the statement timeout. */
const TEXTS_AT_ONCE = 50

/** For each text that matches no part exactly, the ids of the nearest parts, best first; independent of the rest of the list. */
export async function guessParts(db: Database, texts: readonly string[]): Promise<Map<string, string[]>> {
  const guesses = new Map<string, string[]>()
  const guessFrom = async (start: number) => {
    const some = texts.slice(start, start + TEXTS_AT_ONCE)
    const found = await nearestPartsOfLines(db, some, QUOTE_CANDIDATES)
    for (const [index, text] of some.entries()) guesses.set(text, found[index]!)
  }
  // Two statements at a time: one runs in the database while the result of the other is read.
  for (let start = 0; start < texts.length; start += 2 * TEXTS_AT_ONCE) {
    await Promise.all([guessFrom(start), ...(start + TEXTS_AT_ONCE < texts.length ? [guessFrom(start + TEXTS_AT_ONCE)] : [])])
  }
  return guesses
}
