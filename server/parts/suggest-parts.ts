import { SUGGESTIONS } from '#contract/limits.ts'
import type { Database } from '#database/connect.ts'
import { nearestParts, type NearPart } from './search-parts.ts'

/** What to offer while somebody types; nothing before there is a letter or a digit. */
export const suggestParts = (db: Database, typed: string): Promise<NearPart[]> => nearestParts(db, typed, SUGGESTIONS)
