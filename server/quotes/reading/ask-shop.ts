import { MAXIMUM_QUOTE_LINES } from '#contract/basics/limits.ts'
import { requestOf } from '#readers/lists/lines.ts'
import type { AskShop } from '#readers/lists/read-list.ts'
import type { Services } from '../../services.ts'
import { matchLines } from '../match-lines.ts'

/**
 * Finds which texts of a list name a part, in requests of at most the lines of a quote, as the quote screen does. Counted for the account.
 */
export function askShop({ db, identity }: Pick<Services, 'db' | 'identity'>, userId: string): AskShop {
  return async (texts) => {
    if (texts.length > MAXIMUM_QUOTE_LINES) return undefined
    await identity.countAttempt('quote-work', userId, texts.length)
    const matches = await matchLines(
      db,
      texts.map((text) => requestOf({ text, quantity: '' })),
      userId,
    )
    return matches.map(({ status }) => status)
  }
}
