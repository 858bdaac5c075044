import { oneLine } from './letter-content.ts'
import type { QueuedMail } from './queue-mail.ts'
import { letter, type Shop } from './write-letter.ts'

/** A buyer's quotes that a voiding withdrew: their count, and the numbers of the first of them. */
type WithdrawnQuotes = { voidingId: string; userId: string; email: string; count: number; numbers: string[]; reason: string }

/** Reports withdrawn quotes to their buyer; once for each buyer and voiding. */
export function quotesWithdrawnLetter(shop: Shop, withdrawn: WithdrawnQuotes): QueuedMail {
  const { voidingId, userId, email, count, numbers, reason } = withdrawn
  const [only] = numbers
  const rest = count - numbers.length
  const subject = count === 1 ? `Your quote ${only} was withdrawn` : `${count} of your quotes were withdrawn`
  return letter(shop, 'quote-withdrawn', `${voidingId} ${userId}`, email, subject, [
    `${shop.shopName} has withdrawn ${count === 1 ? 'this quote. Its prices no longer hold' : 'these quotes. Their prices no longer hold'}, and nothing can be ordered at them:`,
    {
      facts: [
        [count === 1 ? 'Quote' : 'Quotes', numbers.join(', ') + (rest > 0 ? ` and ${rest} more` : '')],
        ['Reason', oneLine(reason)],
      ],
    },
    "We are sorry for the trouble. Open a quote to see its lines at today's prices. What you have ordered before stays as it is.",
    { open: `${shop.shopUrl}/dashboard/quotes`, label: 'See my quotes' },
  ])
}
