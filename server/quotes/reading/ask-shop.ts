import { MAXIMUM_QUOTE_LINES } from '#contract/basics/limits.ts'
import { requestOf } from '#lists/lines.ts'
import type { AskShop } from '#lists/read-list.ts'
import type { Services } from '../../services.ts'
import { matchLines } from '../match-lines.ts'

/**
 * Asks which texts of a list name a part, as the quote screen does, which cannot ask for more at once than a quote has lines. Counted for the
 * account.
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
