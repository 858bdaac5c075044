import { SUGGESTIONS } from '#contract/limits.ts'
import type { Database } from '#database/connect.ts'
import { nearestParts, type NearPart } from './search-parts.ts'

/** Suggestions during typing; none before the first letter or digit. */
export const suggestParts = (db: Database, typed: string): Promise<NearPart[]> => nearestParts(db, typed, SUGGESTIONS)
